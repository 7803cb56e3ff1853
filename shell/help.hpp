// Help: what a control does, in one sentence, shown when the pointer rests on it.
#pragma once

#include <string_view>

#include "shell/frame.hpp"

namespace shell {

/// The sentence for a control's name; empty where its label says it all.
std::string_view help_of(std::string_view name);

/// Shows the help of the last item while the pointer rests on it.
void help_for_last_item(const Frame& frame, std::string_view name);

/// A box with a text beside the pointer, never over what it points at.
void tip(const Frame& frame, std::string_view text, const Rect& subject);

}  // namespace shell
