#include "shell/grid_view.hpp"

#include <limits>

#include "core/playground/wording.hpp"
#include "shell/pictures.hpp"
#include "shell/widgets.hpp"

namespace shell {
namespace {

using playground::Cell;

void draw_number(const Frame& frame, ImDrawList& list, const CellPaint& cell, const NumberStyle& numbers) {
  const Color ink = cell.mark == Mark::kMasked ? frame.theme.muted_ink
                                               : readable_ink(cell.ground, frame.theme.dark_ink, frame.theme.light_ink);
  // The weight of a masked cell is exactly 0: no digits after the point are needed to say so.
  const int digits = cell.mark == Mark::kMasked ? 0 : numbers.digits;
  draw_text_in(frame, list, cell.rect, playground::number_text(cell.value, digits), ink, Weight::kRegular, numbers.size,
               {0.5F, 0.5F});
}

/// A number would need a cell without bounds: none is drawn.
constexpr float kNoNumbers = std::numeric_limits<float>::infinity();

Rect clip_of(const ImDrawList& list) {
  const ImVec2 low = list.GetClipRectMin();
  const ImVec2 high = list.GetClipRectMax();
  return {low.x, low.y, high.x - low.x, high.y - low.y};
}

}  // namespace

GridResult draw_matrix_grid(Frame& frame, const MatrixGrid& grid, const NumberStyle& numbers, bool zooms) {
  const playground::TensorInfo& about = playground::info(grid.tensor);
  const Rect window = seen(grid);
  ImGui::SetCursorScreenPos({window.x, window.y});
  ImGui::PushID(about.name.data(), about.name.data() + about.name.size());
  const bool pressed = ImGui::InvisibleButton("grid", {window.width, window.height});
  const bool hovered = ImGui::IsItemHovered();
  ImGui::PopID();

  ImDrawList& list = *ImGui::GetWindowDrawList();
  frame.anchors.add(GridAnchor{grid.tensor, grid.rect, intersection(window, clip_of(list)),
                               static_cast<int>(grid.values->rows()), static_cast<int>(grid.values->cols()),
                               grid.transposed, zooms, !(window == grid.rect)});
  anchor_last_item(frame, "matrix." + std::string(about.name));

  GridResult result;
  result.marks = draw_cells(frame, grid, numbers);
  if (hovered) {
    const ImVec2 mouse = ImGui::GetMousePos();
    result.hovered = cell_at(grid, mouse.x, mouse.y);
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  }
  if (pressed) {
    result.clicked = result.hovered;
  }
  return result;
}

Marks draw_cells(const Frame& frame, const MatrixGrid& grid, const NumberStyle& numbers, const playground::Model* of) {
  const playground::Model& model = of != nullptr ? *of : frame.session.model;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Rect window = seen(grid);
  const bool panned = !(window == grid.rect);
  if (panned) {
    list.PushClipRect({window.x, window.y}, {window.right(), window.bottom()}, true);
  }
  Marks marks;
  if (numbers.size <= 0 && !grid.passing && detail_of(grid, kNoNumbers, kNoNumbers) == Detail::kImage) {
    // What has not come to be is covered, so that the picture stays the same while its cells come.
    MatrixGrid whole = grid;
    whole.filled = -1;
    marks = frame.pictures.draw(list, whole, model, frame.theme);
    for (const Rect& rect : unfilled(grid)) {
      fill(list, rect, frame.theme.background);
    }
    if (panned) {
      list.PopClipRect();
    }
    return marks;
  }
  for (const CellPaint& cell : paint_cells(grid, model, frame.theme, clip_of(list))) {
    fill(list, cell.rect, cell.ground);
    draw_mark(frame, list, cell.rect, cell.mark, numbers.size > 0);
    marks.set(static_cast<std::size_t>(cell.mark));
    if (numbers.size > 0 && cell.mark != Mark::kEmpty) {
      draw_number(frame, list, cell, numbers);
    }
  }
  if (panned) {
    list.PopClipRect();
  }
  return marks;
}

}  // namespace shell
