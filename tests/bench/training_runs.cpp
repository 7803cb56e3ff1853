// Training runs at the command line, natively and in Node: how long a step takes, how many runs learn, and the weights
// that ship.
//
//   training_runs speed [model]    ms of a step, of several models or of the one with this number: processor time (in
//                                  Node, what the clock says)
//   training_runs learn [seeds]    a table: runs with and without the scale, for several d_k, and the ablations
//   training_runs weights [seed]   trains the model that ships and prints its text, and what it knows to stderr
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "core/training/examples.hpp"
#include "core/training/training_run.hpp"
#include "core/training/weights_text.hpp"

namespace {

using training::ModelOptions;
using training::RunOptions;
using training::TrainingRun;

constexpr int kSteps = 300;
constexpr int kShippedSeed = 1;

attention::Entropy seed_of(int seed) { return {static_cast<std::uint32_t>(seed)}; }

/// Processor time natively, where others run too; Node has the clock on the wall alone.
double milliseconds() {
#if defined(__EMSCRIPTEN__)
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
#else
  return static_cast<double>(std::clock()) * 1e3 / CLOCKS_PER_SEC;
#endif
}

void time_steps(const char* name, const ModelOptions& model) {
  TrainingRun run({.model = model}, seed_of(1));
  std::vector<double> times;
  for (int step = 0; step < kSteps; ++step) {
    const double start = milliseconds();
    run.step();
    times.push_back(milliseconds() - start);
  }
  const double all = std::accumulate(times.begin(), times.end(), 0.0);
  std::sort(times.begin(), times.end());
  const double start = milliseconds();
  const training::Evaluation held_out = run.held_out();
  const double held_out_time = milliseconds() - start;
  std::printf("%-20s %6d parameters  median %6.2f ms  fastest %6.2f ms  %d steps %6.0f ms  held out %5.2f ms, %.3f\n",
              name, static_cast<int>(training::parameter_count(model)), times[times.size() / 2], times[0], kSteps, all,
              held_out_time, held_out.accuracy);
  std::fflush(stdout);
}

const std::vector<std::pair<const char*, ModelOptions>>& timed_models() {
  static const std::vector<std::pair<const char*, ModelOptions>> models{
      {"default", {}},
      {"d_model 16", {.d_model = 16, .d_k = 16}},
      {"plain last layer", {.value_from_embedding = false}},
      {"plain, d_ff 128", {.d_ff = 128, .value_from_embedding = false}},
      {"plain, d_model 16", {.d_model = 16, .d_k = 16, .value_from_embedding = false}},
  };
  return models;
}

/// A row of the table: of `seeds` runs, how many named and looked right in 95 % of all held-out sentences, and means.
void learn(const char* name, const ModelOptions& model, int seeds) {
  const std::vector<training::Example> held_out = training::held_out_examples();
  int named = 0, looked = 0;
  double accuracy = 0, looks = 0, least_accuracy = 1, least_looks = 1, weight = 0;
  for (int seed = 1; seed <= seeds; ++seed) {
    TrainingRun run({.model = model}, seed_of(seed));
    while (run.steps() < kSteps && run.status() == training::RunStatus::kRunning) run.step();
    const training::Evaluation evaluation = training::evaluate(run.model(), held_out);
    named += evaluation.accuracy >= 0.95;
    looked += evaluation.looks >= 0.95;
    accuracy += evaluation.accuracy / seeds;
    looks += evaluation.looks / seeds;
    weight += evaluation.referent_weight / seeds;
    least_accuracy = std::min(least_accuracy, evaluation.accuracy);
    least_looks = std::min(least_looks, evaluation.looks);
  }
  std::printf("| %s | %d of %d | %.3f | %.3f | %d of %d | %.3f | %.3f | %.2f |\n", name, named, seeds, accuracy,
              least_accuracy, looked, seeds, looks, least_looks, weight);
  std::fflush(stdout);
}

void learn_table(int seeds) {
  std::printf("| model | named | mean accuracy | least | looked | mean share | least | weight of the referent |\n");
  std::printf("|:--|--:|--:|--:|--:|--:|--:|--:|\n");
  learn("default", {}, seeds);
  learn("no scale", {.scale = false}, seeds);
  learn("d_model 16", {.d_model = 16, .d_k = 16}, seeds);
  for (const int d_k : {4, 8, 16, 64, 128}) {
    for (const bool scale : {true, false}) {
      const std::string name = "d_k " + std::to_string(d_k) + (scale ? "" : ", no scale");
      learn(name.c_str(), {.d_k = d_k, .scale = scale}, seeds);
    }
  }
  learn("plain last layer", {.value_from_embedding = false}, seeds);
  learn("plain last layer, no scale", {.scale = false, .value_from_embedding = false}, seeds);
  learn("one layer", {.layers = 1}, seeds);
  learn("two heads of 16", {.d_k = 16, .heads = 2}, seeds);
  learn("no positions", {.positions = false}, seeds);
  learn("no residual", {.residual = false}, seeds);
}

/// 1,000 steps of a small model, the last 300 at a tenth of the learning rate.
void print_weights(int seed) {
  TrainingRun run({.model = {.d_model = 16, .d_k = 16}}, seed_of(seed));
  while (run.steps() < 700) run.step();
  run.set_learning_rate(run.options().learning_rate / 10);
  while (run.steps() < 1'000) run.step();
  const std::string text = training::weights_text(run.model());
  std::fputs(text.c_str(), stdout);
  const std::vector<training::Example> held_out = training::held_out_examples();
  for (const training::FloatModel& model : {run.model(), training::model_from_text(text).value()}) {
    const training::Evaluation evaluation = training::evaluate(model, held_out);
    std::fprintf(stderr, "accuracy %.4f  looks %.4f  weight of the referent %.3f\n", evaluation.accuracy,
                 evaluation.looks, evaluation.referent_weight);
  }
}

}  // namespace

int main(int count, char** arguments) {
  const std::string what = count > 1 ? arguments[1] : "";
  if (what == "speed") {
    for (std::size_t i = 0; i < timed_models().size(); ++i) {
      const auto& [name, model] = timed_models()[i];
      if (count <= 2 || std::atoi(arguments[2]) == static_cast<int>(i)) time_steps(name, model);
    }
  } else if (what == "learn") {
    learn_table(count > 2 ? std::atoi(arguments[2]) : 12);
  } else if (what == "weights") {
    print_weights(count > 2 ? std::atoi(arguments[2]) : kShippedSeed);
  } else {
    std::fputs("training_runs speed [model] | learn [seeds] | weights [seed]\n", stderr);
    return 2;
  }
  return 0;
}
