// A training run: it learns what it should, equals PyTorch's, repeats itself, and stops where it diverges.
#include "core/training/training_run.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <cmath>
#include <string>
#include <vector>

#include "core/training/examples.hpp"
#include "core/training/pass.hpp"
#include "core/training/weights_text.hpp"
#include "tests/support/golden.hpp"

namespace {

using training::RunOptions;
using training::RunStatus;
using training::TrainingRun;

attention::Entropy seed_of(std::uint32_t seed) { return {seed}; }

TrainingRun trained(const RunOptions& options, std::uint32_t seed, int steps) {
  TrainingRun run(options, seed_of(seed));
  for (int step = 0; step < steps; ++step) run.step();
  return run;
}

/// What TrainingRun does, in double.
std::vector<double> losses_in_double(const RunOptions& options, std::uint32_t seed, std::size_t steps) {
  attention::Generator first({seed, 0}), sentences({seed, 1});
  training::Model model = training::random_model<double>(options.model, first);
  attention::AdamState adam;
  std::vector<double> losses;
  while (losses.size() < steps) {
    const training::Batch batch = training::batch_of(training::draw_examples(sentences, options.batch));
    auto gradients = training::backward(model, batch, training::forward(model, batch));
    losses.push_back(gradients.loss);
    attention::adam_step(training::parameters(model.weights), training::parameters(gradients.d_weights), adam,
                         {.learning_rate = options.learning_rate, .epsilon = training::kAdamEpsilon});
  }
  return losses;
}

training::ModelOptions options_from(const nlohmann::json& json) {
  return {.d_model = json["d_model"],
          .d_k = json["d_k"],
          .heads = json["heads"],
          .layers = json["layers"],
          .d_ff = json["d_ff"],
          .scale = json["scale"],
          .positions = json["positions"],
          .residual = json["residual"],
          .value_from_embedding = json["value_from_embedding"]};
}

}  // namespace

TEST_CASE("300 steps teach the model every held-out pair, and \"it\" looks at its referent") {
  const std::vector<training::Example> held_out = training::held_out_examples();
  const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  for (const std::uint32_t seed : {1u, 2u, 3u, static_cast<std::uint32_t>(now)}) {
    const TrainingRun run = trained({}, seed, 300);
    const training::Evaluation evaluation = training::evaluate(run.model(), held_out);
    MESSAGE("seed ", seed, ": accuracy ", evaluation.accuracy, ", looks ", evaluation.looks, ", weight ",
            evaluation.referent_weight, ", loss ", run.history().back().loss);
    CHECK(evaluation.accuracy >= 0.95);
    // Of 60 seeds 59 came to 0.95, the other to 0.92 (docs/training.md).
    CHECK(evaluation.looks >= (seed <= 3 ? 0.95 : 0.85));
    const training::Evaluation few = run.held_out();
    CHECK(std::abs(few.accuracy - evaluation.accuracy) <= 0.05);
    CHECK(std::abs(few.looks - evaluation.looks) <= 0.1);
  }
}

