// Equation labels: token names beside and above a matrix, its name and shape below it, the sign before it.
#pragma once

#include <string>

#include "shell/drawn_equation.hpp"
#include "shell/equation_layout.hpp"
#include "shell/matrix_grid.hpp"

namespace shell {

/// The axes of a matrix as it is drawn: down the screen and across it.
struct DrawnAxes {
  playground::Axis down = playground::Axis::kSingle;
  playground::Axis across = playground::Axis::kSingle;
};
/// `result` is what the step makes: where the keys are made, the rows of X are those of the keys.
DrawnAxes axes_of(const DrawnOperand& operand, playground::Tensor result);

/// Width of a token's name, within bounds; and of the longest one.
float name_width(const Frame& frame, const std::string& token);
float label_width(const Frame& frame);

/// The token selected along an axis, or -1; and the colour of what is selected there.
int selected_on(const Frame& frame, playground::Axis axis);
const Color& axis_color(const Frame& frame, playground::Axis axis);

/// As many names as have room; those of the rows stay at the left of a panned matrix. A click on a name selects its
/// token. `from_result`: the names are those of the step's result.
void draw_row_labels(Frame& frame, playground::Axis axis, const MatrixGrid& grid, const OperandBox& box,
                     bool from_result);
void draw_column_labels(Frame& frame, playground::Axis axis, const MatrixGrid& grid, const OperandBox& box);

/// Pixels that a matrix's name and shape need, one below the other.
float title_width(const Frame& frame, const DrawnOperand& operand, const MatrixGrid& grid);
void draw_title(Frame& frame, const DrawnOperand& operand, const MatrixGrid& grid, const OperandBox& box);

/// The sign before a matrix, with the number that it stands for where there is one; its size is in em.
std::string sign_text(const Frame& frame, const DrawnOperand& operand);
inline constexpr float kSignSize = 1.15F;

}  // namespace shell
