// Keys: arrows step, move the cell after a click in a matrix, or the playhead; Space plays; zoom; undo and redo.
#include "imgui.h"
#include "shell/selection.hpp"
#include "shell/transport.hpp"
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

void select(Frame& frame, const Cell& cell) {
  const Selecting choice = selecting(cell, frame.session);
  frame.view.feature = choice.feature.value_or(frame.view.feature);
  if (choice.tokens.query || choice.tokens.key) {
    frame.request(choice.tokens);
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
  if (rows != 0 || columns != 0) {
    select(frame, moved(cell, rows, columns, frame.snapshot));
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
  if (ImGui::IsKeyPressed(ImGuiKey_Space, false)) {
    press_play(frame);
  }
  character_keys(frame);
  if (ImGui::IsKeyPressed(ImGuiKey_Escape, false)) {
    frame.view.cell_keys = false;
    if (!frame.view.play.bar_keys) {
      frame.view.play.active = false;
      frame.view.play.running = false;
    }
    frame.view.play.bar_keys = false;
    frame.view.narrow_rail_open = false;
  }
  const std::optional<Cell> cell = selected_cell(frame.session, frame.snapshot, frame.view);
  if (frame.view.play.bar_keys && frame.reel.cells() > 0) {
    move_playhead(frame);
  } else if (frame.view.cell_keys && cell) {
    move_cell(frame, *cell);
  } else {
    move_step(frame);
  }
}

}  // namespace shell
