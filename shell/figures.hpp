// Figures of an exhibit, one function each: they draw into the panel that is open, from the cursor on, `width` pixels
// wide, and leave the cursor below.
#pragma once

#include <string>

#include "core/playground/exhibit.hpp"
#include "shell/frame.hpp"

namespace shell {

void draw_plot(Frame& frame, const std::string& name, const playground::Plot& plot, float width);
void draw_bars(Frame& frame, const playground::Bars& bars, float width);
void draw_grid(Frame& frame, const playground::Grid& grid, float width);
void draw_arrows(Frame& frame, const std::string& name, const playground::Arrows& arrows, float width);
void draw_ledger(Frame& frame, const playground::Ledger& ledger, float width);
void draw_instruments(Frame& frame, const playground::Instruments& instruments);

Color hue_color(const Theme& theme, playground::Hue hue);

}  // namespace shell
