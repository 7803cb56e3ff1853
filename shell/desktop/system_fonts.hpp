// System fonts: files of this system's fonts that the desktop program draws with.
#pragma once

#include <optional>
#include <string>

#include "shell/platform.hpp"

struct ImFontAtlas;

namespace desktop {

struct FontFiles {
  std::string regular, bold, mono;
};

/// The first family of a short list that is installed; empty where none is.
std::optional<FontFiles> find_fonts();

shell::Fonts load_fonts(ImFontAtlas& atlas, const FontFiles& files);

}  // namespace desktop
