#include "core/playground/derivation.hpp"

#include <doctest/doctest.h>

#include "core/playground/masks.hpp"
#include "core/playground/places.hpp"
#include "tests/playground/random_sessions.hpp"
#include "tests/support/difference.hpp"

using playground::Derivation;
using playground::Model;

namespace {

Model large_model() {
  Model model;
  model.sizes = {.d_model = 24, .d_k = 6, .heads = 4, .kv_heads = 2, .d_ff = 8};
  model.mask.causal = true;
  model.edits.push_back({.tensor = playground::Tensor::kWk, .row = 2, .column = 3, .head = 0, .value = 1.5});
  model.edits.push_back({.tensor = playground::Tensor::kQueries, .row = 1, .column = 2, .head = 3, .value = -2});
  return model;
}

/// Equal in every bit, minus infinities and NaNs included.
bool same_matrix(const attention::Matrix& a, const attention::Matrix& b) {
  return attention::same_shape(a, b) && ((a.array() == b.array()) || (a.array().isNaN() && b.array().isNaN())).all();
}

bool same_tensors(const playground::Snapshot& a, const playground::Snapshot& b) {
  bool same = a.tokens == b.tokens;
  for (int index = 0; index < playground::kTensorCount; ++index) {
    for (int head = 0; head < a.model.sizes.heads; ++head) {
      const auto tensor = static_cast<playground::Tensor>(index);
      const attention::Matrix* one = a.tensor(tensor, head);
      const attention::Matrix* other = b.tensor(tensor, head);
      same = same && (one == nullptr) == (other == nullptr) && (one == nullptr || same_matrix(*one, *other));
    }
  }
  return same;
}

/// The attention of a snapshot's projections by the library's function for all heads at once.
attention::MultiHeadTrace attended_at_once(const playground::Snapshot& snapshot) {
  const Model& model = snapshot.model;
  const playground::Projections& projected = *snapshot.projections;
  std::vector<attention::AttentionOptions> options;
  for (int head = 0; head < model.sizes.heads; ++head) {
    options.push_back({.scale = playground::scale_factor(model.scale, model.sizes.d_k),
                       .mask = playground::mask_matrix(model.mask, snapshot.token_count())});
    if (model.positions == playground::Positions::kAlibi) {
      options.back().bias = playground::position_bias(model, head, snapshot.token_count());
    }
  }
  return attention::attend_heads(projected.queries, projected.keys, projected.values, projected.drawn.weights.wo,
                                 {.heads = model.sizes.heads, .kv_heads = model.sizes.kv_heads},
                                 std::span<const attention::AttentionOptions>(options));
}

}  // namespace

TEST_CASE("slices from what was before give exactly the tensors of a derivation from nothing") {
  constexpr std::uint64_t kSeed = 20251;
  CAPTURE(kSeed);
  support::Dice dice(kSeed);
  for (int round = 0; round < 60; ++round) {
    CAPTURE(round);
    const Model model = support::random_model(dice);
    Model before = model;
    before.mask = {};
    before.scale = {};
    const auto previous = playground::derive(before);
    const auto expected = playground::derive(model);
    const auto found = Derivation(model, previous).finish();
    CHECK((found == previous || found->projections == previous->projections));
    CHECK(same_tensors(*found, *expected));
    CHECK(Derivation(model, expected).finish() == expected);
  }
}

TEST_CASE("heads computed one by one are those of multi-head attention at once") {
  constexpr std::uint64_t kSeed = 20252;
  CAPTURE(kSeed);
  support::Dice dice(kSeed);
  for (int round = 0; round < 60; ++round) {
    CAPTURE(round);
    const auto snapshot = playground::derive(support::random_model(dice));
    const attention::MultiHeadTrace expected = attended_at_once(*snapshot);
    REQUIRE(snapshot->trace.heads.size() == expected.heads.size());
    CHECK(same_matrix(snapshot->trace.output, expected.output));
    CHECK(same_matrix(snapshot->trace.concatenated, expected.concatenated));
    for (std::size_t head = 0; head < expected.heads.size(); ++head) {
      CHECK(same_matrix(snapshot->trace.heads[head].weights, expected.heads[head].weights));
    }
  }
}

TEST_CASE("a derivation has a slice for each head and its progress grows to the whole") {
  Derivation derivation(large_model(), nullptr);
  double before = 0;
  int slices = 0;
  CHECK(derivation.progress() == 0);
  while (!derivation.done()) {
    derivation.advance();
    CHECK(derivation.progress() > before);
    before = derivation.progress();
    ++slices;
  }
  CHECK(slices == 4 + 4 + 2);
  CHECK(derivation.progress() == 1);
}
