#include "core/playground/derivation.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>

#include "core/playground/limits.hpp"
#include "core/playground/masks.hpp"
#include "core/playground/places.hpp"
#include "tests/playground/random_sessions.hpp"
#include "tests/support/difference.hpp"
#include "tests/support/many_tokens.hpp"

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
    // The product with W_o may be added up in another order in another place.
    CHECK(support::worst_difference(snapshot->trace.output, expected.output) <= 1e-12 * expected.output.norm());
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
  CHECK(slices == 4 + 4 + 3);
  CHECK(derivation.progress() == 1);
}

TEST_CASE("what is split into slices is what attention and products make of the whole") {
  Model model;
  model.text = support::many_tokens(300);
  model.sizes = {.d_model = 256, .d_k = 256, .heads = 2, .kv_heads = 1, .d_ff = 700};
  model.mask.causal = true;
  model.positions = playground::Positions::kAlibi;
  Derivation derivation(model, nullptr);
  int slices = 0;
  for (; !derivation.done(); ++slices) derivation.advance();
  CHECK(slices > 2 * 3 + 3 * 2);  // more than one for each head and for most of the products
  const auto snapshot = derivation.finish();
  const auto close = [](const attention::Matrix& a, const attention::Matrix& b) {
    return attention::same_shape(a, b) && (a - b).norm() <= 1e-12 * b.norm();
  };
  const playground::Drawn& drawn = snapshot->projections->drawn;
  CHECK(close(snapshot->projections->queries, drawn.embeddings * drawn.weights.wq));
  CHECK(close(snapshot->projections->values, drawn.embeddings * drawn.weights.wv));
  const attention::MultiHeadTrace expected = attended_at_once(*snapshot);
  CHECK(close(snapshot->trace.output, expected.output));
  for (std::size_t head = 0; head < expected.heads.size(); ++head) {
    const attention::AttentionTrace& found = snapshot->trace.heads[head];
    CHECK(same_matrix(found.queries, expected.heads[head].queries));
    CHECK(same_matrix(found.keys, expected.heads[head].keys));
    CHECK(same_matrix(found.values, expected.heads[head].values));
    CHECK(found.scale == expected.heads[head].scale);
    CHECK(close(found.scores, expected.heads[head].scores));
    CHECK(close(found.row_sum, expected.heads[head].row_sum));
    CHECK(close(found.weights, expected.heads[head].weights));
    CHECK(close(found.output, expected.heads[head].output));
    CHECK((found.masked_scores.array() == -std::numeric_limits<double>::infinity()).count() == 300 * 299 / 2);
  }
  CHECK(close(snapshot->block->hidden, snapshot->block->after_attention.norm * drawn.w1));
  CHECK(close(snapshot->block->feed_forward, snapshot->block->activated * drawn.w2));
}

TEST_CASE("no slice of a large model is much work") {
  Model model;
  model.text = support::many_tokens(200);
  model.sizes = {.d_model = 512, .d_k = 64, .heads = 8, .kv_heads = 8, .d_ff = 2048};
  Derivation derivation(model, nullptr);
  const double all = derivation.remaining_work();
  CHECK(all > static_cast<double>(playground::work_of(model.sizes, 200)));
  double largest = 0;
  int slices = 0;
  for (; !derivation.done(); ++slices) {
    const double before = derivation.remaining_work();
    derivation.advance();
    largest = std::max(largest, before - derivation.remaining_work());
  }
  CAPTURE(largest);
  CHECK(largest < 2.5e7);
  CHECK(slices > all / 2.5e7);
}

TEST_CASE("a model derived from any other before it has exactly the tensors of one derived from nothing") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    CAPTURE(seed);
    support::Dice dice(seed);
    playground::History history;
    history.session.model.sizes = {.d_model = 5, .d_k = 3, .heads = 2, .kv_heads = 1, .d_ff = 4};
    std::shared_ptr<const playground::Snapshot> previous;
    for (int count = 0; count < 60; ++count) {
      const auto next = playground::reduce(history, support::random_action(dice, history.session));
      if (!next || next.value().session.model.weights == playground::Weights::kTrained) continue;
      history = next.value();
      const auto found = playground::derive(history.session.model, previous);
      CHECK(same_tensors(*found, *playground::derive(history.session.model)));
      previous = found;
    }
  }
}
