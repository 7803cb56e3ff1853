// The exhibits of the lesson `train` about the division by sqrt(d_k): one run with it and its twin without, and a dozen
// of such pairs.
#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "core/playground/lessons/train_exhibits.hpp"
#include "core/playground/wording.hpp"

namespace playground::train_private {
namespace {

using training::Evaluation;
using training::StepReport;
using training::TrainingRun;

// ---- One pair ----

struct Twin {
  const TrainingRun& run;
  const std::vector<HeldOut>& held_out;
};

Twin twin_of(const TrainingPlan& plan) { return {run_so_far(plan), held_out_so_far(plan)}; }

struct Shown {
  std::string_view option;  ///< of the knob `show`
  float StepReport::*number;
};
constexpr std::array kShown{Shown{"loss", &StepReport::loss}, Shown{"top", &StepReport::top_weight},
                            Shown{"entropy", &StepReport::entropy}, Shown{"gradient", &StepReport::d_wq_norm}};

Plot twins_plot(const Lecture& lecture) {
  const std::string_view option = lecture.option("show");
  return {.title = lecture.text("twins." + std::string(option)),
          .x = {.label = lecture.text("steps"), .from = 0, .to = kSteps},
          .y = {.label = {}, .from = 0},
          .series = {}};
}

/// The chosen number of a twin over its steps.
Series curve_of(const Lecture& lecture, const char* label, Hue hue, const Twin& twin) {
  const std::string_view option = lecture.option("show");
  const auto shown = std::find_if(kShown.begin(), kShown.end(), [&](const Shown& one) { return one.option == option; });
  if (shown == kShown.end()) return over_steps(lecture.text(label), hue, twin.held_out, &Evaluation::accuracy);
  return over_steps(lecture.text(label), hue, twin.run, shown->number);
}

/// The numbers of now beside each other.
Ledger twins_ledger(const Lecture& lecture, const std::vector<Twin>& twins) {
  Ledger ledger{.title = lecture.text("twins.ledger"),
                .columns = {lecture.text("twins.what"), lecture.text("scaled"), lecture.text("unscaled")},
                .rows = {}};
  const auto add = [&](const char* label, const auto& text_of_twin) {
    std::vector<std::string> row{lecture.text(label)};
    for (const Twin& twin : twins) row.push_back(twin.run.steps() == 0 ? "–" : text_of_twin(twin));
    ledger.rows.push_back(std::move(row));
  };
  const auto add_mean = [&](const char* label, float StepReport::*number, int digits) {
    add(label,
        [&](const Twin& twin) { return number_text(static_cast<double>(last_steps(twin.run).*number), digits); });
  };
  add("steps", [](const Twin& twin) { return std::to_string(twin.run.steps()); });
  add_mean("loss", &StepReport::loss, 3);
  add("right", [](const Twin& twin) { return share_text(twin.held_out.back().evaluation.accuracy); });
  add("share.looks", [](const Twin& twin) { return share_text(twin.held_out.back().evaluation.looks); });
  add_mean("twins.top", &StepReport::top_weight, 2);
  add_mean("twins.entropy", &StepReport::entropy, 2);
  add_mean("twins.gradient", &StepReport::d_wq_norm, 4);
  add_mean("twins.gradient_keys", &StepReport::d_wk_norm, 4);
  return ledger;
}

// ---- A dozen pairs ----

/// How the run of the plan ended; null where it was not tried.
const TriedRun* tried(const TrainingPlan& plan) {
  const std::vector<TriedRun>& all = tried_runs();
  const auto found = std::find_if(all.begin(), all.end(), [&](const TriedRun& one) { return one.plan == plan; });
  return found == all.end() ? nullptr : &*found;
}

bool has_learned(const TriedRun& run) { return run.end.evaluation.accuracy >= kLearned; }

/// The plans in the order in which they are tried: a seed, first with the division.
std::vector<TrainingPlan> plans_of_dozen(const Lecture& lecture) {
  std::vector<TrainingPlan> plans;
  for (int seed = 1; seed <= kSeeds; ++seed) {
    for (const bool scale : {true, false}) plans.push_back(twin_plan(lecture, seed, scale));
  }
  return plans;
}

std::string outcome(const Lecture& lecture, const TrainingPlan& plan, bool runs_now) {
  if (const TriedRun* end = tried(plan)) {
    return lecture.text(has_learned(*end) ? "dozen.learned" : "dozen.not_yet",
                        {share_text(end->end.evaluation.accuracy)});
  }
  if (!runs_now) return "–";
  const double share = static_cast<double>(run_so_far(plan).steps()) / plan.steps;
  return number_text(100 * share, 0) + " %";
}

}  // namespace

Exhibit twins_exhibit(const Lecture& lecture) {
  Exhibit exhibit{.knobs = {"go", "d_k", "seed", "show"}};
  if (!lecture.on("go")) {
    exhibit.figures = {{"rest", Remark{.text = lecture.text("twins.rest")}}};
    return exhibit;
  }
  Plot plot = twins_plot(lecture);
  const TrainingPlan with = twin_plan(lecture, lecture.whole("seed"), true);
  const TrainingPlan without = twin_plan(lecture, lecture.whole("seed"), false);
  const std::vector<Twin> twins{twin_of(with), twin_of(without)};
  plot.series = {curve_of(lecture, "scaled", Hue::kQuery, twins[0]),
                 curve_of(lecture, "unscaled", Hue::kAccent, twins[1])};
  if (lecture.option("show") == "loss") {
    plot.y.to = std::max(loss_axis_end(plot.series[0]), loss_axis_end(plot.series[1]));
  }
  exhibit.figures = {{"curves", std::move(plot)}, {"twins", twins_ledger(lecture, twins)}};
  // The one that is behind goes on first, so that both are seen to learn side by side.
  exhibit.runs = {with, without};
  if (twins[0].run.steps() > twins[1].run.steps()) std::swap(exhibit.runs[0], exhibit.runs[1]);
  if (const int missing = missing_steps(with) + missing_steps(without); missing > 0) {
    exhibit.progress = 1 - missing / (2.0 * kSteps);
  }
  return exhibit;
}

Count count_of_dozen(const Lecture& lecture, bool scale) {
  Count count;
  for (int seed = 1; seed <= kSeeds; ++seed) {
    if (const TriedRun* end = tried(twin_plan(lecture, seed, scale))) {
      ++count.runs;
      count.learned += has_learned(*end);
    }
  }
  return count;
}

Exhibit dozen_exhibit(const Lecture& lecture) {
  const std::vector<TrainingPlan> plans = plans_of_dozen(lecture);
  std::vector<TrainingPlan> left;
  std::copy_if(plans.begin(), plans.end(), std::back_inserter(left),
               [](const TrainingPlan& plan) { return tried(plan) == nullptr; });
  Exhibit exhibit{.knobs = {"go", "d_k"}};
  if (lecture.on("go") && !left.empty()) {
    // The one of now and the next one: others would be put aside for the runs that are kept.
    exhibit.runs.assign(left.begin(),
                        left.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(2, left.size())));
    const double begun_share = static_cast<double>(run_so_far(left.front()).steps()) / kSteps;
    exhibit.progress =
        (static_cast<double>(plans.size() - left.size()) + begun_share) / static_cast<double>(plans.size());
  }
  Ledger ledger{.title = lecture.text("dozen.title", {std::to_string(kSteps)}),
                .columns = {lecture.text("knob.seed"), lecture.text("scaled"), lecture.text("unscaled")},
                .rows = {}};
  for (std::size_t pair = 0; pair < plans.size(); pair += 2) {
    const auto text = [&](const TrainingPlan& plan) {
      return outcome(lecture, plan, !exhibit.runs.empty() && exhibit.runs.front() == plan);
    };
    ledger.rows.push_back({plans[pair].seed, text(plans[pair]), text(plans[pair + 1])});
  }
  const Count with = count_of_dozen(lecture, true), without = count_of_dozen(lecture, false);
  const std::string sum =
      with.runs + without.runs == 0
          ? lecture.text("dozen.rest")
          : lecture.text("dozen.sum", {std::to_string(with.learned), std::to_string(with.runs),
                                       std::to_string(without.learned), std::to_string(without.runs)});
  exhibit.figures = {{"sum", Remark{.text = sum}}};
  if (lecture.on("go") || left.size() < plans.size()) {
    exhibit.figures.push_back({"dozen", std::move(ledger), true});
  }
  return exhibit;
}

}  // namespace playground::train_private
