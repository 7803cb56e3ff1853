#include "core/attention/flash.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "core/attention/mask.hpp"
#include "core/attention/random.hpp"
#include "tests/support/difference.hpp"
#include "tests/support/not_finite.hpp"
#include "tests/support/random_attention.hpp"
#include "tests/support/thrown.hpp"

namespace {

using attention::flash_attention;
using attention::flash_attention_trace;
using attention::FlashOptions;
using attention::FlashOrder;
using attention::FlashTile;
using attention::FlashTrace;
using attention::FloatMatrix;
using attention::Index;
using attention::Matrix;
using attention::scaled_dot_product_attention;
using support::worst_difference;

using support::kInfinity;
constexpr Index kSmallTile = 4;
constexpr Index kAwkward[] = {1, 2, 3, kSmallTile - 1, kSmallTile, kSmallTile + 1, 7, 13};
constexpr FlashOrder kOrders[] = {FlashOrder::kQueriesOutside, FlashOrder::kKeysOutside};

struct Causal {
  bool on;
  Index offset;
};

struct Inputs {
  Matrix q, k, v;
};

Inputs inputs_of(std::uint64_t seed, Index T, Index S, Index d_k, Index d_v) {
  attention::Generator normals(support::entropy_of(seed));
  const Matrix q = normals.standard_normal(T, d_k), k = normals.standard_normal(S, d_k);
  return {q, k, normals.standard_normal(S, d_v)};
}

/// Plain attention with what FlashOptions add to the mask.
Matrix plain(const Inputs& inputs, const FlashOptions& options) {
  attention::AttentionOptions all = options.attention;
  if (options.causal) {
    const attention::BoolMatrix causal =
        attention::causal_mask(inputs.q.rows(), inputs.k.rows(), options.causal_offset);
    all.mask = all.mask ? attention::mask_intersection(*all.mask, causal) : causal;
  }
  return scaled_dot_product_attention(inputs.q, inputs.k, inputs.v, all).output;
}

}  // namespace

TEST_CASE("flash attention equals plain attention on awkward sizes, in both orders, causal or not") {
  double worst = 0, worst_float = 0;
  std::uint64_t seed = 0;
  for (const Index T : kAwkward) {
    for (const Index S : kAwkward) {
      const Inputs inputs = inputs_of(++seed, T, S, 3, 2);
      for (const FlashOrder order : kOrders) {
        for (const Causal& causal : {Causal{false, 0}, Causal{true, 0}, Causal{true, S - T}, Causal{true, -2}}) {
          INFO("seed ", seed, ", T ", T, ", S ", S, ", offset ", causal.offset);
          FlashOptions options;
          options.query_rows = kSmallTile;
          options.key_rows = 1 + static_cast<Index>(seed) % 5;
          options.causal = causal.on;
          options.causal_offset = causal.offset;
          options.order = order;
          const Matrix expected = plain(inputs, options);
          const support::Difference difference =
              worst_difference(flash_attention(inputs.q, inputs.k, inputs.v, options), expected);
          CHECK(difference <= 1e-13);
          const FloatMatrix of_float =
              flash_attention<float>(inputs.q.cast<float>(), inputs.k.cast<float>(), inputs.v.cast<float>(), options);
          const support::Difference float_difference = worst_difference(of_float.cast<double>(), expected);
          CHECK(float_difference <= 1e-5);
          worst = std::max(worst, difference.size);
          worst_float = std::max(worst_float, float_difference.size);
        }
      }
    }
  }
  MESSAGE("flash differs from plain by at most ", worst, ", its float path by ", worst_float);
}

TEST_CASE("flash attention knows scale, softcap, bias and mask, and rows that they empty") {
  for (std::uint64_t seed = 0; seed < support::kRandomCases; ++seed) {
    INFO("seed ", seed);
    const support::RandomAttention random = support::random_attention(seed);
    attention::Generator normals(support::entropy_of(seed + 500));
    FlashOptions options;
    options.attention = {.scale = 1.1,
                         .softcap = 2.0,
                         .bias = normals.standard_normal(random.queries.rows(), random.keys.rows()),
                         .mask = random.mask};
    options.attention.bias->row(0).setConstant(-kInfinity);
    options.query_rows = 3;
    options.key_rows = 2;
    options.causal = seed % 2 == 0;
    const Inputs inputs{random.queries, random.keys, random.values};
    const FlashTrace trace = flash_attention_trace(inputs.q, inputs.k, inputs.v, options);
    CHECK(worst_difference(trace.output, plain(inputs, options)) <= 1e-13);
    CHECK(trace.output.row(0).isZero(0));
    CHECK(trace.log_sum_exp(0, 0) == -kInfinity);
  }
}

