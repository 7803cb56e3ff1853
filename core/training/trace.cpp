#include "core/training/trace.hpp"

#include <span>

#include "core/attention/embedding.hpp"
#include "core/attention/linear.hpp"
#include "core/attention/sinusoidal.hpp"
#include "core/attention/softmax.hpp"

namespace training {
namespace {

using attention::Matrix;

LayerTrace trace_layer(const Model& model, Index layer, const Matrix& x, const Matrix& embeddings) {
  const ModelOptions& options = model.options;
  const LayerWeightsOf<double>& weights = model.weights.layers[static_cast<std::size_t>(layer)];
  const bool residual = has_residual(options, layer);
  LayerTrace trace;
  trace.x = x;
  trace.value_source = reads_embeddings(options, layer) ? embeddings : x;
  trace.weights = weights.attention;
  trace.attention = attention::multi_head_attention(x, x, trace.value_source, weights.attention,
                                                    {.heads = options.heads, .kv_heads = options.heads},
                                                    attention::AttentionOptions{.scale = score_scale(options)});
  trace.residual_1 = trace.attention.output;
  if (residual) trace.residual_1 += x;
  trace.norm_1 = attention::layer_norm(trace.residual_1, weights.norm_1);
  trace.output = trace.norm_1.output;
  if (!weights.feed_forward) return trace;
  trace.feed_forward =
      attention::feed_forward(trace.norm_1.output, *weights.feed_forward, attention::Activation::kRelu);
  trace.residual_2 = trace.feed_forward->output;
  if (residual) *trace.residual_2 += trace.norm_1.output;
  trace.norm_2 = attention::layer_norm(*trace.residual_2, *weights.norm_2);
  trace.output = trace.norm_2->output;
  return trace;
}

}  // namespace

Trace trace(const Model& model, const Sentence& sentence) {
  Trace trace;
  trace.embeddings = attention::embed(model.weights.word_embeddings, std::span<const Index>(sentence.words));
  trace.positions = Matrix::Zero(trace.embeddings.rows(), trace.embeddings.cols());
  if (model.options.positions) {
    trace.positions = attention::sinusoidal_positions(trace.embeddings.rows(), trace.embeddings.cols());
  }
  Matrix x = trace.embeddings + trace.positions;
  for (Index layer = 0; layer < model.options.layers; ++layer) {
    trace.layers.push_back(trace_layer(model, layer, x, trace.embeddings));
    x = trace.layers.back().output;
  }
  trace.logits = attention::linear<double>(x.row(sentence.it), noun_classifier(model.weights));
  trace.probabilities = attention::softmax_rows(trace.logits).weights;
  return trace;
}

Trace trace(const FloatModel& model, const Sentence& sentence) { return trace(model_cast<double>(model), sentence); }

Matrix Trace::it_weights(Index it) const {
  const std::vector<attention::AttentionTrace>& heads = layers.back().attention.heads;
  Matrix sum = heads.front().weights.row(it);
  for (std::size_t head = 1; head < heads.size(); ++head) sum += heads[head].weights.row(it);
  return sum / static_cast<double>(heads.size());
}

}  // namespace training
