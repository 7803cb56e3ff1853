// The theme: one colour for each role, in a light and a dark set. Views name roles, never colours.
#pragma once

#include "shell/color.hpp"
#include "shell/color_scale.hpp"

struct ImGuiStyle;

namespace shell {

enum class Role { kNone, kQuery, kKey, kValue, kWeight };

struct Theme {
  Color background;      ///< behind everything
  Color surface;         ///< panels, header, footer
  Color sunken;          ///< quiet fills: chips, code, hovered rows
  Color hairline;        ///< decoration only
  Color hatch;           ///< over masked cells, below their numbers
  Color control_border;  ///< at least 3:1 on surface and background
  Color ink;             ///< text, 7:1
  Color muted_ink;       ///< secondary text, 4.5:1
  Color accent;          ///< the one filled button
  Color on_accent;
  Color query, key, value, weight;    ///< roles; none of them is an end of the data scale
  Color negative, neutral, positive;  ///< the data scale
  Color focus;
  Color warning;
  Color dark_ink, light_ink;  ///< black and white: on any colour the more readable of the two has 4.5:1
};

/// `contrast`: for readers who ask for more of it.
const Theme& light_theme(bool contrast = false);
const Theme& dark_theme(bool contrast = false);

Color role_color(const Theme& theme, Role role);

/// Colour of a number: neutral at 0, full at +-limit. A limit of 0 gives neutral.
Color data_color(const Theme& theme, double value, double limit, ColorScale scale = ColorScale::kLinear);

/// Height and least width of what a finger presses, in em: 44 pixels (WCAG 2.5.5) where an em has 16.
inline constexpr float kTouchTarget = 2.75F;

/// Sets ImGui's own colours and sizes; `em` is the font size in pixels, `touch` asks for larger targets.
void apply_theme(const Theme& theme, float em, bool touch, ImGuiStyle& style);

}  // namespace shell
