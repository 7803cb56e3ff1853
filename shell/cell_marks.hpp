// Cell marks: the shapes that tell masked, infinite, NaN and edited cells without colour, and their names.
#pragma once

#include <string_view>

#include "shell/cell_paint.hpp"
#include "shell/draw.hpp"

namespace shell {

/// Draws the shape of a mark over a cell. With `numbered` it keeps to the edge, so that the number stays readable.
void draw_mark(const Frame& frame, ImDrawList& list, const Rect& cell, Mark mark, bool numbered);

/// What the mark says, in a few words; empty where it needs none.
std::string_view words_of(Mark mark);

/// The marks that were drawn, each with its words, on one or more lines from `at` on; gives the height.
float draw_mark_legend(Frame& frame, const Marks& marks, ImVec2 at, float width);

}  // namespace shell
