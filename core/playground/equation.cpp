#include "core/playground/equation.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "core/playground/cells.hpp"
#include "core/playground/trained.hpp"

namespace playground {
namespace {

using enum Tensor;

// Every operand that a step may have; positions show only where the model has them.
constexpr std::array kOfEmbeddings{Operand{kEmbeddings, false, ""}, Operand{kPositions, false, "+"},
                                   Operand{kInputs, false, "="}};
constexpr std::array kOfQueries{Operand{kInputs, false, ""}, Operand{kWq, false, "·"}, Operand{kQueries, false, "="},
                                Operand{kRotatedQueries, false, "↻"}};
constexpr std::array kOfKeys{Operand{kInputs, false, ""}, Operand{kWk, false, "·"}, Operand{kKeys, false, "="},
                             Operand{kRotatedKeys, false, "↻"}};
constexpr std::array kOfValues{Operand{kInputs, false, ""}, Operand{kWv, false, "·"}, Operand{kValues, false, "="}};
constexpr std::array kOfScores{Operand{kRotatedQueries, false, ""}, Operand{kRotatedKeys, true, "·"},
                               Operand{kScores, false, "="}};
constexpr std::array kOfScaled{Operand{kScores, false, ""}, Operand{kScaledScores, false, "×"}};
constexpr std::array kOfMasked{Operand{kScaledScores, false, ""}, Operand{kPositionBias, false, "+"},
                               Operand{kMaskedScores, false, "→"}};
constexpr std::array kOfSoftmax{Operand{kMaskedScores, false, ""}, Operand{kRowMax, false, "−"},
                                Operand{kExponentials, false, "→"}, Operand{kRowSum, false, "÷"},
                                Operand{kWeights, false, "="}};
constexpr std::array kOfOutput{Operand{kWeights, false, ""}, Operand{kValues, false, "·"},
                               Operand{kHeadOutput, false, "="}};
constexpr std::array kOfConcatenated{Operand{kHeadOutput, false, ""}, Operand{kConcatenated, false, "→"}};
constexpr std::array kOfProjected{Operand{kConcatenated, false, ""}, Operand{kWo, false, "·"},
                                  Operand{kOutput, false, "="}};
constexpr std::array kOfResidual1{Operand{kInputs, false, ""}, Operand{kOutput, false, "+"},
                                  Operand{kResidual1, false, "="}};
constexpr std::array kOfNorm1{Operand{kResidual1, false, ""}, Operand{kMean1, false, "−"},
                              Operand{kVariance1, false, "÷√"}, Operand{kNorm1, false, "="}};
constexpr std::array kOfFeedForward{Operand{kNorm1, false, ""},   Operand{kW1, false, "·"},
                                    Operand{kHidden, false, "="}, Operand{kActivated, false, "→"},
                                    Operand{kW2, false, "·"},     Operand{kFeedForward, false, "="}};
constexpr std::array kOfResidual2{Operand{kNorm1, false, ""}, Operand{kFeedForward, false, "+"},
                                  Operand{kResidual2, false, "="}};
constexpr std::array kOfNorm2{Operand{kResidual2, false, ""}, Operand{kMean2, false, "−"},
                              Operand{kVariance2, false, "÷√"}, Operand{kNorm2, false, "="}};

/// In the order of Step; the tokens are no matrix.
constexpr std::array<std::span<const Operand>, kStepCount> kEquations{std::span<const Operand>{},
                                                                      kOfEmbeddings,
                                                                      kOfQueries,
                                                                      kOfKeys,
                                                                      kOfValues,
                                                                      kOfScores,
                                                                      kOfScaled,
                                                                      kOfMasked,
                                                                      kOfSoftmax,
                                                                      kOfOutput,
                                                                      kOfConcatenated,
                                                                      kOfProjected,
                                                                      kOfResidual1,
                                                                      kOfNorm1,
                                                                      kOfFeedForward,
                                                                      kOfResidual2,
                                                                      kOfNorm2};

}  // namespace

std::vector<Operand> equation_of(Step step, const Model& model) {
  std::vector<Operand> operands;
  const auto shown = [&](Tensor tensor) {
    return std::any_of(operands.begin(), operands.end(),
                       [&](const Operand& operand) { return operand.tensor == tensor; });
  };
  if (step == Step::kValues && reads_words(model)) {
    return {{kEmbeddings, false, ""}, {kWv, false, "·"}, {kValues, false, "="}};
  }
  if (step == Step::kEmbeddings && is_later_layer(model)) return {{kEmbeddings, false, ""}, {kInputs, false, "→"}};
  for (Operand operand : kEquations[static_cast<std::size_t>(step)]) {
    operand.tensor = present_tensor(operand.tensor, model);
    if (has_tensor(operand.tensor, model) && !shown(operand.tensor)) operands.push_back(operand);
  }
  return operands;
}

std::optional<Tensor> result_of(Step step, const Model& model) {
  const std::vector<Operand> operands = equation_of(step, model);
  if (operands.empty()) return std::nullopt;
  return operands.back().tensor;
}

}  // namespace playground
