#include "core/playground/steps.hpp"

#include <array>

#include "core/playground/session.hpp"
#include "core/playground/words.hpp"

namespace playground {
namespace {

constexpr std::array<StepInfo, kStepCount> kSteps = {{
    {Step::kTokens, "tokens", Word::kStepTokens, Needs::kNothing},
    {Step::kEmbeddings, "embeddings", Word::kStepEmbeddings, Needs::kNothing},
    {Step::kQueries, "queries", Word::kStepQueries, Needs::kNothing},
    {Step::kKeys, "keys", Word::kStepKeys, Needs::kNothing},
    {Step::kValues, "values", Word::kStepValues, Needs::kNothing},
    {Step::kScores, "scores", Word::kStepScores, Needs::kNothing},
    {Step::kScaled, "scaled", Word::kStepScaled, Needs::kNothing},
    {Step::kMasked, "masked", Word::kStepMasked, Needs::kNothing},
    {Step::kSoftmax, "softmax", Word::kStepSoftmax, Needs::kNothing},
    {Step::kOutput, "output", Word::kStepOutput, Needs::kNothing},
    {Step::kConcatenated, "concatenated", Word::kStepConcatenated, Needs::kHeads},
    {Step::kProjected, "projected", Word::kStepProjected, Needs::kProjection},
    {Step::kResidual1, "residual_1", Word::kStepResidual1, Needs::kBlock},
    {Step::kNorm1, "norm_1", Word::kStepNorm1, Needs::kBlock},
    {Step::kFeedForward, "feed_forward", Word::kStepFeedForward, Needs::kBlock},
    {Step::kResidual2, "residual_2", Word::kStepResidual2, Needs::kBlock},
    {Step::kNorm2, "norm_2", Word::kStepNorm2, Needs::kBlock},
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
  const bool of_block = info(step).needs == Needs::kBlock;
  return say(of_block ? Word::kNoStepWithoutBlock : Word::kNoStepWithOneHead, {info(step).name});
}

}  // namespace playground
