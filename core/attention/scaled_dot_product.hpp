// Scaled dot-product attention with every stage kept.
//
//   Attention(Q, K, V) = softmax(Q K^T / sqrt(d_k)) V        (Vaswani et al. 2017, equation 1)
//
// T queries, S keys, d_k query and key width, d_v value width.
#pragma once

#include <optional>

#include "core/attention/matrix.hpp"

namespace attention {

/// How scores become logits: order is scale, softcap, bias and mask; then softmax.
struct AttentionOptions {
  /// Multiplies the scores; 1 / sqrt(d_k) where not given, 1 for "no scale".
  std::optional<double> scale = std::nullopt;
  /// c > 0 bounds the scaled scores smoothly: c tanh(x / c) (Gemma 2, 2024, section 2); none where not given.
  std::optional<double> softcap = std::nullopt;
  /// [T x S], added to the scores; minus infinity forbids, as a mask does. Nothing is added where not given.
  std::optional<Matrix> bias = std::nullopt;
  /// [T x S], true = may attend; everything is allowed where not given.
  std::optional<BoolMatrix> mask = std::nullopt;
};

/// Every stage of one attention call, in the order in which it is computed.
template <typename Scalar>
struct AttentionTraceOf {
  MatrixOf<Scalar> queries;                           ///< [T x d_k]
  MatrixOf<Scalar> keys;                              ///< [S x d_k]
  MatrixOf<Scalar> values;                            ///< [S x d_v]
  MatrixOf<Scalar> scores;                            ///< [T x S] queries keys^T
  Scalar scale = 1;                                   ///< the number that multiplied the scores
  MatrixOf<Scalar> scaled_scores;                     ///< [T x S] scores * scale
  std::optional<MatrixOf<Scalar>> softcapped_scores;  ///< [T x S] c tanh(scaled_scores / c), where there is a softcap
  MatrixOf<Scalar> masked_scores;                     ///< [T x S] plus bias, minus infinity where masked
  MatrixOf<Scalar> row_max;                           ///< [T x 1]
  MatrixOf<Scalar> exponentials;                      ///< [T x S]
  MatrixOf<Scalar> row_sum;                           ///< [T x 1]
  MatrixOf<Scalar> weights;                           ///< [T x S] rows sum to 1; an empty row is all 0
  MatrixOf<Scalar> output;                            ///< [T x d_v] weights values
};
using AttentionTrace = AttentionTraceOf<double>;

/// queries [T x d_k], keys [S x d_k], values [S x d_v]. Scalar: double, float.
/// A query with nothing to attend to has weights 0 and output 0. A key whose masked score is minus infinity adds
/// nothing to the output, whatever its value holds, NaN included: padding may be garbage.
/// Throws std::invalid_argument naming both shapes where they do not fit, or a softcap that is not above 0.
template <typename Scalar>
AttentionTraceOf<Scalar> scaled_dot_product_attention(const MatrixOf<Scalar>& queries, const MatrixOf<Scalar>& keys,
                                                      const MatrixOf<Scalar>& values,
                                                      const AttentionOptions& options = {});

/// Gradients of a loss by the three inputs.
template <typename Scalar>
struct AttentionGradientsOf {
  MatrixOf<Scalar> d_queries;  ///< [T x d_k]
  MatrixOf<Scalar> d_keys;     ///< [S x d_k]
  MatrixOf<Scalar> d_values;   ///< [S x d_v]
};

/// Backward of scaled_dot_product_attention: `d_output` [T x d_v] is the gradient by trace.output; `options` are those
/// of the forward call. An empty row, and a masked pair, pass no gradient on. docs/maths.md derives it.
/// Throws std::invalid_argument where d_output has another shape than the output.
template <typename Scalar>
AttentionGradientsOf<Scalar> scaled_dot_product_attention_backward(const AttentionTraceOf<Scalar>& trace,
                                                                   const MatrixOf<Scalar>& d_output,
                                                                   const AttentionOptions& options = {});

}  // namespace attention
