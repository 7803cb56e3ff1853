#include "tests/conformance/tensor.hpp"

namespace conformance {

using attention::require;

Index size_between(const Shape& shape, Index from, Index to) {
  Index size = 1;
  for (Index axis = from; axis < to; ++axis) size *= shape[static_cast<std::size_t>(axis)];
  return size;
}

Index size_of(const Shape& shape) { return size_between(shape, 0, static_cast<Index>(shape.size())); }

std::string shape_text(const Shape& shape) {
  if (shape.empty()) return "a single number";
  std::string text;
  for (const Index size : shape) text += (text.empty() ? "" : " x ") + std::to_string(size);
  return text;
}

Tensor zeros(const Shape& shape) {
  return {shape, DataType::kFloat, std::vector<double>(static_cast<std::size_t>(size_of(shape)), 0.0)};
}

Index front_axis(Index axis, Index rank) {
  require(axis >= -rank && axis < rank,
          "axis " + std::to_string(axis) + " is not in a tensor of " + std::to_string(rank) + " dimensions");
  return axis < 0 ? axis + rank : axis;
}

attention::Matrix matrix_at(const Tensor& tensor, Index first, Index rows, Index columns) {
  require(first >= 0 && first + rows * columns <= static_cast<Index>(tensor.values.size()),
          "a tensor of " + shape_text(tensor.shape) + " has no matrix of " + attention::shape_text(rows, columns) +
              " at value " + std::to_string(first));
  return Eigen::Map<const attention::Matrix>(tensor.values.data() + first, rows, columns);
}

void put_matrix(Tensor& tensor, Index first, const attention::Matrix& matrix) {
  require(first >= 0 && first + matrix.size() <= static_cast<Index>(tensor.values.size()),
          "a tensor of " + shape_text(tensor.shape) + " has no room for " + attention::shape_text(matrix) +
              " at value " + std::to_string(first));
  Eigen::Map<attention::Matrix>(tensor.values.data() + first, matrix.rows(), matrix.cols()) = matrix;
}

}  // namespace conformance
