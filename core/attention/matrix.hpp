// The matrices that every function of this library takes and gives: row-major, double, sized at run time.
#pragma once

#include <Eigen/Core>
#include <string>
#include <string_view>

namespace attention {

using Index = Eigen::Index;

/// Row-major matrix of doubles: NumPy's float64 in C order.
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// One number a row, shape [T x 1].
using ColumnVector = Eigen::Matrix<double, Eigen::Dynamic, 1>;

/// Row-major matrix of booleans; in a mask, true means "may attend".
using BoolMatrix = Eigen::Matrix<bool, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// "12 x 64", as shapes are written in messages and labels.
std::string shape_text(Index rows, Index columns);

template <typename Derived>
std::string shape_text(const Eigen::EigenBase<Derived>& matrix) {
  return shape_text(matrix.rows(), matrix.cols());
}

/// Throws std::invalid_argument with `sentence` unless `condition` holds: a caller's mistake, said in every build.
void require(bool condition, std::string_view sentence);

}  // namespace attention
