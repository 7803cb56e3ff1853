#include "core/playground/training_plan.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "core/playground/values.hpp"
#include "core/playground/wording.hpp"
#include "core/playground/words.hpp"

namespace playground {
namespace {

constexpr double kMostRate = 1000;

struct SizeField {
  std::string_view name;
  int TrainingPlan::*member;
  int lowest, highest;
};
constexpr std::array kSizes{
    SizeField{"steps", &TrainingPlan::steps, 0, kMostTrainingSteps},
    SizeField{"d_model", &TrainingPlan::d_model, 8, 64}, SizeField{"d_k", &TrainingPlan::d_k, 0, 256},
    SizeField{"heads", &TrainingPlan::heads, 1, 2}, SizeField{"layers", &TrainingPlan::layers, 1, 2}};

struct SwitchField {
  std::string_view name;
  bool TrainingPlan::*member;
};
constexpr std::array kSwitches{
    SwitchField{"scale", &TrainingPlan::scale}, SwitchField{"positions", &TrainingPlan::positions},
    SwitchField{"residual", &TrainingPlan::residual}, SwitchField{"word_values", &TrainingPlan::word_values}};

std::string names_of_fields() {
  std::vector<std::string_view> names{"seed", "rate"};
  for (const SizeField& field : kSizes) names.push_back(field.name);
  for (const SwitchField& field : kSwitches) names.push_back(field.name);
  return listed(names);
}

/// A sentence where the field is not known or its value is not allowed.
std::optional<std::string> read_field(TrainingPlan& plan, std::string_view name, std::string_view value) {
  if (name == "seed") {
    const Result<std::string> seed = seed_from_text(value);
    if (!seed) return seed.sentence();
    plan.seed = seed.value();
    return std::nullopt;
  }
  if (name == "rate") {
    const Result<double> rate = number_from_text(value);
    if (!rate) return rate.sentence();
    if (!(rate.value() > 0) || rate.value() > kMostRate) return say(Word::kRateRange, {in_quotes(value)});
    plan.rate = rate.value();
    return std::nullopt;
  }
  for (const SizeField& field : kSizes) {
    if (field.name != name) continue;
    const Result<int> number = int_from_text(value);
    if (!number) return number.sentence();
    if (number.value() < field.lowest || number.value() > field.highest) {
      return range_sentence(name, number.value(), field.lowest, field.highest);
    }
    plan.*field.member = number.value();
    return std::nullopt;
  }
  for (const SwitchField& field : kSwitches) {
    if (field.name != name) continue;
    constexpr std::array<std::string_view, 2> kStates{"on", "off"};
    if (value != "on" && value != "off") return say(Word::kKnobStops, {name, in_quotes(value), listed(kStates)});
    plan.*field.member = value == "on";
    return std::nullopt;
  }
  return say(Word::kNotKnown, {in_quotes(name), names_of_fields()});
}

}  // namespace

TrainingPlan begun(TrainingPlan plan) {
  plan.steps = 0;
  return plan;
}

std::string text_of(const TrainingPlan& plan) {
  const TrainingPlan usual;
  std::string text = "seed:" + plan.seed;
  for (const SizeField& field : kSizes) {
    if (plan.*field.member == usual.*field.member) continue;
    text += "~" + std::string(field.name) + ":" + std::to_string(plan.*field.member);
  }
  for (const SwitchField& field : kSwitches) {
    if (plan.*field.member != usual.*field.member) {
      text += "~" + std::string(field.name) + ":" + (plan.*field.member ? "on" : "off");
    }
  }
  return plan.rate == usual.rate ? text : text + "~rate:" + exact_text(plan.rate);
}

Result<TrainingPlan> plan_from_text(std::string_view text) {
  TrainingPlan plan;
  for (const std::string_view item : split(text, '~')) {
    const std::size_t colon = std::min(item.find(':'), item.size());
    const std::string_view value = item.substr(std::min(colon + 1, item.size()));
    if (const auto sentence = read_field(plan, item.substr(0, colon), value)) return Problem{*sentence};
  }
  if (plan.d_model % plan.heads != 0) {
    return Problem{say(Word::kMustDivide, {std::to_string(plan.heads), std::to_string(plan.d_model)})};
  }
  if (plan.d_k == plan.d_model / plan.heads) plan.d_k = 0;  // one plan, one text
  return plan;
}

}  // namespace playground
