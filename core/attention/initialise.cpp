#include "core/attention/initialise.hpp"

#include <cmath>

namespace attention {
namespace {

template <typename Scalar>
NormWeightsOf<Scalar> first_norm(const LayerSizes& sizes, const LayerOptions& options) {
  return plain_norm_weights<Scalar>(sizes.d_model, sizes.biases && options.norm == NormKind::kLayer);
}

template <typename Scalar>
MultiHeadWeightsOf<Scalar> draw_multi_head(Generator& generator, const LayerSizes& sizes, const HeadCounts& counts,
                                           Index key_width, Index value_width) {
  MultiHeadWeightsOf<Scalar> weights;
  weights.wq = normal_by_fan_in<Scalar>(generator, sizes.d_model, counts.heads * sizes.d_k);
  weights.wk = normal_by_fan_in<Scalar>(generator, key_width, counts.kv_heads * sizes.d_k);
  weights.wv = normal_by_fan_in<Scalar>(generator, value_width, counts.kv_heads * sizes.d_v);
  weights.wo = normal_by_fan_in<Scalar>(generator, counts.heads * sizes.d_v, sizes.d_model);
  return weights;
}

}  // namespace

template <typename Scalar>
MatrixOf<Scalar> normal_by_fan_in(Generator& generator, Index rows, Index columns) {
  const Matrix normals = generator.standard_normal(rows, columns) / std::sqrt(static_cast<double>(rows));
  return normals.cast<Scalar>();
}

template <typename Scalar>
MatrixOf<Scalar> xavier_uniform(Generator& generator, Index rows, Index columns) {
  const double bound = std::sqrt(6.0 / static_cast<double>(rows + columns));
  // NumPy's uniform(low, high) is low + (high - low) * random().
  const Matrix uniform = (-bound + 2 * bound * generator.uniform(rows, columns).array()).matrix();
  return uniform.cast<Scalar>();
}

template <typename Scalar>
MultiHeadWeightsOf<Scalar> random_multi_head(Generator& generator, const LayerSizes& sizes, const HeadCounts& counts,
                                             Index source_width) {
  return draw_multi_head<Scalar>(generator, sizes, counts, source_width, source_width);
}

template <typename Scalar>
FeedForwardWeightsOf<Scalar> random_feed_forward(Generator& generator, const LayerSizes& sizes) {
  FeedForwardWeightsOf<Scalar> weights;
  weights.w1 = normal_by_fan_in<Scalar>(generator, sizes.d_model, sizes.d_ff);
  if (sizes.gated) weights.v = normal_by_fan_in<Scalar>(generator, sizes.d_model, sizes.d_ff);
  weights.w2 = normal_by_fan_in<Scalar>(generator, sizes.d_ff, sizes.d_model);
  if (sizes.biases) {
    weights.b1 = MatrixOf<Scalar>::Zero(1, sizes.d_ff);
    if (sizes.gated) weights.c = MatrixOf<Scalar>::Zero(1, sizes.d_ff);
    weights.b2 = MatrixOf<Scalar>::Zero(1, sizes.d_model);
  }
  return weights;
}

template <typename Scalar>
EncoderLayerWeightsOf<Scalar> random_encoder_layer(Generator& generator, const LayerSizes& sizes,
                                                   const LayerOptions& options, Index value_width) {
  EncoderLayerWeightsOf<Scalar> weights;
  weights.attention = draw_multi_head<Scalar>(generator, sizes, options.counts, sizes.d_model,
                                              value_width > 0 ? value_width : sizes.d_model);
  weights.norm_1 = first_norm<Scalar>(sizes, options);
  weights.feed_forward = random_feed_forward<Scalar>(generator, sizes);
  weights.norm_2 = first_norm<Scalar>(sizes, options);
  return weights;
}

template <typename Scalar>
DecoderLayerWeightsOf<Scalar> random_decoder_layer(Generator& generator, const LayerSizes& sizes,
                                                   const LayerOptions& options, Index context_width) {
  DecoderLayerWeightsOf<Scalar> weights;
  weights.self_attention = random_multi_head<Scalar>(generator, sizes, options.counts, sizes.d_model);
  weights.norm_1 = first_norm<Scalar>(sizes, options);
  weights.cross_attention = random_multi_head<Scalar>(generator, sizes, options.counts, context_width);
  weights.norm_2 = first_norm<Scalar>(sizes, options);
  weights.feed_forward = random_feed_forward<Scalar>(generator, sizes);
  weights.norm_3 = first_norm<Scalar>(sizes, options);
  return weights;
}

#define AP_INSTANTIATE(Scalar)                                                                                    \
  template MatrixOf<Scalar> normal_by_fan_in<Scalar>(Generator&, Index, Index);                                   \
  template MatrixOf<Scalar> xavier_uniform<Scalar>(Generator&, Index, Index);                                     \
  template MultiHeadWeightsOf<Scalar> random_multi_head<Scalar>(Generator&, const LayerSizes&, const HeadCounts&, \
                                                                Index);                                           \
  template FeedForwardWeightsOf<Scalar> random_feed_forward<Scalar>(Generator&, const LayerSizes&);               \
  template EncoderLayerWeightsOf<Scalar> random_encoder_layer<Scalar>(Generator&, const LayerSizes&,              \
                                                                      const LayerOptions&, Index);                \
  template DecoderLayerWeightsOf<Scalar> random_decoder_layer<Scalar>(Generator&, const LayerSizes&,              \
                                                                      const LayerOptions&, Index);
AP_INSTANTIATE(double)
AP_INSTANTIATE(float)
#undef AP_INSTANTIATE

}  // namespace attention
