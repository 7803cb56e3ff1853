// The tables of steps and tensors, against the names that DESIGN.md promises.
#include <doctest/doctest.h>

#include <array>

#include "core/playground/cells.hpp"
#include "core/playground/session.hpp"

using playground::Shape;
using playground::Step;
using playground::Tensor;

TEST_SUITE("tables") {
  TEST_CASE("every tensor of the page's API has its name") {
    constexpr std::array<std::string_view, playground::kTensorCount> kNames = {"embeddings",
                                                                               "positions",
                                                                               "inputs",
                                                                               "wq",
                                                                               "wk",
                                                                               "wv",
                                                                               "wo",
                                                                               "w1",
                                                                               "w2",
                                                                               "queries",
                                                                               "keys",
                                                                               "values",
                                                                               "rotated_queries",
                                                                               "rotated_keys",
                                                                               "scores",
                                                                               "scaled_scores",
                                                                               "position_bias",
                                                                               "masked_scores",
                                                                               "row_max",
                                                                               "exponentials",
                                                                               "row_sum",
                                                                               "weights",
                                                                               "head_output",
                                                                               "concatenated",
                                                                               "output",
                                                                               "residual_1",
                                                                               "mean_1",
                                                                               "variance_1",
                                                                               "norm_1",
                                                                               "hidden",
                                                                               "activated",
                                                                               "feed_forward",
                                                                               "residual_2",
                                                                               "mean_2",
                                                                               "variance_2",
                                                                               "norm_2"};
    for (int index = 0; index < playground::kTensorCount; ++index) {
      const auto tensor = static_cast<Tensor>(index);
      CHECK(playground::info(tensor).tensor == tensor);
      CHECK(playground::info(tensor).name == kNames[static_cast<std::size_t>(index)]);
      CHECK(playground::tensor_from_name(kNames[static_cast<std::size_t>(index)]) == tensor);
    }
    CHECK_FALSE(playground::tensor_from_name("Weights"));
    CHECK_FALSE(playground::tensor_from_name(""));
  }

  TEST_CASE("every step has its name") {
    constexpr std::array<std::string_view, playground::kStepCount> kNames = {
        "tokens",     "embeddings", "queries",      "keys",       "values",       "scores",
        "scaled",     "masked",     "softmax",      "output",     "concatenated", "projected",
        "residual_1", "norm_1",     "feed_forward", "residual_2", "norm_2"};
    for (int index = 0; index < playground::kStepCount; ++index) {
      const auto step = static_cast<Step>(index);
      CHECK(playground::info(step).step == step);
      CHECK(playground::info(step).name == kNames[static_cast<std::size_t>(index)]);
      CHECK(playground::step_from_name(kNames[static_cast<std::size_t>(index)]) == step);
    }
    CHECK_FALSE(playground::step_from_name("norm_3"));
  }

  TEST_CASE(
      "one head ends with its output, several are concatenated and projected, a block goes on to its second norm") {
    playground::Session session;
    CHECK(playground::steps_of(session).size() == 10);
    CHECK(playground::steps_of(session).back() == Step::kOutput);
    session.model.sizes = {.d_model = 8, .d_k = 4, .heads = 2, .kv_heads = 1};
    CHECK(playground::steps_of(session).size() == 12);
    CHECK(playground::steps_of(session).back() == Step::kProjected);
    session.model.sizes.d_ff = 16;
    CHECK(playground::steps_of(session).size() == 17);
    session.model.sizes.heads = session.model.sizes.kv_heads = 1;  // W_o is there before a residual, too
    CHECK(playground::steps_of(session).size() == 16);
    CHECK(playground::has_step(session, Step::kProjected));
    CHECK_FALSE(playground::has_step(session, Step::kConcatenated));
  }

  TEST_CASE("shapes are those of the page's API") {
    const playground::Sizes sizes{.d_model = 10, .d_k = 3, .heads = 4, .kv_heads = 2};
    const auto shape = [&](Tensor tensor) { return playground::shape_of(tensor, sizes, 5); };
    CHECK(shape(Tensor::kEmbeddings) == Shape{5, 10});
    CHECK(shape(Tensor::kWq) == Shape{10, 12});
    CHECK(shape(Tensor::kWk) == Shape{10, 6});
    CHECK(shape(Tensor::kWv) == Shape{10, 6});
    CHECK(shape(Tensor::kWo) == Shape{12, 10});
    for (const Tensor tensor : {Tensor::kQueries, Tensor::kKeys, Tensor::kValues, Tensor::kHeadOutput}) {
      CHECK(shape(tensor) == Shape{5, 3});
    }
    for (const Tensor tensor :
         {Tensor::kScores, Tensor::kScaledScores, Tensor::kMaskedScores, Tensor::kExponentials, Tensor::kWeights}) {
      CHECK(shape(tensor) == Shape{5, 5});
    }
    CHECK(shape(Tensor::kRowMax) == Shape{5, 1});
    CHECK(shape(Tensor::kRowSum) == Shape{5, 1});
    CHECK(shape(Tensor::kConcatenated) == Shape{5, 12});
    CHECK(shape(Tensor::kOutput) == Shape{5, 10});
  }

  TEST_CASE("with one head the output is as wide as the head, and there is no W_o") {
    const playground::Sizes sizes{.d_model = 10, .d_k = 3, .heads = 1, .kv_heads = 1};
    CHECK(playground::shape_of(Tensor::kOutput, sizes, 5) == Shape{5, 3});
    playground::Model model;
    model.sizes = sizes;
    CHECK_FALSE(playground::has_tensor(Tensor::kWo, model));
    CHECK(playground::missing_cell({Tensor::kWo, 0, 0, 0}, model, 5) ==
          "There is no wo with one head: it joins two or more.");
  }

  TEST_CASE("a cell that does not exist is told the allowed range") {
    playground::Model model;
    model.sizes = {.d_model = 10, .d_k = 3, .heads = 4, .kv_heads = 2};
    const auto sentence = [&](Tensor tensor, int row, int column, int head) {
      return playground::missing_cell({tensor, row, column, head}, model, 5).value_or("");
    };
    CHECK(sentence(Tensor::kScores, 5, 0, 0) == "scores has no row 5: rows 0 to 4 are allowed.");
    CHECK(sentence(Tensor::kScores, 0, -1, 0) == "scores has no column \u22121: columns 0 to 4 are allowed.");
    CHECK(sentence(Tensor::kScores, 0, 0, 4) == "scores has no head 4: heads 0 to 3 are allowed.");
    CHECK(sentence(Tensor::kScores, 4, 4, 3).empty());
    CHECK(sentence(Tensor::kWq, 9, 11, 99).empty());  // W_q has no heads: the head is not read
  }

  TEST_CASE("the keys of a group have one name: its first query head") {
    const playground::Sizes sizes{.d_model = 10, .d_k = 3, .heads = 6, .kv_heads = 2};
    const auto head = [&](Tensor tensor, int of) { return playground::canonical({tensor, 1, 1, of}, sizes).head; };
    CHECK(head(Tensor::kKeys, 2) == 0);
    CHECK(head(Tensor::kKeys, 3) == 3);
    CHECK(head(Tensor::kValues, 5) == 3);
    CHECK(head(Tensor::kQueries, 5) == 5);
    CHECK(head(Tensor::kEmbeddings, 5) == 0);
  }
}
