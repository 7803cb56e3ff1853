#include "core/playground/steps.hpp"

#include <array>

#include "core/playground/session.hpp"

namespace playground {
namespace {

constexpr std::array<StepInfo, kStepCount> kSteps = {{
    {Step::kTokens, "tokens", "Tokens", Needs::kNothing},
    {Step::kEmbeddings, "embeddings", "Embeddings", Needs::kNothing},
    {Step::kQueries, "queries", "Queries", Needs::kNothing},
    {Step::kKeys, "keys", "Keys", Needs::kNothing},
    {Step::kValues, "values", "Values", Needs::kNothing},
    {Step::kScores, "scores", "Scores", Needs::kNothing},
    {Step::kScaled, "scaled", "Scaled", Needs::kNothing},
    {Step::kMasked, "masked", "Masked", Needs::kNothing},
    {Step::kSoftmax, "softmax", "Softmax", Needs::kNothing},
    {Step::kOutput, "output", "Output", Needs::kNothing},
    {Step::kConcatenated, "concatenated", "Concatenated", Needs::kHeads},
    {Step::kProjected, "projected", "Projected", Needs::kProjection},
    {Step::kResidual1, "residual_1", "Residual 1", Needs::kBlock},
    {Step::kNorm1, "norm_1", "Norm 1", Needs::kBlock},
    {Step::kFeedForward, "feed_forward", "Feed-forward", Needs::kBlock},
    {Step::kResidual2, "residual_2", "Residual 2", Needs::kBlock},
    {Step::kNorm2, "norm_2", "Norm 2", Needs::kBlock},
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
  const Sizes& sizes = session.model.sizes;
  switch (info(step).needs) {
    case Needs::kNothing:
      return true;
    case Needs::kHeads:
      return sizes.heads > 1;
    case Needs::kProjection:
      return has_projection(sizes);
    case Needs::kBlock:
      return has_block(sizes);
  }
  return false;
}

std::string missing_step(Step step) {
  const std::string name = "There is no step " + std::string(info(step).name);
  return info(step).needs == Needs::kBlock ? name + " without the rest of the block: give d_ff, 1 or more."
                                           : name + " with one head: set two heads or more.";
}

}  // namespace playground
