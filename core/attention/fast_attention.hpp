// Attention as it runs rather than as it teaches: one pass, no T x S matrix, vectors of the processor.
//
//   Attention(Q, K, V) = softmax(Q K^T scale) V        (Vaswani et al. 2017, equation 1)
//
// computed tile by tile with a running maximum and sum (Dao 2023, FlashAttention-2, algorithm 1). Scratch memory is
// 0.5 to 1 MB a thread, whatever T and S. The weights exist for no longer than a tile, so there is no trace:
// scaled_dot_product.hpp keeps every stage, and is what this is tested against.
#pragma once

#include <cstddef>
#include <optional>

#include "core/attention/matrix.hpp"
#include "core/attention/multi_head.hpp"

namespace attention {

/// A FloatMatrix, or a block of one (the columns of a head, the first rows of a cache), read in place.
using FloatView = Eigen::Ref<const FloatMatrix, Eigen::Unaligned, Eigen::OuterStride<>>;
/// The same to write to.
using FloatTarget = Eigen::Ref<FloatMatrix, Eigen::Unaligned, Eigen::OuterStride<>>;

/// What the kernel was compiled for: 128 bits are SSE2, NEON or WebAssembly's SIMD.
enum class InstructionSet { k128, kAvx2, kAvx512 };

/// Whether this program and this processor have it. k128 is always there.
bool available(InstructionSet set);

/// The widest one that is available.
InstructionSet best_instruction_set();

struct FastAttentionOptions {
  /// Multiplies the scores; 1 / sqrt(d_k) where not given.
  std::optional<double> scale = std::nullopt;
  /// Query i attends to key j only where j <= i + offset.
  bool causal = false;
  /// Keys before the first query's own: those already cached, or negative. Counts for `causal` and the window.
  Index offset = 0;
  /// Sliding window: only keys j with i + offset - window_left <= j <= i + offset + window_right. No bound where not
  /// given.
  std::optional<Index> window_left = std::nullopt;
  std::optional<Index> window_right = std::nullopt;
  /// Threads that share the work, this one among them; the result is the same for any number. Without threads on the
  /// platform (WebAssembly) 1 is used.
  int threads = 1;
  /// The best one where not given; std::invalid_argument where it is not available.
  std::optional<InstructionSet> instruction_set = std::nullopt;
};

/// queries [T x d_k], keys [S x d_k], values [S x d_v] -> output [T x d_v].
/// A query with nothing to attend to has output 0. A masked key adds nothing to the output, whatever its key and value
/// hold, NaN included. Otherwise NaN and infinity go through as in the arithmetic: a NaN in a query makes that row NaN,
/// in a key every row that may attend to it, in a value that column of those rows; so does a score that overflows to
/// infinity. An infinite value gives infinity or NaN.
/// Within 1e-5 of scaled_dot_product_attention<double>, relative to the largest |value|, for scores up to some hundred.
/// Throws std::invalid_argument naming both shapes where they do not fit.
FloatMatrix fast_attention(const FloatView& queries, const FloatView& keys, const FloatView& values,
                           const FastAttentionOptions& options = {});

/// The same into memory that is there; `output` [T x d_v] must not overlap an input.
void fast_attention_into(const FloatView& queries, const FloatView& keys, const FloatView& values, FloatTarget output,
                         const FastAttentionOptions& options = {});

/// Heads side by side: queries [T x H*d_k], keys [S x G*d_k], values [S x G*d_v] -> output [T x H*d_v]. Query head h
/// reads key/value head kv_head_of(h). Nothing is copied apart.
/// Throws std::invalid_argument where widths do not divide, or G does not divide H.
FloatMatrix fast_multi_head_attention(const FloatView& queries, const FloatView& keys, const FloatView& values,
                                      const HeadCounts& counts, const FastAttentionOptions& options = {});

/// Bytes of scratch memory that a call takes beyond inputs and output.
std::size_t fast_attention_workspace(Index key_width, Index value_width, const FastAttentionOptions& options = {});

}  // namespace attention
