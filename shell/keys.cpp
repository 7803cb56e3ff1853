// Keys: arrows step, or move the cell after a click in a matrix; Space plays or paints; Enter types; undo and redo.
#include <cmath>

#include "imgui.h"
#include "shell/cell_editing.hpp"
#include "shell/drawn_equation.hpp"
#include "shell/pins.hpp"
#include "shell/selection.hpp"
#include "shell/views.hpp"

namespace shell {
namespace {

using playground::Cell;

bool pressed(ImGuiKey key) { return ImGui::IsKeyPressed(key, true); }

void go(Frame& frame, bool forward) {
  if (forward) {
    frame.request(playground::NextStep{});
  } else {
    frame.request(playground::PreviousStep{});
  }
}

void go_to_end(Frame& frame, bool last) {
  const std::vector<playground::Step> steps = playground::steps_of(frame.session);
  frame.request(playground::GoToStep{last ? steps.back() : steps.front()});
}

bool is_drawn_transposed(const Frame& frame, playground::Tensor tensor) {
  for (const DrawnOperand& operand :
       drawn_equation(frame.session.step, frame.session.model, frame.view.tokens_as_columns)) {
    if (operand.tensor == tensor) {
      return operand.transposed;
    }
  }
  return false;
}

/// The source that adds most to a sum, or the first one: the way back to the embeddings by keyboard.
std::optional<Cell> main_source(const Frame& frame, const Cell& cell) {
  const playground::Result<playground::Provenance> origin = playground::provenance(frame.snapshot, cell);
  std::optional<Cell> source;
  double largest = -1;
  for (const playground::Term& term : origin.ok() ? origin.value().terms : std::vector<playground::Term>{}) {
    if (!term.sources.empty() && std::abs(term.value) > largest) {
      largest = std::abs(term.value);
      source = term.sources.front();
    }
  }
  return source;
}

/// Keys that act on the explained cell.
void act_on_cell(Frame& frame, const Cell& cell) {
  if (ImGui::IsKeyPressed(ImGuiKey_Enter, false)) {
    type_over(frame, cell);
  }
  if (ImGui::IsKeyPressed(ImGuiKey_Delete, false) && is_editable(cell)) {
    frame.request(playground::ResetCell{{cell.tensor, cell.row, cell.column, cell.head, 0}});
  }
  if (ImGui::IsKeyPressed(ImGuiKey_Backspace, false)) {
    go_back(frame);
  }
  if (ImGui::IsKeyPressed(ImGuiKey_S, false)) {
    if (const std::optional<Cell> source = main_source(frame, cell)) {
      follow(frame, *source);
    }
  }
}

bool paints(const Frame& frame, const std::optional<Cell>& cell) {
  return frame.view.painting && cell && cell->tensor == playground::Tensor::kMaskedScores;
}

/// Escape leaves one thing after the other, what lies on top first.
void leave(ViewState& view) {
  if (view.sheet != Sheet::kNone || view.narrow_rail_open) {
    view.sheet = Sheet::kNone;
    view.narrow_rail_open = false;
  } else if (view.painting) {
    view.painting = false;
  } else {
    view.cell_keys = false;
    view.focus.clear();
    unpin(view);
  }
}

void move_cell(Frame& frame, const Cell& cell) {
  constexpr int kFar = 1 << 20;
  int rows = 0;
  int columns = 0;
  rows += pressed(ImGuiKey_DownArrow) ? 1 : 0;
  rows -= pressed(ImGuiKey_UpArrow) ? 1 : 0;
  columns += pressed(ImGuiKey_RightArrow) ? 1 : 0;
  columns -= pressed(ImGuiKey_LeftArrow) ? 1 : 0;
  columns += pressed(ImGuiKey_End) ? kFar : 0;
  columns -= pressed(ImGuiKey_Home) ? kFar : 0;
  const bool exchanged = is_drawn_transposed(frame, cell.tensor);
  const int screen_rows = exchanged ? columns : rows;
  const int screen_columns = exchanged ? rows : columns;
  if (rows != 0 || columns != 0) {
    frame.view.trail.clear();
    pin(frame, moved(cell, screen_rows, screen_columns, frame.snapshot));
  }
}

void move_step(Frame& frame) {
  if (pressed(ImGuiKey_RightArrow) || pressed(ImGuiKey_DownArrow)) {
    go(frame, true);
  }
  if (pressed(ImGuiKey_LeftArrow) || pressed(ImGuiKey_UpArrow)) {
    go(frame, false);
  }
  if (pressed(ImGuiKey_Home)) {
    go_to_end(frame, false);
  }
  if (pressed(ImGuiKey_End)) {
    go_to_end(frame, true);
  }
}

void undo_and_redo(Frame& frame) {
  const bool command = ImGui::GetIO().KeyCtrl || ImGui::GetIO().KeySuper;
  if (!command) {
    return;
  }
  const bool shift = ImGui::GetIO().KeyShift;
  if (pressed(ImGuiKey_Y) || (shift && pressed(ImGuiKey_Z))) {
    frame.request(playground::Redo{});
  } else if (pressed(ImGuiKey_Z)) {
    frame.request(playground::Undo{});
  }
}

}  // namespace

void handle_keys(Frame& frame) {
  if (ImGui::GetIO().WantTextInput) {
    return;
  }
  undo_and_redo(frame);
  if (pressed(ImGuiKey_PageDown)) {
    go(frame, true);
  }
  if (pressed(ImGuiKey_PageUp)) {
    go(frame, false);
  }
  const std::optional<Cell> cell = explained_cell(frame.session, frame.snapshot, frame.view);
  // A focused button takes Enter and Space for itself.
  const bool on_button = !frame.view.focus.empty() && !frame.view.focus.starts_with("matrix.");
  if (ImGui::IsKeyPressed(ImGuiKey_Space, false) && !on_button) {
    if (paints(frame, cell)) {
      toggle_mask_cell(frame, *cell);
    } else {
      frame.view.playing = !frame.view.playing;
      frame.view.play_clock = 0;
    }
  }
  if (ImGui::IsKeyPressed(ImGuiKey_Escape, false)) {
    leave(frame.view);
  }
  if (ImGui::GetIO().KeyShift && pressed(ImGuiKey_Slash)) {
    frame.view.sheet = frame.view.sheet == Sheet::kShortcuts ? Sheet::kNone : Sheet::kShortcuts;
  }
  if (frame.view.cell_keys && cell) {
    move_cell(frame, *cell);
    if (!on_button) {
      act_on_cell(frame, *cell);
    }
  } else {
    move_step(frame);
  }
}

}  // namespace shell
