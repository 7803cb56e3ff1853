// The linear layer: each row of X times a matrix, plus a bias.
//
//   linear(X) = X W + b
//
// T rows, D_in and D_out widths. Scalar: double, float.
#pragma once

#include <optional>

#include "core/attention/matrix.hpp"
#include "core/attention/parameters.hpp"

namespace attention {

/// Parameters, or the gradients by them.
template <typename Scalar>
struct LinearWeightsOf {
  MatrixOf<Scalar> weight;                              ///< [D_in x D_out]
  std::optional<MatrixOf<Scalar>> bias = std::nullopt;  ///< [1 x D_out]; nothing is added where not given
};
using LinearWeights = LinearWeightsOf<double>;

/// The weight and, where there is one, the bias.
template <typename Scalar>
ParametersOf<Scalar> parameters(LinearWeightsOf<Scalar>& weights);

/// x [T x D_in] gives [T x D_out]. Throws std::invalid_argument naming both shapes where they do not fit.
template <typename Scalar>
MatrixOf<Scalar> linear(const MatrixOf<Scalar>& x, const LinearWeightsOf<Scalar>& weights);

/// Gradients of a loss by what linear takes.
template <typename Scalar>
struct LinearGradientsOf {
  MatrixOf<Scalar> d_x;  ///< [T x D_in]
  LinearWeightsOf<Scalar> d_weights;
};

/// Backward of linear: `d_output` [T x D_out] is the gradient by its result, the others are those of the forward call.
/// Throws std::invalid_argument naming both shapes where they do not fit.
template <typename Scalar>
LinearGradientsOf<Scalar> linear_backward(const MatrixOf<Scalar>& x, const LinearWeightsOf<Scalar>& weights,
                                          const MatrixOf<Scalar>& d_output);

}  // namespace attention
