// The footer: back, play, next, and how far the cells of the step have come to be.
#include <algorithm>

#include "shell/texts.hpp"
#include "shell/transport.hpp"
#include "shell/views.hpp"
#include "shell/widgets.hpp"

namespace shell {
namespace {

using playground::Step;

/// Where the current step stands among those that this session has.
struct Place {
  int index = 0;
  int count = 1;
  Step next = Step::kTokens;
  bool last() const { return index + 1 == count; }
};

Place place_of(const Frame& frame) {
  const std::vector<Step> steps = playground::steps_of(frame.session);
  const auto index = std::find(steps.begin(), steps.end(), frame.session.step) - steps.begin();
  Place place{static_cast<int>(index), static_cast<int>(steps.size()), frame.session.step};
  if (!place.last()) {
    place.next = steps[static_cast<std::size_t>(index) + 1];
  }
  return place;
}

constexpr float kPadding = 1;    // em
constexpr float kBarGap = 1.2F;  // em, between the buttons and the bar
constexpr float kHintFrom = 32;  // em that the bar keeps beside the hint

std::string_view play_text(const Frame& frame) {
  return frame.preferences.reduced_motion ? say(Word::kNextCell)
         : frame.view.play.running        ? say(Word::kPause)
                                          : say(Word::kPlay);
}

float buttons_width(const Frame& frame, const std::string& next) {
  return button_width(frame, say(Word::kBack)) +
         std::max(button_width(frame, say(Word::kPause)), button_width(frame, play_text(frame))) +
         button_width(frame, next) + 2 * ImGui::GetStyle().ItemSpacing.x;
}

/// The way on with the name of the step that it leads to, where a footer of that width has room for it.
std::string next_text(const Frame& frame, const Place& place, float width) {
  const std::string next = place.last() ? "" : say(Word::kNext, {say(playground::info(place.next).label)});
  const bool fits = !next.empty() && buttons_width(frame, next) + 2 * kPadding * frame.em <= width;
  return fits ? next : label(Word::kNextNone);
}

void draw_buttons(Frame& frame, const Place& place, float width) {
  if (button(frame, "step.previous", say(Word::kBack), ButtonLook::kPlain, place.index > 0)) {
    frame.request(playground::PreviousStep{});
  }
  ImGui::SameLine();
  if (button(frame, "step.play", play_text(frame))) {
    press_play(frame);
  }
  ImGui::SameLine();
  // A lesson has its own way on.
  const ButtonLook look = frame.session.lesson.empty() ? ButtonLook::kFilled : ButtonLook::kPlain;
  if (button(frame, "step.next", next_text(frame, place, width), look, !place.last())) {
    frame.request(playground::NextStep{});
  }
}

}  // namespace

bool footer_has_two_lines(const Frame& frame, float width) {
  const float needed = buttons_width(frame, next_text(frame, place_of(frame), width)) + least_transport_width(frame);
  return frame.view.play.active && frame.reel.cells() > 0 && needed + (2 * kPadding + kBarGap) * frame.em > width;
}

void draw_footer(Frame& frame, const WindowLayout& layout) {
  const Rect& rect = layout.footer;
  const float padding = kPadding * frame.em;
  ChildWindow window("footer", rect, frame.theme.surface, {padding, 0}, false);
  if (!window) {
    return;
  }
  const Place place = place_of(frame);
  const bool two_lines = footer_has_two_lines(frame, rect.width);
  const float line = two_lines ? rect.height / 2 : rect.height;
  ImGui::SetCursorPosY(rect.height - line + (line - ImGui::GetFrameHeight()) / 2);
  draw_buttons(frame, place, rect.width);
  const std::string_view hint = frame.view.play.bar_keys ? say(Word::kKeysOfBar)
                                : frame.view.cell_keys   ? say(Word::kKeysOfCell)
                                                         : say(Word::kKeysOfStep);
  const float hint_width = text_size(frame, hint, Weight::kRegular, 0.88F * frame.em).x;
  const float left = two_lines ? rect.x + padding : last_item().right() + kBarGap * frame.em;
  const float right = rect.right() - padding;
  const bool hinted = !frame.preferences.touch && !two_lines && right - left > hint_width + kHintFrom * frame.em;
  const float bar_right = hinted ? right - hint_width - kBarGap * frame.em : right;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (hinted) {
    draw_text_in(frame, list, {right - hint_width, rect.y, hint_width, rect.height}, hint, frame.theme.muted_ink,
                 Weight::kRegular, 0.88F * frame.em, {1, 0.5F});
  }
  if (two_lines || bar_right - left >= least_transport_width(frame)) {
    draw_transport(frame, {left, rect.y, bar_right - left, line});
  }
  fill(list, {rect.x, rect.y, rect.width, 1}, frame.theme.hairline);
}

}  // namespace shell
