#include "core/attention/softmax.hpp"

#include <cmath>
#include <limits>

namespace attention {

SoftmaxTrace softmax_rows(const Matrix& logits) {
  constexpr double kMinusInfinity = -std::numeric_limits<double>::infinity();
  SoftmaxTrace trace{
      .row_max = Matrix::Constant(logits.rows(), 1, kMinusInfinity),
      .exponentials = Matrix::Zero(logits.rows(), logits.cols()),
      .row_sum = Matrix::Zero(logits.rows(), 1),
      .weights = Matrix::Zero(logits.rows(), logits.cols()),
  };
  if (logits.cols() == 0) return trace;  // a maximum of nothing is an error in Eigen; here every row is empty
  for (Index row = 0; row < logits.rows(); ++row) {
    // Without PropagateNaN Eigen may skip a NaN, and a row of NaN and minus infinity would pass for an empty one.
    const double row_max = logits.row(row).maxCoeff<Eigen::PropagateNaN>();
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

}  // namespace attention
