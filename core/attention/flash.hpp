// Flash attention as an algorithm: attention tile by tile, with a running maximum, sum and output instead of a T x S
// matrix. Equal to plain attention but for rounding; the fast kernel does the same with vectors.
//
// One step takes a tile of logits L (queries x keys of the tile), its values V, and the state (m, s, O) so far:
//
//   m' = max(m, row maximum of L)      e = exp(L - m')      r = exp(m - m')
//   s' = r s + row sum of e            O' = r O + e V       and at the end  output = O / s
//
// (Milakov and Gimelshein 2018; Dao et al. 2022, "FlashAttention", Algorithm 1; Dao 2023, "FlashAttention-2",
// Algorithm 1: the division comes once, at the end.) The factor r rescales what was summed under the smaller maximum.
//
// The memory that the trace counts: a large slow memory holds Q, K, V and the output, a small fast one the tiles at
// hand. Every number takes `bytes_per_number`. Masks and biases are taken as computed in place, and are not counted.
// Scalar: double, float.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/attention/matrix.hpp"
#include "core/attention/scaled_dot_product.hpp"

namespace attention {

enum class FlashOrder {
  /// For every tile of queries all tiles of keys (FlashAttention-2): the state stays in fast memory, each tile of
  /// queries is read once, the output is written once; keys and values are read again for every tile of queries.
  kQueriesOutside,
  /// For every tile of keys all tiles of queries (FlashAttention, Algorithm 1): keys and values are read once; queries
  /// and their state are read, and the state written, for every tile of keys.
  kKeysOutside,
};

struct FlashOptions {
  AttentionOptions attention;  ///< scale, softcap, bias, mask
  Index query_rows = 32;       ///< queries of a tile, at least 1; the last tile may have fewer
  Index key_rows = 32;         ///< keys of a tile, at least 1
  bool causal = false;         ///< with the mask of AttentionOptions, which stays in force: j <= i + causal_offset
  Index causal_offset = 0;
  FlashOrder order = FlashOrder::kQueriesOutside;
  std::int64_t bytes_per_number = 4;  ///< 4 for float32, 2 for half precision
};

/// What is known of some queries after some tiles; `output` is not yet divided by `row_sum`.
template <typename Scalar>
struct FlashStateOf {
  MatrixOf<Scalar> row_max;  ///< [B x 1] minus infinity before the first key
  MatrixOf<Scalar> row_sum;  ///< [B x 1]
  MatrixOf<Scalar> output;   ///< [B x d_v]
};
using FlashState = FlashStateOf<double>;

/// The state of `queries` queries before any key.
template <typename Scalar>
FlashStateOf<Scalar> flash_start(Index queries, Index value_width);

/// One step, kept in its parts.
template <typename Scalar>
struct FlashStepOf {
  MatrixOf<Scalar> exponentials;  ///< [B x C] exp(logits - new maximum); 0 where masked
  MatrixOf<Scalar> rescale;       ///< [B x 1] exp(old maximum - new maximum); 1 while a row is still empty
  FlashStateOf<Scalar> after;
};
using FlashStep = FlashStepOf<double>;

/// The state after a tile of logits [B x C], minus infinity where masked, with its values [C x d_v].
/// Throws std::invalid_argument naming the shapes where they do not fit.
template <typename Scalar>
FlashStepOf<Scalar> flash_step(const FlashStateOf<Scalar>& before, const MatrixOf<Scalar>& logits,
                               const MatrixOf<Scalar>& values);

/// output / row_sum [B x d_v]; a row that is still empty gets 0.
template <typename Scalar>
MatrixOf<Scalar> flash_finish(const FlashStateOf<Scalar>& state);

/// One tile as it was met.
template <typename Scalar>
struct FlashTileOf {
  Index first_query = 0, queries = 0;
  Index first_key = 0, keys = 0;
  /// All its keys lie in the future of all its queries: nothing of it is read or computed, and the fields below are
  /// empty or 0.
  bool skipped = false;
  MatrixOf<Scalar> scores;  ///< [B x C] Q K^T of the tile
  MatrixOf<Scalar> logits;  ///< [B x C] after scale, softcap, bias and mask
  FlashStateOf<Scalar> before;
  FlashStepOf<Scalar> step;
  std::int64_t bytes_read = 0;     ///< from slow memory for this tile
  std::int64_t bytes_written = 0;  ///< to slow memory after it; the final output is counted with a row's last tile
};
using FlashTile = FlashTileOf<double>;

template <typename Scalar>
struct FlashTraceOf {
  std::vector<FlashTileOf<Scalar>> tiles;  ///< in the order of the loops, the skipped ones too
  MatrixOf<Scalar> output;                 ///< [T x d_v]
  MatrixOf<Scalar> log_sum_exp;            ///< [T x 1] row_max + log(row_sum), what a backward pass keeps
  std::int64_t bytes_read = 0;
  std::int64_t bytes_written = 0;
};
using FlashTrace = FlashTraceOf<double>;

/// queries [T x d_k], keys [S x d_k], values [S x d_v]. Errors as scaled_dot_product_attention, and for tiles below 1.
template <typename Scalar>
FlashTraceOf<Scalar> flash_attention_trace(const MatrixOf<Scalar>& queries, const MatrixOf<Scalar>& keys,
                                           const MatrixOf<Scalar>& values, const FlashOptions& options = {});

/// The output alone, [T x d_v]; holds one tile at a time.
template <typename Scalar>
MatrixOf<Scalar> flash_attention(const MatrixOf<Scalar>& queries, const MatrixOf<Scalar>& keys,
                                 const MatrixOf<Scalar>& values, const FlashOptions& options = {});

struct MemoryTraffic {
  std::int64_t bytes_read = 0;
  std::int64_t bytes_written = 0;
};

/// Plain attention of T queries and S keys in the same model (Dao et al. 2022, Algorithm 0): reads Q and K, writes the
/// scores, reads them, writes the weights, reads them and V, writes the output.
MemoryTraffic plain_attention_traffic(Index queries, Index keys, Index key_width, Index value_width,
                                      std::int64_t bytes_per_number = 4);

}  // namespace attention
