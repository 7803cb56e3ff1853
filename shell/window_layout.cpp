#include "shell/window_layout.hpp"

#include <algorithm>

#include "shell/hiding.hpp"

namespace shell {
namespace {

// Sizes in em.
constexpr float kRailFrom = 50;
constexpr float kSideFrom = 74;
constexpr float kControlsFrom = 50;
constexpr float kRailWidth = 14;
constexpr float kSideWidth = 19;
constexpr float kBarHeight = 3.0F;
constexpr float kTouchBarHeight = 3.6F;
constexpr float kLeastStage = 14;  ///< height below which bars make room

}  // namespace

WindowParts window_parts(const playground::Session& session, bool has_exhibit) {
  // What an exhibit shows is no step: what leads through the steps gives its room to it.
  if (has_exhibit) {
    return {.header = !hides(session.hide, "header"),
            .tokens = false,
            .controls = false,
            .rail = false,
            .side = false,
            .footer = false};
  }

  const auto shown = [&session](const char* name) { return !hides(session.hide, name); };
  return {.header = shown("header"),
          .tokens = shown("tokens"),
          .controls = shown("controls"),
          .rail = shown("rail"),
          .side = shown("side"),
          .footer = shown("footer")};
}

WindowLayout lay_out_window(float width, float height, float em, bool touch, float controls_height,
                            const WindowParts& parts) {
  const float bar = (touch ? kTouchBarHeight : kBarHeight) * em;
  const float columns = width / em;
  const float footer = parts.footer ? (parts.tall_footer ? 2 * bar : bar) : 0;
  const float controls = parts.controls && columns >= kControlsFrom ? std::max(bar, controls_height) : 0;
  float header = parts.header ? bar : 0;
  float tokens = parts.tokens ? bar : 0;
  const auto is_short = [&](float above) { return height - above - footer < kLeastStage * em; };
  // In a low window one bar after the other goes; what is in it is found in the settings and at the tokens step.
  const bool low = is_short(header + tokens + controls);
  tokens = is_short(header + tokens) ? 0 : tokens;
  header = is_short(header + tokens) && height < kLeastStage * em ? 0 : header;
  WindowLayout layout;
  layout.rail_shown = columns >= kRailFrom && !low;
  layout.side_shown = columns >= kSideFrom && !low;
  layout.header = {0, 0, width, header};
  layout.tokens = {0, layout.header.bottom(), width, tokens};
  layout.controls = {0, layout.tokens.bottom(), width, low ? 0 : controls};
  layout.footer = {0, height - footer, width, footer};
  const float top = layout.controls.bottom();
  const float middle = std::max(em, layout.footer.y - top);
  const float rail_width = parts.rail && layout.rail_shown ? kRailWidth * em : 0;
  const float side_width = parts.side && layout.side_shown ? kSideWidth * em : 0;
  layout.rail = {0, top, rail_width, middle};
  layout.side = {width - side_width, top, side_width, middle};
  layout.stage = {rail_width, top, width - rail_width - side_width, middle};
  return layout;
}

}  // namespace shell
