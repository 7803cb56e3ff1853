// The glyph loader: ImGui fonts whose glyphs are drawn by the browser's own text engine (web/glyphs.js).
#pragma once

#include <string>
#include <string_view>

#include "shell/platform.hpp"
#include "web/labels.hpp"

struct ImFontAtlas;

namespace web {

/// What all fonts of the page share.
struct Ink {
  Labels labels;
  bool light = false;  ///< light text on dark, which browsers draw a little heavier
};

/// A CSS font without its size, as the font data of an ImGui font (which copies it).
struct Typeface {
  const char* style;     ///< weight: "400", "600"
  const char* families;  ///< list of families
  const Ink* ink;
};

/// The fonts of the page. ImGui keeps pointers to its ink: it stays where it is, and outlives the atlas.
class BrowserFonts {
 public:
  BrowserFonts() = default;
  BrowserFonts(const BrowserFonts&) = delete;
  BrowserFonts& operator=(const BrowserFonts&) = delete;

  shell::Fonts add_to(ImFontAtlas& atlas);

  /// See shell::Platform::whole_label. What it gives is good for the current frame.
  std::string whole_label(std::string_view label) { return ink_.labels.intern(label); }

  /// The text with the labels of this frame written out again.
  std::string plain_text(std::string_view text) const { return ink_.labels.written_out(text); }

  /// Before a frame: draws all glyphs anew if the ink changed from dark to light, or if labels need room.
  void prepare(ImFontAtlas& atlas, bool light_ink);

 private:
  Ink ink_;
};

}  // namespace web
