// Identities that the lessons state, and what breaks them: heads split and merged, tied projections.
#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "core/attention/multi_head.hpp"
#include "tests/support/difference.hpp"
#include "tests/support/random_draw.hpp"

namespace {

using attention::Index;
using attention::Matrix;
using support::worst_difference;

}  // namespace

TEST_CASE("heads are merged side by side for each token, not one below the other") {
  // Two heads of width 2 for two tokens, numbered 0 to 7 as NumPy's arange(8).reshape(1, 2, 2, 2).
  std::vector<attention::AttentionTrace> heads(2);
  heads[0].output = Matrix{{0, 1}, {2, 3}};
  heads[1].output = Matrix{{4, 5}, {6, 7}};
  CHECK(worst_difference(attention::concatenate_heads(heads), Matrix{{0, 1, 4, 5}, {2, 3, 6, 7}}) <= 0);
}

TEST_CASE("splitting into heads and merging again changes nothing") {
  const Matrix projected = support::RandomDraw(7).matrix<double>(5, 12);
  std::vector<attention::AttentionTrace> heads(4);
  for (Index h = 0; h < 4; ++h) heads[static_cast<std::size_t>(h)].output = attention::head_columns(projected, h, 3);
  CHECK(worst_difference(attention::concatenate_heads(heads), projected) <= 0);
}

TEST_CASE("dividing by the root of d_model instead of d_k is a temperature of the root of the heads") {
  support::RandomDraw draw(8);
  const Matrix q = draw.matrix<double>(3, 64), k = draw.matrix<double>(4, 64);
  const Matrix values = Matrix::Zero(4, 1);
  const Matrix by_head = attention::scaled_dot_product_attention(q, k, values).scaled_scores;
  const Matrix by_model =
      attention::scaled_dot_product_attention(q, k, values, {.scale = 1 / std::sqrt(512.0)}).scaled_scores;
  CHECK(worst_difference(by_model * 2.8284271247461903, by_head) <= 1e-14);
}

TEST_CASE("tied W_q and W_k make symmetric scores, and still asymmetric weights") {
  for (std::uint64_t seed = 0; seed < support::kGradientCases; ++seed) {
    INFO("seed ", seed);
    support::RandomDraw draw(seed);
    const Matrix x = draw.matrix<double>(4, 6), w = draw.matrix<double>(6, 3);
    const auto trace = attention::multi_head_attention<double>(x, {.wq = w, .wk = w, .wv = w}, {});
    const attention::AttentionTrace& head = trace.heads.front();
    CHECK(worst_difference(Matrix(head.scores.transpose()), head.scores) <= 1e-12);
    CHECK((head.weights - head.weights.transpose()).cwiseAbs().maxCoeff() > 1e-3);
  }
}
