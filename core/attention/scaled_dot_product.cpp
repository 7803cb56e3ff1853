#include "core/attention/scaled_dot_product.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "core/attention/mask.hpp"
#include "core/attention/product.hpp"
#include "core/attention/softmax.hpp"

namespace attention {
namespace {

void require_score_shape(Index rows, Index columns, Index queries, Index keys, const char* name) {
  require(rows == queries && columns == keys, std::string("the ") + name + " is " + shape_text(rows, columns) +
                                                  " and the scores are " + shape_text(queries, keys) +
                                                  ": they need the same shape");
}

template <typename Scalar>
void require_shapes(const MatrixOf<Scalar>& queries, const MatrixOf<Scalar>& keys, const MatrixOf<Scalar>& values,
                    const AttentionOptions& options) {
  require(queries.cols() == keys.cols() && queries.cols() > 0, "queries are " + shape_text(queries) + " and keys are " +
                                                                   shape_text(keys) +
                                                                   ": both need the same width d_k, at least 1");
  require(keys.rows() == values.rows(),
          "keys are " + shape_text(keys) + " and values are " + shape_text(values) + ": each key needs one value");
  require(!options.softcap || *options.softcap > 0,
          "a softcap of " + std::to_string(options.softcap.value_or(0)) + " cannot be: it must be above 0");
  if (options.bias) {
    require_score_shape(options.bias->rows(), options.bias->cols(), queries.rows(), keys.rows(), "bias");
  }
  if (options.mask) {
    require_score_shape(options.mask->rows(), options.mask->cols(), queries.rows(), keys.rows(), "mask");
  }
}

/// logits plus bias [T x S]; minus infinity in the bias forbids, even where the logit is NaN.
template <typename Scalar>
MatrixOf<Scalar> biased(const MatrixOf<Scalar>& logits, const Matrix& bias) {
  constexpr double kMinusInfinity = -std::numeric_limits<double>::infinity();
  const BoolMatrix allowed = bias.array() != kMinusInfinity;
  return apply_mask<Scalar>(logits + bias.cast<Scalar>(), allowed);
}

/// weights [T x S] times values [S x d_v] without the pairs whose masked score is minus infinity: their weight is 0,
/// and 0 times a NaN in an unused value would be NaN.
template <typename Scalar>
MatrixOf<Scalar> weighted_sum(const MatrixOf<Scalar>& weights, const MatrixOf<Scalar>& masked_scores,
                              const MatrixOf<Scalar>& values) {
  if (values.allFinite()) return product(weights, values);
  MatrixOf<Scalar> output = MatrixOf<Scalar>::Zero(weights.rows(), values.cols());
  for (Index query = 0; query < weights.rows(); ++query) {
    for (Index key = 0; key < weights.cols(); ++key) {
      if (masked_scores(query, key) == -std::numeric_limits<Scalar>::infinity()) continue;
      output.row(query) += weights(query, key) * values.row(key);
    }
  }
  return output;
}

}  // namespace

template <typename Scalar>
AttentionTraceOf<Scalar> scaled_dot_product_attention(const MatrixOf<Scalar>& queries, const MatrixOf<Scalar>& keys,
                                                      const MatrixOf<Scalar>& values, const AttentionOptions& options) {
  require_shapes(queries, keys, values, options);
  AttentionTraceOf<Scalar> trace;
  trace.queries = queries;
  trace.keys = keys;
  trace.values = values;
  trace.scores = product_with_transposed(queries, keys);
  trace.scale = static_cast<Scalar>(options.scale.value_or(1 / std::sqrt(static_cast<double>(queries.cols()))));
  trace.scaled_scores = trace.scores * trace.scale;
  trace.masked_scores = trace.scaled_scores;
  if (options.softcap) {
    const Scalar cap = static_cast<Scalar>(*options.softcap);
    trace.masked_scores = trace.scaled_scores.unaryExpr([cap](Scalar x) { return cap * std::tanh(x / cap); });
    trace.softcapped_scores = trace.masked_scores;
  }
  if (options.bias) trace.masked_scores = biased(trace.masked_scores, *options.bias);
  if (options.mask) trace.masked_scores = apply_mask(trace.masked_scores, *options.mask);
  SoftmaxTraceOf<Scalar> softmax = softmax_rows(trace.masked_scores);
  trace.row_max = std::move(softmax.row_max);
  trace.exponentials = std::move(softmax.exponentials);
  trace.row_sum = std::move(softmax.row_sum);
  trace.weights = std::move(softmax.weights);
  trace.output = weighted_sum(trace.weights, trace.masked_scores, values);
  return trace;
}

template <typename Scalar>
AttentionGradientsOf<Scalar> scaled_dot_product_attention_backward(const AttentionTraceOf<Scalar>& trace,
                                                                   const MatrixOf<Scalar>& d_output,
                                                                   const AttentionOptions& options) {
  require(same_shape(d_output, trace.output), "the output is " + shape_text(trace.output) + " and its gradient is " +
                                                  shape_text(d_output) + ": they need the same shape");
  AttentionGradientsOf<Scalar> gradients;
  // output = weights values
  const MatrixOf<Scalar> d_weights = product_with_transposed(d_output, trace.values);
  gradients.d_values = product_of_transposed(trace.weights, d_output);
  // weights = softmax(masked_scores)
  MatrixOf<Scalar> d_scores = softmax_rows_backward(trace.weights, d_weights);
  // masked_scores = softcapped + bias; a masked pair has weight 0 and so gradient 0 already
  if (trace.softcapped_scores && options.softcap) {
    // softcapped = c tanh(scaled / c), whose derivative is 1 - tanh^2
    const Scalar cap = static_cast<Scalar>(*options.softcap);
    d_scores.array() *= Scalar(1) - (trace.softcapped_scores->array() / cap).square();
  }
  // scaled = scores scale; scores = queries keys^T
  d_scores *= trace.scale;
  gradients.d_queries = product(d_scores, trace.keys);
  gradients.d_keys = product_of_transposed(d_scores, trace.queries);
  return gradients;
}

template AttentionTraceOf<double> scaled_dot_product_attention(const MatrixOf<double>&, const MatrixOf<double>&,
                                                               const MatrixOf<double>&, const AttentionOptions&);
template AttentionTraceOf<float> scaled_dot_product_attention(const MatrixOf<float>&, const MatrixOf<float>&,
                                                              const MatrixOf<float>&, const AttentionOptions&);
template AttentionGradientsOf<double> scaled_dot_product_attention_backward(const AttentionTraceOf<double>&,
                                                                            const MatrixOf<double>&,
                                                                            const AttentionOptions&);
template AttentionGradientsOf<float> scaled_dot_product_attention_backward(const AttentionTraceOf<float>&,
                                                                           const MatrixOf<float>&,
                                                                           const AttentionOptions&);

}  // namespace attention
