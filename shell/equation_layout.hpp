// The layout of an equation: where each matrix of a step stands, how large its cells are, and what is written at it.
#pragma once

#include <span>
#include <vector>

#include "shell/anchors.hpp"

namespace shell {

/// What the layout needs to know of one matrix, in rows and columns as drawn.
struct OperandShape {
  int rows = 0;
  int columns = 0;
  bool token_rows = false;     ///< one row a token: rows of all such matrices have one height
  bool token_columns = false;  ///< one column a token: token names above
  float sign_width = 0;        ///< pixels of the text of the sign before it
  float title_width = 0;       ///< pixels of the name and shape below it: a narrower matrix stands in the middle of it
  bool sums = false;           ///< the sum of each column below it, and of each row at its right
};

struct EquationMetrics {
  float em = 16;
  float label_width = 0;       ///< pixels of the longest token name, already bounded
  float last_label_width = 0;  ///< pixels of the name above the last column, bounded in the same way
  float number_width = 0;      ///< pixels that a cell with a number needs
  bool stacks = false;         ///< where the result stands alone, the others stand below it
};

struct OperandBox {
  Rect cells;
  Rect sign;           ///< before the matrix; width 0 where there is none
  Rect row_labels;     ///< left of the cells; width 0 where there are none
  Rect column_labels;  ///< above the cells, for turned names; height 0 where there are none
  Rect title;          ///< below the cells, and below their sums
  Rect row_sums;       ///< right of the cells; width 0 where there are none
  Rect column_sums;    ///< below the cells; height 0 where there are none
};

struct EquationLayout {
  std::vector<OperandBox> operands;  ///< fewer than asked for where only the result fits
  std::size_t first = 0;             ///< index of the first operand that is shown
  bool numbers = false;              ///< the cells of the last matrix have room for numbers
  bool small_numbers = false;        ///< but for smaller ones than usual
  bool alone = false;                ///< the result has its line for itself
  float height = 0;                  ///< of everything, from the top of `area`
};

/// Height that turned names take above a matrix, the widest of them being `label_width`.
float turned_height(float label_width, float em);

/// Numbers where there is little room are so much narrower.
inline constexpr float kSmallNumber = 0.86F;

/// Lays the matrices side by side into `area`. The result, which is the last one, gets room for numbers first, then
/// for token names; the others shrink before it does. Of more than three matrices the first may be left out for that.
/// Where the width is too small for all, the result stands alone, with `stacks` above the others.
EquationLayout lay_out_equation(std::span<const OperandShape> operands, const Rect& area,
                                const EquationMetrics& metrics);

}  // namespace shell
