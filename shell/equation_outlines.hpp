// Equation outlines: what is lit in a matrix of the equation.
#pragma once

#include <optional>

#include "core/playground/provenance.hpp"
#include "shell/drawn_equation.hpp"
#include "shell/matrix_grid.hpp"

namespace shell {

/// The sources of the explained cell, or the selected row and column; the cell itself; while the step is played the
/// product that is being added.
void draw_outlines(const Frame& frame, const DrawnOperand& operand, const MatrixGrid& grid,
                   const std::optional<playground::Cell>& cell, const std::optional<playground::Provenance>& origin);

}  // namespace shell
