#include "shell/window_layout.hpp"

#include <algorithm>

#include "shell/hidden_controls.hpp"

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

HiddenParts hidden_parts(const playground::Session& session) {
  return {.header = is_hidden(session, "header"),
          .tokens = is_hidden(session, "tokens"),
          .controls = is_hidden(session, "controls"),
          .steps = is_hidden(session, "steps"),
          .explanation = is_hidden(session, "explanation"),
          .footer = is_hidden(session, "footer")};
}

WindowLayout lay_out_window(float width, float height, float em, bool touch, float controls_height,
                            const HiddenParts& hidden) {
  const float bar = (touch ? kTouchBarHeight : kBarHeight) * em;
  const float columns = width / em;
  WindowLayout layout;
  layout.rail_shown = columns >= kRailFrom && !hidden.steps;
  layout.side_shown = columns >= kSideFrom && !hidden.explanation;
  layout.header = {0, 0, width, hidden.header ? 0 : bar};
  layout.tokens = {0, layout.header.bottom(), width, hidden.tokens ? 0 : bar};
  layout.controls = {0, layout.tokens.bottom(), width,
                     columns >= kControlsFrom && !hidden.controls ? std::max(bar, controls_height) : 0};
  layout.footer = {0, height - (hidden.footer ? 0 : bar), width, hidden.footer ? 0 : bar};
  const float top = layout.controls.bottom();
  const float middle = std::max(em, layout.footer.y - top);
  const float rail_width = layout.rail_shown ? kRailWidth * em : 0;
  const float side_width = layout.side_shown ? kSideWidth * em : 0;
  layout.rail = {0, top, rail_width, middle};
  layout.side = {width - side_width, top, side_width, middle};
  layout.stage = {rail_width, top, width - rail_width - side_width, middle};
  return layout;
}

}  // namespace shell
