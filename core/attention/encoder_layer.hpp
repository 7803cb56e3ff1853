// One encoder layer: self-attention and feed-forward, each with a residual and a norm. Same shape in and out, so layers
// stack.
//
//   post-norm   norm_1 = norm(x + attention(x));   output = norm(norm_1 + feed_forward(norm_1))
//   pre-norm    residual_1 = x + attention(norm(x));   output = residual_1 + feed_forward(norm(residual_1))
//
// Vaswani et al. 2017, section 3.1 and figure 1 (left). With a causal mask it is also the layer of a decoder-only
// model. T tokens, D model width. Scalar: double, float.
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
struct EncoderLayerWeightsOf {
  MultiHeadWeightsOf<Scalar> attention;  ///< its output must be D wide: W_o [H*d_v x D], or H*d_v = D without
  NormWeightsOf<Scalar> norm_1;
  FeedForwardWeightsOf<Scalar> feed_forward;
  NormWeightsOf<Scalar> norm_2;
};
using EncoderLayerWeights = EncoderLayerWeightsOf<double>;

/// All matrices, in the order above.
template <typename Scalar>
ParametersOf<Scalar> parameters(EncoderLayerWeightsOf<Scalar>& weights);

/// Every stage of one layer. In pre-norm the norms come before what they are named after; the residuals are sums in
/// both orders.
template <typename Scalar>
struct EncoderLayerTraceOf {
  MatrixOf<Scalar> x;                       ///< [T x D] what came in
  MatrixOf<Scalar> value_source;            ///< what the values were read from where it is not X; empty otherwise
  MultiHeadTraceOf<Scalar> attention;       ///< of X, in pre-norm of norm_1
  MatrixOf<Scalar> residual_1;              ///< [T x D] X + attention
  NormTraceOf<Scalar> norm_1;               ///< of residual_1, in pre-norm of X
  FeedForwardTraceOf<Scalar> feed_forward;  ///< of norm_1, in pre-norm of norm_2
  MatrixOf<Scalar> residual_2;              ///< [T x D] norm_1 + feed_forward, in pre-norm residual_1 + feed_forward
  NormTraceOf<Scalar> norm_2;               ///< of residual_2, in pre-norm of residual_1
  MatrixOf<Scalar> output;                  ///< [T x D] norm_2, in pre-norm residual_2
};
using EncoderLayerTrace = EncoderLayerTraceOf<double>;

/// x [T x D]; `attention` as in multi_head_attention: none, one for all heads, one for each.
/// `value_source` [T x D_v], where given, is what W_v reads, in place of X (or of its norm): a last layer whose values
/// are the word embeddings themselves can name a word only by attending to it.
/// Throws std::invalid_argument naming the shapes where they do not fit.
template <typename Scalar>
EncoderLayerTraceOf<Scalar> encoder_layer(const MatrixOf<Scalar>& x, const EncoderLayerWeightsOf<Scalar>& weights,
                                          const LayerOptions& options, std::span<const AttentionOptions> attention = {},
                                          const MatrixOf<Scalar>* value_source = nullptr);

/// Gradients of a loss by what encoder_layer takes.
template <typename Scalar>
struct EncoderLayerGradientsOf {
  MatrixOf<Scalar> d_x;             ///< [T x D]
  MatrixOf<Scalar> d_value_source;  ///< [T x D_v] where there was one; empty otherwise
  EncoderLayerWeightsOf<Scalar> d_weights;
};

/// Backward of encoder_layer: `d_output` [T x D] is the gradient by trace.output, the others as in the forward call.
template <typename Scalar>
EncoderLayerGradientsOf<Scalar> encoder_layer_backward(const EncoderLayerTraceOf<Scalar>& trace,
                                                       const EncoderLayerWeightsOf<Scalar>& weights,
                                                       const LayerOptions& options, const MatrixOf<Scalar>& d_output,
                                                       std::span<const AttentionOptions> attention = {});

}  // namespace attention