TEST_CASE("the trace follows the running maximum, sum and rescale factor of the definition") {
  const Inputs inputs = inputs_of(11, 5, 9, 4, 3);
  FlashOptions options;
  options.query_rows = 2;
  options.key_rows = 4;
  const FlashTrace trace = flash_attention_trace(inputs.q, inputs.k, inputs.v, options);
  const attention::AttentionTrace whole = scaled_dot_product_attention(inputs.q, inputs.k, inputs.v);
  REQUIRE(trace.tiles.size() == 3 * 3);
  for (const FlashTile& tile : trace.tiles) {
    INFO("queries from ", tile.first_query, ", keys from ", tile.first_key);
    const Index seen = tile.first_key + tile.keys;
    const Matrix logits = whole.masked_scores.middleRows(tile.first_query, tile.queries).leftCols(seen);
    const Matrix row_max = logits.rowwise().maxCoeff();
    const Matrix exponentials = (logits - row_max.replicate(1, seen)).array().exp();
    CHECK(worst_difference(tile.logits, Matrix(logits.rightCols(tile.keys))) <= 1e-15);
    CHECK(worst_difference(tile.step.after.row_max, row_max) <= 1e-15);
    CHECK(worst_difference(tile.step.after.row_sum, Matrix(exponentials.rowwise().sum())) <= 1e-14);
    CHECK(worst_difference(tile.step.after.output, Matrix(exponentials * inputs.v.topRows(seen))) <= 1e-14);
    CHECK(worst_difference(tile.step.exponentials, Matrix(exponentials.rightCols(tile.keys))) <= 1e-15);
    if (tile.first_key == 0) {
      CHECK(worst_difference(tile.step.rescale, Matrix::Zero(tile.queries, 1)) <= 0);
    } else {
      CHECK((tile.step.rescale.array() <= 1).all());
      CHECK((tile.step.rescale.array() > 0).all());
    }
  }
  const Matrix log_sum_exp = whole.row_max.array() + whole.row_sum.array().log();
  CHECK(worst_difference(trace.log_sum_exp, log_sum_exp) <= 1e-14);
}

TEST_CASE("a causal walk skips the tiles of the future and none other") {
  const Inputs inputs = inputs_of(12, 7, 7, 2, 2);
  for (const FlashOrder order : kOrders) {
    FlashOptions options;
    options.query_rows = 2;
    options.key_rows = 3;
    options.causal = true;
    options.order = order;
    Index skipped = 0;
    for (const FlashTile& tile : flash_attention_trace(inputs.q, inputs.k, inputs.v, options).tiles) {
      const bool future = tile.first_key > tile.first_query + tile.queries - 1;
      CHECK(tile.skipped == future);
      if (future) CHECK(tile.bytes_read == 0);
      skipped += tile.skipped;
    }
    // Queries 0-1 skip keys 3-5 and 6; 2-3 and 4-5 skip key 6.
    CHECK(skipped == 4);
  }
}

TEST_CASE("bytes are those of the model, counted by hand") {
  // T 4 in tiles of 2, S 6 in tiles of 3, d_k 5, d_v 7, 4 bytes a number.
  const Inputs inputs = inputs_of(13, 4, 6, 5, 7);
  FlashOptions options;
  options.query_rows = 2;
  options.key_rows = 3;
  const FlashTrace by_queries = flash_attention_trace(inputs.q, inputs.k, inputs.v, options);
  CHECK(by_queries.bytes_read == 4 * (4 * 5 + 2 * 6 * (5 + 7)));  // Q once, K and V for both tiles of queries
  CHECK(by_queries.bytes_written == 4 * 4 * 7);                   // the output once
  CHECK(by_queries.tiles[0].bytes_read == 4 * (2 * 5 + 3 * 12));
  CHECK(by_queries.tiles[1].bytes_read == 4 * 3 * 12);
  CHECK(by_queries.tiles[0].bytes_written == 0);
  CHECK(by_queries.tiles[1].bytes_written == 4 * 2 * 7);
  options.order = FlashOrder::kKeysOutside;
  const FlashTrace by_keys = flash_attention_trace(inputs.q, inputs.k, inputs.v, options);
  CHECK(by_keys.bytes_read == 4 * (6 * 12 + 2 * 4 * (5 + 7 + 2)));  // K and V once, Q and the state twice
  CHECK(by_keys.bytes_written == 4 * 2 * 4 * (7 + 2));
  const attention::MemoryTraffic plain_bytes = attention::plain_attention_traffic(4, 6, 5, 7);
  CHECK(plain_bytes.bytes_read == 4 * (4 * 5 + 6 * 12 + 2 * 24));
  CHECK(plain_bytes.bytes_written == 4 * (2 * 24 + 4 * 7));
}

