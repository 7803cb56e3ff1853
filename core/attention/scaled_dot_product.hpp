// Scaled dot-product attention with every stage kept.
//
//   Attention(Q, K, V) = softmax(Q K^T / sqrt(d_k)) V        (Vaswani et al. 2017, equation 1)
//
// T queries, S keys, d_k query and key width, d_v value width.
#pragma once

#include <optional>

#include "core/attention/matrix.hpp"

namespace attention {

/// How scores become logits: order is scale, then mask, then softmax.
struct AttentionOptions {
  /// Multiplies the scores; 1 / sqrt(d_k) where not given, 1 for "no scale".
  std::optional<double> scale = std::nullopt;
  /// [T x S], true = may attend; everything is allowed where not given.
  std::optional<BoolMatrix> mask = std::nullopt;
};

/// Every stage of one attention call, in the order in which it is computed.
struct AttentionTrace {
  Matrix queries;        ///< [T x d_k]
  Matrix keys;           ///< [S x d_k]
  Matrix values;         ///< [S x d_v]
  Matrix scores;         ///< [T x S] queries keys^T
  double scale = 1;      ///< the number that multiplied the scores
  Matrix scaled_scores;  ///< [T x S] scores * scale
  Matrix masked_scores;  ///< [T x S] scaled_scores, minus infinity where masked
  Matrix row_max;        ///< [T x 1]
  Matrix exponentials;   ///< [T x S]
  Matrix row_sum;        ///< [T x 1]
  Matrix weights;        ///< [T x S] rows sum to 1; an empty row is all 0
  Matrix output;         ///< [T x d_v] weights values
};

/// queries [T x d_k], keys [S x d_k], values [S x d_v].
/// A query with nothing to attend to has weights 0 and output 0.
/// Throws std::invalid_argument naming both shapes where they do not fit.
AttentionTrace scaled_dot_product_attention(const Matrix& queries, const Matrix& keys, const Matrix& values,
                                            const AttentionOptions& options = {});

}  // namespace attention
