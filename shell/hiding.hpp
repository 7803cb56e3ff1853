// Hiding: which controls and panels an author's link leaves out (Session::hide).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/playground/words.hpp"
#include "shell/frame.hpp"

namespace shell {

struct HideableControl {
  std::string_view name;   ///< in links: "tokens"
  playground::Word label;  ///< on screen: "Tokens"
};

/// The parts of the window and the controls that the Share dialog offers. A link may also name single buttons and fields
/// by their anchors ("mask.padding", "undo").
std::span<const HideableControl> hideable_controls();

/// "mask" hides "mask" and all that belongs to it: "mask.causal", "mask[3]"; it does not hide "masked".
bool hides(const std::vector<std::string>& hide, std::string_view name);

/// True where the widget or panel `name` is not drawn and takes no room.
bool is_hidden(const Frame& frame, std::string_view name);

/// In place of a hidden widget: the next one goes where this one would have stood.
void leave_out();

}  // namespace shell
