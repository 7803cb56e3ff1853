#include "core/attention/product.hpp"

#include <cstring>
#include <string>
#include <type_traits>

namespace attention {
namespace {

constexpr int kProductLanes = 4;

#if defined(__GNUC__)
typedef float ProductVector __attribute__((vector_size(sizeof(float) * kProductLanes)));
#else
/// Another compiler gets arrays, and plain loops.
struct ProductVector {
  float lanes[kProductLanes];
  ProductVector& operator+=(const ProductVector& other) {
    for (int i = 0; i < kProductLanes; ++i) lanes[i] += other.lanes[i];
    return *this;
  }
  friend ProductVector operator*(const ProductVector& a, const ProductVector& b) {
    return {{a.lanes[0] * b.lanes[0], a.lanes[1] * b.lanes[1], a.lanes[2] * b.lanes[2], a.lanes[3] * b.lanes[3]}};
  }
};
#endif

ProductVector load_unaligned(const float* from) {
  ProductVector vector;
  std::memcpy(&vector, from, sizeof vector);
  return vector;
}

/// The left side of a product, read in either direction: cell (row, k) is at row * row_stride + k * depth_stride.
struct LeftSide {
  const float* data;
  Index rows;
  Index depth;
  Index row_stride;
  Index depth_stride;
};

/// kRows rows and kVectors vectors of the result, in registers while the inner index runs.
template <int kRows, int kVectors>
void fill_tile(const LeftSide& a, Index row, const FloatMatrix& b, Index column, FloatMatrix& result) {
  ProductVector sums[kRows][kVectors] = {};
  const float* left = a.data + row * a.row_stride;
  const float* right = b.data() + column;
  for (Index k = 0; k < a.depth; ++k, left += a.depth_stride, right += b.cols()) {
    ProductVector of_b[kVectors];
    for (int j = 0; j < kVectors; ++j) of_b[j] = load_unaligned(right + j * kProductLanes);
    for (int i = 0; i < kRows; ++i) {
      const float cell = left[i * a.row_stride];
      const ProductVector factor = {cell, cell, cell, cell};
      for (int j = 0; j < kVectors; ++j) sums[i][j] += factor * of_b[j];
    }
  }
  for (int i = 0; i < kRows; ++i) {
    float* target = result.data() + (row + i) * result.cols() + column;
    std::memcpy(target, sums[i], sizeof sums[i]);
  }
}

/// The columns that are left over where their count is no multiple of the lanes.
void fill_cell(const LeftSide& a, Index row, const FloatMatrix& b, Index column, FloatMatrix& result) {
  float sum = 0;
  for (Index k = 0; k < a.depth; ++k) sum += a.data[row * a.row_stride + k * a.depth_stride] * b(k, column);
  result(row, column) = sum;
}

template <int kRows>
void fill_rows(const LeftSide& a, Index row, const FloatMatrix& b, FloatMatrix& result) {
  Index column = 0;
  for (; column + 2 * kProductLanes <= b.cols(); column += 2 * kProductLanes) {
    fill_tile<kRows, 2>(a, row, b, column, result);
  }
  for (; column + kProductLanes <= b.cols(); column += kProductLanes) fill_tile<kRows, 1>(a, row, b, column, result);
  for (; column < b.cols(); ++column) {
    for (Index i = 0; i < kRows; ++i) fill_cell(a, row + i, b, column, result);
  }
}

FloatMatrix multiplied(const LeftSide& a, const FloatMatrix& b) {
  FloatMatrix result(a.rows, b.cols());
  Index row = 0;
  for (; row + 4 <= a.rows; row += 4) fill_rows<4>(a, row, b, result);
  for (; row < a.rows; ++row) fill_rows<1>(a, row, b, result);
  return result;
}

/// The sentence is made only where it is needed: these products are small and many.
template <typename Scalar>
void require_inner(Index left, Index right, const MatrixOf<Scalar>& a, const MatrixOf<Scalar>& b, const char* name) {
  if (left == right) return;
  require(false, std::string("the product ") + name + " of A " + shape_text(a) + " and B " + shape_text(b) +
                     " cannot be: both need the same inner width");
}

}  // namespace

template <typename Scalar>
MatrixOf<Scalar> product(const MatrixOf<Scalar>& a, const MatrixOf<Scalar>& b) {
  require_inner(a.cols(), b.rows(), a, b, "A B");
  if constexpr (std::is_same_v<Scalar, float>) return multiplied({a.data(), a.rows(), a.cols(), a.cols(), 1}, b);
  return a * b;
}

template <typename Scalar>
MatrixOf<Scalar> product_of_transposed(const MatrixOf<Scalar>& a, const MatrixOf<Scalar>& b) {
  require_inner(a.rows(), b.rows(), a, b, "A^T B");
  if constexpr (std::is_same_v<Scalar, float>) return multiplied({a.data(), a.cols(), a.rows(), 1, a.cols()}, b);
  return a.transpose() * b;
}

template <typename Scalar>
MatrixOf<Scalar> product_with_transposed(const MatrixOf<Scalar>& a, const MatrixOf<Scalar>& b) {
  require_inner(a.cols(), b.cols(), a, b, "A B^T");
  if constexpr (std::is_same_v<Scalar, float>) {
    return multiplied({a.data(), a.rows(), a.cols(), a.cols(), 1}, FloatMatrix(b.transpose()));
  }
  return a * b.transpose();
}

#define AP_INSTANTIATE(Scalar)                                                                       \
  template MatrixOf<Scalar> product(const MatrixOf<Scalar>&, const MatrixOf<Scalar>&);               \
  template MatrixOf<Scalar> product_of_transposed(const MatrixOf<Scalar>&, const MatrixOf<Scalar>&); \
  template MatrixOf<Scalar> product_with_transposed(const MatrixOf<Scalar>&, const MatrixOf<Scalar>&);
AP_INSTANTIATE(double)
AP_INSTANTIATE(float)
#undef AP_INSTANTIATE

}  // namespace attention
