// The layout of the window: which parts are shown at a size, and where.
#pragma once

#include "shell/anchors.hpp"

namespace shell {

struct WindowLayout {
  bool rail_shown = true;  ///< otherwise the list of steps opens over the stage
  bool side_shown = true;  ///< otherwise the explanation stands below the matrices
  Rect header;             ///< title, undo, theme
  Rect tokens;             ///< the strip of token chips
  Rect controls;           ///< height 0 where they stand below the matrices
  Rect rail;
  Rect stage;
  Rect side;
  Rect footer;
};

/// Splits a window of width x height pixels; `em` is the font size, `touch` asks for taller bars, `controls_height` is
/// what the controls took when they were last drawn (0: not yet), `tall_footer` makes it two lines.
WindowLayout lay_out_window(float width, float height, float em, bool touch, float controls_height,
                            bool tall_footer = false);

}  // namespace shell
