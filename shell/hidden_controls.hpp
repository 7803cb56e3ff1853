// Hidden controls: what an author can leave out of the window (the link parameter `hide`).
#pragma once

#include <span>
#include <string_view>

#include "core/playground/session.hpp"

namespace shell {

struct HideableControl {
  std::string_view name;   ///< in links: "tokens"
  std::string_view label;  ///< on screen: "Tokens"
};

/// The parts of the window that the Share dialog offers. A link may also name single buttons and fields by their
/// anchors ("mask.padding", "undo").
std::span<const HideableControl> hideable_controls();

/// Whether the session's list has the name, or the group that it belongs to: "mask" hides "mask.causal" too.
bool is_hidden(const playground::Session& session, std::string_view name);

}  // namespace shell
