#include "core/training/pass.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/attention/embedding.hpp"
#include "core/attention/product.hpp"
#include "core/attention/sinusoidal.hpp"

namespace training {
namespace {

/// Row `rows`[i] of x becomes row i.
template <typename Scalar>
MatrixOf<Scalar> gathered(const MatrixOf<Scalar>& x, const std::vector<Index>& rows) {
  MatrixOf<Scalar> taken(static_cast<Index>(rows.size()), x.cols());
  for (std::size_t i = 0; i < rows.size(); ++i) taken.row(static_cast<Index>(i)) = x.row(rows[i]);
  return taken;
}

/// The rows of one sentence among those that ask, and among all.
struct SentenceRows {
  Index first_query = 0;
  Index queries = 0;
  Index first = 0;
  Index tokens = 0;
};

SentenceRows rows_of(const Batch& batch, Index sentence, bool only_it) {
  const Index first = batch.starts[static_cast<std::size_t>(sentence)];
  const Index tokens = batch.starts[static_cast<std::size_t>(sentence) + 1] - first;
  if (only_it) return {.first_query = sentence, .queries = 1, .first = first, .tokens = tokens};
  return {.first_query = first, .queries = tokens, .first = first, .tokens = tokens};
}

bool is_last(const ModelOptions& options, Index layer) { return layer == options.layers - 1; }

template <typename Scalar>
LayerPassOf<Scalar> forward_layer(const ModelOf<Scalar>& model, Index layer, const Batch& batch, MatrixOf<Scalar> x,
                                  const MatrixOf<Scalar>& embeddings) {
  const ModelOptions& options = model.options;
  const LayerWeightsOf<Scalar>& weights = model.weights.layers[static_cast<std::size_t>(layer)];
  const bool only_it = is_last(options, layer);
  LayerPassOf<Scalar> pass;
  pass.x = std::move(x);
  pass.query_source = only_it ? gathered(pass.x, batch.it) : pass.x;
  const MatrixOf<Scalar>& value_source = reads_embeddings(options, layer) ? embeddings : pass.x;
  const MatrixOf<Scalar> queries = attention::product(pass.query_source, weights.attention.wq);
  const MatrixOf<Scalar> keys = attention::product(pass.x, weights.attention.wk);
  const MatrixOf<Scalar> values = attention::product(value_source, weights.attention.wv);
  const attention::AttentionOptions attention_options{.scale = score_scale(options)};
  const Index d_k = options.d_k, d_v = value_width(options);
  pass.concatenated.resize(queries.rows(), values.cols());
  pass.attention.reserve(static_cast<std::size_t>(batch.sentences() * options.heads));
  for (Index sentence = 0; sentence < batch.sentences(); ++sentence) {
    const SentenceRows rows = rows_of(batch, sentence, only_it);
    for (Index head = 0; head < options.heads; ++head) {
      pass.attention.push_back(attention::scaled_dot_product_attention<Scalar>(
          queries.block(rows.first_query, head * d_k, rows.queries, d_k),
          keys.block(rows.first, head * d_k, rows.tokens, d_k), values.block(rows.first, head * d_v, rows.tokens, d_v),
          attention_options));
      pass.concatenated.block(rows.first_query, head * d_v, rows.queries, d_v) = pass.attention.back().output;
    }
  }
  MatrixOf<Scalar> residual = attention::product(pass.concatenated, *weights.attention.wo);
  if (has_residual(options, layer)) residual += pass.query_source;
  pass.norm_1 = attention::layer_norm(residual, weights.norm_1);
  if (weights.feed_forward) {
    pass.feed_forward =
        attention::feed_forward(pass.norm_1.output, *weights.feed_forward, attention::Activation::kRelu);
    residual = pass.feed_forward->output;
    if (has_residual(options, layer)) residual += pass.norm_1.output;
    pass.norm_2 = attention::layer_norm(residual, *weights.norm_2);
  }
  return pass;
}

template <typename Scalar>
struct LayerBackwardOf {
  MatrixOf<Scalar> d_x;             ///< [T x D]
  MatrixOf<Scalar> d_value_source;  ///< [T x D]
  LayerWeightsOf<Scalar> d_weights;
};

/// `d_output` [Q x D] is the gradient by pass.output().
template <typename Scalar>
LayerBackwardOf<Scalar> backward_layer(const ModelOf<Scalar>& model, Index layer, const Batch& batch,
                                       const LayerPassOf<Scalar>& pass, const MatrixOf<Scalar>& embeddings,
                                       MatrixOf<Scalar> d_output) {
  const ModelOptions& options = model.options;
  const LayerWeightsOf<Scalar>& weights = model.weights.layers[static_cast<std::size_t>(layer)];
  const bool only_it = is_last(options, layer);
  LayerBackwardOf<Scalar> gradients;
  LayerWeightsOf<Scalar>& d_weights = gradients.d_weights;
  if (weights.feed_forward) {
    // output = norm_2(norm_1 + feed_forward(norm_1))
    attention::NormGradientsOf<Scalar> of_norm =
        attention::layer_norm_backward(*pass.norm_2, *weights.norm_2, d_output);
    attention::FeedForwardGradientsOf<Scalar> of_feed_forward = attention::feed_forward_backward(
        *pass.feed_forward, pass.norm_1.output, *weights.feed_forward, attention::Activation::kRelu, of_norm.d_x);
    d_weights.norm_2 = std::move(of_norm.d_weights);
    d_weights.feed_forward = std::move(of_feed_forward.d_weights);
    d_output = std::move(of_feed_forward.d_x);
    if (has_residual(options, layer)) d_output += of_norm.d_x;
  }
  // norm_1 = norm(query_source + concatenated W_o)
  attention::NormGradientsOf<Scalar> of_norm = attention::layer_norm_backward(pass.norm_1, weights.norm_1, d_output);
  d_weights.norm_1 = std::move(of_norm.d_weights);
  const MatrixOf<Scalar>& d_residual = of_norm.d_x;
  const MatrixOf<Scalar> d_concatenated = attention::product_with_transposed(d_residual, *weights.attention.wo);
  d_weights.attention.wo = attention::product_of_transposed(pass.concatenated, d_residual);
  // concatenated: the heads of every sentence
  const attention::AttentionOptions attention_options{.scale = score_scale(options)};
  const Index d_k = options.d_k, d_v = value_width(options);
  MatrixOf<Scalar> d_queries(pass.query_source.rows(), options.heads * d_k);
  MatrixOf<Scalar> d_keys(pass.x.rows(), options.heads * d_k);
  MatrixOf<Scalar> d_values(pass.x.rows(), options.heads * d_v);
  auto trace = pass.attention.begin();
  for (Index sentence = 0; sentence < batch.sentences(); ++sentence) {
    const SentenceRows rows = rows_of(batch, sentence, only_it);
    for (Index head = 0; head < options.heads; ++head, ++trace) {
      const attention::AttentionGradientsOf<Scalar> of_head = attention::scaled_dot_product_attention_backward<Scalar>(
          *trace, d_concatenated.block(rows.first_query, head * d_v, rows.queries, d_v), attention_options);
      d_queries.block(rows.first_query, head * d_k, rows.queries, d_k) = of_head.d_queries;
      d_keys.block(rows.first, head * d_k, rows.tokens, d_k) = of_head.d_keys;
      d_values.block(rows.first, head * d_v, rows.tokens, d_v) = of_head.d_values;
    }
  }
  // queries = query_source W_q; keys = x W_k; values = value_source W_v
  const MatrixOf<Scalar>& value_source = reads_embeddings(options, layer) ? embeddings : pass.x;
  d_weights.attention.wq = attention::product_of_transposed(pass.query_source, d_queries);
  d_weights.attention.wk = attention::product_of_transposed(pass.x, d_keys);
  d_weights.attention.wv = attention::product_of_transposed(value_source, d_values);
  MatrixOf<Scalar> d_query_source = attention::product_with_transposed(d_queries, weights.attention.wq);
  if (has_residual(options, layer)) d_query_source += d_residual;
  gradients.d_x = attention::product_with_transposed(d_keys, weights.attention.wk);
  if (only_it) {
    for (Index sentence = 0; sentence < batch.sentences(); ++sentence) {
      gradients.d_x.row(batch.it[static_cast<std::size_t>(sentence)]) += d_query_source.row(sentence);
    }
  } else {
    gradients.d_x += d_query_source;
  }
  gradients.d_value_source = attention::product_with_transposed(d_values, weights.attention.wv);
  return gradients;
}

}  // namespace

template <typename Scalar>
PassOf<Scalar> forward(const ModelOf<Scalar>& model, const Batch& batch) {
  PassOf<Scalar> pass;
  pass.embeddings = attention::embed(model.weights.word_embeddings, std::span<const Index>(batch.words));
  MatrixOf<Scalar> x = pass.embeddings;
  if (model.options.positions && batch.tokens() > 0) {
    const Index longest = *std::max_element(batch.positions.begin(), batch.positions.end()) + 1;
    const MatrixOf<Scalar> table =
        attention::sinusoidal_positions(longest, model.options.d_model).template cast<Scalar>();
    x += gathered(table, batch.positions);
  }
  pass.layers.reserve(static_cast<std::size_t>(model.options.layers));
  for (Index layer = 0; layer < model.options.layers; ++layer) {
    pass.layers.push_back(forward_layer(model, layer, batch, std::move(x), pass.embeddings));
    x = pass.layers.back().output();
  }
  pass.logits = attention::linear(x, noun_classifier(model.weights));
  return pass;
}

template <typename Scalar>
GradientsOf<Scalar> backward(const ModelOf<Scalar>& model, const Batch& batch, const PassOf<Scalar>& pass) {
  const std::span<const Index> labels(batch.referents);
  const attention::CrossEntropyTraceOf<Scalar> cross_entropy = attention::softmax_cross_entropy(pass.logits, labels);
  GradientsOf<Scalar> gradients;
  gradients.loss = cross_entropy.loss(0, 0);
  ModelWeightsOf<Scalar>& d_weights = gradients.d_weights;
  attention::LinearGradientsOf<Scalar> of_classifier =
      attention::linear_backward(pass.layers.back().output(), noun_classifier(model.weights),
                                 attention::softmax_cross_entropy_backward(cross_entropy, labels));
  d_weights.noun_bias = std::move(*of_classifier.d_weights.bias);
  MatrixOf<Scalar> d_x = std::move(of_classifier.d_x);
  MatrixOf<Scalar> d_embeddings = MatrixOf<Scalar>::Zero(pass.embeddings.rows(), pass.embeddings.cols());
  d_weights.layers.resize(static_cast<std::size_t>(model.options.layers));
  for (Index layer = model.options.layers - 1; layer >= 0; --layer) {
    const std::size_t i = static_cast<std::size_t>(layer);
    LayerBackwardOf<Scalar> of_layer =
        backward_layer(model, layer, batch, pass.layers[i], pass.embeddings, std::move(d_x));
    d_weights.layers[i] = std::move(of_layer.d_weights);
    d_x = std::move(of_layer.d_x);
    (reads_embeddings(model.options, layer) ? d_embeddings : d_x) += of_layer.d_value_source;
  }
  // x = embeddings + positions, which are not learned
  d_embeddings += d_x;
  d_weights.word_embeddings = attention::embed_backward(std::span<const Index>(batch.words), d_embeddings,
                                                        model.weights.word_embeddings.rows());
  // the weight of the classifier = E[nouns]^T / sqrt(D)
  d_weights.word_embeddings.topRows(kNouns) +=
      of_classifier.d_weights.weight.transpose() / std::sqrt(static_cast<Scalar>(model.options.d_model));
  return gradients;
}

template <typename Scalar>
Scalar mean_loss(const PassOf<Scalar>& pass, const Batch& batch) {
  return attention::softmax_cross_entropy(pass.logits, std::span<const Index>(batch.referents)).loss(0, 0);
}

template <typename Scalar>
MatrixOf<Scalar> PassOf<Scalar>::it_weights(Index sentence) const {
  const LayerPassOf<Scalar>& last = layers.back();
  const Index heads = static_cast<Index>(last.attention.size()) / logits.rows();
  const auto of_head = [&](Index head) -> const MatrixOf<Scalar>& {
    return last.attention[static_cast<std::size_t>(sentence * heads + head)].weights;
  };
  MatrixOf<Scalar> mean = of_head(0);
  for (Index head = 1; head < heads; ++head) mean += of_head(head);
  return mean / static_cast<Scalar>(heads);
}

#define AP_INSTANTIATE(Scalar)                                                                        \
  template struct PassOf<Scalar>;                                                                     \
  template PassOf<Scalar> forward(const ModelOf<Scalar>&, const Batch&);                              \
  template GradientsOf<Scalar> backward(const ModelOf<Scalar>&, const Batch&, const PassOf<Scalar>&); \
  template Scalar mean_loss(const PassOf<Scalar>&, const Batch&);
AP_INSTANTIATE(double)
AP_INSTANTIATE(float)
#undef AP_INSTANTIATE

}  // namespace training
