// Cell paint: what each cell of a grid looks like (colour, number, mark), by size as cells or as one image.
#pragma once

#include <bitset>
#include <cstdint>
#include <vector>

#include "shell/matrix_grid.hpp"

namespace shell {

/// What is to be said of a cell besides its number; each has a shape of its own (shell/cell_marks.hpp).
enum class Mark { kNone, kMasked, kMinusInfinity, kPlusInfinity, kNotANumber, kEdited, kEmpty };
inline constexpr int kMarkCount = static_cast<int>(Mark::kEmpty) + 1;

/// Which marks are on the screen; the legend explains these.
using Marks = std::bitset<kMarkCount>;

/// What one drawn cell looks like. `rows` and `columns` are how many cells of the matrix it stands for in each
/// direction: 1, or more where cells would be smaller than a pixel (then the number of largest magnitude shows).
struct CellPaint {
  Rect rect;
  double value = 0;
  Color ground = {};
  Mark mark = Mark::kNone;
  int row = 0, column = 0;  ///< of the matrix, the first of those that it stands for
};

/// Whether the mask hides the cell: minus infinity, which it was not before the mask.
bool is_masked(const MatrixGrid& grid, int row, int column);

/// The cells to draw, edges on whole pixels; at most one a pixel. The model says which are edited. Only those that
/// are seen, and with `clip` only those that it shows any part of.
std::vector<CellPaint> paint_cells(const MatrixGrid& grid, const playground::Model& model, const Theme& theme);
std::vector<CellPaint> paint_cells(const MatrixGrid& grid, const playground::Model& model, const Theme& theme,
                                   const Rect& clip);

/// How much of a grid is drawn: cells with numbers, cells without, or an image of one colour a pixel.
enum class Detail { kNumbers, kCells, kImage };

/// By the size of its cells; `number_width` and `number_height` are the pixels that a number needs.
Detail detail_of(const MatrixGrid& grid, float number_width, float number_height);

/// The seen part of a grid, a colour (as ImGui packs it) for each pixel; masked cells are hatched, edited ones dark.
struct CellImage {
  int width = 0;
  int height = 0;
  std::vector<std::uint32_t> pixels;  ///< row by row
  Marks marks;
};
CellImage paint_image(const MatrixGrid& grid, const playground::Model& model, const Theme& theme);

}  // namespace shell
