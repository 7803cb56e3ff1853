#include "shell/training_work.hpp"

#include <algorithm>
#include <chrono>

#include "core/playground/training_runs.hpp"
#include "core/playground/words.hpp"

namespace shell {

void TrainingWork::start(int steps, int gesture) {
  left_ = steps;
  gesture_ = gesture;
}

TrainingWork::Stretch TrainingWork::advance(const playground::Model& model, double seconds) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  playground::TrainingPlan plan = model.training.value_or(playground::TrainingPlan{});
  const int first = model.weights == playground::Weights::kTrained ? plan.steps : 0;
  plan.steps = first;
  do {
    ++plan.steps;
    --left_;
    playground::advance_run(plan, 1);
  } while (left_ > 0 && std::chrono::duration<double>(Clock::now() - start).count() < seconds);
  const training::TrainingRun& run = playground::run_so_far(plan);
  Stretch stretch{.taken = static_cast<int>(run.steps()) - first, .refusal = {}};
  if (run.status() != training::RunStatus::kRunning) {
    left_ = 0;
    stretch.refusal =
        playground::say(run.status() == training::RunStatus::kNotFinite ? playground::Word::kTrainingNotFinite
                                                                        : playground::Word::kDiverged,
                        {std::to_string(run.steps())});
  }
  if (plan.steps >= playground::kMostTrainingSteps) {
    left_ = 0;
  }
  return stretch;
}

}  // namespace shell
