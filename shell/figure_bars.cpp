// Bars beside their names, each with its number.
#include <algorithm>
#include <cmath>
#include <string>

#include "shell/draw.hpp"
#include "shell/figures.hpp"

namespace shell {

namespace {

using playground::Bar;
using playground::Bars;

// Sizes in em.
constexpr float kBarText = 0.95F;
constexpr float kBarLine = 1.6F;
constexpr float kLeastBars = 6;  ///< room for bars below which each has a line of its own under its name

/// What all bars have in common.
struct BarsPlace {
  float names = 0;    ///< width of the longest name
  float numbers = 0;  ///< and of the longest number
  double least = 0, span = 1;
  bool stacked = false;
  float left = 0;  ///< of the bars, from the figure's edge
  float room = 0;  ///< pixels of the whole span
};

BarsPlace place_of(const Frame& frame, const Bars& bars, float width) {
  const float size = kBarText * frame.em, gap = 0.6F * frame.em;
  BarsPlace place;
  double most = bars.most;
  for (const Bar& bar : bars.bars) {
    place.names = std::max(place.names, text_size(frame, bar.label, Weight::kRegular, size).x + 1);
    place.numbers = std::max(place.numbers, text_size(frame, bar.text, Weight::kMono, size).x);
    if (!std::isfinite(bar.value)) {
      continue;
    }
    most = bars.most > 0 ? bars.most : std::max(most, bar.value);
    place.least = std::min(place.least, bar.value);
  }
  place.span = most > place.least ? most - place.least : 1;
  place.room = width - place.names - place.numbers - 2 * gap;
  place.left = place.names + gap;
  place.stacked = place.room < kLeastBars * frame.em;
  if (place.stacked) {
    place.left = 0;
    place.room = width;
    place.names = width - place.numbers - gap;
  }
  return place;
}

void draw_bar(Frame& frame, const Bar& bar, const BarsPlace& place, const Rect& line) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float zero = line.x + place.left + place.room * static_cast<float>(-place.least / place.span);
  if (std::isfinite(bar.value)) {
    const double value = std::min(bar.value, place.least + place.span);
    const float length = place.room * static_cast<float>(value / place.span);
    const Rect rect{std::min(zero, zero + length), line.y + 0.25F * line.height, std::max(1.0F, std::abs(length)),
                    0.5F * line.height};
    fill(list, rect, hue_color(frame.theme, bar.hue), 0.15F * frame.em);
  }
  if (place.least < 0) {
    list.AddLine({zero, line.y}, {zero, line.bottom()}, packed(frame.theme.control_border));
  }
}

}  // namespace

void draw_bars(Frame& frame, const Bars& bars, float width) {
  const BarsPlace place = place_of(frame, bars, width);
  const float size = kBarText * frame.em;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 start = ImGui::GetCursorScreenPos();
  Rect line{start.x, start.y, width, kBarLine * frame.em};
  for (const Bar& bar : bars.bars) {
    const bool fits = text_size(frame, bar.label, Weight::kRegular, size).x <= place.names;
    const std::string label = fits ? bar.label : fitting_text(frame, bar.label, Weight::kRegular, size, place.names);
    draw_text_in(frame, list, {line.x, line.y, place.names, line.height}, label, frame.theme.ink, Weight::kRegular,
                 size, {0, 0.5F});
    draw_text_in(frame, list, {line.right() - place.numbers, line.y, place.numbers, line.height}, bar.text,
                 frame.theme.ink, Weight::kMono, size, {1, 0.5F});
    if (place.stacked) {
      line.y += 0.8F * line.height;
    }
    draw_bar(frame, bar, place, line);
    line.y += line.height;
  }
  ImGui::Dummy({width, line.y - start.y});
}

}  // namespace shell
