#include "core/attention/encoder_layer.hpp"

#include <utility>

#include "core/attention/residual.hpp"

namespace attention {

template <typename Scalar>
ParametersOf<Scalar> parameters(EncoderLayerWeightsOf<Scalar>& weights) {
  ParametersOf<Scalar> list = parameters(weights.attention);
  append(list, parameters(weights.norm_1));
  append(list, parameters(weights.feed_forward));
  append(list, parameters(weights.norm_2));
  return list;
}

template <typename Scalar>
EncoderLayerTraceOf<Scalar> encoder_layer(const MatrixOf<Scalar>& x, const EncoderLayerWeightsOf<Scalar>& weights,
                                          const LayerOptions& options, std::span<const AttentionOptions> attention,
                                          const MatrixOf<Scalar>* value_source) {
  using Input = const MatrixOf<Scalar>&;
  EncoderLayerTraceOf<Scalar> trace;
  trace.x = x;
  if (value_source) trace.value_source = *value_source;
  const MatrixOf<Scalar> after_attention =
      with_residual(x, weights.norm_1, options, trace.residual_1, trace.norm_1, [&](Input input) -> Input {
        trace.attention = multi_head_attention<Scalar>(input, input, value_source ? *value_source : input,
                                                       weights.attention, options.counts, attention);
        return trace.attention.output;
      });
  trace.output = with_residual(after_attention, weights.norm_2, options, trace.residual_2, trace.norm_2,
                               [&](Input input) -> Input {
                                 trace.feed_forward = feed_forward(input, weights.feed_forward, options.activation);
                                 return trace.feed_forward.output;
                               });
  return trace;
}

template <typename Scalar>
EncoderLayerGradientsOf<Scalar> encoder_layer_backward(const EncoderLayerTraceOf<Scalar>& trace,
                                                       const EncoderLayerWeightsOf<Scalar>& weights,
                                                       const LayerOptions& options, const MatrixOf<Scalar>& d_output,
                                                       std::span<const AttentionOptions> attention) {
  require(same_shape(d_output, trace.output), "the output is " + shape_text(trace.output) + " and its gradient is " +
                                                  shape_text(d_output) + ": they need the same shape");
  const bool pre = options.order == NormOrder::kPre;
  EncoderLayerGradientsOf<Scalar> gradients;
  EncoderLayerWeightsOf<Scalar>& d_weights = gradients.d_weights;
  const MatrixOf<Scalar> d_after_attention = with_residual_backward(
      trace.norm_2, weights.norm_2, options, d_output, d_weights.norm_2, [&](const MatrixOf<Scalar>& d) {
        const MatrixOf<Scalar>& input = pre ? trace.norm_2.output : trace.norm_1.output;
        FeedForwardGradientsOf<Scalar> inner =
            feed_forward_backward(trace.feed_forward, input, weights.feed_forward, options.activation, d);
        d_weights.feed_forward = std::move(inner.d_weights);
        return inner.d_x;
      });
  gradients.d_x = with_residual_backward(
      trace.norm_1, weights.norm_1, options, d_after_attention, d_weights.norm_1, [&](const MatrixOf<Scalar>& d) {
        const MatrixOf<Scalar>& input = pre ? trace.norm_1.output : trace.x;
        const bool own_values = trace.value_source.size() == 0;
        MultiHeadGradientsOf<Scalar> inner = multi_head_attention_backward<Scalar>(
            trace.attention, input, input, own_values ? input : trace.value_source, weights.attention, d, attention);
        d_weights.attention = std::move(inner.d_weights);
        if (own_values) return inner.d_x();
        gradients.d_value_source = std::move(inner.d_value_source);
        return MatrixOf<Scalar>(inner.d_query_source + inner.d_key_source);
      });
  return gradients;
}

#define AP_INSTANTIATE(Scalar)                                                                                      \
  template ParametersOf<Scalar> parameters(EncoderLayerWeightsOf<Scalar>&);                                         \
  template EncoderLayerTraceOf<Scalar> encoder_layer(const MatrixOf<Scalar>&, const EncoderLayerWeightsOf<Scalar>&, \
                                                     const LayerOptions&, std::span<const AttentionOptions>,        \
                                                     const MatrixOf<Scalar>*);                                      \
  template EncoderLayerGradientsOf<Scalar> encoder_layer_backward(                                                  \
      const EncoderLayerTraceOf<Scalar>&, const EncoderLayerWeightsOf<Scalar>&, const LayerOptions&,                \
      const MatrixOf<Scalar>&, std::span<const AttentionOptions>);
AP_INSTANTIATE(double)
AP_INSTANTIATE(float)
#undef AP_INSTANTIATE

}  // namespace attention
