// The drawn equation: the matrices of a step in the convention of the picture, tokens as rows or as columns.
#pragma once

#include <string>
#include <vector>

#include "core/playground/equation.hpp"

namespace shell {

struct DrawnOperand {
  playground::Tensor tensor;
  bool transposed = false;        ///< its rows run across the screen
  bool named_transposed = false;  ///< the picture calls it "Kᵀ"
  std::string sign_before;        ///< empty for the first
};

/// With tokens as columns everything is transposed, and the factors of a product change places: (AB)ᵀ = BᵀAᵀ. Names
/// stay: there Q itself is [d_k x T].
std::vector<DrawnOperand> drawn_equation(playground::Step step, const playground::Model& model, bool tokens_as_columns);

}  // namespace shell
