// The trained weights that ship: they load, they know what they should, and training again gives as good ones.
#include "core/training/weights_text.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/training/examples.hpp"
#include "core/training/reading.hpp"
#include "core/training/trace.hpp"
#include "core/training/training_run.hpp"

namespace {

using attention::Index;
using training::FloatModel;

FloatModel shipped() {
  const std::optional<FloatModel> model = training::model_from_text(training::shipped_weights_text());
  REQUIRE(model.has_value());
  return *model;
}

FloatModel drawn(const training::ModelOptions& options) {
  attention::Generator generator(attention::Entropy{3});
  return training::random_model<float>(options, generator);
}

}  // namespace

TEST_CASE("the weights that ship know every held-out sentence, and look at the referent") {
  const std::vector<training::Example> held_out = training::held_out_examples();
  const training::Evaluation evaluation = training::evaluate(shipped(), held_out);
  MESSAGE("accuracy ", evaluation.accuracy, ", looks ", evaluation.looks, ", weight ", evaluation.referent_weight, ", ",
          training::shipped_weights_text().size(), " bytes");
  CHECK(evaluation.accuracy >= 0.99);
  CHECK(evaluation.looks >= 0.99);
  CHECK(training::shipped_weights_text().size() < 10'000);
}

TEST_CASE("the weights that ship see the animal when it is tired and the street when it is wide") {
  const FloatModel model = shipped();
  for (const auto& [adjective, position] : {std::pair{"tired", Index(1)}, std::pair{"wide", Index(6)}}) {
    const training::Reading reading =
        training::read_sentence(std::string("the animal did not cross the street because it was too ") + adjective);
    REQUIRE(reading.problem == training::ReadingProblem::kNone);
    const training::Trace trace = training::trace(model, reading.sentence);
    Index largest = 0, named = 0;
    trace.it_weights(reading.sentence.it).row(0).maxCoeff(&largest);
    trace.probabilities.row(0).maxCoeff(&named);
    CHECK(largest == position);
    CHECK(named == reading.sentence.words[static_cast<std::size_t>(position)]);
  }
}

TEST_CASE("training natively again, with the options that ship, gives weights as good") {
  training::TrainingRun run({.model = shipped().options, .learning_rate = 3e-3}, attention::Entropy{1});
  while (run.steps() < 600) run.step();
  const std::vector<training::Example> held_out = training::held_out_examples();
  const training::Evaluation again = training::evaluate(run.model(), held_out);
  const training::Evaluation before = training::evaluate(shipped(), held_out);
  CHECK(std::abs(again.accuracy - before.accuracy) <= 0.02);
  CHECK(again.looks >= 0.95);
}

TEST_CASE("a model goes through its text with 63 levels a row, and a second time without loss") {
  for (const training::ModelOptions& options :
       {training::ModelOptions{.d_model = 6, .d_k = 3, .d_ff = 5},
        training::ModelOptions{.d_model = 4, .d_k = 2, .heads = 2, .d_ff = 3, .scale = false, .residual = false},
        training::ModelOptions{.d_model = 6, .d_k = 1, .layers = 1, .d_ff = 2, .value_from_embedding = false}}) {
    FloatModel model = drawn(options);
    const std::string text = training::weights_text(model);
    std::optional<FloatModel> back = training::model_from_text(text);
    REQUIRE(back.has_value());
    CHECK(back->options == options);
    const auto before = training::parameters(model.weights), after = training::parameters(back->weights);
    for (std::size_t i = 0; i < before.size(); ++i) {
      for (Index row = 0; row < before[i]->rows(); ++row) {
        const float step = before[i]->row(row).cwiseAbs().maxCoeff() / 31;
        CHECK((before[i]->row(row) - after[i]->row(row)).cwiseAbs().maxCoeff() <= 0.51f * step + 1e-6f);
      }
    }
    CHECK(training::weights_text(*back) == text);
  }
}

TEST_CASE("a text that is no model is refused, wherever it is cut or changed") {
  const std::string text = training::weights_text(drawn({.d_model = 2, .d_k = 1, .d_ff = 1}));
  REQUIRE(training::model_from_text(text).has_value());
  for (std::size_t length = 0; length < text.size() - 1; ++length) {
    CHECK_FALSE(training::model_from_text(text.substr(0, length)).has_value());
  }
  CHECK_FALSE(training::model_from_text(text + "more").has_value());
  CHECK_FALSE(training::model_from_text("").has_value());
  for (const char* line : {"d_model 0", "d_model 100000", "d_model -3", "d_model x"}) {
    std::string changed = text;
    changed.replace(changed.find("d_model 2"), 9, line);
    CHECK_FALSE(training::model_from_text(changed).has_value());
  }
}
