// The feed-forward layer of a transformer block: widen, bend, narrow; each token by itself.
//
//   FFN(X) = f(X W_1 + b_1) W_2 + b_2                       (Vaswani et al. 2017, equation 2, f = relu)
//   GLU(X) = (f(X W_1 + b_1) * (X V + c)) W_2 + b_2         (Shazeer 2020, equations 5 and 6; f = silu is SwiGLU)
//
// T tokens, D model width, F (d_ff) inner width. Scalar: double, float.
#pragma once

#include <optional>

#include "core/attention/activation.hpp"
#include "core/attention/matrix.hpp"
#include "core/attention/parameters.hpp"

namespace attention {

/// Parameters, or the gradients by them. The layer is gated where V is there.
template <typename Scalar>
struct FeedForwardWeightsOf {
  MatrixOf<Scalar> w1;                                ///< [D x F]
  std::optional<MatrixOf<Scalar>> b1 = std::nullopt;  ///< [1 x F]
  std::optional<MatrixOf<Scalar>> v = std::nullopt;   ///< [D x F], the linear side of a gated layer
  std::optional<MatrixOf<Scalar>> c = std::nullopt;   ///< [1 x F], its bias; only together with V
  MatrixOf<Scalar> w2;                                ///< [F x D]
  std::optional<MatrixOf<Scalar>> b2 = std::nullopt;  ///< [1 x D]
};
using FeedForwardWeights = FeedForwardWeightsOf<double>;

/// Those that are there of W_1, b_1, V, c, W_2, b_2, in this order.
template <typename Scalar>
ParametersOf<Scalar> parameters(FeedForwardWeightsOf<Scalar>& weights);

/// Every stage of one feed-forward call.
template <typename Scalar>
struct FeedForwardTraceOf {
  MatrixOf<Scalar> inner;                                 ///< [T x F] X W_1 + b_1
  MatrixOf<Scalar> activated;                             ///< [T x F] f(inner)
  std::optional<MatrixOf<Scalar>> linear = std::nullopt;  ///< [T x F] X V + c, in a gated layer
  MatrixOf<Scalar> hidden;  ///< [T x F] what W_2 reads: activated, times linear in a gated layer
  MatrixOf<Scalar> output;  ///< [T x D]
};
using FeedForwardTrace = FeedForwardTraceOf<double>;

/// x [T x D]. Throws std::invalid_argument naming both shapes where they do not fit.
template <typename Scalar>
FeedForwardTraceOf<Scalar> feed_forward(const MatrixOf<Scalar>& x, const FeedForwardWeightsOf<Scalar>& weights,
                                        Activation activation);

/// Gradients of a loss by what feed_forward takes.
template <typename Scalar>
struct FeedForwardGradientsOf {
  MatrixOf<Scalar> d_x;  ///< [T x D]
  FeedForwardWeightsOf<Scalar> d_weights;
};

/// Backward of feed_forward: `d_output` [T x D] is the gradient by trace.output, the others as in the forward call.
template <typename Scalar>
FeedForwardGradientsOf<Scalar> feed_forward_backward(const FeedForwardTraceOf<Scalar>& trace, const MatrixOf<Scalar>& x,
                                                     const FeedForwardWeightsOf<Scalar>& weights, Activation activation,
                                                     const MatrixOf<Scalar>& d_output);

}  // namespace attention