TEST_CASE("the output is written once whether or not the last tiles are skipped") {
  const Inputs inputs = inputs_of(14, 5, 9, 2, 3);
  FlashOptions options;
  options.query_rows = 2;
  options.key_rows = 2;
  options.causal = true;
  CHECK(flash_attention_trace(inputs.q, inputs.k, inputs.v, options).bytes_written == 4 * 5 * 3);
}

TEST_CASE("forgetting the rescale gives another answer, remembering it the right one") {
  // The lesson's mistake, from the library's pieces: each tile's own maximum, nothing rescaled.
  const Inputs inputs = inputs_of(15, 6, 64, 8, 8);
  const Matrix expected = scaled_dot_product_attention(inputs.q, inputs.k, inputs.v).output;
  FlashOptions options;
  options.query_rows = 6;
  options.key_rows = 16;
  Matrix forgetful = Matrix::Zero(6, 8), sum = Matrix::Zero(6, 1);
  for (const FlashTile& tile : flash_attention_trace(inputs.q, inputs.k, inputs.v, options).tiles) {
    const attention::FlashStep alone = attention::flash_step<double>(attention::flash_start<double>(6, 8), tile.logits,
                                                                     inputs.v.middleRows(tile.first_key, tile.keys));
    forgetful += alone.after.output;
    sum += alone.after.row_sum;
  }
  const Matrix wrong = forgetful.array() / sum.replicate(1, 8).array();
  CHECK(worst_difference(wrong, expected).size > 0.05);
  CHECK(worst_difference(flash_attention(inputs.q, inputs.k, inputs.v, options), expected) <= 1e-13);
}

TEST_CASE("NaN and infinity come through flash attention as through plain attention") {
  Inputs inputs = inputs_of(16, 3, 6, 2, 2);
  FlashOptions options;
  options.query_rows = options.key_rows = 2;
  inputs.v.row(5).setConstant(std::numeric_limits<double>::quiet_NaN());
  options.attention.mask = attention::padding_mask(3, 6, 5);
  CHECK(flash_attention(inputs.q, inputs.k, inputs.v, options).allFinite());
  inputs.k(2, 0) = std::numeric_limits<double>::quiet_NaN();
  CHECK(flash_attention(inputs.q, inputs.k, inputs.v, options).array().isNaN().all());
  inputs.k(2, 0) = kInfinity;
  inputs.q.setOnes();
  CHECK(flash_attention(inputs.q, inputs.k, inputs.v, options).array().isNaN().all());
}

TEST_CASE("without keys the output of flash attention is 0, without queries it is nothing") {
  CHECK(worst_difference(flash_attention<double>(Matrix::Ones(2, 3), Matrix(0, 3), Matrix(0, 4)), Matrix::Zero(2, 4)) <=
        0);
  CHECK(flash_attention<double>(Matrix(0, 3), Matrix::Ones(2, 3), Matrix::Ones(2, 4)).rows() == 0);
}

TEST_CASE("flash attention refuses what plain attention refuses, and tiles of nothing") {
  const Matrix x = Matrix::Ones(3, 2);
  const auto refused = [&](const FlashOptions& options, const Matrix& keys, const char* part) {
    const std::string sentence = support::thrown_sentence([&] { flash_attention(x, keys, x, options); });
    CHECK_MESSAGE(support::contains(sentence, part), sentence);
  };
  FlashOptions options;
  refused(options, Matrix::Ones(3, 4), "3 x 4");
  options.attention.mask = attention::full_mask(2, 3);
  refused(options, x, "2 x 3");
  options = {};
  options.key_rows = 0;
  refused(options, x, "32 x 0");
}
