// Drawing: text, rectangles and marks on ImGui's draw list, in theme colours and our own Rect.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "imgui.h"
#include "shell/color.hpp"
#include "shell/frame.hpp"

namespace shell {

enum class Weight { kRegular, kBold, kMono };

ImFont* font_of(const Frame& frame, Weight weight);

/// The text with the words drawn whole that would fall apart character by character. Everything below does that too; it
/// is for texts that are measured or broken into lines by their bytes.
std::string shaped_text(const Frame& frame, std::string_view text);

/// Size in pixels of a text on one line.
ImVec2 text_size(const Frame& frame, std::string_view text, Weight weight, float size);

/// Draws one line with its top left corner at `at`.
void draw_text(const Frame& frame, ImDrawList& list, ImVec2 at, std::string_view text, const Color& color,
               Weight weight, float size);

/// Breaks a shaped text into lines of at most `width` pixels, at blanks where there are any, never inside a number.
std::vector<std::string_view> wrapped(const Frame& frame, std::string_view text, Weight weight, float size,
                                      float width);

/// Where a line stands in its rectangle: 0 left or top, 0.5 middle, 1 right or bottom.
struct Alignment {
  float x = 0;
  float y = 0.5F;
};

/// Draws one line in a rectangle and clips it there.
void draw_text_in(const Frame& frame, ImDrawList& list, const Rect& rect, std::string_view text, const Color& color,
                  Weight weight, float size, Alignment alignment);

/// Draws one line whose left end of the baseline box is at `at`, turned counter-clockwise by `angle` radians.
void draw_turned_text(const Frame& frame, ImDrawList& list, ImVec2 at, float angle, std::string_view text,
                      const Color& color, Weight weight, float size);

/// As ImGui's style has colours.
inline ImVec4 as_vector(const Color& color) { return {color.red, color.green, color.blue, color.alpha}; }

void fill(ImDrawList& list, const Rect& rect, const Color& color, float rounding = 0);
void outline(ImDrawList& list, const Rect& rect, const Color& color, float thickness, float rounding = 0);

/// Thin diagonal lines: the mark of a masked cell, readable without colour.
void hatch(ImDrawList& list, const Rect& rect, const Color& color, float spacing);

/// A token as it is drawn: whole, where the program can do that, and cut short where it is very long.
std::string token_text(const Frame& frame, const std::string& token);

/// The same as far as it fits, with "…" where it goes on.
std::string fitting_text(const Frame& frame, const std::string& token, Weight weight, float size, float width);

}  // namespace shell
