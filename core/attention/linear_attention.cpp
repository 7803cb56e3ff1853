#include "core/attention/linear_attention.hpp"

#include <algorithm>
#include <cmath>

namespace attention {
namespace {

template <typename Scalar>
void require_widths(const MatrixOf<Scalar>& queries, const MatrixOf<Scalar>& keys) {
  require(queries.cols() == keys.cols(),
          "queries are " + shape_text(queries) + " and keys are " + shape_text(keys) + ": both need the same width");
}

}  // namespace

template <typename Scalar>
MatrixOf<Scalar> elu_features(const MatrixOf<Scalar>& x) {
  return x.unaryExpr([](Scalar cell) { return cell > Scalar(0) ? cell + Scalar(1) : std::exp(cell); });
}

template <typename Scalar>
LinearAttentionTraceOf<Scalar> linear_attention(const MatrixOf<Scalar>& queries, const MatrixOf<Scalar>& keys,
                                                const MatrixOf<Scalar>& values, bool causal) {
  require_widths(queries, keys);
  require(keys.rows() == values.rows(),
          "keys are " + shape_text(keys) + " and values are " + shape_text(values) + ": each key needs one value");
  const Index T = queries.rows(), S = keys.rows();
  LinearAttentionTraceOf<Scalar> trace;
  trace.query_features = elu_features(queries);
  trace.key_features = elu_features(keys);
  trace.memory = MatrixOf<Scalar>::Zero(keys.cols(), values.cols());
  trace.key_sum = MatrixOf<Scalar>::Zero(1, keys.cols());
  trace.normalizer.resize(T, 1);
  trace.output = MatrixOf<Scalar>::Zero(T, values.cols());
  if (!causal) {
    trace.memory = trace.key_features.transpose() * values;
    trace.key_sum = trace.key_features.colwise().sum();
  }
  for (Index query = 0; query < T; ++query) {
    if (causal && query < S) {
      trace.memory += trace.key_features.row(query).transpose() * values.row(query);
      trace.key_sum += trace.key_features.row(query);
    }
    trace.normalizer(query, 0) = trace.query_features.row(query).dot(trace.key_sum.row(0));
    if (trace.normalizer(query, 0) == Scalar(0)) continue;  // no key
    trace.output.row(query) = trace.query_features.row(query) * trace.memory / trace.normalizer(query, 0);
  }
  return trace;
}

template <typename Scalar>
MatrixOf<Scalar> linear_attention_weights(const MatrixOf<Scalar>& queries, const MatrixOf<Scalar>& keys, bool causal) {
  require_widths(queries, keys);
  MatrixOf<Scalar> weights = elu_features(queries) * elu_features(keys).transpose();
  for (Index query = 0; query < weights.rows(); ++query) {
    const Index hidden = causal ? std::max<Index>(0, weights.cols() - query - 1) : 0;
    weights.row(query).tail(hidden).setZero();
    const Scalar sum = weights.row(query).sum();
    if (sum != Scalar(0)) weights.row(query) /= sum;
  }
  return weights;
}

#define AP_INSTANTIATE(Scalar)                                                                               \
  template MatrixOf<Scalar> elu_features(const MatrixOf<Scalar>&);                                           \
  template LinearAttentionTraceOf<Scalar> linear_attention(const MatrixOf<Scalar>&, const MatrixOf<Scalar>&, \
                                                           const MatrixOf<Scalar>&, bool);                   \
  template MatrixOf<Scalar> linear_attention_weights(const MatrixOf<Scalar>&, const MatrixOf<Scalar>&, bool);
AP_INSTANTIATE(double)
AP_INSTANTIATE(float)
#undef AP_INSTANTIATE

}  // namespace attention
