// Keyboard focus: which control the next Enter presses, moved by Tab through what is drawn.
#pragma once

#include <string>

#include "shell/frame.hpp"

namespace shell {

/// Before anything is drawn: forgets the controls of the last frame; a click of the pointer takes the focus away.
void begin_focus(ViewState& view);
/// After everything is drawn: Tab moves the focus to the next control of the transcript, beyond the last one it leaves.
void end_focus(ViewState& view, const Transcript& transcript);

/// Makes the last item a control that the transcript tells of and Tab stops at, with a ring while it has the focus.
/// True when Enter, Space or the mirror presses it. A disabled one can have the focus, which Tab leaves but never gives.
bool control(Frame& frame, Entry entry);

/// A ring around what stands in the window under this name, while it has the focus; scrolled into sight when it gets it.
void ring(Frame& frame, std::string_view name, const Rect& rect);

/// Whether the mirror presses what stands under this name.
bool pressed_by_name(const Frame& frame, std::string_view name);

/// Whether the control has the focus.
bool has_focus(const Frame& frame, std::string_view name);

/// Whether Escape would do something.
bool escape_is_used(const ViewState& view, playground::Step step);

}  // namespace shell
