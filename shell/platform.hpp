// What a program (desktop window, web page, test) lends the shell, and what the shell asks of it.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <variant>

#include "core/playground/words.hpp"

struct ImFont;

namespace shell {

struct Fonts {
  ImFont* regular = nullptr;
  ImFont* bold = nullptr;
  ImFont* mono = nullptr;
};

struct Platform {
  Fonts fonts;
  /// UTF-8 to hand to ImGui so that `label` is drawn whole (shaped, joined, in its own direction).
  /// Empty: labels are drawn glyph by glyph.
  std::function<std::string(std::string_view label)> whole_label;
  /// True: text is edited in fields that the program lays over the picture (an EditField effect asks for one);
  /// false: in ImGui's own.
  bool own_fields = false;
  /// True: the program can draw an SVG and save it as a PNG.
  bool draws_svg = false;
  /// True: the program has the mirror as a text view, and shows it on a ShowText.
  bool shows_text = false;
  /// Address of the folder that the page lies in, with "/" at its end; empty where the program has none.
  std::function<std::string()> folder_address = {};
  /// Address of the page that a link opens, without a fragment; empty: the folder's.
  std::function<std::string()> page_address = {};
};

/// What the reader's system prefers; may change while the program runs.
struct Preferences {
  bool dark = false;
  bool reduced_motion = false;
  bool touch = false;     ///< coarse pointer: larger targets
  bool contrast = false;  ///< more of it: no grey text, no faint lines
  /// The first of the reader's languages that there is, for sessions that follow it.
  playground::Tongue tongue = playground::Tongue::kEnglish;
};

/// Lay a text field over the anchor `name`, holding `value`; commit with App::commit_field(name, text).
struct EditField {
  std::string name;
  std::string value;
  bool number = false;  ///< ask for a numeric keyboard
};
struct CopyText {
  std::string text;
};
/// Save a file where the reader finds it: the browser's downloads, the working folder of a desktop program.
struct SaveFile {
  std::string name;  ///< "weights.csv"
  std::string mime;
  std::string bytes;
};
/// Save an SVG as a PNG with two pixels for each of its own; only where Platform::draws_svg.
struct SavePicture {
  std::string name;  ///< "weights.png"
  std::string svg;
  float width = 0, height = 0;
};
/// Show what the picture says as text, in place of it.
struct ShowText {};
using Effect = std::variant<EditField, CopyText, SaveFile, SavePicture, ShowText>;

}  // namespace shell
