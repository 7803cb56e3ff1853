// Keys: the browser's names of keys as ImGui's.
#pragma once

#include <string_view>

#include "imgui.h"

namespace web {

/// The key of KeyboardEvent.key ("ArrowLeft", "z", "?") or, where that is a character ImGui has no key for, of
/// KeyboardEvent.code ("KeyZ", "Slash"); ImGuiKey_None where there is none.
ImGuiKey key_named(std::string_view key, std::string_view code);

}  // namespace web
