// The matrices that every function of this library takes and gives: row-major, sized at run time.
//
// Functions that teach take doubles and agree with NumPy's float64 to the last digits; what training needs is there for
// float and double alike (MatrixOf<Scalar>); the fast kernel takes floats.
#pragma once

#include <Eigen/Core>
#include <string>
#include <string_view>

namespace attention {

using Index = Eigen::Index;

/// Row-major matrix, NumPy's C order; Scalar is double or float.
template <typename Scalar>
using MatrixOf = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// NumPy's float64.
using Matrix = MatrixOf<double>;

/// NumPy's float32.
using FloatMatrix = MatrixOf<float>;

/// One number a column, shape [1 x D]: a bias or a gain.
template <typename Scalar>
using RowVectorOf = Eigen::Matrix<Scalar, 1, Eigen::Dynamic, Eigen::RowMajor>;

/// One number a row, shape [T x 1].
template <typename Scalar>
using ColumnVectorOf = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;

/// Row-major matrix of booleans; in a mask, true means "may attend".
using BoolMatrix = Eigen::Matrix<bool, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// "12 x 64", as shapes are written in messages and labels.
std::string shape_text(Index rows, Index columns);

template <typename Derived>
std::string shape_text(const Eigen::EigenBase<Derived>& matrix) {
  return shape_text(matrix.rows(), matrix.cols());
}

template <typename A, typename B>
bool same_shape(const Eigen::EigenBase<A>& a, const Eigen::EigenBase<B>& b) {
  return a.rows() == b.rows() && a.cols() == b.cols();
}

/// Throws std::invalid_argument with `sentence` unless `condition` holds: a caller's mistake, said in every build.
void require(bool condition, std::string_view sentence);

}  // namespace attention
