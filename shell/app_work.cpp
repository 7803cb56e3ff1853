// What App computes: the snapshot of its session, at once or over several frames, and that of the comparison.
#include <algorithm>
#include <chrono>
#include <utility>

#include "core/playground/comparison.hpp"
#include "core/playground/equation.hpp"
#include "shell/app.hpp"
#include "shell/matrix_grid.hpp"
#include "shell/notices.hpp"

namespace shell {
namespace {

using playground::History;
using playground::Session;

/// Work, in multiply-adds, that is done before the next picture without asking: some 20 ms.
constexpr double kSmallWork = 60e6;

bool is_small(const playground::Model& model) {
  const int tokens = static_cast<int>(playground::tokenize(model.text).size());
  return playground::Derivation::whole_work(model.sizes, tokens) < kSmallWork;
}

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
  if (checked_.snapshot != snapshot_ || !(checked_.session == shown)) {
    checked_ = {snapshot_, shown, playground::checks(shown, *snapshot_)};
  }
  return checked_.checks;
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
  const playground::Model& model = history_.session.model;
  if (snapshot_ == nullptr || is_small(model)) {
    take_snapshot(playground::derive(model, snapshot_));
    return;
  }
  // A change on top of one that is still being computed: cancelling goes back to what is shown.
  History shown = pending_ ? std::move(pending_->before) : before;
  Session session = pending_ ? std::move(pending_->shown) : before.session;
  pending_ = std::make_unique<Pending>(
      Pending{playground::Derivation(model, snapshot_), std::move(shown), std::move(session)});
  view_.play.active = false;
  view_.play.running = false;
  if (pending_->derivation.done()) {
    take_snapshot(pending_->derivation.finish());
  }
}

void App::take_snapshot(std::shared_ptr<const playground::Snapshot> snapshot) {
  snapshot_ = std::move(snapshot);
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

void App::work_for(double seconds) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  while (pending_ || comparing_) {
    if (pending_) {
      pending_->derivation.advance();
      if (pending_->derivation.done()) {
        take_snapshot(pending_->derivation.finish());
      }
    } else {
      comparing_->advance();
      if (comparing_->done()) {
        take_compared(comparing_->finish());
      }
    }
    if (std::chrono::duration<double>(Clock::now() - start).count() >= seconds) {
      return;
    }
  }
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

void App::follow_comparison() {
  const Session& session = history_.session;
  if (session.compare.empty()) {
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
  } else if (is_small(model.value())) {
    take_compared(playground::derive(model.value(), compared_));
  } else {
    const std::shared_ptr<const playground::Snapshot> previous = compared_;
    take_compared(nullptr);
    comparing_.emplace(model.value(), previous);
    if (comparing_->done()) {
      take_compared(comparing_->finish());
    }
  }
}

void App::take_compared(std::shared_ptr<const playground::Snapshot> snapshot) {
  compared_ = std::move(snapshot);
  comparing_.reset();
  pictures_.forget();
  measure_limits();
}

}  // namespace shell
