#include "core/attention/linear_attention.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "tests/support/difference.hpp"
#include "tests/support/gradient_check.hpp"
#include "tests/support/random_attention.hpp"
#include "tests/support/thrown.hpp"

namespace {

using attention::FloatMatrix;
using attention::Index;
using attention::LinearAttentionTrace;
using attention::Matrix;
using support::worst_difference;

double phi(double x) { return x > 0 ? x + 1 : std::exp(x); }

/// Equation 4 of the paper as it stands: a weight for each pair.
Matrix quadratic(const support::RandomAttention& inputs, bool causal) {
  Matrix output = Matrix::Zero(inputs.queries.rows(), inputs.values.cols());
  for (Index i = 0; i < inputs.queries.rows(); ++i) {
    double sum = 0;
    for (Index j = 0; j < inputs.keys.rows() && (!causal || j <= i); ++j) {
      double similarity = 0;
      for (Index c = 0; c < inputs.keys.cols(); ++c) similarity += phi(inputs.queries(i, c)) * phi(inputs.keys(j, c));
      output.row(i) += similarity * inputs.values.row(j);
      sum += similarity;
    }
    output.row(i) /= sum;
  }
  return output;
}

}  // namespace

TEST_CASE("linear attention equals its quadratic form, causal and not, in float as in double") {
  support::Worst worst, worst_float;
  for (std::uint64_t seed = 0; seed < support::kRandomCases; ++seed) {
    for (const bool causal : {false, true}) {
      INFO("seed ", seed, ", causal ", causal);
      const support::RandomAttention inputs = support::random_attention(seed);
      const Matrix expected = quadratic(inputs, causal);
      const LinearAttentionTrace trace =
          attention::linear_attention(inputs.queries, inputs.keys, inputs.values, causal);
      CHECK(worst.add(worst_difference(trace.output, expected)) <= 1e-12);
      const Matrix weights = attention::linear_attention_weights(inputs.queries, inputs.keys, causal);
      CHECK(worst.add(worst_difference(Matrix(weights * inputs.values), expected)) <= 1e-12);
      CHECK(worst_difference(Matrix(weights.rowwise().sum()), Matrix::Ones(weights.rows(), 1)) <= 1e-15);
      const FloatMatrix narrow =
          attention::linear_attention<float>(inputs.queries.cast<float>(), inputs.keys.cast<float>(),
                                             inputs.values.cast<float>(), causal)
              .output;
      CHECK(worst_float.add(worst_difference(narrow.cast<double>(), expected)) <= 1e-5);
    }
  }
  MESSAGE("worst ", worst.of_all, ", in float ", worst_float.of_all);
}

TEST_CASE("the memory of causal linear attention is that of the keys seen so far, whatever comes later") {
  const support::RandomAttention inputs = support::random_attention(12);
  const Index T = std::min(inputs.queries.rows(), inputs.keys.rows());
  REQUIRE(T > 1);
  const Matrix q = inputs.queries.topRows(T), k = inputs.keys.topRows(T), v = inputs.values.topRows(T);
  const LinearAttentionTrace all = attention::linear_attention(q, k, v, true);
  for (Index now = 1; now <= T; ++now) {
    const LinearAttentionTrace part =
        attention::linear_attention<double>(q.topRows(now), k.topRows(now), v.topRows(now), true);
    CHECK(worst_difference(part.output, Matrix(all.output.topRows(now))) <= 1e-15);
  }
}

TEST_CASE("the feature map is x + 1 above 0 and exp(x) below") {
  CHECK(worst_difference(attention::elu_features<double>(Matrix{{2, 0, -1}}), Matrix{{3, 1, std::exp(-1)}}) <= 0);
}

TEST_CASE("without keys linear attention gives 0") {
  for (const bool causal : {false, true}) {
    const Matrix output =
        attention::linear_attention<double>(Matrix::Ones(2, 3), Matrix(0, 3), Matrix(0, 4), causal).output;
    CHECK(worst_difference(output, Matrix::Zero(2, 4)) <= 0);
  }
}

TEST_CASE("linear attention that does not fit is refused with both shapes") {
  const std::string widths = support::thrown_sentence(
      [] { attention::linear_attention<double>(Matrix::Ones(2, 3), Matrix::Ones(2, 4), Matrix::Ones(2, 1), false); });
  CHECK_MESSAGE(support::contains(widths, "2 x 3 and keys are 2 x 4"), widths);
  const std::string counts = support::thrown_sentence(
      [] { attention::linear_attention<double>(Matrix::Ones(2, 3), Matrix::Ones(5, 3), Matrix::Ones(2, 1), true); });
  CHECK_MESSAGE(support::contains(counts, "5 x 3 and values are 2 x 1"), counts);
}
