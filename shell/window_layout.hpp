// The layout of the window: which parts are shown at a size, and where.
#pragma once

#include "core/playground/session.hpp"
#include "shell/anchors.hpp"

namespace shell {

/// The parts that a window may have; a link may hide any of them.
struct WindowParts {
  bool header = true, tokens = true, controls = true, rail = true, side = true, footer = true;
  bool tall_footer = false;  ///< a footer of two lines
};

/// The parts that are left by a session's list of hidden controls.
WindowParts window_parts(const playground::Session& session, bool has_exhibit = false);

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
/// what the controls took when they were last drawn (0: not yet). A part that is left out takes no height or width.
WindowLayout lay_out_window(float width, float height, float em, bool touch, float controls_height,
                            const WindowParts& parts = {});

}  // namespace shell
