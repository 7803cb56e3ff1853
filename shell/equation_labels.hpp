// Equation labels: token names beside and above a matrix, its name and shape below it.
#pragma once

#include "shell/drawn_equation.hpp"
#include "shell/equation_layout.hpp"
#include "shell/matrix_grid.hpp"

namespace shell {

bool is_token_axis(playground::Axis axis);

/// The axis that runs down the screen, and the one that runs across it.
playground::Axis down_axis(const DrawnOperand& operand);
playground::Axis across_axis(const DrawnOperand& operand);

/// Width of the longest token name, within bounds.
float label_width(const Frame& frame);

/// The token selected along an axis, or -1; and the colour of what is selected there.
int selected_on(const Frame& frame, playground::Axis axis);
const Color& axis_color(const Frame& frame, playground::Axis axis);

/// A click on a name selects its token. `from_result`: the names are those of the step's result.
void draw_row_labels(Frame& frame, const DrawnOperand& operand, const OperandBox& box, bool from_result);
void draw_column_labels(Frame& frame, const DrawnOperand& operand, const OperandBox& box);

/// Pixels that a matrix's name and shape need, one below the other.
float title_width(const Frame& frame, const DrawnOperand& operand, const MatrixGrid& grid);
void draw_title(Frame& frame, const DrawnOperand& operand, const MatrixGrid& grid, const OperandBox& box);

}  // namespace shell
