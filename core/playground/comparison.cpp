#include "core/playground/comparison.hpp"

#include <vector>

#include "core/playground/limits.hpp"
#include "core/playground/settings.hpp"
#include "core/playground/wording.hpp"
#include "core/playground/words.hpp"

namespace playground {
namespace {

bool can_differ(std::string_view name) { return name != "text"; }

/// The model with the settings given, limits not checked.
Result<Model> with_settings(const Model& model, const Parameters& given) {
  Model next = model;
  for (const Setting& setting : settings()) {
    const auto found = given.find(setting.name);
    if (found == given.end()) continue;
    const Result<Model> changed = setting.with(next, found->second, given);
    if (!changed) return Problem{say(Word::kComparisonSetting, {setting.name, changed.sentence()})};
    next = changed.value();
  }
  return next;
}

std::optional<Problem> unknown_name(const Parameters& given) {
  std::vector<std::string_view> names;
  for (const Setting& setting : settings()) {
    if (can_differ(setting.name)) names.push_back(setting.name);
  }
  for (const auto& [name, value] : given) {
    bool known = false;
    for (const std::string_view allowed : names) known = known || allowed == name;
    if (!known) return Problem{say(Word::kCannotCompare, {in_quotes(name), listed(names)})};
  }
  return std::nullopt;
}

}  // namespace

Result<std::string> comparison_from_text(const Model& model, std::string_view text) {
  if (text.empty()) return std::string();
  Parameters given;
  read_parameters(text, '?', given);
  if (const auto problem = unknown_name(given)) return *problem;
  const Result<Model> other = with_settings(model, given);
  if (!other) return other.problem();
  std::string comparison;
  for (const Setting& setting : settings()) {
    if (given.contains(setting.name)) comparison += parameter_text(setting.name, setting.text(other.value()));
  }
  return comparison.substr(1);
}

Result<Model> compared_model(const Model& model, std::string_view comparison) {
  Parameters given;
  read_parameters(comparison, '?', given);
  const Result<Model> other = with_settings(model, given);
  if (!other) return other.problem();
  Model next = other.value();
  const bool drawn_anew = next.seed != model.seed || next.vectors != model.vectors || next.sizes != model.sizes;
  if (drawn_anew) next.edits.clear();
  if (auto sentence = broken_limit(next)) return Problem{say(Word::kComparisonCannotBe, {*sentence})};
  return next;
}

}  // namespace playground
