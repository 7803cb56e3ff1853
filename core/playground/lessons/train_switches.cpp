// The exhibits of the lesson `train` in which parts of the model are switched off: what still learns, whether its
// weights show what it knows, and a rate at which nothing is learned.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/playground/lessons/train_exhibits.hpp"
#include "core/playground/wording.hpp"
#include "core/training/reading.hpp"
#include "core/training/trace.hpp"

namespace playground::train_private {
namespace {

using attention::Index;
using training::Evaluation;
using training::StepReport;
using training::TrainingRun;

constexpr std::size_t kMostRows = 10;  ///< of the runs that were tried

/// The plan with the widths of the lesson's switches, or of the session: what runs of the twins may have otherwise.
bool is_of_switches(const TrainingPlan& plan) {
  return plan.steps == kSteps && plan.scale && plan.d_model == TrainingPlan{}.d_model &&
         (plan.d_k == 0 || plan.d_k == plan.d_model / plan.heads);
}

/// The rate as the knob has it: "0.03", "100".
std::string rate_text(double rate) {
  constexpr int kMostDigits = 4;
  int digits = 0;
  for (double rest = rate; digits < kMostDigits && std::abs(rest - std::round(rest)) > 1e-9; rest *= 10) ++digits;
  return number_text(rate, digits);
}

/// What is other than in the model of the lesson: "no positions, one layer".
std::string changes_of(const Lecture& lecture, const TrainingPlan& plan) {
  std::string text;
  const auto add = [&](const std::string& change) { text += (text.empty() ? "" : ", ") + change; };
  if (!plan.positions) add(lecture.text("without.positions"));
  if (plan.layers == 1) add(lecture.text("without.layer"));
  if (plan.heads == 2) add(lecture.text("with.heads"));
  if (!plan.residual) add(lecture.text("without.residual"));
  if (!plan.word_values) add(lecture.text("with.mixed"));
  if (plan.rate != TrainingPlan{}.rate) add(lecture.text("with.rate", {rate_text(plan.rate)}));
  return text.empty() ? lecture.text("with.nothing") : text;
}

/// The runs that were tried, the latest last; nothing before the first.
void add_tried(std::vector<Figure>& figures, const Lecture& lecture) {
  Ledger ledger{.title = lecture.text("tried", {std::to_string(kSteps)}),
                .columns = {lecture.text("tried.model"), lecture.text("knob.seed"), lecture.text("right"),
                            lecture.text("share.looks"), lecture.text("loss")},
                .rows = {}};
  std::vector<const TriedRun*> rows;
  for (const TriedRun& run : tried_runs()) {
    if (is_of_switches(run.plan)) rows.push_back(&run);
  }
  if (rows.empty()) return;
  const TrainingPlan now = switched_plan(lecture);
  const std::size_t first = rows.size() - std::min(rows.size(), kMostRows);
  for (std::size_t row = first; row < rows.size(); ++row) {
    const TriedRun& run = *rows[row];
    if (run.plan == now) ledger.emphasised = static_cast<int>(ledger.rows.size());
    const bool whole = run.end.step == run.plan.steps;
    ledger.rows.push_back({changes_of(lecture, run.plan), run.plan.seed, share_text(run.end.evaluation.accuracy),
                           share_text(run.end.evaluation.looks),
                           whole ? number_text(static_cast<double>(run.loss), 3)
                                 : lecture.text("tried.stopped", {std::to_string(run.end.step)})});
  }
  figures.push_back({.id = "tried", .what = std::move(ledger), .wide = true});
}

Plot steps_plot(const Lecture& lecture, const char* title) {
  return {.title = lecture.text(title),
          .x = {.label = lecture.text("steps"), .from = 0, .to = kSteps},
          .y = {.label = {}, .from = 0},
          .series = {}};
}

/// An exhibit of these knobs, with the run of the switches where the reader asked for it.
Exhibit begun_exhibit(const Lecture& lecture, std::vector<std::string_view> knobs) {
  Exhibit exhibit{.knobs = std::move(knobs)};
  if (!lecture.on("go")) {
    exhibit.figures = {{"rest", Remark{.text = lecture.text("rest", {changes_of(lecture, switched_plan(lecture))})}}};
    return exhibit;
  }
  const TrainingPlan plan = switched_plan(lecture);
  exhibit.runs = {plan};
  if (const int missing = missing_steps(plan); missing > 0) exhibit.progress = 1 - missing / double{kSteps};
  return exhibit;
}

/// What the model of the run answers to the session's text, and whom "it" looks at: a sentence, then bars.
void add_answer(std::vector<Figure>& figures, const Lecture& lecture, const TrainingRun& run) {
  figures.push_back({"answer", answer_of(lecture, run.model())});
  const training::Reading reading = training::read_sentence(lecture.session().model.text);
  if (reading.problem != training::ReadingProblem::kNone) return;
  const attention::Matrix weights = training::trace(run.model(), reading.sentence).it_weights(reading.sentence.it);
  figures.push_back({"looks", looks_of(lecture, lecture.text("looks"), weights, 0)});
}

/// Of a run at its end that answers right and looks elsewhere: that the one does not show the other.
void add_verdict(std::vector<Figure>& figures, const Lecture& lecture, const TrainingPlan& plan,
                 const Evaluation& evaluation) {
  constexpr double kLooks = 0.75;
  if (missing_steps(plan) > 0 || evaluation.accuracy < kLearned || evaluation.looks >= kLooks) return;
  const char* label = plan.layers == 1 ? "verdict.layer" : "verdict";
  figures.push_back({"verdict", Remark{.text = lecture.text(
                                           label, {share_text(evaluation.accuracy), share_text(evaluation.looks)})}});
}

}  // namespace

Exhibit switches_exhibit(const Lecture& lecture) {
  Exhibit exhibit = begun_exhibit(lecture, {"go", "positions", "layers", "heads", "residual"});
  if (lecture.on("go")) {
    const TrainingPlan plan = switched_plan(lecture);
    const std::vector<HeldOut>& held_out = held_out_so_far(plan);
    add_verdict(exhibit.figures, lecture, plan, held_out.back().evaluation);
    Plot plot = steps_plot(lecture, "switches");
    plot.series = {over_steps(lecture.text("right"), Hue::kQuery, held_out, &Evaluation::accuracy),
                   over_steps(lecture.text("share.looks"), Hue::kWeight, held_out, &Evaluation::looks)};
    plot.y.to = 1.05;
    exhibit.figures.push_back({"curves", std::move(plot), true});
  }
  add_tried(exhibit.figures, lecture);
  return exhibit;
}

Exhibit values_exhibit(const Lecture& lecture) {
  Exhibit exhibit = begun_exhibit(lecture, {"go", "values", "seed"});
  if (lecture.on("go")) add_answer(exhibit.figures, lecture, run_so_far(switched_plan(lecture)));
  add_tried(exhibit.figures, lecture);
  return exhibit;
}

Exhibit rate_exhibit(const Lecture& lecture) {
  Exhibit exhibit = begun_exhibit(lecture, {"go", "rate"});
  if (lecture.on("go")) {
    Plot plot = steps_plot(lecture, "rate");
    plot.y.from.reset();
    plot.y.logarithmic = true;
    const TrainingRun& run = run_so_far(switched_plan(lecture));
    const std::string steps = std::to_string(run.steps());
    plot.series = {over_steps(lecture.text("loss"), Hue::kAccent, run, &StepReport::loss)};
    plot.series.front().mark = Mark::kLineAndDots;
    if (run.status() != training::RunStatus::kRunning) {
      exhibit.figures.push_back(
          {"stopped", Remark{.text = lecture.text("stopped", {steps}), .tone = Remark::Tone::kBad}});
    }
    exhibit.figures.push_back({"curves", std::move(plot), true});
  }
  add_tried(exhibit.figures, lecture);
  return exhibit;
}

}  // namespace playground::train_private
