// Keys: arrows step, or move the cell after a click in a matrix; Space plays; undo and redo.
#include "imgui.h"
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
    frame.view.playing = !frame.view.playing;
    frame.view.play_clock = 0;
  }
  if (ImGui::IsKeyPressed(ImGuiKey_Escape, false)) {
    frame.view.cell_keys = false;
    frame.view.narrow_rail_open = false;
  }
  const std::optional<Cell> cell = selected_cell(frame.session, frame.snapshot, frame.view);
  if (frame.view.cell_keys && cell) {
    move_cell(frame, *cell);
  } else {
    move_step(frame);
  }
}

}  // namespace shell
