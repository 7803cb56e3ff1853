// The legend: the colour scale with the numbers at its ends, and how numbers and colours are to be shown.
#pragma once

#include "shell/frame.hpp"

namespace shell {

/// The colour scale of the matrix under the pointer, or of what the step makes; its name stands left of `area`.
void draw_legend(Frame& frame, const Rect& area);
/// Width of the longest name among those of the step.
float legend_name_width(const Frame& frame);

/// Width of the buttons of draw_scale_tools.
float scale_tools_width(const Frame& frame);

/// Linear or logarithmic colours, and how many digits numbers have, from the cursor on.
void draw_scale_tools(Frame& frame);

}  // namespace shell
