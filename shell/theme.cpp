#include "shell/theme.hpp"

#include "shell/draw.hpp"

#include <algorithm>
#include <cmath>

#include "imgui.h"

namespace shell {
namespace {

constexpr Theme kLight{
    .background = rgb(0xf6f5f1),
    .surface = rgb(0xffffff),
    .sunken = rgb(0xefede6),
    .hairline = rgb(0xdedbd2),
    .hatch = rgb(0xdedbd2),
    .control_border = rgb(0x85827a),
    .ink = rgb(0x1c1b19),
    .muted_ink = rgb(0x5b5952),
    .accent = rgb(0x1c1b19),
    .on_accent = rgb(0xffffff),
    .query = rgb(0x1a56b8),
    .key = rgb(0xb0206a),
    .value = rgb(0x2c6a1e),
    .weight = rgb(0x6a3fb5),
    .negative = rgb(0x00727f),
    .neutral = rgb(0xf5f3ec),
    .positive = rgb(0xc2620a),
    .focus = rgb(0x1a56b8),
    .warning = rgb(0x8a4b00),
    .dark_ink = rgb(0x000000),
    .light_ink = rgb(0xffffff),
};

constexpr Theme kDark{
    .background = rgb(0x121316),
    .surface = rgb(0x1b1c20),
    .sunken = rgb(0x26272d),
    .hairline = rgb(0x34363d),
    .hatch = rgb(0x34363d),
    .control_border = rgb(0x7c7e88),
    .ink = rgb(0xededea),
    .muted_ink = rgb(0xaaaba8),
    .accent = rgb(0xededea),
    .on_accent = rgb(0x141412),
    .query = rgb(0x7db7ff),
    .key = rgb(0xff8cc4),
    .value = rgb(0x86d97a),
    .weight = rgb(0xbfa6ff),
    .negative = rgb(0x2fb5c4),
    .neutral = rgb(0x25262b),
    .positive = rgb(0xf09440),
    .focus = rgb(0x7db7ff),
    .warning = rgb(0xffc46b),
    .dark_ink = rgb(0x000000),
    .light_ink = rgb(0xffffff),
};

/// The same with text and lines as strong as the ink, on a plain ground.
constexpr Theme with_contrast(Theme theme) {
  theme.background = theme.surface;
  theme.hairline = theme.ink;
  theme.hatch = theme.control_border;  // a number stands on it
  theme.control_border = theme.ink;
  theme.muted_ink = theme.ink;
  return theme;
}

constexpr Theme kStrongLight = with_contrast(kLight);
constexpr Theme kStrongDark = with_contrast(kDark);

}  // namespace

const Theme& light_theme(bool contrast) { return contrast ? kStrongLight : kLight; }
const Theme& dark_theme(bool contrast) { return contrast ? kStrongDark : kDark; }

Color role_color(const Theme& theme, Role role) {
  switch (role) {
    case Role::kQuery:
      return theme.query;
    case Role::kKey:
      return theme.key;
    case Role::kValue:
      return theme.value;
    case Role::kWeight:
      return theme.weight;
    case Role::kNone:
      break;
  }
  return theme.ink;
}

Color data_color(const Theme& theme, double value, double limit, ColorScale scale) {
  const auto share = static_cast<float>(color_share(value, limit, scale));
  return mix(theme.neutral, share < 0 ? theme.negative : theme.positive, std::abs(share));
}

void apply_theme(const Theme& theme, float em, bool touch, ImGuiStyle& style) {
  style.WindowPadding = {0, 0};
  style.WindowBorderSize = 0;
  style.ChildBorderSize = 0;
  style.PopupBorderSize = std::max(1.0F, em / 16);
  style.FrameBorderSize = std::max(1.0F, std::round(em / 16));
  style.FrameRounding = 0.4F * em;
  style.PopupRounding = 0.5F * em;
  style.ChildRounding = 0;
  style.ScrollbarRounding = 0.4F * em;
  style.ScrollbarSize = 0.55F * em;
  style.FramePadding = touch ? ImVec2{0.9F * em, (kTouchTarget - 1) * em / 2} : ImVec2{0.7F * em, 0.4F * em};
  style.ItemSpacing = {0.5F * em, 0.5F * em};
  style.ItemInnerSpacing = {0.4F * em, 0.4F * em};
  style.TouchExtraPadding = touch ? ImVec2{0.2F * em, 0.2F * em} : ImVec2{0, 0};
  style.DisabledAlpha = 0.5F;

  ImVec4* colors = style.Colors;
  colors[ImGuiCol_Text] = as_vector(theme.ink);
  colors[ImGuiCol_TextDisabled] = as_vector(theme.muted_ink);
  colors[ImGuiCol_WindowBg] = as_vector(theme.background);
  colors[ImGuiCol_ChildBg] = {0, 0, 0, 0};
  colors[ImGuiCol_PopupBg] = as_vector(theme.surface);
  colors[ImGuiCol_Border] = as_vector(theme.control_border);
  colors[ImGuiCol_FrameBg] = as_vector(theme.surface);
  colors[ImGuiCol_FrameBgHovered] = as_vector(theme.sunken);
  colors[ImGuiCol_FrameBgActive] = as_vector(theme.sunken);
  colors[ImGuiCol_Button] = as_vector(theme.surface);
  colors[ImGuiCol_ButtonHovered] = as_vector(theme.sunken);
  colors[ImGuiCol_ButtonActive] = as_vector(theme.hairline);
  colors[ImGuiCol_ScrollbarBg] = {0, 0, 0, 0};
  colors[ImGuiCol_ScrollbarGrab] = as_vector(theme.control_border);
  colors[ImGuiCol_ScrollbarGrabHovered] = as_vector(theme.muted_ink);
  colors[ImGuiCol_ScrollbarGrabActive] = as_vector(theme.ink);
  colors[ImGuiCol_TextSelectedBg] = as_vector(with_alpha(theme.focus, 0.3F));
  colors[ImGuiCol_NavCursor] = as_vector(theme.focus);
}

}  // namespace shell
