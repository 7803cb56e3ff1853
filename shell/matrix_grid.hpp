// The matrix grid: one tensor as coloured cells with numbers, marks and lit rows, drawn and hit by the pointer.
#pragma once

#include <optional>
#include <vector>

#include "core/attention/matrix.hpp"
#include "core/playground/cells.hpp"
#include "shell/frame.hpp"

namespace shell {

enum class Mark { kNone, kMasked, kNotANumber, kEdited };

/// What one drawn cell looks like. `rows` and `columns` are how many cells of the matrix it stands for in each
/// direction: 1, or more where cells would be smaller than a pixel (then the number of largest magnitude shows).
struct CellPaint {
  Rect rect;
  double value = 0;
  Color ground = {};
  Mark mark = Mark::kNone;
  int row = 0, column = 0;  ///< of the matrix, the first of those that it stands for
};

struct MatrixGrid {
  playground::Tensor tensor = playground::Tensor::kEmbeddings;
  int head = 0;
  const attention::Matrix* values = nullptr;
  const attention::Matrix* logits = nullptr;  ///< of a softmax's results: minus infinity there means masked here
  bool transposed = false;                    ///< drawn with its rows as columns
  double limit = 1;                           ///< magnitude of full colour
  Rect rect = {};                             ///< of all cells
};

/// Rows and columns as drawn.
int drawn_rows(const MatrixGrid& grid);
int drawn_columns(const MatrixGrid& grid);

/// Where the block of cells from (row, column) on, `rows` x `columns` of the matrix, is drawn.
Rect block_rect(const MatrixGrid& grid, int row, int column, int rows, int columns);

/// All cells to draw, edges on whole pixels; at most one a pixel. The model says which are edited.
std::vector<CellPaint> paint_cells(const MatrixGrid& grid, const playground::Model& model, const Theme& theme);

/// What MatrixGrid::logits is for a tensor.
const attention::Matrix* logits_of(const playground::Snapshot& snapshot, playground::Tensor tensor, int head);

/// Row and column of the matrix at a point; empty outside.
std::optional<playground::Cell> cell_at(const MatrixGrid& grid, float x, float y);

/// Largest finite magnitude of a matrix, 0 where there is none.
double largest_magnitude(const attention::Matrix& matrix);

/// How numbers stand in cells: decimals after the point, and the size of the letters.
struct NumberStyle {
  int digits = 1;
  float size = 0;  ///< pixels; 0: no numbers
};

struct GridResult {
  std::optional<playground::Cell> hovered;
  std::optional<playground::Cell> clicked;
};

/// Draws the grid, records its anchor, and says what the pointer does.
GridResult draw_matrix_grid(Frame& frame, const MatrixGrid& grid, const NumberStyle& numbers);

/// Draws the cells alone, as a picture: no anchor, not hit by the pointer.
void draw_cells(const Frame& frame, const MatrixGrid& grid, const NumberStyle& numbers);

}  // namespace shell
