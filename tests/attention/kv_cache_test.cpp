#include "core/attention/kv_cache.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "core/attention/mask.hpp"
#include "core/attention/random.hpp"
#include "tests/support/difference.hpp"
#include "tests/support/random_attention.hpp"
#include "tests/support/thrown.hpp"

namespace {

using attention::HeadCounts;
using attention::Index;
using attention::KvCache;
using attention::KvCacheShape;
using attention::Matrix;
using attention::RotaryPairing;
using support::worst_difference;

struct Sequence {
  Matrix q, k, v;
};

Sequence sequence_of(std::uint64_t seed, Index T, const KvCacheShape& shape) {
  attention::Generator normals(support::entropy_of(seed));
  const Matrix q = normals.standard_normal(T, shape.heads.heads * shape.key_width);
  const Matrix k = normals.standard_normal(T, shape.heads.kv_heads * shape.key_width);
  return {q, k, normals.standard_normal(T, shape.heads.kv_heads * shape.value_width)};
}

/// Everything at once, with a causal mask: head by head, in other words than the cache.
Matrix recomputed(const Sequence& all, const KvCacheShape& shape) {
  const Index T = all.q.rows(), d = shape.key_width, d_v = shape.value_width;
  Matrix q = all.q, k = all.k;
  if (shape.rotary) {
    q = attention::rotary(q, attention::consecutive_positions(T), d, *shape.rotary);
    k = attention::rotary(k, attention::consecutive_positions(T), d, *shape.rotary);
  }
  Matrix output(T, shape.heads.heads * d_v);
  for (Index h = 0; h < shape.heads.heads; ++h) {
    const Index g = h * shape.heads.kv_heads / shape.heads.heads;
    output.middleCols(h * d_v, d_v) = attention::scaled_dot_product_attention<double>(
                                          q.middleCols(h * d, d), k.middleCols(g * d, d),
                                          all.v.middleCols(g * d_v, d_v), {.mask = attention::causal_mask(T, T)})
                                          .output;
  }
  return output;
}

KvCacheShape shape_of(std::uint64_t seed) {
  const HeadCounts counts[] = {{1, 1}, {2, 2}, {4, 2}, {3, 1}};
  KvCacheShape shape{.heads = counts[seed % 4], .key_width = 4, .value_width = 1 + static_cast<Index>(seed % 3)};
  if (seed % 3 == 1) shape.rotary = attention::RotaryOptions{};
  if (seed % 3 == 2) shape.rotary = attention::RotaryOptions{.pairing = RotaryPairing::kHalves, .dimensions = 2};
  return shape;
}

}  // namespace

TEST_CASE("decoding one position at a time equals recomputing with a causal mask") {
  double worst = 0, worst_float = 0;
  for (std::uint64_t seed = 0; seed < 24; ++seed) {
    INFO("seed ", seed);
    const KvCacheShape shape = shape_of(seed);
    const Sequence all = sequence_of(seed, 1 + static_cast<Index>(seed) % 13, shape);
    const Matrix expected = recomputed(all, shape);
    KvCache cache(shape);
    attention::KvCacheOf<float> float_cache(shape);
    for (Index t = 0; t < all.q.rows(); ++t) {
      const Matrix q = all.q.row(t), k = all.k.row(t), v = all.v.row(t);
      const Matrix output = cache.decode(q, k, v);
      const support::Difference difference = worst_difference(output, Matrix(expected.row(t)));
      CHECK(difference <= 1e-13);
      worst = std::max(worst, difference.size);
      const attention::FloatMatrix float_output = float_cache.decode(q.cast<float>(), k.cast<float>(), v.cast<float>());
      const support::Difference of_float = worst_difference(float_output.cast<double>(), Matrix(expected.row(t)));
      CHECK(of_float <= 1e-5);
      worst_float = std::max(worst_float, of_float.size);
    }
    CHECK(cache.length() == all.q.rows());
    CHECK(worst_difference(cache.values(), all.v) <= 0);
  }
  MESSAGE("the cache differs from recomputing by at most ", worst, ", its float path by ", worst_float);
}

