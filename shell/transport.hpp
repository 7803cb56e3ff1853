// The transport: play, pause, scrub, speed and single cells of the step's playback.
#pragma once

#include "shell/frame.hpp"

namespace shell {

/// Play or pause; where motion is not wanted, the next cell.
void press_play(Frame& frame);

/// Holds, `cells` further. Where nothing was played, from the selected cell on.
void step_cells(Frame& frame, int cells);

/// The cell of the footer's count: that being made, or the selected one; from 0.
int cell_shown(const Frame& frame);

/// Whether the step is played and this cell is what it makes now.
bool is_made(const Frame& frame, const playground::Cell& cell);

/// Width of what draw_transport needs at least, and the bar with the count and the speed.
float least_transport_width(const Frame& frame);
void draw_transport(Frame& frame, const Rect& area);

}  // namespace shell
