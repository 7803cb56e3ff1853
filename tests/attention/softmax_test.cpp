#include "core/attention/softmax.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "tests/support/difference.hpp"
#include "tests/support/not_finite.hpp"
#include "tests/support/random_attention.hpp"

namespace {

using attention::Index;
using attention::Matrix;
using support::worst_difference;

using support::kInfinity;

Matrix random_logits(std::uint64_t seed) {
  const support::RandomAttention inputs = support::random_attention(seed);
  return 3 * inputs.queries;
}

}  // namespace

TEST_CASE("rows of a softmax sum to 1") {
  for (std::uint64_t seed = 0; seed < support::kRandomCases; ++seed) {
    INFO("seed ", seed);
    const Matrix weights = attention::softmax_rows(random_logits(seed)).weights;
    CHECK(worst_difference(Matrix(weights.rowwise().sum()), Matrix::Ones(weights.rows(), 1)) <= 1e-15);
  }
}

TEST_CASE("the largest exponential of a row is exactly 1") {
  for (std::uint64_t seed = 0; seed < support::kRandomCases; ++seed) {
    INFO("seed ", seed);
    const Matrix exponentials = attention::softmax_rows(random_logits(seed)).exponentials;
    CHECK(worst_difference(Matrix(exponentials.rowwise().maxCoeff()), Matrix::Ones(exponentials.rows(), 1)) <= 0);
  }
}

TEST_CASE("a constant added to a row changes no weight") {
  for (std::uint64_t seed = 0; seed < support::kRandomCases; ++seed) {
    INFO("seed ", seed);
    const Matrix logits = random_logits(seed);
    Matrix moved = logits;
    for (Index row = 0; row < moved.rows(); ++row) moved.row(row).array() += 1'000.0 * static_cast<double>(row + 1);
    // 1e-12 and not less: adding 9,000 rounds the logits themselves to 1e-12.
    CHECK(worst_difference(attention::softmax_rows(moved).weights, attention::softmax_rows(logits).weights) <= 1e-12);
  }
}

TEST_CASE("logits far beyond exp's range give finite weights") {
  const Matrix logits{{10'000, 10'000, -10'000}, {-10'000, -10'001, -20'000}};
  const double second = std::exp(-1.0);
  const Matrix expected{{0.5, 0.5, 0}, {1 / (1 + second), second / (1 + second), 0}};
  CHECK(worst_difference(attention::softmax_rows(logits).weights, expected) <= 1e-15);
}

TEST_CASE("minus infinity gets exactly no weight") {
  const Matrix logits{{2, -kInfinity, 2}};
  const attention::SoftmaxTrace trace = attention::softmax_rows(logits);
  CHECK(trace.exponentials(0, 1) == 0);
  CHECK(worst_difference(trace.weights, Matrix{{0.5, 0, 0.5}}) <= 0);
}

TEST_CASE("an empty row is all 0 and leaves its neighbours alone") {
  const Matrix logits{{0, 0}, {-kInfinity, -kInfinity}, {0, 0}};
  const attention::SoftmaxTrace trace = attention::softmax_rows(logits);
  CHECK(worst_difference(trace.row_max, Matrix{{0}, {-kInfinity}, {0}}) <= 0);
  CHECK(worst_difference(trace.exponentials, Matrix{{1, 1}, {0, 0}, {1, 1}}) <= 0);
  CHECK(worst_difference(trace.row_sum, Matrix{{2}, {0}, {2}}) <= 0);
  CHECK(worst_difference(trace.weights, Matrix{{0.5, 0.5}, {0, 0}, {0.5, 0.5}}) <= 0);
}

TEST_CASE("NaN is never taken for an empty row") {
  for (const Index place : {0, 1, 2}) {
    Matrix logits = Matrix::Constant(1, 3, -kInfinity);
    logits(0, place) = std::numeric_limits<double>::quiet_NaN();
    CHECK_MESSAGE(std::isnan(attention::softmax_rows(logits).weights(0, place)), "NaN at column ", place);
  }
}

TEST_CASE("a softmax of nothing is nothing") {
  CHECK(worst_difference(attention::softmax_rows(Matrix(0, 3)).weights, Matrix(0, 3)) <= 0);
  CHECK(worst_difference(attention::softmax_rows(Matrix(2, 0)).row_sum, Matrix::Zero(2, 1)) <= 0);
}
