// The exhibits of the lesson `train`, each in the file that says so, and what they have in common.
#pragma once

#include <string>
#include <vector>

#include "core/playground/lesson.hpp"
#include "core/playground/training_runs.hpp"
#include "core/training/training_run.hpp"

namespace playground::train_private {

/// Steps of a run that an exhibit starts by itself.
inline constexpr int kSteps = 300;
/// Seeds that are compared, from 1.
inline constexpr int kSeeds = 12;
/// A model has learned where it names the noun in so many of the held-out sentences.
inline constexpr double kLearned = 0.95;

/// The training that the session shows; that of a new session where it shows another model.
TrainingPlan plan_of_session(const Session& session);
/// Whether the session's weights come from a training in the page.
bool trains(const Session& session);

/// One of the twins: with the division by sqrt(d_k) or without. Its width is the knob's.
TrainingPlan twin_plan(const Lecture& lecture, int seed, bool scale);
/// The model that the switches of the lesson make.
TrainingPlan switched_plan(const Lecture& lecture);

/// Sentences that a run is asked after every ten steps.
attention::Index held_out_count();

/// [T x T] the weights of the session's layer, the mean over its heads.
attention::Matrix attention_now(const Lecture& lecture);
/// The place of "it" in the session's text; the selected word where the model cannot read the text.
attention::Index row_of_it(const Lecture& lecture);

/// What the run saw in its last steps, ten at most, on average: loss, accuracy, the last layer's gradients, top weight
/// and entropy. All 0 before the first step.
training::StepReport last_steps(const training::TrainingRun& run);

/// One number over the steps of a run, at most fifty places or so: each the mean since the one before. From fifty steps
/// on they are those at which the held-out sentences are asked.
Series over_steps(std::string label, Hue hue, const training::TrainingRun& run, float training::StepReport::*number);
/// What the held-out sentences gave, over the steps.
Series over_steps(std::string label, Hue hue, const std::vector<HeldOut>& held_out,
                  double training::Evaluation::*number);

/// [1 x T] what "it" gave each word in the last layer before the plan's first step. Precondition: the model can read
/// the text.
const attention::Matrix& weights_untrained(const TrainingPlan& plan, const std::string& text);
/// What "it" gives each word; a sign and a colour tell the noun that it stands for.
Bars looks_of(const Lecture& lecture, std::string title, const attention::Matrix& weights, attention::Index row);
/// What a model answers about the session's text, in a sentence.
Remark answer_of(const Lecture& lecture, const training::FloatModel& model);

/// A picture of the loss begins no lower than this: blind guessing among all nouns.
double loss_of_guessing();
/// Where the axis of these losses ends: at blind guessing, or above all of them.
double loss_axis_end(const Series& losses);

/// A share as the lesson writes it: "0.97".
std::string share_text(double share);

// train_learning.cpp
Exhibit learn_exhibit(const Lecture& lecture);
Exhibit words_exhibit(const Lecture& lecture);
// train_twins.cpp
Exhibit twins_exhibit(const Lecture& lecture);
Exhibit dozen_exhibit(const Lecture& lecture);
/// How many of the runs of the dozen that came to their end have learned.
struct Count {
  int runs = 0, learned = 0;
};
Count count_of_dozen(const Lecture& lecture, bool scale);
// train_switches.cpp
Exhibit switches_exhibit(const Lecture& lecture);
Exhibit values_exhibit(const Lecture& lecture);
Exhibit rate_exhibit(const Lecture& lecture);

}  // namespace playground::train_private
