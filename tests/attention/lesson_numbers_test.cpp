// Numbers that the lessons show, from the draws of default_rng(0): each is computed anew and held against NumPy's.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/attention/flash.hpp"
#include "core/attention/mask.hpp"
#include "core/attention/random.hpp"
#include "core/attention/rotary.hpp"
#include "core/attention/scaled_dot_product.hpp"
#include "core/attention/softmax.hpp"
#include "tests/support/difference.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/not_finite.hpp"
#include "tests/support/random_attention.hpp"

namespace {

using attention::FloatMatrix;
using attention::Index;
using attention::Matrix;
using attention::rotary;
using attention::RotaryPairing;
using attention::softmax_rows;
using support::worst_difference;

using support::kInfinity;

struct Statistics {
  double raw_deviation, scaled_deviation;  ///< of the scores
  double raw_largest, scaled_largest;      ///< mean over queries of the largest weight
};

/// The draws of the lessons, in their order.
struct Draws {
  std::vector<Statistics> scaling;   ///< d_k 4, 16, 64, 256, 1024
  Matrix scores;                     ///< [6 x 6]
  Matrix q, k, v;                    ///< [5 x 4], [5 x 4], [5 x 3]
  Matrix rotary_q, rotary_k;         ///< [1 x 8]
  Matrix flash_q, flash_k, flash_v;  ///< [64 x 16], rounded to float
};

double deviation(const Matrix& x) { return std::sqrt((x.array() - x.mean()).square().mean()); }

double mean_largest_weight(const Matrix& scores) { return softmax_rows(scores).weights.rowwise().maxCoeff().mean(); }

Draws draws() {
  attention::Generator normals(support::entropy_of(0));
  Draws drawn;
  for (const Index d : {4, 16, 64, 256, 1'024}) {
    const Matrix q = normals.standard_normal(400, d), k = normals.standard_normal(64, d);
    const Matrix raw = q * k.transpose(), scaled = raw / std::sqrt(static_cast<double>(d));
    drawn.scaling.push_back({deviation(raw), deviation(scaled), mean_largest_weight(raw), mean_largest_weight(scaled)});
  }
  drawn.scores = normals.standard_normal(6, 6);
  drawn.q = normals.standard_normal(5, 4);
  drawn.k = normals.standard_normal(5, 4);
  drawn.v = normals.standard_normal(5, 3);
  drawn.rotary_q = normals.standard_normal(1, 8);
  drawn.rotary_k = normals.standard_normal(1, 8);
  drawn.flash_q = normals.standard_normal(64, 16).cast<float>().cast<double>();
  drawn.flash_k = normals.standard_normal(64, 16).cast<float>().cast<double>();
  drawn.flash_v = normals.standard_normal(64, 16).cast<float>().cast<double>();
  return drawn;
}

Matrix numbers(const char* name) { return support::matrix_from(support::golden("lessons")[name]); }

Matrix turned(const Matrix& x, Index position, RotaryPairing pairing) {
  return rotary(x, {position}, x.cols(), {.pairing = pairing});
}

}  // namespace

TEST_CASE("lesson: without the scale scores spread as the root of d_k and the largest weight takes all") {
  const Matrix expected = numbers("scaling");
  const Draws drawn = draws();
  REQUIRE(expected.rows() == static_cast<Index>(drawn.scaling.size()));
  for (Index row = 0; row < expected.rows(); ++row) {
    const Statistics& found = drawn.scaling[static_cast<std::size_t>(row)];
    const Matrix all{{found.raw_deviation, found.scaled_deviation, found.raw_largest, found.scaled_largest}};
    CHECK(worst_difference(all, expected.row(row)) <= 1e-12 * found.raw_deviation);
  }
}

TEST_CASE("lesson: a score of 0 is not a mask, minus infinity is") {
  const Matrix zeros{{2, 0.5, 0.8, 1, 0, 0, 0, 0}};
  Matrix masked = zeros;
  masked.rightCols(4).setConstant(-kInfinity);
  CHECK(worst_difference(softmax_rows(zeros).weights, numbers("mask_of_zeros")) <= 1e-15);
  CHECK(worst_difference(softmax_rows(masked).weights, numbers("mask_of_infinities")) <= 1e-15);
}

TEST_CASE("lesson: masking after the softmax needs the rows divided again") {
  const Matrix scores = draws().scores;
  const attention::BoolMatrix causal = attention::causal_mask(6, 6);
  const Matrix before = softmax_rows(attention::apply_mask(scores, causal)).weights;
  Matrix after = softmax_rows(scores).weights.cwiseProduct(causal.cast<double>());
  const Matrix sums = after.rowwise().sum();
  CHECK(worst_difference(sums, numbers("sums_of_late_mask")) <= 1e-14);
  after.array() /= sums.replicate(1, 6).array();
  CHECK(worst_difference(after, before) <= 2e-15);
}

TEST_CASE("lesson: softmax over the columns leaves rows that do not sum to 1") {
  const Matrix by_column = softmax_rows<double>(draws().scores.transpose()).weights.transpose();
  CHECK(worst_difference(Matrix(by_column.rowwise().sum()), numbers("sums_of_column_softmax")) <= 1e-14);
}

TEST_CASE("lesson: a row of minus infinities is 0 here, and large negative numbers are no mask") {
  const Matrix row{{0.3, -1, 2, 0.1}};
  CHECK(worst_difference(softmax_rows<double>(Matrix::Constant(1, 4, -kInfinity)).weights, Matrix::Zero(1, 4)) <= 0);
  CHECK(worst_difference(softmax_rows<double>(Matrix::Constant(1, 4, -1e9)).weights, Matrix::Constant(1, 4, 0.25)) <=
        0);
  // Added in double the scores survive it; in float they drown.
  const Matrix added = row.array() - 1e9;
  CHECK(worst_difference(softmax_rows(added).weights, numbers("mask_of_added_billion")) <= 1e-15);
  const FloatMatrix added_float = row.cast<float>().array() - 1e9F;
  CHECK(worst_difference(softmax_rows(added_float).weights.cast<double>(), Matrix::Constant(1, 4, 0.25)) <= 0);
  const Matrix small_exponent{{1, 2, -1e-9, -1e-9}};
  CHECK(worst_difference(softmax_rows(small_exponent).weights, numbers("mask_of_small_exponent")) <= 1e-15);
}

TEST_CASE("lesson: tokens as columns give the transposed answer") {
  const Draws drawn = draws();
  const Matrix rows = attention::scaled_dot_product_attention(drawn.q, drawn.k, drawn.v, {.scale = 0.5}).output;
  // O = V S with S the softmax of every column of K^T Q / 2, all of them with one token a column.
  Matrix weights = (drawn.k * drawn.q.transpose() / 2).array().exp();
  weights.array() /= Matrix(weights.colwise().sum()).replicate(5, 1).array();
  const Matrix columns = drawn.v.transpose() * weights;
  CHECK(worst_difference(rows, Matrix(columns.transpose())) <= 1e-14);
}

TEST_CASE("lesson: one set of weights gives other scores with the other rotary pairing") {
  const Draws drawn = draws();
  const auto score = [&](Index of_query, Index of_key, RotaryPairing pairing) {
    return turned(drawn.rotary_q, of_query, pairing).row(0).dot(turned(drawn.rotary_k, of_key, pairing).row(0));
  };
  const nlohmann::json& expected = support::golden("lessons")["rotary_scores"];
  const auto wanted = [&](const char* name) { return expected[name].get<double>(); };
  CHECK(std::abs(score(5, 2, RotaryPairing::kAdjacent) - wanted("adjacent")) <= 1e-13);
  CHECK(std::abs(score(5, 2, RotaryPairing::kHalves) - wanted("halves")) <= 1e-13);
  CHECK(std::abs(score(105, 102, RotaryPairing::kAdjacent) - wanted("adjacent_far")) <= 1e-13);
  const Matrix twice = turned(turned(drawn.rotary_k, 2, RotaryPairing::kAdjacent), 2, RotaryPairing::kAdjacent);
  const double wrong = turned(drawn.rotary_q, 5, RotaryPairing::kAdjacent).row(0).dot(twice.row(0));
  CHECK(std::abs(wrong - wanted("turned_twice")) <= 1e-13);
}

TEST_CASE("lesson: flash attention in floats is as exact as dense, and not the same bits") {
  const Draws drawn = draws();
  const Matrix exact = attention::scaled_dot_product_attention(drawn.flash_q, drawn.flash_k, drawn.flash_v).output;
  const FloatMatrix q = drawn.flash_q.cast<float>(), k = drawn.flash_k.cast<float>(), v = drawn.flash_v.cast<float>();
  const Matrix dense = attention::scaled_dot_product_attention(q, k, v).output.cast<double>();
  CHECK(worst_difference(dense, exact) <= 1e-6);
  for (const Index tile : {1, 4, 16}) {
    attention::FlashOptions options;
    options.query_rows = 64;
    options.key_rows = tile;
    const Matrix flash = attention::flash_attention(q, k, v, options).cast<double>();
    CHECK(worst_difference(flash, exact) <= 1e-6);
    CHECK_FALSE(worst_difference(flash, dense) <= 0);
  }
}

TEST_CASE("lesson: forgetting the rescale is an error of 0.995") {
  const Draws drawn = draws();
  const Matrix exact = attention::scaled_dot_product_attention(drawn.flash_q, drawn.flash_k, drawn.flash_v).output;
  attention::FlashOptions options;
  options.query_rows = 64;
  options.key_rows = 16;
  const attention::FlashTrace trace =
      attention::flash_attention_trace(drawn.flash_q, drawn.flash_k, drawn.flash_v, options);
  Matrix output = Matrix::Zero(64, 16), sum = Matrix::Zero(64, 1);
  for (const attention::FlashTile& tile : trace.tiles) {
    const attention::FlashStep alone = attention::flash_step<double>(
        attention::flash_start<double>(64, 16), tile.logits, drawn.flash_v.middleRows(tile.first_key, tile.keys));
    output += alone.after.output;
    sum += alone.after.row_sum;
  }
  const auto expected = support::golden("lessons")["error_without_rescale"].get<double>();
  const Matrix wrong = output.array() / sum.replicate(1, 16).array();
  CHECK(std::abs((wrong - exact).cwiseAbs().maxCoeff() - expected) <= 1e-12);
}

TEST_CASE("lesson: a constant added to all scores changes no weight") {
  const Matrix scores = draws().scores;
  const Matrix moved = scores.array() + 100;
  CHECK(worst_difference(softmax_rows(moved).weights, softmax_rows(scores).weights) <= 1e-14);
}
