// Softmax and LogSoftmax along any axis.
#include <cmath>

#include "core/attention/softmax.hpp"
#include "tests/conformance/operators.hpp"

namespace conformance {
namespace {

using attention::Matrix;

/// Lines along `axis` become rows of a matrix, and rows of the result lines again.
template <typename RowFunction>
Tensor along_axis(const Case& test, RowFunction&& row_function) {
  const Tensor& x = required_input(test, 0, "the input");
  const Index axis = front_axis(test.integer("axis", -1), x.rank());
  const Index outer = size_between(x.shape, 0, axis), length = x.shape[static_cast<std::size_t>(axis)];
  const Index inner = size_between(x.shape, axis + 1, x.rank());
  Tensor result = zeros(x.shape);
  for (Index block = 0; block < outer; ++block) {
    const Matrix lines_as_columns = matrix_at(x, block * length * inner, length, inner);
    const Matrix rows = row_function(Matrix(lines_as_columns.transpose()));
    put_matrix(result, block * length * inner, rows.transpose());
  }
  return result;
}

/// x - max - log(sum exp(x - max)), in the parts of the library's softmax.
Matrix log_softmax_rows(const Matrix& logits) {
  const attention::SoftmaxTrace trace = attention::softmax_rows(logits);
  Matrix result = logits;
  for (Index row = 0; row < logits.rows(); ++row) {
    result.row(row).array() -= trace.row_max(row, 0) + std::log(trace.row_sum(row, 0));
  }
  return result;
}

}  // namespace

Outputs softmax(const Case& test) {
  return {{"output", along_axis(test, [](const Matrix& rows) { return attention::softmax_rows(rows).weights; })}};
}

Outputs log_softmax(const Case& test) {
  return {{"output", along_axis(test, [](const Matrix& rows) { return log_softmax_rows(rows); })}};
}

}  // namespace conformance
