// The box font: every character a box of one width, so that tests without a window need no font file.
#pragma once

#include "shell/platform.hpp"

struct ImFontAtlas;

namespace shell_tests {

shell::Fonts add_box_fonts(ImFontAtlas& atlas);

}  // namespace shell_tests
