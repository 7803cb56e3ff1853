#include "core/attention/decoder_layer.hpp"

#include <utility>

#include "core/attention/residual.hpp"

namespace attention {

template <typename Scalar>
ParametersOf<Scalar> parameters(DecoderLayerWeightsOf<Scalar>& weights) {
  ParametersOf<Scalar> list = parameters(weights.self_attention);
  append(list, parameters(weights.norm_1));
  append(list, parameters(weights.cross_attention));
  append(list, parameters(weights.norm_2));
  append(list, parameters(weights.feed_forward));
  append(list, parameters(weights.norm_3));
  return list;
}

template <typename Scalar>
DecoderLayerTraceOf<Scalar> decoder_layer(const MatrixOf<Scalar>& x, const MatrixOf<Scalar>& context,
                                          const DecoderLayerWeightsOf<Scalar>& weights, const LayerOptions& options,
                                          std::span<const AttentionOptions> self_options,
                                          std::span<const AttentionOptions> cross_options) {
  using Input = const MatrixOf<Scalar>&;
  DecoderLayerTraceOf<Scalar> trace;
  trace.x = x;
  trace.context = context;
  const MatrixOf<Scalar> after_self =
      with_residual(x, weights.norm_1, options, trace.residual_1, trace.norm_1, [&](Input input) -> Input {
        trace.self_attention =
            multi_head_attention<Scalar>(input, input, input, weights.self_attention, options.counts, self_options);
        return trace.self_attention.output;
      });
  const MatrixOf<Scalar> after_cross =
      with_residual(after_self, weights.norm_2, options, trace.residual_2, trace.norm_2, [&](Input input) -> Input {
        trace.cross_attention = multi_head_attention<Scalar>(input, context, context, weights.cross_attention,
                                                             options.counts, cross_options);
        return trace.cross_attention.output;
      });
  trace.output =
      with_residual(after_cross, weights.norm_3, options, trace.residual_3, trace.norm_3, [&](Input input) -> Input {
        trace.feed_forward = feed_forward(input, weights.feed_forward, options.activation);
        return trace.feed_forward.output;
      });
  return trace;
}

template <typename Scalar>
DecoderLayerGradientsOf<Scalar> decoder_layer_backward(const DecoderLayerTraceOf<Scalar>& trace,
                                                       const DecoderLayerWeightsOf<Scalar>& weights,
                                                       const LayerOptions& options, const MatrixOf<Scalar>& d_output,
                                                       std::span<const AttentionOptions> self_options,
                                                       std::span<const AttentionOptions> cross_options) {
  require(same_shape(d_output, trace.output), "the output is " + shape_text(trace.output) + " and its gradient is " +
                                                  shape_text(d_output) + ": they need the same shape");
  const bool pre = options.order == NormOrder::kPre;
  DecoderLayerGradientsOf<Scalar> gradients;
  DecoderLayerWeightsOf<Scalar>& d_weights = gradients.d_weights;
  const MatrixOf<Scalar> d_after_cross = with_residual_backward(
      trace.norm_3, weights.norm_3, options, d_output, d_weights.norm_3, [&](const MatrixOf<Scalar>& d) {
        const MatrixOf<Scalar>& input = pre ? trace.norm_3.output : trace.norm_2.output;
        FeedForwardGradientsOf<Scalar> inner =
            feed_forward_backward(trace.feed_forward, input, weights.feed_forward, options.activation, d);
        d_weights.feed_forward = std::move(inner.d_weights);
        return inner.d_x;
      });
  const MatrixOf<Scalar> d_after_self = with_residual_backward(
      trace.norm_2, weights.norm_2, options, d_after_cross, d_weights.norm_2, [&](const MatrixOf<Scalar>& d) {
        const MatrixOf<Scalar>& input = pre ? trace.norm_2.output : trace.norm_1.output;
        MultiHeadGradientsOf<Scalar> inner = multi_head_attention_backward<Scalar>(
            trace.cross_attention, input, trace.context, trace.context, weights.cross_attention, d, cross_options);
        d_weights.cross_attention = std::move(inner.d_weights);
        gradients.d_context = inner.d_context();
        return inner.d_query_source;
      });
  gradients.d_x = with_residual_backward(
      trace.norm_1, weights.norm_1, options, d_after_self, d_weights.norm_1, [&](const MatrixOf<Scalar>& d) {
        const MatrixOf<Scalar>& input = pre ? trace.norm_1.output : trace.x;
        MultiHeadGradientsOf<Scalar> inner = multi_head_attention_backward<Scalar>(
            trace.self_attention, input, input, input, weights.self_attention, d, self_options);
        d_weights.self_attention = std::move(inner.d_weights);
        return inner.d_x();
      });
  return gradients;
}

#define AP_INSTANTIATE(Scalar)                                                                                     \
  template ParametersOf<Scalar> parameters(DecoderLayerWeightsOf<Scalar>&);                                        \
  template DecoderLayerTraceOf<Scalar> decoder_layer(                                                              \
      const MatrixOf<Scalar>&, const MatrixOf<Scalar>&, const DecoderLayerWeightsOf<Scalar>&, const LayerOptions&, \
      std::span<const AttentionOptions>, std::span<const AttentionOptions>);                                       \
  template DecoderLayerGradientsOf<Scalar> decoder_layer_backward(                                                 \
      const DecoderLayerTraceOf<Scalar>&, const DecoderLayerWeightsOf<Scalar>&, const LayerOptions&,               \
      const MatrixOf<Scalar>&, std::span<const AttentionOptions>, std::span<const AttentionOptions>);
AP_INSTANTIATE(double)
AP_INSTANTIATE(float)
#undef AP_INSTANTIATE

}  // namespace attention
