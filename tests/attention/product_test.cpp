// The three products of matrices that training is made of.
#include "core/attention/product.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "tests/support/difference.hpp"
#include "tests/support/random_draw.hpp"

namespace {

using attention::FloatMatrix;
using attention::Index;
using attention::Matrix;

/// Each cell a sum in double, written down plainly.
Matrix plain_product(const Matrix& a, const Matrix& b) {
  Matrix result = Matrix::Zero(a.rows(), b.cols());
  for (Index row = 0; row < a.rows(); ++row) {
    for (Index column = 0; column < b.cols(); ++column) {
      for (Index k = 0; k < a.cols(); ++k) result(row, column) += a(row, k) * b(k, column);
    }
  }
  return result;
}

}  // namespace

TEST_CASE("products of floats and doubles are the sums they should be, at every size around a tile") {
  support::RandomDraw draw(31);
  for (const Index rows : {0, 1, 2, 3, 4, 5, 7, 8, 9, 31}) {
    for (const Index columns : {0, 1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17}) {
      for (const Index depth : {0, 1, 3, 20}) {
        INFO(rows, " x ", depth, " times ", depth, " x ", columns);
        const FloatMatrix a = draw.matrix<float>(rows, depth), b = draw.matrix<float>(depth, columns);
        const FloatMatrix a_transposed = a.transpose(), b_transposed = b.transpose();
        const Matrix expected = plain_product(a.cast<double>(), b.cast<double>());
        CHECK(support::worst_difference(attention::product(a, b).cast<double>(), expected) <= 1e-5);
        CHECK(support::worst_difference(attention::product_of_transposed(a_transposed, b).cast<double>(), expected) <=
              1e-5);
        CHECK(support::worst_difference(attention::product_with_transposed(a, b_transposed).cast<double>(), expected) <=
              1e-5);
        const Matrix in_double = a.cast<double>(), other = b.cast<double>();
        CHECK(support::worst_difference(attention::product(in_double, other), expected) <= 1e-13);
        CHECK(support::worst_difference(attention::product_of_transposed<double>(in_double.transpose(), other),
                                        expected) <= 1e-13);
        CHECK(support::worst_difference(attention::product_with_transposed<double>(in_double, other.transpose()),
                                        expected) <= 1e-13);
      }
    }
  }
}

TEST_CASE("a NaN of a product is in the cells that read it, and in no other") {
  FloatMatrix a = FloatMatrix::Ones(6, 3);
  const FloatMatrix b = FloatMatrix::Ones(3, 13);
  a(4, 1) = std::numeric_limits<float>::quiet_NaN();
  const FloatMatrix result = attention::product(a, b);
  for (Index row = 0; row < 6; ++row) {
    for (Index column = 0; column < 13; ++column) CHECK(std::isnan(result(row, column)) == (row == 4));
  }
}

TEST_CASE("products of shapes that do not fit are refused") {
  const FloatMatrix a = FloatMatrix::Ones(2, 3), b = FloatMatrix::Ones(2, 4);
  CHECK_THROWS_AS(attention::product(a, b), std::invalid_argument);
  CHECK_THROWS_AS(attention::product_with_transposed(a, b), std::invalid_argument);
  CHECK_THROWS_AS(attention::product_of_transposed(a, FloatMatrix(FloatMatrix::Ones(3, 1))), std::invalid_argument);
}
