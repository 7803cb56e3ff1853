// Training runs: those of the last plans are kept, so that a plan with more steps goes on from the one before, and two
// can be compared.
#pragma once

#include <vector>

#include "core/playground/training_plan.hpp"
#include "core/training/evaluation.hpp"
#include "core/training/training_run.hpp"

namespace playground {

/// Steps that are still to be taken until the run of the plan is where the plan is; 0: it is there. A run that has gone
/// further begins anew.
int missing_steps(const TrainingPlan& plan);

/// Takes at most `steps` of the missing steps. At each tenth step the held-out sentences are asked.
void advance_run(const TrainingPlan& plan, int steps);

/// The run of the plan as far as it is, at most the plan's steps; nothing is computed. A run that has gone further
/// begins anew.
const training::TrainingRun& run_so_far(const TrainingPlan& plan);

/// The run at the plan's last step (or where it had to stop); what is missing is computed first. It stays as it is
/// until another plan with the same beginning asks for more or fewer steps.
const training::TrainingRun& run_of(const TrainingPlan& plan);

/// What the held-out sentences gave after so many steps.
struct HeldOut {
  int step = 0;
  training::Evaluation evaluation;
};
/// At each tenth step of the run as far as it is, and at its first model.
const std::vector<HeldOut>& held_out_so_far(const TrainingPlan& plan);

/// At the plan's last step; what is missing of the run is computed first.
training::Evaluation held_out_of(const TrainingPlan& plan);

/// How runs ended that came to the end of a plan, in the order in which they did, at most 512: those that were tried.
struct TriedRun {
  TrainingPlan plan;
  HeldOut end;
  float loss = 0;  ///< mean of the last ten steps
};
const std::vector<TriedRun>& tried_runs();
/// Takes note of the run of the plan where it came to its end. One that was noted before is not noted again.
void note_run(const TrainingPlan& plan);

/// The model that ships with the page.
const training::FloatModel& shipped_model();

}  // namespace playground
