#include "core/playground/snapshot.hpp"

#include <doctest/doctest.h>

#include "core/playground/cells.hpp"
#include "core/playground/limits.hpp"
#include "core/playground/values.hpp"
#include "tests/playground/random_sessions.hpp"
#include "tests/support/difference.hpp"
#include "tests/support/golden.hpp"

using attention::Matrix;
using playground::derive;
using playground::Mask;
using playground::Model;
using playground::Snapshot;
using playground::Tensor;
using support::worst_difference;

namespace {

Model model_of(const nlohmann::json& config) {
  Model model;
  model.text = config["text"];
  model.seed = config["seed"];
  model.vectors = playground::vectors_from_text(config["vectors"].get<std::string>()).value();
  model.vectors_chosen = true;
  model.sizes = {config["d_model"], config["d_k"], config["heads"], config["kv_heads"], config["d_ff"]};
  model.positions = playground::positions_from_text(config["positions"].get<std::string>()).value();
  const auto mask = config["mask"].get<std::string>();
  model.mask = playground::mask_from_text(mask.find('/') == std::string::npos ? mask : "painted:" + mask).value();
  const nlohmann::json& scale = config["scale"];
  model.scale = playground::scale_from_text(scale.is_string() ? scale.get<std::string>() : scale.dump()).value();
  return model;
}

/// A sentence about the first tensor that differs; both snapshots are of equal sizes.
std::string first_difference(const Snapshot& a, const Snapshot& b) {
  for (int index = 0; index < playground::kTensorCount; ++index) {
    const auto name = static_cast<Tensor>(index);
    if (!playground::has_tensor(name, a.model)) continue;
    for (int head = 0; head < a.model.sizes.heads; ++head) {
      const support::Difference worst = worst_difference(*a.tensor(name, head), *b.tensor(name, head));
      if (worst.size > 0) return std::string(playground::info(name).name) + ": " + worst.where;
    }
  }
  return {};
}

}  // namespace

