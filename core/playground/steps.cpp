#include "core/playground/steps.hpp"

#include <array>

#include "core/playground/session.hpp"

namespace playground {
namespace {

constexpr std::array<StepInfo, kStepCount> kSteps = {{
    {Step::kTokens, "tokens", "Tokens", false},
    {Step::kEmbeddings, "embeddings", "Embeddings", false},
    {Step::kQueries, "queries", "Queries", false},
    {Step::kKeys, "keys", "Keys", false},
    {Step::kValues, "values", "Values", false},
    {Step::kScores, "scores", "Scores", false},
    {Step::kScaled, "scaled", "Scaled", false},
    {Step::kMasked, "masked", "Masked", false},
    {Step::kSoftmax, "softmax", "Softmax", false},
    {Step::kOutput, "output", "Output", false},
    {Step::kConcatenated, "concatenated", "Concatenated", true},
    {Step::kProjected, "projected", "Projected", true},
}};

}  // namespace

const StepInfo& info(Step step) { return kSteps[static_cast<std::size_t>(step)]; }

std::optional<Step> step_from_name(std::string_view name) {
  for (const StepInfo& row : kSteps) {
    if (row.name == name) return row.step;
  }
  return std::nullopt;
}

std::vector<Step> steps_of(const Session& session) {
  std::vector<Step> steps;
  for (const StepInfo& row : kSteps) {
    if (has_step(session, row.step)) steps.push_back(row.step);
  }
  return steps;
}

bool has_step(const Session& session, Step step) {
  return !info(step).needs_projection || has_projection(session.model.sizes);
}

std::string missing_step(Step step) {
  return "There is no step " + std::string(info(step).name) + " with one head: set two heads or more.";
}

}  // namespace playground
