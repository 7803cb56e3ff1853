#include "core/playground/equation.hpp"

#include <array>

namespace playground {
namespace {

constexpr std::array kEmbeddings{Operand{Tensor::kEmbeddings, false, ""}};
constexpr std::array kQueries{Operand{Tensor::kEmbeddings, false, ""}, Operand{Tensor::kWq, false, "·"},
                              Operand{Tensor::kQueries, false, "="}};
constexpr std::array kKeys{Operand{Tensor::kEmbeddings, false, ""}, Operand{Tensor::kWk, false, "·"},
                           Operand{Tensor::kKeys, false, "="}};
constexpr std::array kValues{Operand{Tensor::kEmbeddings, false, ""}, Operand{Tensor::kWv, false, "·"},
                             Operand{Tensor::kValues, false, "="}};
constexpr std::array kScores{Operand{Tensor::kQueries, false, ""}, Operand{Tensor::kKeys, true, "·"},
                             Operand{Tensor::kScores, false, "="}};
constexpr std::array kScaled{Operand{Tensor::kScores, false, ""}, Operand{Tensor::kScaledScores, false, "×"}};
constexpr std::array kMasked{Operand{Tensor::kScaledScores, false, ""}, Operand{Tensor::kMaskedScores, false, "→"}};
constexpr std::array kSoftmax{Operand{Tensor::kMaskedScores, false, ""}, Operand{Tensor::kRowMax, false, "−"},
                              Operand{Tensor::kExponentials, false, "→"}, Operand{Tensor::kRowSum, false, "÷"},
                              Operand{Tensor::kWeights, false, "="}};
constexpr std::array kOutput{Operand{Tensor::kWeights, false, ""}, Operand{Tensor::kValues, false, "·"},
                             Operand{Tensor::kHeadOutput, false, "="}};
constexpr std::array kConcatenated{Operand{Tensor::kHeadOutput, false, ""}, Operand{Tensor::kConcatenated, false, "→"}};
constexpr std::array kProjected{Operand{Tensor::kConcatenated, false, ""}, Operand{Tensor::kWo, false, "·"},
                                Operand{Tensor::kOutput, false, "="}};

/// In the order of Step; the tokens are no matrix.
constexpr std::array<std::span<const Operand>, kStepCount> kEquations{std::span<const Operand>{},
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
                                                                      kProjected};

}  // namespace

std::span<const Operand> equation_of(Step step) { return kEquations[static_cast<std::size_t>(step)]; }

std::optional<Tensor> result_of(Step step) {
  const std::span<const Operand> operands = equation_of(step);
  if (operands.empty()) {
    return std::nullopt;
  }
  return operands.back().tensor;
}

}  // namespace playground
