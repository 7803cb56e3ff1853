#include "core/playground/derivation.hpp"

#include <doctest/doctest.h>

#include <initializer_list>

#include "tests/support/difference.hpp"

using playground::Derivation;
using playground::MaskKind;
using playground::Model;

namespace {

Model large_model() {
  Model model;
  model.sizes = {.d_model = 24, .d_k = 6, .heads = 4, .kv_heads = 2};
  model.mask = {MaskKind::kCausal, 0};
  model.edits.push_back({.tensor = playground::Tensor::kWk, .row = 2, .column = 3, .head = 0, .value = 1.5});
  model.edits.push_back({.tensor = playground::Tensor::kQueries, .row = 1, .column = 2, .head = 3, .value = -2});
  return model;
}

/// Equal in every bit, minus infinities included.
bool same_tensors(const playground::Snapshot& a, const playground::Snapshot& b) {
  bool same = a.tokens == b.tokens;
  for (int index = 0; index < playground::kTensorCount; ++index) {
    for (int head = 0; head < a.model.sizes.heads; ++head) {
      const auto tensor = static_cast<playground::Tensor>(index);
      const attention::Matrix* one = a.tensor(tensor, head);
      const attention::Matrix* other = b.tensor(tensor, head);
      same = same && (one == nullptr) == (other == nullptr) && (one == nullptr || *one == *other);
    }
  }
  return same;
}

}  // namespace

TEST_CASE("a derivation in slices gives exactly the tensors of derive, from nothing and from what was before") {
  const Model model = large_model();
  const auto expected = playground::derive(model);
  CHECK(same_tensors(*Derivation(model, nullptr).finish(), *expected));
  Model before = model;
  before.mask = {};
  const auto previous = playground::derive(before);
  Derivation derivation(model, previous);
  const auto found = derivation.finish();
  CHECK(found->projections == previous->projections);
  CHECK(same_tensors(*found, *expected));
  CHECK(Derivation(model, expected).finish() == expected);
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
  CHECK(slices == 4 + 4 + 1);
  CHECK(derivation.progress() == 1);
}
