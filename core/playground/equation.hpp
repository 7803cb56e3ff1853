// Equations: which matrices a step shows, in order, and the signs between them.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/playground/session.hpp"
#include "core/playground/steps.hpp"
#include "core/playground/tensors.hpp"

namespace playground {

struct Operand {
  Tensor tensor;
  bool transposed = false;       ///< shown with rows and columns exchanged, as K in Q K^T
  std::string_view sign_before;  ///< the sign that leads to it: "·", "=", "→", "+"; empty for the first
};

/// The operands of a step, the result last; empty at the tokens. What the model lacks is left out.
std::vector<Operand> equation_of(Step step, const Model& model);

/// The tensor that a step makes; empty at the tokens.
std::optional<Tensor> result_of(Step step, const Model& model);

}  // namespace playground
