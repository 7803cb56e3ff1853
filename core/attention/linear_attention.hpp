// Linear attention: a feature map in place of the softmax, so that keys and values can be summed up once.
//
//   phi(x) = elu(x) + 1                                                 (Katharopoulos et al. 2020, equation 7)
//   out_i  = phi(q_i) sum_j phi(k_j)^T v_j / (phi(q_i) sum_j phi(k_j)^T)             (equation 5; causal: 9)
//
// The cost grows with T + S, not T x S, and a causal step needs only the sums so far, like a recurrent net's state.
// No scale and no mask but the causal one. T queries, S keys, d query and key width, d_v value width. Scalar: double,
// float. For contrast: the weights are never softmax's, so neither are the outputs.
#pragma once

#include "core/attention/matrix.hpp"

namespace attention {

/// elu(x) + 1 in each cell: x + 1 above 0, exp(x) below. Always positive, but for exp's underflow.
template <typename Scalar>
MatrixOf<Scalar> elu_features(const MatrixOf<Scalar>& x);

/// Every stage of one linear attention call.
template <typename Scalar>
struct LinearAttentionTraceOf {
  MatrixOf<Scalar> query_features;  ///< [T x d] phi(queries)
  MatrixOf<Scalar> key_features;    ///< [S x d] phi(keys)
  MatrixOf<Scalar> memory;          ///< [d x d_v] sum of phi(k_j)^T v_j over the keys that the last query sees
  MatrixOf<Scalar> key_sum;         ///< [1 x d] sum of phi(k_j) over the same keys
  MatrixOf<Scalar> normalizer;      ///< [T x 1] phi(q_i) key_sum^T; 0 where a query sees no key
  MatrixOf<Scalar> output;          ///< [T x d_v]; 0 where the normalizer is 0
};
using LinearAttentionTrace = LinearAttentionTraceOf<double>;

/// queries [T x d], keys [S x d], values [S x d_v]. `causal`: query i sees the keys j <= i.
/// Throws std::invalid_argument naming both shapes where they do not fit.
template <typename Scalar>
LinearAttentionTraceOf<Scalar> linear_attention(const MatrixOf<Scalar>& queries, const MatrixOf<Scalar>& keys,
                                                const MatrixOf<Scalar>& values, bool causal);

/// The weights [T x S] that linear attention never forms: phi(q_i) phi(k_j)^T over their sum, rows sum to 1. Quadratic:
/// for showing, and for checking that output = weights values.
template <typename Scalar>
MatrixOf<Scalar> linear_attention_weights(const MatrixOf<Scalar>& queries, const MatrixOf<Scalar>& keys, bool causal);

}  // namespace attention
