// One conformance case: an operator, its attributes, inputs and the outputs that others published.
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tests/conformance/tensor.hpp"

namespace conformance {

struct Case {
  std::string op;
  nlohmann::json attributes;
  std::vector<std::string> input_order;
  std::map<std::string, Tensor> inputs;
  std::map<std::string, Tensor> outputs;

  /// The input of this name, else none. For operators whose formal names the cases keep.
  const Tensor* input(const std::string& name) const;

  /// The input at this place, else none. For operators whose cases name the inputs as they like.
  const Tensor* input(std::size_t place) const;

  double number(const char* attribute, double otherwise) const;
  Index integer(const char* attribute, Index otherwise) const;
  std::string text(const char* attribute, const std::string& otherwise) const;
};

/// The operator named in case.json of a folder.
std::string op_of(const std::filesystem::path& folder);

/// Reads the whole case. Throws UnknownType (npy.hpp), or std::exception with a sentence for what is missing or broken.
Case read_case(const std::filesystem::path& folder);

/// Folders with a case.json at and below `root`, sorted.
std::vector<std::filesystem::path> case_folders(const std::filesystem::path& root);

}  // namespace conformance
