#include "shell/window_layout.hpp"

#include <algorithm>

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

WindowLayout lay_out_window(float width, float height, float em, bool touch, float controls_height, bool tall_footer) {
  const float bar = (touch ? kTouchBarHeight : kBarHeight) * em;
  const float columns = width / em;
  WindowLayout layout;
  layout.rail_shown = columns >= kRailFrom;
  layout.side_shown = columns >= kSideFrom;
  layout.header = {0, 0, width, bar};
  layout.tokens = {0, bar, width, bar};
  layout.controls = {0, 2 * bar, width, columns >= kControlsFrom ? std::max(bar, controls_height) : 0};
  const float footer = tall_footer ? 2 * bar : bar;
  layout.footer = {0, height - footer, width, footer};
  const float top = layout.controls.bottom();
  const float middle = std::max(em, height - footer - top);
  const float rail_width = layout.rail_shown ? kRailWidth * em : 0;
  const float side_width = layout.side_shown ? kSideWidth * em : 0;
  layout.rail = {0, top, rail_width, middle};
  layout.side = {width - side_width, top, side_width, middle};
  layout.stage = {rail_width, top, width - rail_width - side_width, middle};
  return layout;
}

}  // namespace shell
