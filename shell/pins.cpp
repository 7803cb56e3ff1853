#include "shell/pins.hpp"

#include <algorithm>

#include "core/playground/cells.hpp"
#include "core/playground/equation.hpp"
#include "core/playground/formula.hpp"
#include "shell/selection.hpp"

namespace shell {

using playground::Cell;
using playground::Session;
using playground::Snapshot;
using playground::Step;
using playground::Tensor;

namespace {

constexpr std::size_t kLongestTrail = 64;

bool shows(Step step, const Session& session, Tensor tensor) {
  const auto operands = playground::equation_of(step, session.model);
  return std::any_of(operands.begin(), operands.end(),
                     [&](const playground::Operand& operand) { return operand.tensor == tensor; });
}

/// Whether the cell exists and stands in the picture of the step, for the selected head.
bool in_picture(const Cell& cell, const Session& session, const Snapshot& snapshot) {
  const bool right_head = !playground::info(cell.tensor).per_head || cell.head == session.head;
  return right_head && is_shown(cell.tensor, session) &&
         !playground::missing_cell(cell, snapshot.model, snapshot.token_count());
}

void select(Frame& frame, const Cell& cell) {
  const playground::Select choice = selecting(cell, frame.session);
  if (choice.query || choice.key || choice.feature) {
    frame.request(choice);
  }
  if (playground::info(cell.tensor).per_head && cell.head != frame.session.head) {
    frame.request(playground::SelectHead{cell.head});
  }
}

void show(Frame& frame, const Cell& cell, Step step) {
  frame.view.pinned = cell;
  frame.view.pinned_at = step;
  frame.view.cell_keys = true;
  select(frame, cell);
  if (step != frame.session.step) {
    frame.view.pin_travels = true;
    frame.request(playground::GoToStep{step});
  }
}

}  // namespace

bool is_shown(Tensor tensor, const Session& session) { return shows(session.step, session, tensor); }

std::optional<Cell> explained_cell(const Session& session, const Snapshot& snapshot, const ViewState& view) {
  if (view.pinned && view.pinned_at == session.step && in_picture(*view.pinned, session, snapshot)) {
    return view.pinned;
  }
  return selected_cell(session, snapshot);
}

std::optional<Step> step_of(Tensor tensor, const Session& session) {
  std::optional<Step> shown;
  for (const Step step : playground::steps_of(session)) {
    if (playground::result_of(step, session.model) == tensor) {
      return step;
    }
    if (!shown && shows(step, session, tensor)) {
      shown = step;
    }
  }
  return shown;
}

void pin(Frame& frame, const Cell& cell) {
  ViewState& view = frame.view;
  if (view.pin_second) {
    view.pin_second = false;
    view.compared = cell;
    return;
  }
  view.trail.clear();
  view.pinned = cell;
  view.pinned_at = frame.session.step;
  view.cell_keys = true;
  view.play.bar_keys = false;
  select(frame, cell);
}

void follow(Frame& frame, const Cell& source) {
  const std::optional<Cell> here = explained_cell(frame.session, frame.snapshot, frame.view);
  const std::optional<Step> step = step_of(source.tensor, frame.session);
  if (!here || !step) {
    return;
  }
  std::vector<TrailMark>& trail = frame.view.trail;
  if (trail.size() < kLongestTrail) {
    trail.push_back({*here, frame.session.step});
  }
  show(frame, source, *step);
}

void go_back(Frame& frame) {
  std::vector<TrailMark>& trail = frame.view.trail;
  if (trail.empty()) {
    return;
  }
  const TrailMark mark = trail.back();
  trail.pop_back();
  show(frame, mark.cell, mark.step);
}

void unpin(ViewState& view) {
  view.pinned.reset();
  view.compared.reset();
  view.pin_second = false;
  view.trail.clear();
}

std::string name_of(const Frame& frame, const Cell& cell) { return playground::cell_name(frame.snapshot, cell); }

}  // namespace shell
