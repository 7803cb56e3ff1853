#include "tests/conformance/case.hpp"

#include <algorithm>
#include <fstream>
#include <stdexcept>

#include "tests/conformance/npy.hpp"

namespace conformance {
namespace {

using nlohmann::json;

json description(const std::filesystem::path& folder) {
  std::ifstream file(folder / "case.json");
  if (!file) throw std::runtime_error("case.json cannot be read");
  json parsed = json::parse(file, nullptr, false);
  if (!parsed.is_object() || !parsed.contains("op") || !parsed["op"].is_string()) {
    throw std::runtime_error("case.json is not an object with an \"op\"");
  }
  return parsed;
}

std::map<std::string, Tensor> tensors(const std::filesystem::path& folder, const json& parsed, const char* kind) {
  if (!parsed.contains(kind) || !parsed[kind].is_object()) {
    throw std::runtime_error(std::string("case.json has no \"") + kind + "\"");
  }
  std::map<std::string, Tensor> result;
  for (const auto& [name, file] : parsed[kind].items()) {
    if (!file.is_string()) throw std::runtime_error("the file of " + name + " in case.json is not a text");
    result[name] = read_npy(folder / file.get<std::string>());
  }
  return result;
}

}  // namespace

const Tensor* Case::input(const std::string& name) const {
  const auto found = inputs.find(name);
  return found == inputs.end() ? nullptr : &found->second;
}

const Tensor* Case::input(std::size_t place) const {
  return place < input_order.size() ? input(input_order[place]) : nullptr;
}

double Case::number(const char* attribute, double otherwise) const {
  const auto found = attributes.find(attribute);
  return found == attributes.end() ? otherwise : found->get<double>();
}

Index Case::integer(const char* attribute, Index otherwise) const {
  const auto found = attributes.find(attribute);
  if (found == attributes.end()) return otherwise;
  return found->is_boolean() ? Index{found->get<bool>()} : found->get<Index>();
}

std::string Case::text(const char* attribute, const std::string& otherwise) const {
  const auto found = attributes.find(attribute);
  return found == attributes.end() ? otherwise : found->get<std::string>();
}

std::string op_of(const std::filesystem::path& folder) { return description(folder)["op"]; }

Case read_case(const std::filesystem::path& folder) {
  const json parsed = description(folder);
  Case test;
  test.op = parsed["op"];
  test.attributes = parsed.value("attributes", json::object());
  if (!test.attributes.is_object()) throw std::runtime_error("the \"attributes\" of case.json are not an object");
  test.inputs = tensors(folder, parsed, "inputs");
  test.outputs = tensors(folder, parsed, "outputs");
  if (test.outputs.empty()) throw std::runtime_error("case.json names no outputs");
  if (parsed.contains("input_order")) {
    test.input_order = parsed["input_order"].get<std::vector<std::string>>();
  } else {
    throw std::runtime_error("case.json has no \"input_order\"");
  }
  return test;
}

std::vector<std::filesystem::path> case_folders(const std::filesystem::path& root) {
  std::vector<std::filesystem::path> folders;
  if (std::filesystem::exists(root / "case.json")) folders.push_back(root);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (entry.is_directory() && std::filesystem::exists(entry.path() / "case.json")) folders.push_back(entry.path());
  }
  std::sort(folders.begin(), folders.end());
  return folders;
}

}  // namespace conformance
