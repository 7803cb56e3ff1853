#include "core/playground/draw.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "core/attention/random.hpp"
#include "core/playground/snapshot.hpp"
#include "tests/playground/random_sessions.hpp"

using playground::Cell;
using playground::draw_place;
using playground::DrawPlace;
using playground::Model;
using playground::Tensor;
using playground::Vectors;

namespace {

/// Standard normal number `index` of default_rng of these integers.
double standard_normal(const std::vector<std::uint64_t>& integers, int index) {
  attention::Entropy entropy;
  for (const std::uint64_t integer : integers) attention::append_entropy(entropy, integer);
  attention::Generator generator(entropy);
  for (int skipped = 0; skipped < index; ++skipped) generator.standard_normal();
  return generator.standard_normal();
}

constexpr std::array kDrawn = {Tensor::kEmbeddings, Tensor::kWq, Tensor::kWk, Tensor::kWv, Tensor::kWo};

}  // namespace

TEST_SUITE("draw") {
  TEST_CASE("a drawn cell is where its place says, divided by the root that it says") {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      INFO("seed ", seed);
      support::Dice dice(seed);
      Model model = support::random_model(dice);
      model.edits.clear();
      model.seed = "123";
      const auto snapshot = playground::derive(model);
      for (const Tensor tensor : kDrawn) {
        if (!playground::has_tensor(tensor, model)) continue;
        const playground::Shape shape = playground::shape_of(tensor, model.sizes, snapshot->token_count());
        const Cell cell{tensor, dice.below(shape.rows), dice.below(shape.columns), 0};
        const DrawPlace place = draw_place(model, snapshot->tokens, cell);
        std::vector<std::uint64_t> integers = {123};
        if (model.vectors == Vectors::kWord) {
          const bool word = tensor == Tensor::kEmbeddings;
          integers.push_back(word ? 1 : 0);
          if (word) {
            for (const char byte : snapshot->tokens[static_cast<std::size_t>(cell.row)]) {
              integers.push_back(static_cast<unsigned char>(byte));
            }
          }
        }
        const double expected = standard_normal(integers, place.index) / std::sqrt(place.divided_by_root_of);
        CHECK((*snapshot->tensor(tensor, 0))(cell.row, cell.column) == expected);
      }
    }
  }

  TEST_CASE("places read as Python") {
    Model model;
    const std::vector<std::string> tokens = playground::tokenize(model.text);
    const DrawPlace x = draw_place(model, tokens, {Tensor::kEmbeddings, 8, 1, 0});
    CHECK(x.generator == "default_rng(7)");
    CHECK(x.index == 8 * 64 + 1);
    CHECK(x.divided_by_root_of == 1);
    const DrawPlace wk = draw_place(model, tokens, {Tensor::kWk, 2, 3, 0});
    CHECK(wk.index == 12 * 64 + 64 * 16 + 2 * 16 + 3);
    CHECK(wk.divided_by_root_of == 64);
    model.vectors = Vectors::kWord;
    CHECK(draw_place(model, tokens, {Tensor::kEmbeddings, 8, 1, 0}).generator == "default_rng([7, 1, 105, 116])");
    CHECK(draw_place(model, tokens, {Tensor::kEmbeddings, 8, 1, 0}).index == 1);
    CHECK(draw_place(model, tokens, {Tensor::kWq, 8, 1, 0}).generator == "default_rng([7, 0])");
    CHECK(draw_place(model, tokens, {Tensor::kWq, 8, 1, 0}).index == 8 * 16 + 1);
  }

  TEST_CASE("long seeds and words are shortened") {
    Model model;
    model.seed = std::string(1'000, '9');
    model.vectors = Vectors::kWord;
    const std::string generator = draw_place(model, {std::string(500, 'a')}, {Tensor::kEmbeddings, 0, 0, 0}).generator;
    CHECK(generator.size() < 200);
    CHECK(generator.ends_with(", …])"));
  }
}
