// Properties of attention that hold whatever the numbers, over awkward sizes. Every failure names its seed.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/attention/alibi.hpp"
#include "core/attention/flash.hpp"
#include "core/attention/mask.hpp"
#include "core/attention/multi_head.hpp"
#include "core/attention/random.hpp"
#include "core/attention/rotary.hpp"
#include "core/attention/scaled_dot_product.hpp"
#include "tests/support/difference.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/random_attention.hpp"

namespace {

using attention::AttentionOptions;
using attention::AttentionTraceOf;
using attention::BoolMatrix;
using attention::FlashOptions;
using attention::FloatMatrix;
using attention::Index;
using attention::Matrix;
using attention::scaled_dot_product_attention;
using support::worst_difference;

const Index kTile = FlashOptions{}.key_rows;  // clang 14: not a constant expression
const Index kSizes[] = {1, 2, 3, 17, kTile - 1, kTile, kTile + 1};

struct Case {
  std::uint64_t seed = 0;
  Matrix q, k, v;
  BoolMatrix mask;
};

Case case_of(std::uint64_t seed, Index T, Index S) {
  attention::Generator normals(support::entropy_of(seed));
  attention::Pcg64 bits{attention::SeedSequence(support::entropy_of(seed + 1))};
  Case test{seed, normals.standard_normal(T, 5), normals.standard_normal(S, 5), normals.standard_normal(S, 3), {}};
  test.mask.resize(T, S);
  for (Index i = 0; i < T; ++i) {
    for (Index j = 0; j < S; ++j) test.mask(i, j) = bits.next_uint64() % 4 != 0;
  }
  return test;
}

/// A case for every pair of awkward sizes.
std::vector<Case> awkward_cases(std::uint64_t first_seed) {
  std::vector<Case> cases;
  for (const Index T : kSizes) {
    for (const Index S : kSizes) cases.push_back(case_of(first_seed++, T, S));
  }
  return cases;
}

/// 0, 1, ... count - 1 in a random order.
std::vector<Index> random_order(std::uint64_t seed, Index count) {
  attention::Pcg64 bits{attention::SeedSequence(support::entropy_of(seed))};
  std::vector<Index> order = attention::consecutive_positions(count);
  for (std::size_t place = order.size(); place > 1; --place) {
    std::swap(order[place - 1], order[bits.next_uint64() % place]);
  }
  return order;
}

}  // namespace

TEST_CASE("property: flash equals plain with the tiles that it uses when nothing else is said") {
  double worst = 0;
  for (const Case& test : awkward_cases(100)) {
    INFO("seed ", test.seed);
    FlashOptions options;
    options.attention.mask = test.mask;
    const Matrix plain = scaled_dot_product_attention(test.q, test.k, test.v, options.attention).output;
    const support::Difference difference =
        worst_difference(attention::flash_attention(test.q, test.k, test.v, options), plain);
    CHECK(difference <= 1e-13);
    worst = std::max(worst, difference.size);
  }
  MESSAGE("flash differs from plain by at most ", worst);
}

TEST_CASE("property: any permutation of the keys with values and mask changes no output") {
  for (const Case& test : awkward_cases(200)) {
    INFO("seed ", test.seed);
    const std::vector<Index> order = random_order(test.seed, test.k.rows());
    Case permuted = test;
    for (Index key = 0; key < test.k.rows(); ++key) {
      const Index from = order[static_cast<std::size_t>(key)];
      permuted.k.row(key) = test.k.row(from);
      permuted.v.row(key) = test.v.row(from);
      permuted.mask.col(key) = test.mask.col(from);
    }
    const Matrix expected = scaled_dot_product_attention(test.q, test.k, test.v, {.mask = test.mask}).output;
    const Matrix actual =
        scaled_dot_product_attention(permuted.q, permuted.k, permuted.v, {.mask = permuted.mask}).output;
    CHECK(worst_difference(actual, expected) <= 1e-13);
  }
}

