// The first values of parameters, drawn from a seed: the same in NumPy, natively and in wasm.
//
// Drawn in double and rounded to Scalar (double, float), so that one seed gives one model in both.
#pragma once

#include "core/attention/decoder_layer.hpp"
#include "core/attention/encoder_layer.hpp"
#include "core/attention/layer_options.hpp"
#include "core/attention/matrix.hpp"
#include "core/attention/random.hpp"

namespace attention {

/// rng.standard_normal((rows, columns)) / sqrt(rows): a product with it keeps the size of what it multiplies.
template <typename Scalar>
MatrixOf<Scalar> normal_by_fan_in(Generator& generator, Index rows, Index columns);

/// rng.uniform(-a, a, (rows, columns)), a = sqrt(6 / (rows + columns)) (Glorot and Bengio 2010, equation 16; "Xavier").
template <typename Scalar>
MatrixOf<Scalar> xavier_uniform(Generator& generator, Index rows, Index columns);

/// normal_by_fan_in for W_q, W_k, W_v, W_o, in this order; `source_width` is that of keys and values.
template <typename Scalar>
MultiHeadWeightsOf<Scalar> random_multi_head(Generator& generator, const LayerSizes& sizes, const HeadCounts& counts,
                                             Index source_width);

/// normal_by_fan_in for W_1, V where gated, W_2, in this order; biases 0 where sizes.biases.
template <typename Scalar>
FeedForwardWeightsOf<Scalar> random_feed_forward(Generator& generator, const LayerSizes& sizes);

/// random_multi_head, random_feed_forward; norms have gain 1 and, where sizes.biases and in layer norm, bias 0.
/// `value_width` is that of what W_v reads, d_model where 0.
template <typename Scalar>
EncoderLayerWeightsOf<Scalar> random_encoder_layer(Generator& generator, const LayerSizes& sizes,
                                                   const LayerOptions& options, Index value_width = 0);

/// Self-attention, cross-attention from a context `context_width` wide, feed-forward, in this order.
template <typename Scalar>
DecoderLayerWeightsOf<Scalar> random_decoder_layer(Generator& generator, const LayerSizes& sizes,
                                                   const LayerOptions& options, Index context_width);

}  // namespace attention
