// A sub-layer with its residual and its norm, in either order: what encoder and decoder layers are made of.
//
//   post-norm   residual = x + sublayer(x);         out = norm(residual)
//   pre-norm    residual = x + sublayer(norm(x));   out = residual
#pragma once

#include <string>
#include <utility>

#include "core/attention/layer_options.hpp"
#include "core/attention/matrix.hpp"
#include "core/attention/norm.hpp"

namespace attention {

/// Gives `out` and fills `residual` and `norm_trace`. `sublayer` takes its input and gives a reference to its output,
/// which must have the shape of x [T x D]; otherwise std::invalid_argument naming both shapes.
template <typename Scalar, typename Sublayer>
MatrixOf<Scalar> with_residual(const MatrixOf<Scalar>& x, const NormWeightsOf<Scalar>& norm_weights,
                               const LayerOptions& options, MatrixOf<Scalar>& residual, NormTraceOf<Scalar>& norm_trace,
                               Sublayer&& sublayer) {
  const bool pre = options.order == NormOrder::kPre;
  if (pre) norm_trace = norm(x, norm_weights, options);
  const MatrixOf<Scalar>& output = sublayer(pre ? norm_trace.output : x);
  require(same_shape(x, output), "a sub-layer gives " + shape_text(output) + " to be added to " + shape_text(x) +
                                     ": they need the same shape");
  residual = x + output;
  if (!pre) norm_trace = norm(residual, norm_weights, options);
  return pre ? residual : norm_trace.output;
}

/// The gradient by x from `d_out`. `sublayer_backward` takes the gradient by the sub-layer's output and gives the one
/// by its input; `d_norm_weights` is filled.
template <typename Scalar, typename SublayerBackward>
MatrixOf<Scalar> with_residual_backward(const NormTraceOf<Scalar>& norm_trace,
                                        const NormWeightsOf<Scalar>& norm_weights, const LayerOptions& options,
                                        const MatrixOf<Scalar>& d_out, NormWeightsOf<Scalar>& d_norm_weights,
                                        SublayerBackward&& sublayer_backward) {
  const auto through_norm = [&](const MatrixOf<Scalar>& d) -> MatrixOf<Scalar> {
    NormGradientsOf<Scalar> gradients = norm_backward(norm_trace, norm_weights, options, d);
    d_norm_weights = std::move(gradients.d_weights);
    return std::move(gradients.d_x);
  };
  if (options.order == NormOrder::kPre) {
    // out = x + sublayer(norm(x))
    return d_out + through_norm(sublayer_backward(d_out));
  }
  // out = norm(residual); residual = x + sublayer(x)
  const MatrixOf<Scalar> d_residual = through_norm(d_out);
  return d_residual + sublayer_backward(d_residual);
}

}  // namespace attention
