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
  const int first = plan.steps;
  left_ = std::min(left_, playground::kMostTrainingSteps - first);
  bool in_time = true;
  while (left_ > 0 && in_time) {
    // A run that is not yet where the plan is, since nothing has asked for it, comes there first.
    if (playground::missing_steps(plan) == 0) {
      ++plan.steps;
      --left_;
    }
    playground::advance_run(plan, 1);
    in_time = std::chrono::duration<double>(Clock::now() - start).count() < seconds;
  }
  const training::TrainingRun& run = playground::run_so_far(plan);
  Stretch stretch{.taken = std::max(0, static_cast<int>(run.steps()) - first), .refusal = {}};
  if (run.status() != training::RunStatus::kRunning) {
    left_ = 0;
    stretch.refusal =
        playground::say(run.status() == training::RunStatus::kNotFinite ? playground::Word::kTrainingNotFinite
                                                                        : playground::Word::kDiverged,
                        {std::to_string(run.steps())});
  }
  return stretch;
}

}  // namespace shell