TEST_CASE("property: a constant added to a row of scores changes no output") {
  for (const Case& test : awkward_cases(300)) {
    INFO("seed ", test.seed);
    attention::Generator normals(support::entropy_of(test.seed + 7'000));
    const Matrix row_constants = 50 * normals.standard_normal(test.q.rows(), 1);
    const Matrix bias = row_constants.replicate(1, test.k.rows());
    const Matrix expected = scaled_dot_product_attention(test.q, test.k, test.v, {.mask = test.mask}).output;
    const Matrix moved = scaled_dot_product_attention(test.q, test.k, test.v, {.bias = bias, .mask = test.mask}).output;
    CHECK(worst_difference(moved, expected) <= 1e-12);  // adding 100 rounds the scores to 1e-14
  }
}

TEST_CASE("property: rows of weights sum to 1, of floats too, and empty rows to 0") {
  double worst = 0, worst_float = 0;
  for (const Case& test : awkward_cases(400)) {
    INFO("seed ", test.seed);
    const AttentionOptions options{.mask = test.mask};
    Matrix sums = Matrix::Ones(test.q.rows(), 1);
    for (const Index row : attention::empty_rows(test.mask)) sums(row, 0) = 0;
    const Matrix weights = scaled_dot_product_attention(test.q, test.k, test.v, options).weights;
    const FloatMatrix of_float =
        scaled_dot_product_attention<float>(test.q.cast<float>(), test.k.cast<float>(), test.v.cast<float>(), options)
            .weights;
    const support::Difference difference = worst_difference(Matrix(weights.rowwise().sum()), sums);
    const support::Difference float_difference =
        worst_difference(Matrix(of_float.cast<double>().rowwise().sum()), sums);
    CHECK(difference <= 2e-15);
    CHECK(float_difference <= 1e-6);
    worst = std::max(worst, difference.size);
    worst_float = std::max(worst_float, float_difference.size);
  }
  MESSAGE("rows sum to 1 within ", worst, ", of floats within ", worst_float);
}

TEST_CASE("property: H heads are H separate attentions on their columns") {
  for (const auto& counts : {attention::HeadCounts{1, 1}, attention::HeadCounts{2, 2}, attention::HeadCounts{6, 3},
                             attention::HeadCounts{5, 1}}) {
    for (const Index T : {1, 2, 3, 13}) {
      const std::uint64_t seed = 500 + static_cast<std::uint64_t>(T);
      INFO("seed ", seed, ", heads ", counts.heads, ", T ", T);
      attention::Generator normals(support::entropy_of(seed));
      const Index d = 3, d_v = 2, S = T + 2;
      const Matrix q = normals.standard_normal(T, counts.heads * d);
      const Matrix k = normals.standard_normal(S, counts.kv_heads * d);
      const Matrix v = normals.standard_normal(S, counts.kv_heads * d_v);
      const AttentionOptions options{.mask = attention::causal_mask(T, S, 2)};
      const Matrix together = attention::attend_heads(q, k, v, std::nullopt, counts, options).output;
      for (Index head = 0; head < counts.heads; ++head) {
        const Index group = head * counts.kv_heads / counts.heads;
        const Matrix alone = scaled_dot_product_attention<double>(q.middleCols(head * d, d), k.middleCols(group * d, d),
                                                                  v.middleCols(group * d_v, d_v), options)
                                 .output;
        CHECK(worst_difference(Matrix(together.middleCols(head * d_v, d_v)), alone) <= 0);
      }
    }
  }
}

TEST_CASE("property: with rotary positions or ALiBi an output depends on distances only") {
  double worst = 0;
  for (const Case& test : awkward_cases(600)) {
    INFO("seed ", test.seed);
    const Index T = test.q.rows(), S = test.k.rows();
    const auto attend = [&](Index moved) {
      const attention::RotaryOptions rotary{.pairing = attention::RotaryPairing::kHalves, .dimensions = 4};
      const Matrix q = attention::rotary(test.q, attention::consecutive_positions(T, moved), 5, rotary);
      const Matrix k = attention::rotary(test.k, attention::consecutive_positions(S, moved), 5, rotary);
      return scaled_dot_product_attention(q, k, test.v, {.bias = attention::alibi_bias(T, S, 0.25), .mask = test.mask})
          .output;
    };
    const support::Difference difference = worst_difference(attend(1'000), attend(0));
    CHECK(difference <= 1e-11);
    worst = std::max(worst, difference.size);
  }
  MESSAGE("outputs move by at most ", worst, " when all positions move by 1,000");
}

TEST_CASE("property: a causal output does not move when the future changes, in flash attention either") {
  for (const Index T : kSizes) {
    const Case test = case_of(700 + static_cast<std::uint64_t>(T), T, T);
    INFO("seed ", test.seed);
    FlashOptions options;
    options.causal = true;
    options.query_rows = 4;
    options.key_rows = 3;
    const AttentionOptions causal{.mask = attention::causal_mask(T, T)};
    const Matrix plain = scaled_dot_product_attention(test.q, test.k, test.v, causal).output;
    const Matrix flash = attention::flash_attention(test.q, test.k, test.v, options);
    const Index now = T / 2;
    Case changed = test;
    changed.k.bottomRows(T - now - 1).array() += 10;
    changed.v.bottomRows(T - now - 1).array() -= 1'000;
    const Matrix plain_after = scaled_dot_product_attention(changed.q, changed.k, changed.v, causal).output;
    const Matrix flash_after = attention::flash_attention(changed.q, changed.k, changed.v, options);
    CHECK(worst_difference(Matrix(plain_after.topRows(now + 1)), Matrix(plain.topRows(now + 1))) <= 0);
    CHECK(worst_difference(Matrix(flash_after.topRows(now + 1)), Matrix(flash.topRows(now + 1))) <= 0);
  }
}

TEST_CASE("floats are within 5e-7 of NumPy's float64 on every platform, so that wasm is within 1e-6 of native") {
  // This suite runs natively and in wasm: each within 5e-7 of the same numbers, they are within 1e-6 of each other.
  double worst = 0;
  for (const nlohmann::json& test : support::golden("variants")["cases"]) {
    INFO(test["name"].get<std::string>());
    AttentionOptions options;
    if (!test["scale"].is_null()) options.scale = test["scale"].get<double>();
    if (!test["softcap"].is_null()) options.softcap = test["softcap"].get<double>();
    if (!test["bias"].is_null()) options.bias = support::matrix_from(test["bias"]);
    if (!test["mask"].is_null()) options.mask = support::mask_from(test["mask"]);
    const FloatMatrix q = support::matrix_from(test["queries"]).cast<float>();
    const FloatMatrix k = support::matrix_from(test["keys"]).cast<float>();
    const FloatMatrix v = support::matrix_from(test["values"]).cast<float>();
    const Matrix output = scaled_dot_product_attention(q, k, v, options).output.cast<double>();
    const support::Difference difference = worst_difference(output, support::matrix_from(test["expected"]["output"]));
    CHECK(difference <= 5e-7);
    worst = std::max(worst, difference.size);
  }
  MESSAGE("floats differ from NumPy's float64 by at most ", worst);
}
