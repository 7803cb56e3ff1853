// The softmax of each row, kept in its parts: maximum, exponentials, sum, quotient.
#pragma once

#include "core/attention/matrix.hpp"

namespace attention {

/// All stages of a row-wise softmax of logits [T x S].
template <typename Scalar>
struct SoftmaxTraceOf {
  MatrixOf<Scalar> row_max;       ///< [T x 1] largest logit of each row; minus infinity in an empty row
  MatrixOf<Scalar> exponentials;  ///< [T x S] exp(logit - row_max); exactly 0 where the logit is minus infinity
  MatrixOf<Scalar> row_sum;       ///< [T x 1] sum of the exponentials; 0 in an empty row
  MatrixOf<Scalar> weights;       ///< [T x S] exponentials / row_sum; each row sums to 1, an empty row is all 0
};
using SoftmaxTrace = SoftmaxTraceOf<double>;

/// softmax(logits) row by row, the maximum subtracted first so that exp never overflows.
/// A row of minus infinities alone ("empty": nothing to attend to) has exponentials, sum and weights 0.
/// A row with NaN or plus infinity becomes NaN, as in NumPy. Scalar: double, float.
template <typename Scalar>
SoftmaxTraceOf<Scalar> softmax_rows(const MatrixOf<Scalar>& logits);

/// Gradient by the logits from the weights of the forward pass and the gradient by them, both [T x S]:
/// d_logits_ij = w_ij (d_weights_ij - sum_k w_ik d_weights_ik). A weight of 0 passes nothing on.
/// Throws std::invalid_argument naming both shapes where they differ.
template <typename Scalar>
MatrixOf<Scalar> softmax_rows_backward(const MatrixOf<Scalar>& weights, const MatrixOf<Scalar>& d_weights);

}  // namespace attention
