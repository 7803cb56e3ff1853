// Knobs of a lesson as controls.
#pragma once

#include "shell/frame.hpp"

namespace shell {

/// Those that the exhibit of now has, one below the other or side by side.
void draw_knobs(Frame& frame, const playground::Exhibit& exhibit, float width);

/// Turns a knob; moves of one drag are one gesture.
void turn(Frame& frame, std::string_view knob, const std::string& value, playground::Gesture gesture = {});

}  // namespace shell
