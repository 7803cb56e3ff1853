#include "shell/grid_zoom.hpp"

#include <cmath>

#include "shell/texts.hpp"
#include "shell/widgets.hpp"

namespace shell {
namespace {

constexpr double kWheelStep = 1.25;  ///< factor of one notch of the wheel
constexpr double kKeyStep = 1.6;
constexpr float kDragFrom = 4;  ///< pixels

struct Windows {
  AxisWindow across;
  AxisWindow down;
};

Windows windows_of(const Frame& frame, const DrawnAxes& axes, const MatrixGrid& grid) {
  return {window_on(frame.view.zoom, axes.across, drawn_columns(grid)),
          window_on(frame.view.zoom, axes.down, drawn_rows(grid))};
}

void set_windows(Frame& frame, const DrawnAxes& axes, const MatrixGrid& grid, const Windows& windows) {
  set_window(frame.view.zoom, axes.across, windows.across, drawn_columns(grid));
  set_window(frame.view.zoom, axes.down, windows.down, drawn_rows(grid));
}

void magnify(Frame& frame, const DrawnAxes& axes, const MatrixGrid& grid, const LargestCell& largest,
             const ZoomWish& wish) {
  const Rect window = seen(grid);
  Windows windows = windows_of(frame, axes, grid);
  const double x_share = (wish.x - window.x) / window.width;
  const double y_share = (wish.y - window.y) / window.height;
  windows.across = magnified(windows.across, drawn_columns(grid), x_share, wish.factor, window.width / largest.width);
  windows.down = magnified(windows.down, drawn_rows(grid), y_share, wish.factor, window.height / largest.height);
  windows.across = moved_by(windows.across, drawn_columns(grid), -wish.dx / window.width * windows.across.count);
  windows.down = moved_by(windows.down, drawn_rows(grid), -wish.dy / window.height * windows.down.count);
  set_windows(frame, axes, grid, windows);
}

}  // namespace

void apply_zoom(const Frame& frame, const DrawnAxes& axes, MatrixGrid& grid) {
  if (!is_zoomed(frame, axes)) {
    return;  // the same rectangle through other roundings would pass for a part of it
  }
  const Windows windows = windows_of(frame, axes, grid);
  grid.view = grid.rect;
  grid.rect = rect_of_all(grid.rect, windows.across, drawn_columns(grid), windows.down, drawn_rows(grid));
}

bool is_zoomed(const Frame& frame, const DrawnAxes& axes) {
  return frame.view.zoom.count(axes.across) > 0 || frame.view.zoom.count(axes.down) > 0;
}

bool can_magnify(const MatrixGrid& grid, const LargestCell& largest) {
  constexpr float kWorthIt = 0.95F;
  return grid.rect.width / static_cast<float>(drawn_columns(grid)) < kWorthIt * largest.width ||
         grid.rect.height / static_cast<float>(drawn_rows(grid)) < kWorthIt * largest.height;
}

bool handle_zoom(Frame& frame, const DrawnAxes& axes, const MatrixGrid& grid, const LargestCell& largest, bool pans) {
  const ImGuiIO& io = ImGui::GetIO();
  const Rect window = seen(grid);
  std::vector<ZoomWish>& wishes = frame.view.zoom_wishes;
  if (ImGui::IsItemHovered() && (io.KeyCtrl || io.KeySuper) && io.MouseWheel != 0) {
    wishes.push_back({io.MousePos.x, io.MousePos.y, std::pow(kWheelStep, static_cast<double>(io.MouseWheel)), 0, 0});
  }
  const bool zoomed = is_zoomed(frame, axes);
  const bool drags =
      pans && zoomed && ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left, kDragFrom);
  if (drags) {
    wishes.push_back({io.MousePos.x, io.MousePos.y, 1, io.MouseDelta.x, io.MouseDelta.y});
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
  }
  for (const ZoomWish& wish : wishes) {
    if (drags || window.contains(wish.x, wish.y)) {
      magnify(frame, axes, grid, largest, wish);
    }
  }
  std::erase_if(wishes, [&](const ZoomWish& wish) { return drags || window.contains(wish.x, wish.y); });
  const bool dragged = io.MouseDragMaxDistanceSqr[ImGuiMouseButton_Left] > kDragFrom * kDragFrom;
  return pans && zoomed && dragged;
}

void zoom_by_key(Frame& frame, const DrawnAxes& axes, const MatrixGrid& grid, const LargestCell& largest) {
  const double factor = frame.view.zoom_by_key;
  frame.view.zoom_by_key = 1;
  if (factor == 1) {
    return;
  }
  if (factor == 0) {
    frame.view.zoom.clear();
    return;
  }
  // About the selected cell, where it is in sight.
  const Rect window = seen(grid);
  ZoomWish wish{window.x + window.width / 2, window.y + window.height / 2, factor, 0, 0};
  const int across = selected_on(frame, axes.across);
  const int down = selected_on(frame, axes.down);
  const Rect cell = grid.transposed ? block_rect(grid, std::max(0, across), std::max(0, down), 1, 1)
                                    : block_rect(grid, std::max(0, down), std::max(0, across), 1, 1);
  const float x = cell.x + cell.width / 2;
  const float y = cell.y + cell.height / 2;
  wish.x = across >= 0 && x > window.x && x < window.right() ? x : wish.x;
  wish.y = down >= 0 && y > window.y && y < window.bottom() ? y : wish.y;
  if (window.contains(x, y)) {
    frame.view.revealed.reset();  // whole again where it is cut by the edge
  }
  magnify(frame, axes, grid, largest, wish);
}

void reveal(Frame& frame, const DrawnAxes& axes, const MatrixGrid& grid, int row, int column) {
  Windows windows = windows_of(frame, axes, grid);
  windows.across = revealing(windows.across, drawn_columns(grid), grid.transposed ? row : column);
  windows.down = revealing(windows.down, drawn_rows(grid), grid.transposed ? column : row);
  set_windows(frame, axes, grid, windows);
}

Rect draw_zoom_buttons(Frame& frame, ImVec2 at, bool zoomed, bool magnifiable) {
  ImGui::SetCursorScreenPos(at);
  frame.transcript.label(say(Word::kMagnification), "zoom");
  if (button(frame, "zoom.out", "−", ButtonLook::kPlain, zoomed)) {
    frame.view.zoom_by_key = 1 / kKeyStep;
  }
  const Rect first = last_item();
  ImGui::SameLine(0, 0.2F * frame.em);
  if (button(frame, "zoom.in", "+", ButtonLook::kPlain, magnifiable)) {
    frame.view.zoom_by_key = kKeyStep;
  }
  ImGui::SameLine(0, 0.2F * frame.em);
  if (button(frame, "zoom.fit", say(Word::kZoomFit), ButtonLook::kPlain, zoomed)) {
    frame.view.zoom_by_key = 0;
  }
  return {first.x, first.y, last_item().right() - first.x, first.height};
}

}  // namespace shell
