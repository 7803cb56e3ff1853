// The softmax of each row, kept in its parts: maximum, exponentials, sum, quotient.
#pragma once

#include "core/attention/matrix.hpp"

namespace attention {

/// All stages of a row-wise softmax of logits [T x S].
struct SoftmaxTrace {
  Matrix row_max;       ///< [T x 1] largest logit of each row; minus infinity in an empty row
  Matrix exponentials;  ///< [T x S] exp(logit - row_max); exactly 0 where the logit is minus infinity
  Matrix row_sum;       ///< [T x 1] sum of the exponentials; 0 in an empty row
  Matrix weights;       ///< [T x S] exponentials / row_sum; each row sums to 1, an empty row is all 0
};

/// softmax(logits) row by row, the maximum subtracted first so that exp never overflows.
/// A row of minus infinities alone ("empty": nothing to attend to) has exponentials, sum and weights 0.
/// A row with NaN or plus infinity becomes NaN, as in NumPy.
SoftmaxTrace softmax_rows(const Matrix& logits);

}  // namespace attention
