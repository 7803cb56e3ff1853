// The labels of an equation: token names beside and above the matrices, their names and shapes, and their signs.
#pragma once

#include <string>

#include "core/playground/equation.hpp"
#include "shell/equation_layout.hpp"
#include "shell/matrix_grid.hpp"

namespace shell {

bool is_token_axis(playground::Axis axis);

/// The axes of a matrix as it is drawn: down the screen and across it.
struct DrawnAxes {
  playground::Axis down = playground::Axis::kSingle;
  playground::Axis across = playground::Axis::kSingle;
};
/// `result` is what the step makes: where the keys are made, the rows of X are those of the keys.
DrawnAxes axes_of(const playground::Operand& operand, playground::Tensor result);

/// The token selected along an axis, or -1, and the colour that it has there.
int selected_on(const Frame& frame, playground::Axis axis);
const Color& axis_color(const Frame& frame, playground::Axis axis);

/// Pixels of the longest token name, bounded.
float label_width(const Frame& frame);

/// Names of the rows, as many as have room; they stay at the left of a panned matrix.
void draw_row_labels(Frame& frame, playground::Axis axis, const MatrixGrid& grid, const OperandBox& box,
                     bool of_result);
void draw_column_labels(Frame& frame, playground::Axis axis, const MatrixGrid& grid, const OperandBox& box);

/// Pixels that a matrix's name and shape need, one below the other.
float title_width(const Frame& frame, const playground::Operand& operand, const MatrixGrid& grid);
void draw_title(Frame& frame, const playground::Operand& operand, const MatrixGrid& grid, const OperandBox& box);

/// The sign before a matrix, with the number that it stands for where there is one.
std::string sign_text(const Frame& frame, const playground::Operand& operand);

}  // namespace shell
