#include "core/playground/training_runs.hpp"

#include <algorithm>
#include <list>
#include <utility>

#include "core/attention/random.hpp"
#include "core/training/weights_text.hpp"

namespace playground {
namespace {

using training::TrainingRun;

constexpr std::size_t kMostRuns = 8;
constexpr std::size_t kMostTried = 512;
constexpr int kBetweenEvaluations = 10;

struct KeptRun {
  TrainingPlan plan;  ///< with no step taken
  TrainingRun run;
  std::vector<HeldOut> held_out;
};

training::RunOptions options_of(const TrainingPlan& plan) {
  training::RunOptions options;
  options.model.d_model = plan.d_model;
  options.model.d_k = plan.d_k > 0 ? plan.d_k : plan.d_model / plan.heads;
  options.model.heads = plan.heads;
  options.model.layers = plan.layers;
  options.model.d_ff = 2 * training::Index{plan.d_model};
  options.model.scale = plan.scale;
  options.model.positions = plan.positions;
  options.model.residual = plan.residual;
  options.model.value_from_embedding = plan.word_values;
  options.learning_rate = plan.rate;
  return options;
}

void evaluate(KeptRun& kept) { kept.held_out.push_back({static_cast<int>(kept.run.steps()), kept.run.held_out()}); }

KeptRun fresh(const TrainingPlan& plan) {
  KeptRun kept{begun(plan),
               TrainingRun(options_of(plan), attention::entropy_from_decimal(plan.seed).value_or(attention::Entropy{})),
               {}};
  evaluate(kept);
  return kept;
}

/// The run of the plan, the latest first.
KeptRun& kept_run(const TrainingPlan& plan) {
  static thread_local std::list<KeptRun> runs;
  const TrainingPlan known_by = begun(plan);
  const auto found = std::find_if(runs.begin(), runs.end(), [&](const KeptRun& one) { return one.plan == known_by; });
  if (found == runs.end()) {
    runs.push_front(fresh(plan));
    if (runs.size() > kMostRuns) runs.pop_back();
  } else {
    runs.splice(runs.begin(), runs, found);
  }
  if (runs.front().run.steps() > plan.steps) {
    runs.pop_front();
    runs.push_front(fresh(plan));
  }
  return runs.front();
}

int missing(const KeptRun& kept, const TrainingPlan& plan) {
  if (kept.run.status() != training::RunStatus::kRunning) return 0;
  return plan.steps - static_cast<int>(kept.run.steps());
}

std::vector<TriedRun>& tried() {
  static thread_local std::vector<TriedRun> runs;
  return runs;
}

/// Notes how a run ended, once for each plan.
void note(KeptRun& kept, const TrainingPlan& plan) {
  std::vector<TriedRun>& all = tried();
  const bool known = std::any_of(all.begin(), all.end(), [&](const TriedRun& one) { return one.plan == plan; });
  if (known || all.size() == kMostTried) return;
  if (kept.held_out.back().step != static_cast<int>(kept.run.steps())) evaluate(kept);
  const std::vector<training::StepReport>& history = kept.run.history();
  const std::size_t count = std::min<std::size_t>(10, history.size());
  float loss = 0;
  for (std::size_t index = history.size() - count; index < history.size(); ++index) loss += history[index].loss;
  all.push_back({plan, kept.held_out.back(), loss / static_cast<float>(count)});
}

}  // namespace

int missing_steps(const TrainingPlan& plan) { return missing(kept_run(plan), plan); }

void advance_run(const TrainingPlan& plan, int steps) {
  KeptRun& kept = kept_run(plan);
  const int most = std::min(steps, missing(kept, plan));
  for (int step = 0; step < most && missing(kept, plan) > 0; ++step) {
    kept.run.step();
    if (kept.run.steps() % kBetweenEvaluations == 0) evaluate(kept);
  }
}

void note_run(const TrainingPlan& plan) {
  if (KeptRun& kept = kept_run(plan); kept.run.steps() > 0 && missing(kept, plan) == 0) note(kept, plan);
}

const TrainingRun& run_so_far(const TrainingPlan& plan) { return kept_run(plan).run; }

const std::vector<HeldOut>& held_out_so_far(const TrainingPlan& plan) { return kept_run(plan).held_out; }

const TrainingRun& run_of(const TrainingPlan& plan) {
  advance_run(plan, plan.steps);
  return kept_run(plan).run;
}

training::Evaluation held_out_of(const TrainingPlan& plan) {
  const TrainingRun& run = run_of(plan);
  const std::vector<HeldOut>& known = kept_run(plan).held_out;
  return known.back().step == static_cast<int>(run.steps()) ? known.back().evaluation : run.held_out();
}

const std::vector<TriedRun>& tried_runs() { return tried(); }

const training::FloatModel& shipped_model() {
  static const training::FloatModel model = training::model_from_text(training::shipped_weights_text()).value();
  return model;
}

}  // namespace playground
