// The grid on the screen: draws a matrix grid by the size of its cells, and says what the pointer does in it.
#pragma once

#include <optional>

#include "shell/cell_marks.hpp"

namespace shell {

/// How numbers stand in cells: decimals after the point, and the size of the letters.
struct NumberStyle {
  int digits = 1;
  float size = 0;  ///< pixels; 0: no numbers
};

struct GridResult {
  std::optional<playground::Cell> hovered;
  std::optional<playground::Cell> clicked;
  Marks marks;  ///< that were drawn
};

/// Draws the grid, records its anchor, and says what the pointer does.
GridResult draw_matrix_grid(Frame& frame, const MatrixGrid& grid, const NumberStyle& numbers, bool zooms = false);

/// Draws the cells alone, as a picture: no anchor, not hit by the pointer. Gives the marks that were drawn.
/// The model says which cells are edited; without one it is that of the session.
Marks draw_cells(const Frame& frame, const MatrixGrid& grid, const NumberStyle& numbers,
                 const playground::Model* model = nullptr);

}  // namespace shell
