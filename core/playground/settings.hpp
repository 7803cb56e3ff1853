// Settings: the parts of a Model that links and comparisons name, each with its reader and its writer, in one table.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "core/playground/result.hpp"
#include "core/playground/session.hpp"

namespace playground {

/// Names and values, decoded.
using Parameters = std::map<std::string, std::string, std::less<>>;

/// Reads "a=b&c=d" (a leading `mark` is optional) into `parameters`; of a name given twice the last one counts.
void read_parameters(std::string_view text, char mark, Parameters& parameters);

/// "&name=value", percent-encoded.
std::string parameter_text(std::string_view name, std::string_view value);

struct Setting {
  std::string_view name;
  /// The model with this value, its limits not checked; `all` are the parameters that stand beside it.
  Result<Model> (*with)(const Model& model, std::string_view value, const Parameters& all);
  std::string (*text)(const Model& model);
};

/// In the order in which they are read: a later one may rest on an earlier one.
std::span<const Setting> settings();

}  // namespace playground
