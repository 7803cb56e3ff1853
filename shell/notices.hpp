// Notices: short sentences over the picture that go when they are no longer true.
#pragma once

#include <vector>

#include "shell/frame.hpp"
#include "shell/window_layout.hpp"

namespace shell {

/// A sentence about something that was refused or done, with the time that it stays.
Notice refusal(std::string sentence);
Notice done(std::string sentence);

/// Adds a notice; of several with one sentence or of one kind only the newest stays, of others the last two.
void add_notice(std::vector<Notice>& notices, Notice notice);

/// Drops what a change of the model has made untrue.
void drop_untrue(std::vector<Notice>& notices, const playground::Model& model);

/// Drops what explains a change that who goes on to another step has taken in.
void drop_read(std::vector<Notice>& notices);

/// Takes `seconds` from those that go by themselves and drops those whose time is over.
void age_notices(std::vector<Notice>& notices, double seconds);

/// Seconds until one goes by itself, negative where none does.
double next_notice_end(const std::vector<Notice>& notices);

/// Where the notices of now stand: over the stage, or, where they would hide its whole width, on room taken from it.
Rect take_room_for_notices(const Frame& frame, WindowLayout& layout);

void draw_notices(Frame& frame, const Rect& room);

}  // namespace shell
