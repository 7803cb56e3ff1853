// Multi-head attention with shared key/value heads, every stage kept; self- and cross-attention, and its backward pass.
//
//   head_h = Attention(X W_q[h], C W_k[g], U W_v[g]),  g = h / (H / G)
//   MultiHead(X, C, U) = Concat(head_0 .. head_H-1) W_o        (Vaswani et al. 2017, section 3.2.2;
//                                                               grouped: Ainslie et al. 2023)
//
// Self-attention: X, C and U are one matrix. Cross-attention: queries from X, keys and values from a context C = U.
// T tokens of X, S tokens of the context, D model width, H query heads, G key/value heads, d width of a query and key,
// d_v of a value. Scalar: double, float.
#pragma once

#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "core/attention/matrix.hpp"
#include "core/attention/parameters.hpp"
#include "core/attention/scaled_dot_product.hpp"

namespace attention {

struct HeadCounts {
  Index heads = 1;     ///< H, query heads
  Index kv_heads = 1;  ///< G, key/value heads; divides H
};

/// Throws std::invalid_argument unless both are at least 1 and G divides H.
void require_counts(const HeadCounts& counts);

/// The key/value head that query head `head` reads: head / (H / G).
Index kv_head_of(Index head, const HeadCounts& counts);

/// Projection matrices, or the gradients by them; head h owns columns h*d to (h+1)*d.
template <typename Scalar>
struct MultiHeadWeightsOf {
  MatrixOf<Scalar> wq;                                ///< [D x H*d]
  MatrixOf<Scalar> wk;                                ///< [D_c x G*d], D_c the width of the key source
  MatrixOf<Scalar> wv;                                ///< [D_v x G*d_v], D_v the width of the value source
  std::optional<MatrixOf<Scalar>> wo = std::nullopt;  ///< [H*d_v x D]; without it the output is the heads side by side
};
using MultiHeadWeights = MultiHeadWeightsOf<double>;

/// W_q, W_k, W_v and, where there is one, W_o.
template <typename Scalar>
ParametersOf<Scalar> parameters(MultiHeadWeightsOf<Scalar>& weights);

/// Every stage of one multi-head call.
template <typename Scalar>
struct MultiHeadTraceOf {
  HeadCounts counts;
  MatrixOf<Scalar> queries;                     ///< [T x H*d] X W_q
  MatrixOf<Scalar> keys;                        ///< [S x G*d] C W_k
  MatrixOf<Scalar> values;                      ///< [S x G*d_v] U W_v
  std::vector<AttentionTraceOf<Scalar>> heads;  ///< H of them; heads of one group hold equal keys and values
  MatrixOf<Scalar> concatenated;                ///< [T x H*d_v]
  MatrixOf<Scalar> output;                      ///< [T x D] concatenated W_o; without W_o the concatenation itself
};
using MultiHeadTrace = MultiHeadTraceOf<double>;

/// Splits projected queries [T x H*d], keys [S x G*d] and values [S x G*d_v], attends in each head, joins, applies W_o.
/// `options`: none (the defaults), one for all heads, or one for each of the H heads.
/// Throws std::invalid_argument naming the shapes where they do not fit or G does not divide H.
template <typename Scalar>
MultiHeadTraceOf<Scalar> attend_heads(const MatrixOf<Scalar>& queries, const MatrixOf<Scalar>& keys,
                                      const MatrixOf<Scalar>& values,
                                      const std::type_identity_t<std::optional<MatrixOf<Scalar>>>& wo,
                                      const HeadCounts& counts, std::span<const AttentionOptions> options);

/// The same with one options for all heads.
template <typename Scalar>
MultiHeadTraceOf<Scalar> attend_heads(const MatrixOf<Scalar>& queries, const MatrixOf<Scalar>& keys,
                                      const MatrixOf<Scalar>& values,
                                      const std::type_identity_t<std::optional<MatrixOf<Scalar>>>& wo,
                                      const HeadCounts& counts, const AttentionOptions& options = {}) {
  return attend_heads<Scalar>(queries, keys, values, wo, counts, std::span<const AttentionOptions>(&options, 1));
}

/// The whole of it: queries from `query_source` [T x D], keys from `key_source` [S x D_c], values from `value_source`
/// [S x D_v]. `options` as in attend_heads.
template <typename Scalar>
MultiHeadTraceOf<Scalar> multi_head_attention(const MatrixOf<Scalar>& query_source, const MatrixOf<Scalar>& key_source,
                                              const MatrixOf<Scalar>& value_source,
                                              const MultiHeadWeightsOf<Scalar>& weights, const HeadCounts& counts,
                                              std::span<const AttentionOptions> options);

/// The same with one options for all heads.
template <typename Scalar>
MultiHeadTraceOf<Scalar> multi_head_attention(const MatrixOf<Scalar>& query_source, const MatrixOf<Scalar>& key_source,
                                              const MatrixOf<Scalar>& value_source,
                                              const MultiHeadWeightsOf<Scalar>& weights, const HeadCounts& counts,
                                              const AttentionOptions& options = {}) {
  return multi_head_attention<Scalar>(query_source, key_source, value_source, weights, counts,
                                      std::span<const AttentionOptions>(&options, 1));
}

/// Self-attention from X [T x D].
template <typename Scalar>
MultiHeadTraceOf<Scalar> multi_head_attention(const MatrixOf<Scalar>& x, const MultiHeadWeightsOf<Scalar>& weights,
                                              const HeadCounts& counts, std::span<const AttentionOptions> options) {
  return multi_head_attention<Scalar>(x, x, x, weights, counts, options);
}
template <typename Scalar>
MultiHeadTraceOf<Scalar> multi_head_attention(const MatrixOf<Scalar>& x, const MultiHeadWeightsOf<Scalar>& weights,
                                              const HeadCounts& counts, const AttentionOptions& options = {}) {
  return multi_head_attention<Scalar>(x, x, x, weights, counts, std::span<const AttentionOptions>(&options, 1));
}

/// Gradients of a loss by what attend_heads takes.
template <typename Scalar>
struct HeadsGradientsOf {
  MatrixOf<Scalar> d_queries;                           ///< [T x H*d]
  MatrixOf<Scalar> d_keys;                              ///< [S x G*d] summed over the query heads that share a key head
  MatrixOf<Scalar> d_values;                            ///< [S x G*d_v] likewise
  std::optional<MatrixOf<Scalar>> d_wo = std::nullopt;  ///< [H*d_v x D] where there is a W_o
};

/// Backward of attend_heads: `d_output` is the gradient by trace.output; `wo` and `options` those of the forward call.
/// Throws std::invalid_argument naming both shapes where d_output has another shape than the output.
template <typename Scalar>
HeadsGradientsOf<Scalar> attend_heads_backward(const MultiHeadTraceOf<Scalar>& trace,
                                               const std::type_identity_t<std::optional<MatrixOf<Scalar>>>& wo,
                                               const MatrixOf<Scalar>& d_output,
                                               std::span<const AttentionOptions> options = {});

/// Gradients of a loss by what multi_head_attention takes.
template <typename Scalar>
struct MultiHeadGradientsOf {
  MatrixOf<Scalar> d_query_source;  ///< [T x D]
  MatrixOf<Scalar> d_key_source;    ///< [S x D_c]
  MatrixOf<Scalar> d_value_source;  ///< [S x D_v]
  MultiHeadWeightsOf<Scalar> d_weights;