TEST_CASE("the first 50 losses are PyTorch's, from the same weights and sentences") {
  const nlohmann::json& golden = support::golden("training");
  for (const nlohmann::json& curve : golden["runs"]) {
    INFO(curve["name"].get<std::string>());
    TrainingRun run({.model = options_from(curve["options"]), .batch = golden["batch"]},
                    seed_of(curve["seed"].get<std::uint32_t>()));
    double worst = 0;
    for (const double loss : curve["losses"]) {
      worst = std::max(worst, std::abs(static_cast<double>(run.step().loss) - loss));
    }
    MESSAGE(curve["name"].get<std::string>(), ": worst difference ", worst);
    CHECK(worst <= support::tolerance_of(curve));
    worst = 0;
    const std::vector<double> in_double = losses_in_double(run.options(), curve["seed"], curve["losses"].size());
    for (std::size_t step = 0; step < in_double.size(); ++step) {
      worst = std::max(worst, std::abs(in_double[step] - curve["losses"][step].get<double>()));
    }
    MESSAGE("in double ", worst);
    CHECK(worst <= curve["tolerance_in_double"].get<double>());
    if (!run.options().model.scale) continue;
    // What the report says beside the loss, of the last step.
    const training::StepReport& report = run.history().back();
    CHECK(static_cast<double>(report.d_wq_norm) == doctest::Approx(curve["d_wq_norm"].get<double>()).epsilon(1e-2));
    CHECK(static_cast<double>(report.d_wk_norm) == doctest::Approx(curve["d_wk_norm"].get<double>()).epsilon(1e-2));
    CHECK(static_cast<double>(report.top_weight) == doctest::Approx(curve["top_weight"].get<double>()).epsilon(1e-3));
    CHECK(static_cast<double>(report.entropy) == doctest::Approx(curve["entropy"].get<double>()).epsilon(1e-3));
  }
}

TEST_CASE(
    "the losses of 100 steps stay within 1e-4 of PyTorch's, so those of two platforms within 2e-4 of each other") {
  const nlohmann::json& curve = support::golden("training")["long_run"];
  REQUIRE(curve["losses"].size() == 100);
  TrainingRun run(RunOptions{}, seed_of(curve["seed"].get<std::uint32_t>()));
  double worst = 0;
  for (const double loss : curve["losses"]) {
    worst = std::max(worst, std::abs(static_cast<double>(run.step().loss) - loss));
  }
  MESSAGE("worst difference ", worst);
  CHECK(worst <= support::tolerance_of(curve));
}

TEST_CASE("one seed gives one run, bit for bit, and another seed another one") {
  const TrainingRun one = trained({}, 4, 20), two = trained({}, 4, 20), other = trained({}, 5, 20);
  CHECK(training::flat_parameters(one.model()) == training::flat_parameters(two.model()));
  for (std::size_t i = 0; i < one.history().size(); ++i) {
    CHECK(one.history()[i].loss == two.history()[i].loss);
    CHECK(one.history()[i].entropy == two.history()[i].entropy);
  }
  CHECK(one.history()[5].loss != other.history()[5].loss);
}

TEST_CASE("a copy of a run goes on as the run does") {
  TrainingRun run = trained({}, 6, 10);
  TrainingRun copy = run;
  for (int step = 0; step < 5; ++step) CHECK(run.step().loss == copy.step().loss);
}

TEST_CASE("the twin without the scale starts from the same weights and sees the same sentences") {
  const TrainingRun scaled(RunOptions{}, seed_of(7));
  const TrainingRun unscaled({.model = {.scale = false}}, seed_of(7));
  CHECK(training::flat_parameters(scaled.model()) == training::flat_parameters(unscaled.model()));
}

TEST_CASE("a learning rate of 100 stops the run, and says so") {
  for (const std::uint32_t seed : {1u, 2u, 3u}) {
    for (const bool plain : {false, true}) {
      TrainingRun run({.model = {.value_from_embedding = !plain}, .learning_rate = 100}, seed_of(seed));
      for (int step = 0; step < 50; ++step) run.step();
      CHECK(run.status() != RunStatus::kRunning);
      CHECK(run.steps() < 50);
      const attention::Index steps = run.steps();
      run.step();
      CHECK(run.steps() == steps);
      for (const float number : training::flat_parameters(run.model())) REQUIRE(std::isfinite(number));
      run.held_out();  // still answers
    }
  }
}

TEST_CASE("a learning rate that is not finite stops the run too") {
  TrainingRun run({.model = {}, .learning_rate = 1e30}, seed_of(1));
  for (int step = 0; step < 5; ++step) run.step();
  CHECK(run.status() != RunStatus::kRunning);
  const training::Evaluation evaluation = run.held_out();
  CHECK(evaluation.accuracy <= 0.5);
}
