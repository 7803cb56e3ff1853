// Cell editing: a number typed, stepped or dragged, and the mask painted; one gesture is one undo step.
#pragma once

#include "core/playground/provenance.hpp"
#include "shell/matrix_grid.hpp"

namespace shell {

/// Whether the cell's number may be typed over.
bool is_editable(const playground::Cell& cell);

/// Opens the field over the cell in the picture.
void type_over(Frame& frame, const playground::Cell& cell);

/// The field for the explained cell, with steps, a handle to drag and the way back to what was computed.
void draw_cell_editor(Frame& frame, const playground::Cell& cell);

/// Where the field of the explained cell stands in the picture.
void draw_typing_place(Frame& frame, const MatrixGrid& grid, const playground::Cell& cell);

/// Dragging with Alt changes the number of the cell under the pointer. Call after the grid was drawn; true while it
/// takes the pointer.
bool drag_value(Frame& frame, const MatrixGrid& grid);

/// The paint mode of the mask: its button, and the strokes of the pointer over the grid.
void draw_paint_button(Frame& frame);
bool paint_mask(Frame& frame, const MatrixGrid& grid);
/// Lets or forbids the cell, the other than it is now.
void toggle_mask_cell(Frame& frame, const playground::Cell& cell);

/// The cells on the straight line from one to the other, the first left out.
std::vector<playground::Cell> cells_between(const playground::Cell& from, const playground::Cell& to);

/// What a drag by so many pixels makes of a number in a matrix whose largest magnitude is `limit`; with few digits.
double dragged_value(double start, float pixels, float em, double limit);

}  // namespace shell
