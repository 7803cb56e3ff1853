// Zooming a grid on the screen: wheel, fingers, drag, keys and buttons change the windows of its axes.
#pragma once

#include "imgui.h"
#include "shell/equation_labels.hpp"

namespace shell {

/// Largest cell in pixels that zooming makes.
struct LargestCell {
  float width = 0;
  float height = 0;
};

/// The grid seen through the windows of its axes.
void apply_zoom(const Frame& frame, const DrawnAxes& axes, MatrixGrid& grid);

bool is_zoomed(const Frame& frame, const DrawnAxes& axes);

/// Whether zooming in would make its cells larger.
bool can_magnify(const MatrixGrid& grid, const LargestCell& largest);

/// What the pointer asks for over the grid that was just drawn; true where it drags the matrix, which is no click.
/// `pans`: a drag means that here.
bool handle_zoom(Frame& frame, const DrawnAxes& axes, const MatrixGrid& grid, const LargestCell& largest, bool pans);

/// Zooms by what keys and buttons asked for.
void zoom_by_key(Frame& frame, const DrawnAxes& axes, const MatrixGrid& grid, const LargestCell& largest);

/// Moves the windows so that a cell is seen whole.
void reveal(Frame& frame, const DrawnAxes& axes, const MatrixGrid& grid, int row, int column);

/// The buttons - + and fit, from `at` on; gives the rectangle that they took.
Rect draw_zoom_buttons(Frame& frame, ImVec2 at, bool zoomed, bool magnifiable);

}  // namespace shell
