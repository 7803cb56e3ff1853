// The steps of the main view, in order: one table for the rail, links, keys and narration.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/playground/words.hpp"

namespace playground {

enum class Step {
  kTokens,
  kEmbeddings,
  kQueries,
  kKeys,
  kValues,
  kScores,
  kScaled,
  kMasked,
  kSoftmax,
  kOutput,
  kConcatenated,
  kProjected,
  kResidual1,
  kNorm1,
  kFeedForward,
  kResidual2,
  kNorm2,
};

inline constexpr int kStepCount = static_cast<int>(Step::kNorm2) + 1;

/// What a session needs so that a step is there.
enum class Needs { kNothing, kHeads, kProjection, kBlock };

struct StepInfo {
  Step step;
  std::string_view name;  ///< in links and anchors: "scaled"
  Word label;             ///< in the rail: "Scaled"
  Needs needs;
};

const StepInfo& info(Step step);
std::optional<Step> step_from_name(std::string_view name);

struct Session;
/// The steps that this session has, in order.
std::vector<Step> steps_of(const Session& session);
bool has_step(const Session& session, Step step);
/// Why a session may lack this step.
std::string missing_step(Step step);

}  // namespace playground
