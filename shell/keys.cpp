// Keys: arrows step, or move the cell after a click in a matrix, or the playhead; Space plays or paints; Enter types;
// zoom; undo and redo; copying.
#include <cmath>

#include "core/playground/delimited.hpp"
#include "core/playground/narration.hpp"
#include "imgui.h"
#include "shell/cell_editing.hpp"
#include "shell/drawn_equation.hpp"
#include "shell/pins.hpp"
#include "shell/selection.hpp"
#include "shell/transport.hpp"
#include "shell/views.hpp"

namespace shell {
namespace {

using playground::Cell;

bool pressed(ImGuiKey key) { return ImGui::IsKeyPressed(key, true); }

bool is_command() { return ImGui::GetIO().KeyCtrl || ImGui::GetIO().KeySuper; }

/// With an exhibit there are no steps in sight: the keys lead through the cues of its lesson.
void go_to_cue(Frame& frame, bool forward) {
  const playground::Narration* narration = playground::find_narration(frame.session.lesson);
  const int cue = frame.session.cue + (forward ? 1 : -1);
  if (narration != nullptr && cue >= 0 && cue < static_cast<int>(narration->cues.size())) {
    frame.request(playground::OpenLesson{narration->lesson, cue});
  }
}

void go(Frame& frame, bool forward) {
  if (frame.exhibit != nullptr) {
    go_to_cue(frame, forward);
  } else if (forward) {
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
       drawn_equation(frame.session.step, frame.session.model, tokens_are_columns(frame.session))) {
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
  if (frame.view.single_keys && ImGui::IsKeyPressed(ImGuiKey_S, false)) {
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
  } else if (view.play.bar_keys) {
    view.play.bar_keys = false;
  } else if (view.play.active) {
    view.play.active = false;
    view.play.running = false;
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

/// After a press on the bar: cell by cell, with up and down row by row.
void move_playhead(Frame& frame) {
  int cells = 0;
  cells += pressed(ImGuiKey_RightArrow) ? 1 : 0;
  cells -= pressed(ImGuiKey_LeftArrow) ? 1 : 0;
  cells += pressed(ImGuiKey_DownArrow) ? frame.reel.columns : 0;
  cells -= pressed(ImGuiKey_UpArrow) ? frame.reel.columns : 0;
  cells += pressed(ImGuiKey_End) ? frame.reel.cells() : 0;
  cells -= pressed(ImGuiKey_Home) ? frame.reel.cells() : 0;
  if (cells != 0) {
    step_cells(frame, cells);
  }
}

/// Plus, minus and 0 zoom, comma and full stop go cell by cell, wherever a keyboard has them.
void character_keys(Frame& frame) {
  constexpr double kStep = 1.6;
  for (const ImWchar character : ImGui::GetIO().InputQueueCharacters) {
    switch (character) {
      case '+':
      case '=':
        frame.view.zoom_by_key = kStep;
        break;
      case '-':
      case 0x2212:
        frame.view.zoom_by_key = 1 / kStep;
        break;
      case '0':
        frame.view.zoom_by_key = 0;
        break;
      case '.':
        step_cells(frame, 1);
        break;
      case ',':
        step_cells(frame, -1);
        break;
      default:
        break;
    }
  }
}

void move_step(Frame& frame) {
  if (pressed(ImGuiKey_RightArrow) || pressed(ImGuiKey_DownArrow)) {
    go(frame, true);
  }
  if (pressed(ImGuiKey_LeftArrow) || pressed(ImGuiKey_UpArrow)) {
    go(frame, false);
  }
  if (pressed(ImGuiKey_Home) && frame.exhibit == nullptr) {
    go_to_end(frame, false);
  }
  if (pressed(ImGuiKey_End) && frame.exhibit == nullptr) {
    go_to_end(frame, true);
  }
}

/// The row of the cell, with Shift the whole matrix, for a spreadsheet.
void copy_matrix(Frame& frame, const Cell& cell) {
  if (!is_command() || !ImGui::IsKeyPressed(ImGuiKey_C, false)) {
    return;
  }
  const auto matrix = playground::labelled(frame.snapshot, cell.tensor, cell.head);
  if (matrix) {
    const bool whole = ImGui::GetIO().KeyShift;
    frame.effects.emplace_back(CopyText{playground::tsv_text(whole ? *matrix : playground::row_of(*matrix, cell.row))});
  }
}

void undo_and_redo(Frame& frame) {
  if (!is_command()) {
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
    } else if (frame.exhibit == nullptr) {
      press_play(frame);
    }
  }
  if (frame.view.single_keys) {
    character_keys(frame);
  }
  if (ImGui::IsKeyPressed(ImGuiKey_Escape, false)) {
    leave(frame.view);
  }
  if (frame.view.single_keys && ImGui::GetIO().KeyShift && pressed(ImGuiKey_Slash)) {
    frame.view.sheet = frame.view.sheet == Sheet::kShortcuts ? Sheet::kNone : Sheet::kShortcuts;
  }
  if (frame.view.play.bar_keys && frame.reel.cells() > 0) {
    move_playhead(frame);
  } else if (frame.view.cell_keys && cell && frame.exhibit == nullptr) {
    move_cell(frame, *cell);
    copy_matrix(frame, *cell);
    if (!on_button) {
      act_on_cell(frame, *cell);
    }
  } else {
    move_step(frame);
  }
}

}  // namespace shell