TEST_CASE("a prompt at once and then single positions give the same as one by one") {
  const KvCacheShape shape = shape_of(6);
  const Sequence all = sequence_of(31, 9, shape);
  const Matrix expected = recomputed(all, shape);
  for (const Index prompt : {1, 4, 8}) {
    KvCache cache(shape);
    const Matrix first = cache.decode(all.q.topRows(prompt), all.k.topRows(prompt), all.v.topRows(prompt));
    CHECK(worst_difference(first, Matrix(expected.topRows(prompt))) <= 1e-13);
    const Index rest = 9 - prompt;
    const Matrix second = cache.decode(all.q.bottomRows(rest), all.k.bottomRows(rest), all.v.bottomRows(rest));
    CHECK(worst_difference(second, Matrix(expected.bottomRows(rest))) <= 1e-13);
  }
}

TEST_CASE("keys are turned once, when they are appended") {
  const KvCacheShape shape{.heads = {2, 1}, .key_width = 4, .value_width = 4, .rotary = attention::RotaryOptions{}};
  const Sequence all = sequence_of(32, 6, shape);
  KvCache cache(shape);
  for (Index t = 0; t < 6; ++t) cache.append(all.k.row(t), all.v.row(t));
  const Matrix once = attention::rotary(all.k, attention::consecutive_positions(6), 4, {});
  CHECK(worst_difference(cache.keys(), once) <= 0);
  const Matrix before = cache.attend(all.q.bottomRows(1));
  CHECK(worst_difference(cache.attend(all.q.bottomRows(1)), before) <= 0);
  CHECK(worst_difference(cache.keys(), once) <= 0);
}

TEST_CASE("a cache of G heads holds length G (d_k + d_v) numbers") {
  KvCacheShape shape{.heads = {8, 2}, .key_width = 16, .value_width = 4};
  KvCache cache(shape);
  attention::KvCacheOf<float> float_cache(shape);
  CHECK(cache.bytes_held() == 0);
  for (Index t = 1; t <= 5; ++t) {
    cache.append(Matrix::Ones(1, 32), Matrix::Ones(1, 8));
    float_cache.append(attention::FloatMatrix::Ones(1, 32), attention::FloatMatrix::Ones(1, 8));
    CHECK(cache.bytes_held() == t * 2 * (16 + 4) * 8);
    CHECK(float_cache.bytes_held() == t * 2 * (16 + 4) * 4);
  }
}

TEST_CASE("a mask given to the cache comes on top of the causal one") {
  const KvCacheShape shape{.heads = {1, 1}, .key_width = 2, .value_width = 2};
  const Sequence all = sequence_of(33, 5, shape);
  KvCache cache(shape);
  cache.append(all.k, all.v);
  const attention::BoolMatrix window = attention::sliding_window_mask(2, 5, 1, std::nullopt, 3);
  const Matrix output = cache.attend(all.q.bottomRows(2), {.mask = window});
  const Matrix expected = attention::scaled_dot_product_attention<double>(
                              all.q, all.k, all.v, {.mask = attention::sliding_window_mask(5, 5, 1, 0)})
                              .output.bottomRows(2);
  CHECK(worst_difference(output, expected) <= 1e-15);
}

TEST_CASE("what does not fit the cache is refused with both shapes") {
  KvCache cache({.heads = {4, 2}, .key_width = 3, .value_width = 2});
  const auto refused = [](const std::function<void()>& call, const char* part) {
    const std::string sentence = support::thrown_sentence(call);
    CHECK_MESSAGE(support::contains(sentence, part), sentence);
  };
  refused([&] { cache.append(Matrix::Ones(1, 5), Matrix::Ones(1, 4)); }, "1 x 5");
  refused([&] { cache.append(Matrix::Ones(1, 6), Matrix::Ones(2, 4)); }, "2 x 4");
  refused([&] { cache.attend(Matrix::Ones(1, 12)); }, "0 positions");
  refused([&] { cache.attend(Matrix::Ones(1, 11)); }, "1 x 11");
  refused([] { KvCache({.heads = {3, 2}}); }, "do not divide");
  CHECK(cache.length() == 0);
}