  /// Of self-attention: X is all three sources, so its gradient is their sum.
  MatrixOf<Scalar> d_x() const {
    require_sum(d_query_source, d_key_source);
    return d_query_source + d_context();
  }
  /// Of cross-attention: the context is the source of keys and values.
  MatrixOf<Scalar> d_context() const {
    require_sum(d_key_source, d_value_source);
    return d_key_source + d_value_source;
  }

 private:
  static void require_sum(const MatrixOf<Scalar>& a, const MatrixOf<Scalar>& b) {
    require(same_shape(a, b), "sources of " + shape_text(a) + " and " + shape_text(b) + " were not one matrix");
  }
};

/// Backward of multi_head_attention; all but `d_output` as in the forward call.
template <typename Scalar>
MultiHeadGradientsOf<Scalar> multi_head_attention_backward(
    const MultiHeadTraceOf<Scalar>& trace, const MatrixOf<Scalar>& query_source, const MatrixOf<Scalar>& key_source,
    const MatrixOf<Scalar>& value_source, const MultiHeadWeightsOf<Scalar>& weights, const MatrixOf<Scalar>& d_output,
    std::span<const AttentionOptions> options = {});

/// Columns of head `head` of a projection [T x n*d] as a matrix [T x d].
template <typename Scalar>
MatrixOf<Scalar> head_columns(const MatrixOf<Scalar>& projected, Index head, Index head_width);

/// The outputs of the heads side by side: [T x d_v] each becomes [T x H*d_v].
template <typename Scalar>
MatrixOf<Scalar> concatenate_heads(const std::vector<AttentionTraceOf<Scalar>>& heads);

}  // namespace attention
