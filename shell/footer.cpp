// The footer: back, play, next, and how far along the steps we are.
#include <algorithm>

#include "shell/texts.hpp"
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

void draw_progress(Frame& frame, const Place& place, const Rect& area) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float height = 0.3F * frame.em;
  const Rect bar{area.x, area.y + (area.height - height) / 2, area.width, height};
  fill(list, bar, frame.theme.sunken, height / 2);
  const float share = static_cast<float>(place.index + 1) / static_cast<float>(place.count);
  fill(list, {bar.x, bar.y, bar.width * share, bar.height}, frame.theme.ink, height / 2);
}

}  // namespace

void draw_footer(Frame& frame, const WindowLayout& layout) {
  const Rect& rect = layout.footer;
  const float padding = frame.em;
  ChildWindow window("footer", rect, frame.theme.surface, {padding, 0}, false);
  if (!window) {
    return;
  }
  const Place place = place_of(frame);
  ImGui::SetCursorPosY((rect.height - ImGui::GetFrameHeight()) / 2);
  if (button(frame, "step.previous", words::kBack, ButtonLook::kPlain, place.index > 0)) {
    frame.request(playground::PreviousStep{});
  }
  ImGui::SameLine();
  if (button(frame, "step.play", frame.view.playing ? words::kPause : words::kPlay, ButtonLook::kPlain)) {
    frame.view.playing = !frame.view.playing;
    frame.view.play_clock = 0;
  }
  ImGui::SameLine();
  const std::string next = std::string(words::kNext) + std::string(playground::info(place.next).label);
  if (button(frame, "step.next", place.last() ? "Next" : next, ButtonLook::kFilled, !place.last())) {
    frame.request(playground::NextStep{});
  }
  const std::string_view hint = frame.view.cell_keys ? words::kKeysCell : words::kKeysStep;
  const float hint_width = text_size(frame, hint, Weight::kRegular, 0.88F * frame.em).x;
  const float left = last_item().right() + 1.2F * frame.em;
  const float right = rect.right() - padding;
  const bool hinted = !frame.preferences.touch && right - left > hint_width + 10 * frame.em;
  const float bar_right = hinted ? right - hint_width - 1.2F * frame.em : right;
  if (bar_right > left) {
    draw_progress(frame, place, {left, rect.y, bar_right - left, rect.height});
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (hinted) {
    draw_text_in(frame, list, {right - hint_width, rect.y, hint_width, rect.height}, hint, frame.theme.muted_ink,
                 Weight::kRegular, 0.88F * frame.em, {1, 0.5F});
  }
  fill(list, {rect.x, rect.y, rect.width, 1}, frame.theme.hairline);
}

}  // namespace shell
