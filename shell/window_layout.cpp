#include "shell/window_layout.hpp"

#include <algorithm>

#include "shell/hiding.hpp"

namespace shell {
namespace {

// Sizes in em.
constexpr float kRailFrom = 46;
constexpr float kSideFrom = 74;
constexpr float kControlsFrom = 46;
constexpr float kRailWidth = 14;
constexpr float kSideWidth = 19;
constexpr float kBarHeight = 3.0F;
constexpr float kTouchBarHeight = 3.6F;

}  // namespace

WindowParts window_parts(const playground::Session& session) {
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
  WindowLayout layout;
  layout.rail_shown = columns >= kRailFrom;
  layout.side_shown = columns >= kSideFrom;
  layout.header = {0, 0, width, parts.header ? bar : 0};
  layout.tokens = {0, layout.header.bottom(), width, parts.tokens ? bar : 0};
  const bool controls_shown = parts.controls && columns >= kControlsFrom;
  layout.controls = {0, layout.tokens.bottom(), width, controls_shown ? std::max(bar, controls_height) : 0};
  const float footer = parts.footer ? (parts.tall_footer ? 2 * bar : bar) : 0;
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
