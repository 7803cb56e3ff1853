// Multi-head self-attention with shared key/value heads, every stage kept.
//
//   head_h = Attention(X W_q[h], X W_k[g], X W_v[g]),  g = h / (H / G)
//   MultiHead(X) = Concat(head_0 .. head_H-1) W_o              (Vaswani et al. 2017, section 3.2.2;
//                                                               grouped: Ainslie et al. 2023)
//
// T tokens, D model width, H query heads, G key/value heads, d width of a query and key, d_v of a value.
#pragma once

#include <optional>
#include <vector>

#include "core/attention/matrix.hpp"
#include "core/attention/scaled_dot_product.hpp"

namespace attention {

struct HeadCounts {
  Index heads = 1;     ///< H, query heads
  Index kv_heads = 1;  ///< G, key/value heads; divides H
};

/// The key/value head that query head `head` reads: head / (H / G).
Index kv_head_of(Index head, const HeadCounts& counts);

/// Projection matrices; head h owns columns h*d to (h+1)*d.
struct MultiHeadWeights {
  Matrix wq;                 ///< [D x H*d]
  Matrix wk;                 ///< [D x G*d]
  Matrix wv;                 ///< [D x G*d_v]
  std::optional<Matrix> wo;  ///< [H*d_v x D]; without it (one head) the output is the head's output
};

/// Every stage of one multi-head call.
struct MultiHeadTrace {
  HeadCounts counts;
  Matrix queries;                     ///< [T x H*d] X W_q
  Matrix keys;                        ///< [T x G*d] X W_k
  Matrix values;                      ///< [T x G*d_v] X W_v
  std::vector<AttentionTrace> heads;  ///< H of them; heads of one group hold equal keys and values
  Matrix concatenated;                ///< [T x H*d_v]
  Matrix output;                      ///< [T x D] concatenated W_o; without W_o the concatenation itself
};

/// Splits projected queries [T x H*d], keys [S x G*d] and values [S x G*d_v], attends in each head, joins, applies W_o.
/// Throws std::invalid_argument naming the shapes where they do not fit or G does not divide H.
MultiHeadTrace attend_heads(const Matrix& queries, const Matrix& keys, const Matrix& values,
                            const std::optional<Matrix>& wo, const HeadCounts& counts,
                            const AttentionOptions& options = {});

/// The whole of it from X [T x D].
MultiHeadTrace multi_head_attention(const Matrix& x, const MultiHeadWeights& weights, const HeadCounts& counts,
                                    const AttentionOptions& options = {});

/// Columns of head `head` of a projection [T x n*d] as a matrix [T x d].
Matrix head_columns(const Matrix& projected, Index head, Index head_width);

/// The outputs of the heads side by side: [T x d_v] each becomes [T x H*d_v].
Matrix concatenate_heads(const std::vector<AttentionTrace>& heads);

}  // namespace attention
