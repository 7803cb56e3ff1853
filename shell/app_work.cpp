// What App computes: the snapshot of its session, at once or over several frames, and that of the comparison.
#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

#include "core/playground/comparison.hpp"
#include "core/playground/equation.hpp"
#include "core/playground/lesson.hpp"
#include "core/playground/training_runs.hpp"
#include "core/playground/words.hpp"
#include "imgui.h"
#include "shell/app.hpp"
#include "shell/matrix_grid.hpp"
#include "shell/notices.hpp"

namespace shell {
namespace {

using playground::History;
using playground::Result;
using playground::Session;

/// Work, in multiply-adds, that is done before the next picture without asking: all of a model of the textbooks' size
/// (512 wide, 8 heads of 64), most of which is drawing a million numbers.
constexpr double kSmallWork = 90e6;

/// Seconds of a frame that work takes: at least, and at most where the rest of a frame takes long as well.
constexpr double kLeastWorkTime = 0.012;
constexpr double kMostWorkTime = 0.25;

bool is_small(const playground::Derivation& derivation) { return derivation.remaining_work() < kSmallWork; }

Limits limits_of(const playground::Snapshot& snapshot, int head) {
  Limits limits{};
  for (int index = 0; index < playground::kTensorCount; ++index) {
    if (const attention::Matrix* matrix = snapshot.tensor(static_cast<playground::Tensor>(index), head)) {
      limits[static_cast<std::size_t>(index)] = largest_magnitude(*matrix);
    }
  }
  return limits;
}

}  // namespace

const playground::Snapshot& App::snapshot() {
  if (pending_) {
    take_snapshot(pending_->derivation.finish());
  }
  return *snapshot_;
}

std::optional<double> App::progress() const {
  return pending_ ? std::optional(pending_->derivation.progress()) : std::nullopt;
}

/// They go through all numbers of the step: made once for each selection, not for each picture.
const std::vector<playground::Check>& App::checks_of(const Session& shown) {
  const playground::Tongue tongue = playground::spoken();
  if (checked_.snapshot != snapshot_ || !(checked_.session == shown) || checked_.tongue != tongue) {
    checked_ = {snapshot_, shown, tongue, playground::checks(shown, *snapshot_)};
  }
  return checked_.checks;
}

const std::vector<playground::Claim>& App::claims_of(const Session& shown) {
  if (claimed_.snapshot != snapshot_ || !(claimed_.session == shown) || claimed_.measured != measured()) {
    claimed_ = {snapshot_, shown, measured(), playground::claims_of(shown, *snapshot_, stopwatch_.timings())};
  }
  return claimed_.claims;
}

/// What is made while the page goes on, as far as it is: rows of the stopwatch, steps of the exhibit's runs.
std::vector<double> App::measured() const {
  const playground::Timings& timings = stopwatch_.timings();
  std::vector<double> numbers{static_cast<double>(timings.rows.size()), timings.running ? timings.progress : -1.0};
  if (exhibited_.exhibit) {
    for (const playground::TrainingPlan& plan : exhibited_.exhibit->runs) {
      numbers.push_back(static_cast<double>(playground::run_so_far(plan).steps()));
    }
  }
  return numbers;
}

const playground::Exhibit* App::exhibit_of(const Session& shown) {
  const playground::Tongue tongue = playground::spoken();
  if (exhibited_.snapshot != snapshot_ || !(exhibited_.session == shown) || exhibited_.tongue != tongue ||
      exhibited_.measured != measured()) {
    exhibited_ = {snapshot_, shown, tongue, measured(),
                  playground::exhibit_of(shown, *snapshot_, stopwatch_.timings())};
    ++revision_;
  }
  return shown_exhibit();
}

std::vector<playground::Claim> App::claims() {
  (void)snapshot();
  return claims_of(history_.session);
}

const Difference* App::difference_of(const Session& shown) {
  if (apart_.here != snapshot_ || apart_.other != compared_ || apart_.step != shown.step || apart_.head != shown.head) {
    if (apart_.difference) {
      pictures_.forget();
    }
    apart_ = {snapshot_, compared_, shown.step, shown.head, std::nullopt};
    const std::optional<playground::Tensor> tensor = playground::result_of(shown.step, snapshot_->model);
    const attention::Matrix* mine = tensor ? snapshot_->tensor(*tensor, shown.head) : nullptr;
    const attention::Matrix* its =
        tensor && compared_ ? compared_->tensor(*tensor, head_in(*compared_, shown.head)) : nullptr;
    if (mine != nullptr && its != nullptr && mine->rows() == its->rows() && mine->cols() == its->cols()) {
      apart_.difference = difference(*mine, *its);
    }
  }
  return apart_.difference ? &*apart_.difference : nullptr;
}

/// Small work is done at once. Larger work goes on with each frame; what was before it stays on the page until then.
void App::derive(const History& before) {
  playground::Derivation derivation(history_.session.model, snapshot_);
  if (snapshot_ == nullptr || is_small(derivation)) {
    take_snapshot(derivation.finish());
    return;
  }
  // A change on top of one that is still being computed: cancelling goes back to what is shown.
  History shown = pending_ ? std::move(pending_->before) : before;
  Session session = pending_ ? std::move(pending_->shown) : before.session;
  pending_ = std::make_unique<Pending>(Pending{std::move(derivation), std::move(shown), std::move(session)});
  view_.play.active = false;
  view_.play.running = false;
}

void App::take_snapshot(std::shared_ptr<const playground::Snapshot> snapshot) {
  snapshot_ = std::move(snapshot);
  ++revision_;
  pending_.reset();
  pictures_.forget();
  measure_limits();
}

void App::measure_limits() {
  limits_ = limits_of(*snapshot_, history_.session.head);
  if (compared_ != nullptr) {
    const Limits other = limits_of(*compared_, head_in(*compared_, history_.session.head));
    std::transform(limits_.begin(), limits_.end(), other.begin(), limits_.begin(),
                   [](double mine, double its) { return std::max(mine, its); });
  }
}

bool App::has_work() const {
  return pending_ || comparing_ || training_.running() || stopwatch_.running() || missing_run().has_value();
}

/// One piece of what is to be done, of training as much as fits into so many seconds.
void App::work_once(double seconds) {
  if (pending_) {
    pending_->derivation.advance();
    if (pending_->derivation.done()) {
      take_snapshot(pending_->derivation.finish());
    }
  } else if (comparing_) {
    comparing_->advance();
    if (comparing_->done()) {
      take_compared(comparing_->finish());
    }
  } else if (training_.running()) {
    train_on(seconds);
  } else if (stopwatch_.running()) {
    stopwatch_.advance();
  } else if (const std::optional<playground::TrainingPlan> run = missing_run()) {
    playground::advance_run(*run, 1);
    if (playground::missing_steps(*run) == 0) {
      playground::note_run(*run);
    }
  }
}

/// Works as long as the rest of a frame took, so that a slow picture does not hold the work up.
void App::work() {
  using Clock = std::chrono::steady_clock;
  const auto seconds_since = [](Clock::time_point time) {
    return std::chrono::duration<double>(Clock::now() - time).count();
  };
  if (!has_work()) {
    worked_until_.reset();
    return;
  }
  const Clock::time_point start = Clock::now();
  const double rest = worked_until_ ? seconds_since(*worked_until_) : 0;
  const bool slowly = training_.running() && playground::trains_slowly(history_.session);
  const double share = slowly ? 0 : std::clamp(rest, kLeastWorkTime, kMostWorkTime);
  double spent = 0;
  do {
    work_once(share - spent);
    spent = seconds_since(start);
  } while (spent < share && has_work());
  worked_until_ = Clock::now();
}

/// The first run of the exhibit that is not where it wants it.
std::optional<playground::TrainingPlan> App::missing_run() const {
  if (exhibited_.exhibit) {
    for (const playground::TrainingPlan& plan : exhibited_.exhibit->runs) {
      if (playground::missing_steps(plan) > 0) return plan;
    }
  }
  return std::nullopt;
}

/// Steps of the session's training for so long, then the session with as many steps more.
void App::train_on(double seconds) {
  const TrainingWork::Stretch stretch = training_.advance(history_.session.model, seconds);
  if (stretch.taken > 0) {
    const Result<History> next = playground::reduce(history_, playground::Train{stretch.taken}, {training_.gesture()});
    if (!next.ok()) {
      refuse(next.sentence());
      end_training();
      return;
    }
    adopt(next.value(), "train");
  }
  if (stretch.refusal) {
    refuse(*stretch.refusal);
  }
  if (!training_.running()) {
    end_training();
  }
}

void App::end_training() {
  training_.stop();
  if (const std::optional<playground::TrainingPlan>& plan = history_.session.model.training) {
    playground::note_run(*plan);
  }
  events_.push_back({.name = "trained", .cause = "train", .message = {}});
}

std::optional<App::TrainingState> App::training() {
  const playground::Model& model = history_.session.model;
  if (model.weights != playground::Weights::kTrained || !model.training) {
    return std::nullopt;
  }
  // While a link's training is replayed there is no more than what has been so far.
  const training::TrainingRun& run = playground::run_so_far(*model.training);
  TrainingState state{.step = static_cast<int>(run.steps()),
                      .loss = std::numeric_limits<double>::quiet_NaN(),
                      .held_out_accuracy = playground::missing_steps(*model.training) == 0
                                               ? playground::held_out_of(*model.training).accuracy
                                               : playground::held_out_so_far(*model.training).back().evaluation.accuracy,
                      .running = training_.running()};
  if (!run.history().empty()) {
    state.loss = static_cast<double>(run.history().back().loss);
  }
  return state;
}

playground::Result<const playground::Snapshot*> App::layer_snapshot(int layer) {
  speak();
  playground::Model model = snapshot().model;
  if (model.layer == layer && model.weights == playground::Weights::kTrained) {
    return snapshot_.get();
  }
  const Result<History> next = playground::reduce(history_, playground::SetLayer{layer});
  if (!next.ok()) {
    return next.problem();
  }
  other_layer_ = playground::derive(next.value().session.model, other_layer_);
  return other_layer_.get();
}

void App::cancel() {
  if (!pending_) {
    return;
  }
  History before = std::move(pending_->before);
  pending_.reset();
  // The shown snapshot belongs to that session: nothing is to be computed.
  adopt(std::move(before), "cancel");
}

const Session& App::drawn_session() const { return pending_ ? pending_->shown : history_.session; }

void App::follow_comparison(const std::string& before) {
  const Session& session = history_.session;
  if (session.compare.empty()) {
    // One that the new model made impossible ends with a word of why.
    if (const playground::Result<playground::Model> lost = playground::compared_model(session.model, before); !lost) {
      add_notice(view_.notices, refusal(lost.sentence()));
    }
    if (compared_ != nullptr || comparing_) {
      take_compared(nullptr);
    }
    return;
  }
  const playground::Result<playground::Model> model = playground::compared_model(session.model, session.compare);
  if (!model.ok()) {
    take_compared(nullptr);
    add_notice(view_.notices, refusal(model.sentence()));
  } else if (compared_ != nullptr && compared_->model == model.value()) {
    comparing_.reset();
  } else if (playground::Derivation derivation(model.value(), compared_); is_small(derivation)) {
    take_compared(derivation.finish());
  } else {
    take_compared(nullptr);
    comparing_ = std::move(derivation);
  }
}

void App::take_compared(std::shared_ptr<const playground::Snapshot> snapshot) {
  compared_ = std::move(snapshot);
  ++revision_;
  comparing_.reset();
  pictures_.forget();
  measure_limits();
}

}  // namespace shell
