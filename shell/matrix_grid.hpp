// The matrix grid: one tensor as a grid of cells, where each is drawn, and what the pointer does in it.
#pragma once

#include <optional>
#include <vector>

#include "core/attention/matrix.hpp"
#include "core/playground/cells.hpp"
#include "shell/color_scale.hpp"
#include "shell/frame.hpp"

namespace shell {

struct MatrixGrid {
  playground::Tensor tensor = playground::Tensor::kEmbeddings;
  int head = 0;
  const attention::Matrix* values = nullptr;
  const attention::Matrix* logits = nullptr;    ///< of what the mask acts on: minus infinity there hides a cell
  const attention::Matrix* unmasked = nullptr;  ///< the same before the mask: minus infinity there is not the mask's
  bool transposed = false;                      ///< drawn with its rows as columns
  double limit = 1;                             ///< magnitude of full colour
  ColorScale scale = ColorScale::kLinear;
  Rect rect = {};        ///< of all cells, also of those that are panned out of sight
  Rect view = {};        ///< the window that they are seen through; without an area: all are seen
  bool passing = false;  ///< the values are there for this picture alone: nothing made of them may be kept
  int filled = -1;       ///< cells in reading order that have come to be, the others are empty; negative: all
};

/// A range of rows or columns of the matrix: first <= index < end.
struct IndexRange {
  int first = 0;
  int end = 0;
  bool operator==(const IndexRange&) const = default;
};

/// Rows and columns as drawn.
int drawn_rows(const MatrixGrid& grid);
int drawn_columns(const MatrixGrid& grid);

/// The part of the screen where cells of the grid may be seen.
Rect seen(const MatrixGrid& grid);

/// Where the block of cells from (row, column) on, `rows` x `columns` of the matrix, is drawn.
Rect block_rect(const MatrixGrid& grid, int row, int column, int rows, int columns);

/// The columns of the matrix that take part for the selected head: of W_q, W_k and W_v those of that head, of any other
/// matrix all.
IndexRange head_columns(const MatrixGrid& grid, const playground::Sizes& sizes);

/// The cells that have not come to be: the rest of a row, and the rows below it.
std::vector<Rect> unfilled(const MatrixGrid& grid);

/// Rows and columns of the matrix that `clip` shows any part of.
struct SeenCells {
  IndexRange rows;
  IndexRange columns;
};
SeenCells seen_cells(const MatrixGrid& grid, const Rect& clip);

/// The grid of a tensor, with what its mask says, still without a place. Precondition: the snapshot has the tensor.
MatrixGrid tensor_grid(const playground::Snapshot& snapshot, playground::Tensor tensor, int head);

/// Row and column of the matrix at a point; empty outside of what is seen.
std::optional<playground::Cell> cell_at(const MatrixGrid& grid, float x, float y);

/// Largest finite magnitude of a matrix, 0 where there is none.
double largest_magnitude(const attention::Matrix& matrix);

}  // namespace shell
