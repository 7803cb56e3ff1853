// SVG: a picture of real text and shapes, written element by element.
#pragma once

#include <string>
#include <string_view>

#include "shell/anchors.hpp"
#include "shell/color.hpp"

namespace shell {

/// A finished picture; width and height in CSS pixels.
struct Picture {
  std::string svg;
  float width = 0;
  float height = 0;
};

struct SvgText {
  float x = 0, y = 0;  ///< y is the baseline
  std::string_view text;
  float size = 12;
  Color color = {};
  std::string_view anchor = "start";  ///< "start", "middle", "end"
  bool bold = false;
  float angle = 0;  ///< degrees, clockwise, around (x, y)
};

class Svg {
 public:
  void rect(const Rect& rect, const Color& color);
  /// A rectangle that says what it is when the pointer rests on it.
  void rect(const Rect& rect, const Color& color, std::string_view title);
  void text(const SvgText& text);
  /// `commands` as in the attribute d.
  void path(std::string_view commands, const Color& color);
  /// Thin diagonal lines over a rectangle or a path.
  void hatched(const Rect& rect);
  void hatched_path(std::string_view commands);

  /// The document: what was added, on a ground. Use once.
  Picture finish(float width, float height, const Color& ground, const Color& hatch, std::string_view title) &&;

 private:
  std::string body_;
};

/// "#1c1b19"
std::string hex_text(const Color& color);

/// Width of a text as most fonts for screens have it; a bit more rather than less.
float estimated_width(std::string_view text, float size);

/// For the inside of XML text and attributes; what XML forbids becomes U+FFFD.
std::string escaped_xml(std::string_view text);

/// "12", "0.5"
std::string coordinate(float value);

}  // namespace shell
