// Activation functions, cell by cell, and their derivatives.
//
//   relu       max(0, x)
//   gelu       x Phi(x) = x / 2 (1 + erf(x / sqrt 2))                                (Hendrycks and Gimpel 2016)
//   gelu_tanh  x / 2 (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))), its approximation  (the same, section 2)
//   silu       x / (1 + exp(-x)), also called Swish                                  (the same; Ramachandran et al.
//   2017)
//
// Infinities give the limits: minus infinity becomes 0 in all four. NaN stays NaN. Scalar: double, float.
#pragma once

#include <concepts>

#include "core/attention/matrix.hpp"

namespace attention {

enum class Activation { kRelu, kGelu, kGeluTanh, kSilu };

/// The function, of one number.
template <std::floating_point Scalar>
Scalar activate(Activation activation, Scalar x);

/// Its derivative, of one number; relu's at 0 is 0.
template <std::floating_point Scalar>
Scalar activation_slope(Activation activation, Scalar x);

/// The function in each cell of `x`, of any shape.
template <typename Scalar>
MatrixOf<Scalar> activate(Activation activation, const MatrixOf<Scalar>& x);

/// Backward: the gradient by `x` from that by the result, `d_output`; x is the argument of the forward call.
/// Throws std::invalid_argument naming both shapes where they differ.
template <typename Scalar>
MatrixOf<Scalar> activate_backward(Activation activation, const MatrixOf<Scalar>& x, const MatrixOf<Scalar>& d_output);

}  // namespace attention
