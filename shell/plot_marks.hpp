// What a plot is drawn with: lines, whole and dashed, and dots.
#pragma once

#include <optional>

#include "imgui.h"
#include "shell/draw.hpp"

namespace shell {

/// Half the width of a dot, in em.
constexpr float kDot = 0.3F;

/// A pattern whose lines are dashed.
constexpr int kDashed = 1;

/// A line from place to place, dashed for every second pattern: the dashes go on around its corners.
class Stroke {
 public:
  Stroke(const Frame& frame, ImDrawList& list, const Color& color, int pattern);

  /// The next place begins a new line.
  void lift() { before_.reset(); }
  void to(const ImVec2& place);

 private:
  void dashes(const ImVec2& from, const ImVec2& to);

  ImDrawList& list_;
  ImU32 color_;
  float thickness_;
  float period_;  ///< 0: not dashed
  float gone_ = 0;
  std::optional<ImVec2> before_;
};

/// Another form for each pattern, so that colour is not the only sign.
void draw_dot(const Frame& frame, ImDrawList& list, const ImVec2& at, const Color& color, int pattern);

}  // namespace shell
