#include "core/attention/cost.hpp"

#include <algorithm>

#include "core/attention/multi_head.hpp"

namespace attention {
namespace {

using Count = std::int64_t;

void add(Cost& cost, const std::string& name, Count count) {
  if (count == 0) return;
  cost.parts.push_back({name, count});
  cost.total += count;
}

void require_shape(const ModelShape& shape) {
  const Index sizes[] = {shape.d_model, shape.d_k, shape.d_v};
  require(*std::min_element(std::begin(sizes), std::end(sizes)) >= 1,
          "a model of widths d_model " + std::to_string(shape.d_model) + ", d_k " + std::to_string(shape.d_k) +
              ", d_v " + std::to_string(shape.d_v) + " cannot be: each is at least 1");
  require_counts({.heads = shape.heads, .kv_heads = shape.kv_heads});
  const Index counts[] = {shape.d_ff, shape.encoder_layers, shape.decoder_layers, shape.vocabulary,
                          shape.learned_positions};
  require(*std::min_element(std::begin(counts), std::end(counts)) >= 0, "a model's sizes cannot be negative");
  require(shape.encoder_layers + shape.decoder_layers >= 1, "a model has at least one layer");
}

void require_workload(const Workload& work) {
  const Index counts[] = {work.tokens, work.cached, work.source_tokens};
  require(*std::min_element(std::begin(counts), std::end(counts)) >= 0 && work.batch >= 1,
          "a workload of " + std::to_string(work.tokens) + " tokens after " + std::to_string(work.cached) + ", " +
              std::to_string(work.source_tokens) + " of the source, batch " + std::to_string(work.batch) +
              ", cannot be");
}

bool has_cross_attention(const ModelShape& shape) { return shape.encoder_layers > 0 && shape.decoder_layers > 0; }

/// Positions of the encoder.
Index source_length(const ModelShape& shape, const Workload& work) {
  return shape.decoder_layers == 0 ? work.tokens : work.source_tokens;
}

Count norm_parameters(const ModelShape& shape) {
  return shape.norm == NormKind::kLayer ? Count{2} * shape.d_model : Count{shape.d_model};
}

/// Score pairs of one head: all of them, or those that causality leaves.
Count pairs(Count queries, Count keys, bool skip_future) {
  // Query i of n sees the keys - n + i + 1 keys up to its own: keys n - (0 + 1 + ... + n - 1) together.
  return skip_future ? queries * keys - queries * (queries - 1) / 2 : queries * keys;
}

/// The four parts of the attention of `layers` layers.
void add_attention(Cost& cost, const std::string& prefix, const ModelShape& shape, Count layers, Count queries,
                   Count projected_keys, Count score_pairs) {
  const Count d = shape.d_model, H = shape.heads, G = shape.kv_heads;
  add(cost, prefix + " projections",
      layers * d * (queries * H * shape.d_k + projected_keys * G * (shape.d_k + shape.d_v)));
  add(cost, prefix + " scores", layers * score_pairs * H * shape.d_k);
  add(cost, prefix + " weighted sums", layers * score_pairs * H * shape.d_v);
  add(cost, prefix + " output projection", layers * queries * H * shape.d_v * d);
}

Count feed_forward_products(const ModelShape& shape) {
  return (shape.gated_feed_forward ? Count{3} : Count{2}) * shape.d_model * shape.d_ff;
}

ModelShape decoder_only(const char* name, Index d_model, Index layers, Index heads, Index kv_heads, Index d_ff,
                        Index vocabulary) {
  ModelShape shape;
  shape.name = name;
  shape.d_model = d_model;
  shape.heads = heads;
  shape.kv_heads = kv_heads;
  shape.d_k = shape.d_v = d_model / heads;
  shape.d_ff = d_ff;
  shape.decoder_layers = layers;
  shape.vocabulary = vocabulary;
  shape.final_norm = true;
  return shape;
}

/// GPT-2 and GPT-3: byte-pair vocabulary of 50,257, biases everywhere, a learned position table.
ModelShape gpt(const char* name, Index d_model, Index layers, Index heads, Index positions) {
  ModelShape shape = decoder_only(name, d_model, layers, heads, heads, 4 * d_model, 50'257);
  shape.learned_positions = positions;
  shape.attention_biases = shape.feed_forward_biases = true;
  return shape;
}

ModelShape llama(const char* name, Index d_model, Index layers, Index heads, Index kv_heads, Index d_ff,
                 Index vocabulary) {
  ModelShape shape = decoder_only(name, d_model, layers, heads, kv_heads, d_ff, vocabulary);
  shape.tied_embeddings = false;
  shape.gated_feed_forward = true;
  shape.norm = NormKind::kRms;
  return shape;
}

/// The encoder-decoder of 2017. Its program has no biases in the projections, and shares one embedding between both
/// stacks and the output layer (section 3.4).
ModelShape transformer_2017(const char* name, Index d_model, Index heads, Index d_ff) {
  ModelShape shape = decoder_only(name, d_model, 6, heads, heads, d_ff, 37'000);
  shape.encoder_layers = 6;
  shape.feed_forward_biases = true;
  shape.final_norm = false;
  return shape;
}

}  // namespace

std::int64_t part_of(const Cost& cost, const std::string& name) {
  for (const CostPart& part : cost.parts) {
    if (part.name == name) return part.count;
  }
  return 0;
}

std::int64_t attention_parameters(const ModelShape& shape) {
  require_shape(shape);
  const Count d = shape.d_model, q = shape.heads * shape.d_k, k = shape.kv_heads * shape.d_k;
  const Count v = shape.kv_heads * shape.d_v, joined = shape.heads * shape.d_v;
  return d * (q + k + v) + joined * d + (shape.attention_biases ? q + k + v + d : 0);
}

std::int64_t feed_forward_parameters(const ModelShape& shape) {
  require_shape(shape);
  const Count inner_biases = (shape.gated_feed_forward ? Count{2} : Count{1}) * shape.d_ff;
  return feed_forward_products(shape) + (shape.feed_forward_biases ? inner_biases + shape.d_model : 0);
}

Cost parameter_count(const ModelShape& shape) {
  require_shape(shape);
  const bool cross = has_cross_attention(shape);
  const Count attention = attention_parameters(shape), feed_forward = feed_forward_parameters(shape);
  Count norms = 2 * shape.encoder_layers + (cross ? 3 : 2) * shape.decoder_layers;
  if (shape.final_norm) norms += (shape.encoder_layers > 0) + (shape.decoder_layers > 0);
  const Count embedding = Count{shape.vocabulary} * shape.d_model;
  Cost cost;
  add(cost, "encoder attention", shape.encoder_layers * attention);
  add(cost, "decoder attention", shape.decoder_layers * attention);
  add(cost, "decoder cross-attention", cross ? shape.decoder_layers * attention : 0);
  add(cost, "encoder feed-forward", shape.encoder_layers * feed_forward);
  add(cost, "decoder feed-forward", shape.decoder_layers * feed_forward);
  add(cost, "norms", norms * norm_parameters(shape));
  add(cost, "embedding", embedding);
  add(cost, "positions", Count{shape.learned_positions} * shape.d_model);
  add(cost, "output layer", shape.tied_embeddings ? 0 : embedding);
  return cost;
}

Cost multiply_adds(const ModelShape& shape, const Workload& work) {
  require_shape(shape);
  require_workload(work);
  const Count source = source_length(shape, work), tokens = shape.decoder_layers == 0 ? 0 : work.tokens;
  // While decoding, the encoder has long run.
  const Count encoded = work.cached > 0 && shape.decoder_layers > 0 ? 0 : source;
  Cost cost;
  add_attention(cost, "encoder", shape, shape.encoder_layers, encoded, encoded, pairs(encoded, encoded, false));
  add_attention(cost, "decoder", shape, shape.decoder_layers, tokens, tokens,
                pairs(tokens, work.cached + tokens, work.skip_future));
  if (has_cross_attention(shape)) {
    add_attention(cost, "decoder cross", shape, shape.decoder_layers, tokens, encoded, pairs(tokens, source, false));
  }
  add(cost, "encoder feed-forward", shape.encoder_layers * encoded * feed_forward_products(shape));
  add(cost, "decoder feed-forward", shape.decoder_layers * tokens * feed_forward_products(shape));
  const Count read_out = shape.decoder_layers == 0 ? encoded : tokens;
  add(cost, "output layer", read_out * shape.d_model * shape.vocabulary);
  for (CostPart& part : cost.parts) part.count *= work.batch;
  cost.total *= work.batch;
  return cost;
}

std::int64_t cache_bytes_per_position(const ModelShape& shape, std::int64_t bytes_per_number) {
  require_shape(shape);
  return Count{shape.decoder_layers} * shape.kv_heads * (shape.d_k + shape.d_v) * bytes_per_number;
}

Cost memory_bytes(const ModelShape& shape, const Workload& work, std::int64_t bytes_per_number) {
  require_workload(work);
  const bool cross = has_cross_attention(shape);
  const Count source = source_length(shape, work), tokens = shape.decoder_layers == 0 ? 0 : work.tokens;
  const Count held = work.cached + tokens, batch = work.batch;
  const Count rows = std::max<Count>(shape.encoder_layers > 0 ? source : 0, tokens);
  const Count score_pairs = std::max(
      {shape.encoder_layers > 0 ? source * source : Count{0}, tokens * held, cross ? tokens * source : Count{0}});
  const Count projections = shape.heads * (shape.d_k + shape.d_v) + shape.kv_heads * (shape.d_k + shape.d_v);
  const Count inner = (shape.gated_feed_forward ? Count{2} : Count{1}) * shape.d_ff;
  Cost cost;
  add(cost, "weights", parameter_count(shape).total * bytes_per_number);
  add(cost, "key/value cache",
      batch * (shape.decoder_layers > 0 ? held + (cross ? source : 0) : 0) *
          cache_bytes_per_position(shape, bytes_per_number));
  add(cost, "scores", batch * score_pairs * shape.heads * bytes_per_number);
  // Residual stream and the larger of the two sub-layers: they do not run at once.
  add(cost, "activations", batch * rows * (shape.d_model + std::max(projections, inner)) * bytes_per_number);
  return cost;
}

ModelShape transformer_base() { return transformer_2017("Transformer base (2017)", 512, 8, 2'048); }
ModelShape transformer_big() { return transformer_2017("Transformer big (2017)", 1'024, 16, 4'096); }
ModelShape gpt2_small() { return gpt("GPT-2 small", 768, 12, 12, 1'024); }
ModelShape gpt2_medium() { return gpt("GPT-2 medium", 1'024, 24, 16, 1'024); }
ModelShape gpt2_large() { return gpt("GPT-2 large", 1'280, 36, 20, 1'024); }
ModelShape gpt2_xl() { return gpt("GPT-2 XL", 1'600, 48, 25, 1'024); }
ModelShape gpt3_175b() { return gpt("GPT-3 175B", 12'288, 96, 96, 2'048); }
ModelShape llama2_7b() { return llama("Llama 2 7B", 4'096, 32, 32, 32, 11'008, 32'000); }
ModelShape llama2_70b() { return llama("Llama 2 70B", 8'192, 80, 64, 8, 28'672, 32'000); }
ModelShape llama3_8b() { return llama("Llama 3 8B", 4'096, 32, 32, 8, 14'336, 128'256); }

std::vector<ModelShape> published_models() {
  return {transformer_base(), transformer_big(), gpt2_small(), gpt2_medium(), gpt2_large(),
          gpt2_xl(),          gpt3_175b(),       llama2_7b(),  llama2_70b(),  llama3_8b()};
}

}  // namespace attention
