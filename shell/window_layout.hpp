// The layout of the window: which parts are shown at a size, and where.
#pragma once

#include "core/playground/session.hpp"
#include "shell/anchors.hpp"

namespace shell {

/// Parts that an author left out: they take no room.
struct HiddenParts {
  bool header = false, tokens = false, controls = false, steps = false, explanation = false, footer = false;
};

/// What the session's list of hidden controls says of the parts.
HiddenParts hidden_parts(const playground::Session& session);

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
/// what the controls took when they were last drawn (0: not yet).
WindowLayout lay_out_window(float width, float height, float em, bool touch, float controls_height,
                            const HiddenParts& hidden = {});

}  // namespace shell
