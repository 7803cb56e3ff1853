// The mirror as JSON: what the frame drawn last says, for the page to make real HTML of.
#pragma once

#include <string>

#include "shell/app.hpp"
#include "web/glyph_loader.hpp"

namespace web {

/// {"modal": bool, "parts": [{"part", "label", "entries": [{"kind", ...}]}]}. `fonts` knows the texts behind labels.
/// `most`: rows and columns of a table.
std::string mirror_json(const shell::App& app, const BrowserFonts& fonts, int most);

}  // namespace web
