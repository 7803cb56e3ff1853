#include "shell/cell_editing.hpp"

#include <algorithm>
#include <cmath>

#include "core/playground/edits.hpp"
#include "core/playground/masks.hpp"
#include "core/playground/values.hpp"
#include "core/playground/wording.hpp"
#include "shell/focus.hpp"
#include "shell/help.hpp"
#include "shell/pins.hpp"
#include "shell/texts.hpp"
#include "shell/widgets.hpp"

namespace shell {
namespace {

using playground::Cell;
using playground::Tensor;

constexpr double kShareOfLimit = 1.0 / 30;  ///< what one em of dragging changes, in the matrix's largest magnitude

double value_of(const Frame& frame, const Cell& cell) {
  return (*frame.snapshot.tensor(cell.tensor, cell.head))(cell.row, cell.column);
}

bool is_edited(const Frame& frame, const Cell& cell) {
  const playground::Model& model = frame.session.model;
  return playground::find_edit(model, playground::canonical(cell, model.sizes)) != nullptr;
}

double limit_of(const Frame& frame, const Cell& cell) {
  return std::max(0.1, frame.limits[static_cast<std::size_t>(cell.tensor)]);
}

void change(Frame& frame, const Cell& cell, double value, playground::Gesture gesture) {
  frame.request(playground::EditCell{{cell.tensor, cell.row, cell.column, cell.head, value}}, gesture);
}

/// The handle in the panel: dragged sideways, or stepped by arrow keys elsewhere.
void draw_handle(Frame& frame, const Cell& cell, float width) {
  ViewState& view = frame.view;
  ImGui::InvisibleButton("cell.drag", {width, ImGui::GetFrameHeight()});
  const Rect rect = last_item();
  anchor_last_item(frame, "cell.drag");
  help_for_last_item(frame, "cell.drag");
  if (ImGui::IsItemHovered() || ImGui::IsItemActive()) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  }
  if (ImGui::IsItemActivated()) {
    ++view.gesture;
    view.drag_start_value = value_of(frame, cell);
  }
  if (ImGui::IsItemActive()) {
    const float moved = ImGui::GetMouseDragDelta(ImGuiMouseButton_Left, 0).x;
    const double value = dragged_value(view.drag_start_value, moved, frame.em, limit_of(frame, cell));
    if (moved != 0 && value != value_of(frame, cell)) {
      change(frame, cell, value, {view.gesture});
    }
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Rect rail{rect.x, rect.y + rect.height / 2 - 0.15F * frame.em, rect.width, 0.3F * frame.em};
  fill(list, rail, frame.theme.sunken, rail.height / 2);
  outline(list, rail, frame.theme.control_border, 1, rail.height / 2);
  const auto share = static_cast<float>(std::clamp(value_of(frame, cell) / limit_of(frame, cell), -1.0, 1.0));
  const float knob = 0.9F * frame.em;
  const float x = rect.x + (rect.width - knob) * (share + 1) / 2;
  const Rect grip{x, rect.y + (rect.height - knob) / 2, knob, knob};
  fill(list, grip, frame.theme.ink, knob / 2);
}

}  // namespace

bool is_editable(const Cell& cell) { return playground::info(cell.tensor).editable; }

double dragged_value(double start, float pixels, float em, double limit) {
  const double value = start + static_cast<double>(pixels / em) * limit * kShareOfLimit;
  return std::round(value * 1000) / 1000;
}

void type_over(Frame& frame, const Cell& cell) {
  if (is_editable(cell)) {
    open_field(frame, "cell.here", playground::exact_text(value_of(frame, cell)), true);
  }
}

void draw_cell_editor(Frame& frame, const Cell& cell) {
  if (!is_editable(cell)) {
    return;
  }
  const double value = value_of(frame, cell);
  const double step = limit_of(frame, cell) * kShareOfLimit;
  ImGui::Dummy({0, 0.1F * frame.em});
  (void)label_of(frame, say(Word::kChangeIt), "cell.edit");
  field(frame, "cell.edit", playground::exact_text(value), 7 * frame.em, true);
  const float gap = 0.2F * frame.em;
  same_line_if_fits(frame, button_width(frame, "−") + gap + button_width(frame, "+"), 0.3F * frame.em);
  frame.transcript.label(name_of(frame, cell), "cell");
  if (button(frame, "cell.less", "−")) {
    change(frame, cell, dragged_value(value - step, 0, frame.em, 1), {});
  }
  ImGui::SameLine(0, gap);
  if (button(frame, "cell.more", "+")) {
    change(frame, cell, dragged_value(value + step, 0, frame.em, 1), {});
  }
  const float handle = 7 * frame.em;
  same_line_if_fits(frame, handle);
  draw_handle(frame, cell, handle);
  if (is_edited(frame, cell)) {
    same_line_if_fits(frame, button_width(frame, say(Word::kResetCell)));
    if (button(frame, "cell.reset", say(Word::kResetCell))) {
      frame.request(playground::ResetCell{{cell.tensor, cell.row, cell.column, cell.head, 0}});
    }
  }
}

void draw_typing_place(Frame& frame, const MatrixGrid& grid, const Cell& cell) {
  if (!is_editable(cell)) {
    return;
  }
  const Rect rect = block_rect(grid, cell.row, cell.column, 1, 1);
  const float width = std::max(rect.width, 6 * frame.em);
  const float height = std::max(rect.height, ImGui::GetFrameHeight());
  const Rect place{rect.x + (rect.width - width) / 2, rect.y + (rect.height - height) / 2, width, height};
  if (input_is_open(frame, "cell.here")) {
    ImGui::SetCursorScreenPos({place.x, place.y});
    draw_input(frame, "cell.here", width);
  } else {
    anchor(frame, "cell.here", place);
  }
}

bool drag_value(Frame& frame, const MatrixGrid& grid) {
  ViewState& view = frame.view;
  const ImVec2 mouse = ImGui::GetMousePos();
  if (ImGui::IsItemActivated() && ImGui::GetIO().KeyAlt) {
    const std::optional<Cell> cell = cell_at(grid, mouse.x, mouse.y);
    if (cell && is_editable(*cell)) {
      view.dragged = cell;
      view.drag_start_value = value_of(frame, *cell);
      view.drag_start_y = mouse.y;
      ++view.gesture;
      pin(frame, *cell);
    }
  }
  if (!view.dragged || view.dragged->tensor != grid.tensor) {
    return false;
  }
  if (!ImGui::IsItemActive()) {
    view.dragged.reset();
    return true;
  }
  const Cell cell = *view.dragged;
  const double value =
      dragged_value(view.drag_start_value, view.drag_start_y - mouse.y, frame.em, limit_of(frame, cell));
  if (mouse.y != view.drag_start_y && value != value_of(frame, cell)) {
    change(frame, cell, value, {view.gesture});
  }
  return true;
}

std::vector<Cell> cells_between(const Cell& from, const Cell& to) {
  const int steps = std::max(std::abs(to.row - from.row), std::abs(to.column - from.column));
  std::vector<Cell> cells;
  for (int step = 1; step <= steps; ++step) {
    Cell cell = to;
    const double share = static_cast<double>(step) / steps;
    cell.row = from.row + static_cast<int>(std::lround(share * (to.row - from.row)));
    cell.column = from.column + static_cast<int>(std::lround(share * (to.column - from.column)));
    cells.push_back(cell);
  }
  return cells;
}

void draw_paint_button(Frame& frame) {
  if (frame.session.step != playground::Step::kMasked) {
    frame.view.painting = false;
    return;
  }
  ViewState& view = frame.view;
  if (button(frame, "mask.paint", say(Word::kPaintMask), view.painting ? ButtonLook::kChosen : ButtonLook::kPlain)) {
    view.painting = !view.painting;
    view.stroke.reset();
  }
  const std::string_view hint = view.painting ? say(Word::kPaintHint) : say(Word::kPaintOff);
  same_line_if_fits(frame, text_size(frame, hint, Weight::kRegular, frame.em).x);
  paragraph(frame, hint, frame.theme.muted_ink);
}

void toggle_mask_cell(Frame& frame, const Cell& cell) {
  const bool allowed =
      playground::allows(frame.session.model.mask, cell.row, cell.column, frame.snapshot.token_count());
  frame.request(playground::PaintMask{cell.row, cell.column, !allowed});
}

bool paint_mask(Frame& frame, const MatrixGrid& grid) {
  ViewState& view = frame.view;
  if (!view.painting || grid.tensor != Tensor::kMaskedScores) {
    return false;
  }
  const ImVec2 mouse = ImGui::GetMousePos();
  const std::optional<Cell> cell = cell_at(grid, mouse.x, mouse.y);
  if (!ImGui::IsItemActive() && !ImGui::IsItemDeactivated()) {
    view.stroke.reset();
    view.brush.reset();
    return false;
  }
  if (!cell) {
    return true;
  }
  const playground::Mask& mask = frame.session.model.mask;
  std::vector<Cell> met;
  if (!view.stroke) {
    view.stroke = !playground::allows(mask, cell->row, cell->column, frame.snapshot.token_count());
    ++view.gesture;
    met = {*cell};
  } else if (view.brush) {
    met = cells_between(*view.brush, *cell);
  }
  view.brush = cell;
  for (const Cell& painted : met) {
    frame.request(playground::PaintMask{painted.row, painted.column, *view.stroke}, {view.gesture});
  }
  return true;
}

}  // namespace shell
