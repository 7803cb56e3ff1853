// Margin sums: the sum of each column ("who is looked at") and of each row, at the edges of a matrix.
#pragma once

#include "shell/equation_layout.hpp"
#include "shell/grid_view.hpp"

namespace shell {

/// [1 x S] and [T x 1].
attention::Matrix column_sums(const attention::Matrix& matrix);
attention::Matrix row_sums(const attention::Matrix& matrix);

/// Draws both at the places that the layout gives them.
void draw_margin_sums(Frame& frame, const MatrixGrid& grid, const OperandBox& box, const NumberStyle& numbers);

}  // namespace shell
