// What a transformer costs: parameters, memory and multiply-adds of any configuration, in named parts.
//
// One attention sub-layer has d_model H d_k + d_model G (d_k + d_v) + H d_v d_model weights, which for H d_k = d_model
// and G = H is 4 d_model^2 whatever H is; one feed-forward sub-layer 2 d_model d_ff, gated (SwiGLU) 3 d_model d_ff.
// docs/maths.md has the formulas, and what published models count.
//
// A multiply-add is one multiplication with its addition: two floating-point operations. Softmax, norms, activations,
// biases and residuals are not counted: they grow with the numbers, not with their products.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/attention/matrix.hpp"
#include "core/attention/norm.hpp"

namespace attention {

/// A transformer's sizes. Encoder layers attend to themselves; decoder layers too, causally, and to the encoder's
/// output where there are encoder layers.
struct ModelShape {
  std::string name;
  Index d_model = 0;
  Index heads = 1;     ///< H
  Index kv_heads = 1;  ///< G, divides H
  Index d_k = 0;       ///< width of a query and key
  Index d_v = 0;       ///< width of a value
  Index d_ff = 0;      ///< inner width of the feed-forward layer
  Index encoder_layers = 0;
  Index decoder_layers = 0;
  Index vocabulary = 0;
  bool tied_embeddings = true;    ///< the output layer uses the embedding; otherwise it has a matrix of its own
  Index learned_positions = 0;    ///< rows of a learned position table, 0 for fixed, rotary or no positions
  bool attention_biases = false;  ///< on all four projections
  bool feed_forward_biases = false;
  bool gated_feed_forward = false;   ///< a third matrix (SwiGLU: Shazeer 2020)
  NormKind norm = NormKind::kLayer;  ///< gain and bias, 2 d_model, or gain alone, d_model
  bool final_norm = false;           ///< one more norm after the last layer of each stack, as pre-norm models have
};

/// One named part of a total.
struct CostPart {
  std::string name;        ///< "encoder attention", "embedding", ...; a part that is 0 is left out
  std::int64_t count = 0;  ///< of all layers together
};

struct Cost {
  std::vector<CostPart> parts;
  std::int64_t total = 0;
};

/// The count of a part by name, 0 where it is left out.
std::int64_t part_of(const Cost& cost, const std::string& name);

/// Weights and biases of one attention sub-layer; of one feed-forward sub-layer.
std::int64_t attention_parameters(const ModelShape& shape);
std::int64_t feed_forward_parameters(const ModelShape& shape);

/// Weights, biases and gains. Parts: encoder attention, decoder attention, decoder cross-attention, encoder
/// feed-forward, decoder feed-forward (biases are in these), norms, embedding, positions, output layer.
/// Throws std::invalid_argument where sizes are negative, G does not divide H, or a model has no layers.
Cost parameter_count(const ModelShape& shape);

/// One forward pass.
struct Workload {
  Index tokens = 0;         ///< new positions: of the decoder, or of the encoder in a model without a decoder
  Index cached = 0;         ///< positions before them, in the decoder's cache
  Index source_tokens = 0;  ///< positions of the encoder, in a model with both
  Index batch = 1;
  bool skip_future = false;  ///< causal scores of the future are not computed (tiles skipped); else the whole rectangle
};

/// Multiply-adds of one forward pass. Parts, with "encoder", "decoder" or "decoder cross" before the first four:
/// projections (queries, keys, values), scores, weighted sums, output projection; and encoder feed-forward,
/// decoder feed-forward, output layer. The projections of cross-attention's keys and values count in full unless
/// `cached` is above 0, when they are in the cache.
Cost multiply_adds(const ModelShape& shape, const Workload& workload);

/// Bytes at `bytes_per_number` (4 for float32, 2 for half precision). Parts: weights; key/value cache (all positions of
/// all decoder layers, cross-attention's too); scores (all score matrices of one layer at a time, the largest; nothing
/// of that with flash attention); activations (the residual stream, projections and inner feed-forward of one layer).
Cost memory_bytes(const ModelShape& shape, const Workload& workload, std::int64_t bytes_per_number = 4);

/// Bytes of the decoder's key/value cache for each position: layers * G * (d_k + d_v) * bytes_per_number.
std::int64_t cache_bytes_per_position(const ModelShape& shape, std::int64_t bytes_per_number = 2);

/// Published models. Totals that parameter_count gives, and what their authors say:
ModelShape transformer_base();  ///< Vaswani et al. 2017, table 3, with 37,000 shared pieces: 63,045,632 ("65 million")
ModelShape transformer_big();   ///< the same: 214,171,648 ("213 million")
ModelShape gpt2_small();        ///< Radford et al. 2019: 124,439,808
ModelShape gpt2_medium();       ///< 354,823,168
ModelShape gpt2_large();        ///< 774,030,080
ModelShape gpt2_xl();           ///< 1,557,611,200
ModelShape gpt3_175b();         ///< Brown et al. 2020, table 2.1: 174,604,259,328 ("175.0 billion")
ModelShape llama2_7b();         ///< Touvron et al. 2023: 6,738,415,616
ModelShape llama2_70b();        ///< the same, grouped-query: 68,976,648,192
ModelShape llama3_8b();         ///< Grattafiori et al. 2024, grouped-query: 8,030,261,248

/// All of them, in this order.
std::vector<ModelShape> published_models();

}  // namespace attention
