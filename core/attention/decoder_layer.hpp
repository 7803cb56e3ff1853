// One decoder layer: self-attention, cross-attention to an encoder's output, feed-forward, each with a residual and a
// norm.
//
//   post-norm   norm_1 = norm(x + self(x));  norm_2 = norm(norm_1 + cross(norm_1, context));
//               output = norm(norm_2 + feed_forward(norm_2))
//   pre-norm    residual_1 = x + self(norm(x));  residual_2 = residual_1 + cross(norm(residual_1), context);
//               output = residual_2 + feed_forward(norm(residual_2))
//
// Vaswani et al. 2017, section 3.1 and figure 1 (right). Causal is the caller's mask in `self_options`, so that cached
// keys and other masks are possible. T tokens, S tokens of the context, D and D_c widths. Scalar: double, float.
#pragma once

#include <span>

#include "core/attention/feed_forward.hpp"
#include "core/attention/layer_options.hpp"
#include "core/attention/matrix.hpp"
#include "core/attention/multi_head.hpp"
#include "core/attention/norm.hpp"
#include "core/attention/parameters.hpp"

namespace attention {

/// Parameters of one layer, or the gradients by them.
template <typename Scalar>
struct DecoderLayerWeightsOf {
  MultiHeadWeightsOf<Scalar> self_attention;  ///< its output must be D wide
  NormWeightsOf<Scalar> norm_1;
  MultiHeadWeightsOf<Scalar> cross_attention;  ///< W_k, W_v read the context [.. D_c rows]; its output must be D wide
  NormWeightsOf<Scalar> norm_2;
  FeedForwardWeightsOf<Scalar> feed_forward;
  NormWeightsOf<Scalar> norm_3;
};
using DecoderLayerWeights = DecoderLayerWeightsOf<double>;

/// All matrices, in the order above.
template <typename Scalar>
ParametersOf<Scalar> parameters(DecoderLayerWeightsOf<Scalar>& weights);

/// Every stage of one layer; norms stand before what they are named after in pre-norm, as in EncoderLayerTraceOf.
template <typename Scalar>
struct DecoderLayerTraceOf {
  MatrixOf<Scalar> x;                        ///< [T x D] what came in
  MatrixOf<Scalar> context;                  ///< [S x D_c] what cross-attention reads
  MultiHeadTraceOf<Scalar> self_attention;   ///< of X, in pre-norm of norm_1
  MatrixOf<Scalar> residual_1;               ///< [T x D]
  NormTraceOf<Scalar> norm_1;                ///< of residual_1, in pre-norm of X
  MultiHeadTraceOf<Scalar> cross_attention;  ///< asked by norm_1, in pre-norm by norm_2
  MatrixOf<Scalar> residual_2;               ///< [T x D]
  NormTraceOf<Scalar> norm_2;                ///< of residual_2, in pre-norm of residual_1
  FeedForwardTraceOf<Scalar> feed_forward;   ///< of norm_2, in pre-norm of norm_3
  MatrixOf<Scalar> residual_3;               ///< [T x D]
  NormTraceOf<Scalar> norm_3;                ///< of residual_3, in pre-norm of residual_2
  MatrixOf<Scalar> output;                   ///< [T x D] norm_3, in pre-norm residual_3
};
using DecoderLayerTrace = DecoderLayerTraceOf<double>;

/// x [T x D], context [S x D_c]; both options as in multi_head_attention: none, one for all heads, one for each.
/// options.counts holds for both attentions. Throws std::invalid_argument naming the shapes where they do not fit.
template <typename Scalar>
DecoderLayerTraceOf<Scalar> decoder_layer(const MatrixOf<Scalar>& x, const MatrixOf<Scalar>& context,
                                          const DecoderLayerWeightsOf<Scalar>& weights, const LayerOptions& options,
                                          std::span<const AttentionOptions> self_options,
                                          std::span<const AttentionOptions> cross_options = {});

/// Gradients of a loss by what decoder_layer takes.
template <typename Scalar>
struct DecoderLayerGradientsOf {
  MatrixOf<Scalar> d_x;        ///< [T x D]
  MatrixOf<Scalar> d_context;  ///< [S x D_c]
  DecoderLayerWeightsOf<Scalar> d_weights;
};

/// Backward of decoder_layer: `d_output` [T x D] is the gradient by trace.output, the others as in the forward call.
template <typename Scalar>
DecoderLayerGradientsOf<Scalar> decoder_layer_backward(const DecoderLayerTraceOf<Scalar>& trace,
                                                       const DecoderLayerWeightsOf<Scalar>& weights,
                                                       const LayerOptions& options, const MatrixOf<Scalar>& d_output,
                                                       std::span<const AttentionOptions> self_options,
                                                       std::span<const AttentionOptions> cross_options = {});

}  // namespace attention
