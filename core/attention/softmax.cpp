#include "core/attention/softmax.hpp"

#include <cmath>
#include <limits>

namespace attention {

template <typename Scalar>
SoftmaxTraceOf<Scalar> softmax_rows(const MatrixOf<Scalar>& logits) {
  constexpr Scalar kMinusInfinity = -std::numeric_limits<Scalar>::infinity();
  SoftmaxTraceOf<Scalar> trace{
      .row_max = MatrixOf<Scalar>::Constant(logits.rows(), 1, kMinusInfinity),
      .exponentials = MatrixOf<Scalar>::Zero(logits.rows(), logits.cols()),
      .row_sum = MatrixOf<Scalar>::Zero(logits.rows(), 1),
      .weights = MatrixOf<Scalar>::Zero(logits.rows(), logits.cols()),
  };
  if (logits.cols() == 0) return trace;  // a maximum of nothing is an error in Eigen; here every row is empty
  for (Index row = 0; row < logits.rows(); ++row) {
    // Without PropagateNaN Eigen may skip a NaN, and a row of NaN and minus infinity would pass for an empty one.
    const Scalar row_max = logits.row(row).template maxCoeff<Eigen::PropagateNaN>();
    trace.row_max(row, 0) = row_max;
    if (row_max == kMinusInfinity) continue;  // empty: -inf - -inf would be NaN
    // std::exp: Eigen's own vectorised exp gives a tiny number, not 0, for minus infinity.
    for (Index key = 0; key < logits.cols(); ++key) {
      trace.exponentials(row, key) = std::exp(logits(row, key) - row_max);
    }
    trace.row_sum(row, 0) = trace.exponentials.row(row).sum();
    trace.weights.row(row) = trace.exponentials.row(row) / trace.row_sum(row, 0);
  }
  return trace;
}

template <typename Scalar>
MatrixOf<Scalar> softmax_rows_backward(const MatrixOf<Scalar>& weights, const MatrixOf<Scalar>& d_weights) {
  require(same_shape(weights, d_weights), "the weights are " + shape_text(weights) + " and their gradient is " +
                                              shape_text(d_weights) + ": they need the same shape");
  MatrixOf<Scalar> d_logits = MatrixOf<Scalar>::Zero(weights.rows(), weights.cols());
  for (Index row = 0; row < weights.rows(); ++row) {
    const Scalar mean = weights.row(row).dot(d_weights.row(row));
    d_logits.row(row) = weights.row(row).array() * (d_weights.row(row).array() - mean);
  }
  return d_logits;
}

template SoftmaxTraceOf<double> softmax_rows(const MatrixOf<double>&);
template SoftmaxTraceOf<float> softmax_rows(const MatrixOf<float>&);
template MatrixOf<double> softmax_rows_backward(const MatrixOf<double>&, const MatrixOf<double>&);
template MatrixOf<float> softmax_rows_backward(const MatrixOf<float>&, const MatrixOf<float>&);

}  // namespace attention
