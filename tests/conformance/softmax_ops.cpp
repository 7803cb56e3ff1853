// Softmax and LogSoftmax along any axis.
#include "core/attention/cross_entropy.hpp"
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

}  // namespace

Outputs softmax(const Case& test) {
  return {{"output", along_axis(test, [](const Matrix& rows) { return attention::softmax_rows(rows).weights; })}};
}

Outputs log_softmax(const Case& test) {
  return {{"output", along_axis(test, [](const Matrix& rows) { return attention::log_softmax_rows(rows); })}};
}

}  // namespace conformance
