// Keyboard focus: which control the next Enter presses, moved by Tab through what is drawn.
#pragma once

#include <string>

#include "shell/frame.hpp"

namespace shell {

/// Before anything is drawn: forgets the controls of the last frame; a click of the pointer takes the focus away.
void begin_focus(ViewState& view);
/// After everything is drawn: Tab moves the focus to the next control, beyond the last one it leaves.
void end_focus(ViewState& view);

/// Whether Tab (backwards: Shift+Tab) has another control to go to.
bool focus_can_move(const ViewState& view, bool backwards);

/// Makes the last item a control of this name that Tab stops at, with a ring while it has the focus.
/// True when Enter or Space presses it.
bool focus_stop(Frame& frame, const std::string& name);

/// Whether the control has the focus.
bool has_focus(const Frame& frame, const std::string& name);

/// Whether Escape would do something.
bool escape_is_used(const ViewState& view);

}  // namespace shell
