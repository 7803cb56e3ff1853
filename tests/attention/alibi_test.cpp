#include "core/attention/alibi.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "core/attention/mask.hpp"
#include "core/attention/scaled_dot_product.hpp"
#include "tests/support/difference.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/thrown.hpp"

namespace {

using attention::Index;
using attention::Matrix;
using support::worst_difference;

Matrix row_of(const std::vector<double>& numbers) {
  return Eigen::Map<const Matrix>(numbers.data(), 1, static_cast<Index>(numbers.size()));
}

}  // namespace

TEST_CASE("ALiBi slopes are those of its authors' program for any head count") {
  const nlohmann::json golden = support::golden("positions");
  for (const nlohmann::json& test : golden["alibi"]) {
    const Index heads = test["heads"].get<Index>();
    INFO(heads, " heads");
    const Matrix slopes = row_of(attention::alibi_slopes(heads));
    CHECK(worst_difference(slopes, support::matrix_from(test["slopes"])) <= 1e-14);
  }
}

TEST_CASE("ALiBi slopes of 8 and 16 heads are the paper's") {
  const Matrix eight = row_of(attention::alibi_slopes(8)), sixteen = row_of(attention::alibi_slopes(16));
  for (Index head = 0; head < 8; ++head) CHECK(eight(0, head) == std::ldexp(1.0, -static_cast<int>(head) - 1));
  CHECK(sixteen(0, 0) == doctest::Approx(1 / std::sqrt(2.0)).epsilon(1e-15));
  CHECK(sixteen(0, 15) == std::ldexp(1.0, -8));
}

TEST_CASE("the ALiBi bias is the slope times the distance, moved by the offset") {
  const Matrix near_ends{{0, -0.5, -1}, {-0.5, 0, -0.5}};
  CHECK(worst_difference(attention::alibi_bias(2, 3, 0.5), near_ends) <= 0);
  CHECK(worst_difference(attention::alibi_bias(1, 4, 2, 3), Matrix{{-6, -4, -2, 0}}) <= 0);
  CHECK(worst_difference(attention::alibi_bias(2, 2, 1, -1), Matrix{{-1, -2}, {0, -1}}) <= 0);
}

TEST_CASE("with ALiBi and equal scores the weights fall by exp(slope) a key") {
  const double slope = attention::alibi_slopes(4)[0];
  const attention::AttentionTrace trace = attention::scaled_dot_product_attention<double>(
      Matrix::Zero(5, 2), Matrix::Zero(5, 2), Matrix::Zero(5, 1),
      {.bias = attention::alibi_bias(5, 5, slope), .mask = attention::causal_mask(5, 5)});
  for (Index key = 1; key < 5; ++key) {
    CHECK(trace.weights(4, key) / trace.weights(4, key - 1) == doctest::Approx(std::exp(slope)).epsilon(1e-14));
  }
}

TEST_CASE("no heads have no slopes") {
  CHECK(support::contains(support::thrown_sentence([] { attention::alibi_slopes(0); }), "0 heads"));
}