TEST_SUITE("snapshot") {
  TEST_CASE("every tensor of every golden configuration equals NumPy") {
    const nlohmann::json file = support::golden("playground");
    REQUIRE(file["configs"].size() >= 4);
    const auto tolerance = file["tolerance"].get<double>();
    for (const nlohmann::json& entry : file["configs"]) {
      INFO(entry["config"].dump());
      const Model model = model_of(entry["config"]);
      REQUIRE_FALSE(playground::broken_limit(model));
      const auto snapshot = derive(model);
      std::size_t seen = 0;
      for (const auto& item : entry["tensors"].items()) {
        const std::string& name = item.key();
        const auto& numbers = item.value();
        const auto tensor = playground::tensor_from_name(name);
        REQUIRE_MESSAGE(tensor.has_value(), name);
        const bool per_head = playground::info(*tensor).per_head;
        for (int head = 0; head < (per_head ? model.sizes.heads : 1); ++head) {
          const Matrix expected = support::matrix_from(per_head ? numbers[static_cast<std::size_t>(head)] : numbers);
          REQUIRE(snapshot->tensor(*tensor, head) != nullptr);
          CHECK_MESSAGE(worst_difference(*snapshot->tensor(*tensor, head), expected) <= tolerance, name);
        }
        ++seen;
      }
      std::size_t promised = 0;
      for (int index = 0; index < playground::kTensorCount; ++index) {
        promised += playground::has_tensor(static_cast<Tensor>(index), model) ? 1 : 0;
      }
      CHECK(seen == promised);
    }
  }

  TEST_CASE("the row of \"it\" is the article's, without and with the causal mask") {
    // Printed to two digits in DESIGN.md.
    const Matrix expected = support::matrix_from({.07, .04, .08, .04, .04, .10, .04, .13, .09, .02, .05, .29});
    const Matrix expected_causal = support::matrix_from({.12, .06, .13, .06, .06, .15, .07, .20, .14, 0, 0, 0});
    Model model;
    CHECK(worst_difference(derive(model)->tensor(Tensor::kWeights, 0)->row(8), expected) <= 0.0051);
    model.mask.causal = true;
    CHECK(worst_difference(derive(model)->tensor(Tensor::kWeights, 0)->row(8), expected_causal) <= 0.0051);
  }

  TEST_CASE("every tensor has the shape that shape_of promises") {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      INFO("seed ", seed);
      support::Dice dice(seed);
      const auto snapshot = derive(support::random_model(dice));
      const playground::Sizes& sizes = snapshot->model.sizes;
      for (int index = 0; index < playground::kTensorCount; ++index) {
        const auto name = static_cast<Tensor>(index);
        const Matrix* tensor = snapshot->tensor(name, sizes.heads - 1);
        REQUIRE((tensor != nullptr) == playground::has_tensor(name, snapshot->model));
        if (!tensor) continue;
        const playground::Shape shape = playground::shape_of(name, sizes, snapshot->token_count());
        CHECK_MESSAGE(tensor->rows() == shape.rows, playground::info(name).name);
        CHECK_MESSAGE(tensor->cols() == shape.columns, playground::info(name).name);
      }
    }
  }

  TEST_CASE("an equal model gives the same snapshot") {
    const auto first = derive(Model{});
    CHECK(derive(Model{}, first) == first);
  }

  TEST_CASE("a new mask or scale keeps the drawn numbers and their projections") {
    Model model;
    const auto first = derive(model);
    model.mask.causal = true;
    model.scale.kind = playground::Scale::Kind::kOff;
    CHECK(derive(model, first)->projections == first->projections);
    model.edits = {{Tensor::kWq, 0, 0, 0, 1}};
    CHECK(derive(model, first)->projections != first->projections);
  }

  TEST_CASE("what is taken over from the snapshot before never changes the result") {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      INFO("seed ", seed);
      support::Dice dice(seed);
      playground::History history;
      std::shared_ptr<const Snapshot> snapshot;
      for (int count = 0; count < 12; ++count) {
        const auto next = playground::reduce(history, support::random_action(dice, history.session));
        if (next) history = next.value();
        snapshot = derive(history.session.model, snapshot);
        CHECK(first_difference(*snapshot, *derive(history.session.model)) == "");
      }
    }
  }

  TEST_CASE("with word vectors equal words are equal and a new word changes no other") {
    Model model;
    model.vectors = playground::Vectors::kWord;
    model.text = "the cat and the dog";
    const auto before = derive(model);
    const Matrix x = *before->tensor(Tensor::kEmbeddings, 0);
    CHECK(x.row(0) == x.row(3));
    CHECK(x.row(0) != x.row(1));
    model.text = "a dog and the cat";
    const auto after = derive(model);
    const Matrix& y = *after->tensor(Tensor::kEmbeddings, 0);
    CHECK(y.row(1) == x.row(4));
    CHECK(y.row(4) == x.row(1));
    CHECK(*after->tensor(Tensor::kWq, 0) == *before->tensor(Tensor::kWq, 0));
  }

  TEST_CASE("an edited embedding or weight changes what is projected from it") {
    Model model;
    model.edits = {{Tensor::kEmbeddings, 2, 5, 0, 10}, {Tensor::kWv, 5, 3, 0, -4}};
    const auto snapshot = derive(model);
    Matrix x = *derive(Model{})->tensor(Tensor::kEmbeddings, 0);
    Matrix wv = *derive(Model{})->tensor(Tensor::kWv, 0);
    x(2, 5) = 10;
    wv(5, 3) = -4;
    const Matrix values = x * wv;
    CHECK(worst_difference(*snapshot->tensor(Tensor::kEmbeddings, 0), x) <= 0);
    CHECK(worst_difference(*snapshot->tensor(Tensor::kWv, 0), wv) <= 0);
    CHECK(worst_difference(*snapshot->tensor(Tensor::kValues, 0), values) <= 1e-12);
  }

  TEST_CASE("an edited W_o changes the output alone") {
    Model model;
    model.sizes = {.d_model = 6, .d_k = 2, .heads = 2, .kv_heads = 1};
    const auto before = derive(model);
    model.edits = {{Tensor::kWo, 3, 4, 0, 100}};
    const auto after = derive(model);
    Matrix wo = *before->tensor(Tensor::kWo, 0);
    wo(3, 4) = 100;
    const Matrix output = *before->tensor(Tensor::kConcatenated, 0) * wo;
    CHECK(*after->tensor(Tensor::kConcatenated, 0) == *before->tensor(Tensor::kConcatenated, 0));
    CHECK(worst_difference(*after->tensor(Tensor::kOutput, 0), output) <= 1e-12);
  }

  TEST_CASE("an edited query belongs to one head, an edited key to all heads of its group") {
    Model model;
    model.sizes = {.d_model = 6, .d_k = 3, .heads = 4, .kv_heads = 2};
    const auto before = derive(model);
    model.edits = {{Tensor::kQueries, 1, 2, 3, 50}, {Tensor::kKeys, 4, 0, 2, 60}, {Tensor::kValues, 5, 1, 0, 70}};
    const auto after = derive(model);
    for (int head = 0; head < 4; ++head) {
      INFO("head ", head);
      Matrix queries = *before->tensor(Tensor::kQueries, head);
      Matrix keys = *before->tensor(Tensor::kKeys, head);
      Matrix values = *before->tensor(Tensor::kValues, head);
      if (head == 3) queries(1, 2) = 50;
      if (head >= 2) keys(4, 0) = 60;
      if (head < 2) values(5, 1) = 70;
      CHECK(worst_difference(*after->tensor(Tensor::kQueries, head), queries) <= 0);
      CHECK(worst_difference(*after->tensor(Tensor::kKeys, head), keys) <= 0);
      CHECK(worst_difference(*after->tensor(Tensor::kValues, head), values) <= 0);
      const Matrix scores = queries * keys.transpose();
      CHECK(worst_difference(*after->tensor(Tensor::kScores, head), scores) <= 1e-12);
    }
  }

  TEST_CASE("padding of all tokens leaves weights and output 0") {
    Model model;
    model.mask = {.padding = 12};
    const auto snapshot = derive(model);
    CHECK(snapshot->tensor(Tensor::kWeights, 0)->isZero(0));
    CHECK(snapshot->tensor(Tensor::kOutput, 0)->isZero(0));
  }

  TEST_CASE("padding hides the last tokens from every query") {
    Model model;
    model.mask = {.padding = 3};
    const Matrix weights = *derive(model)->tensor(Tensor::kWeights, 0);
    CHECK(weights.rightCols(3).isZero(0));
    CHECK((weights.leftCols(9).array() > 0).all());
  }
}
