// Colours as plain values, and the contrast between them.
#pragma once

#include <cstdint>

namespace shell {

/// sRGB components in 0..1, not premultiplied.
struct Color {
  float red = 0, green = 0, blue = 0, alpha = 1;
  bool operator==(const Color&) const = default;
};

/// 0xRRGGBB as written in style sheets.
constexpr Color rgb(std::uint32_t hex, float alpha = 1) {
  return {static_cast<float>((hex >> 16) & 0xff) / 255, static_cast<float>((hex >> 8) & 0xff) / 255,
          static_cast<float>(hex & 0xff) / 255, alpha};
}

/// From `a` (share 0) to `b` (share 1), component by component in sRGB.
Color mix(const Color& a, const Color& b, float share);

Color with_alpha(const Color& color, float alpha);

/// Relative luminance and contrast ratio (1 to 21) as WCAG 2.2 defines them; alpha is not looked at.
float luminance(const Color& color);
float contrast(const Color& a, const Color& b);

/// The one of two inks that stands out more on `ground`.
Color readable_ink(const Color& ground, const Color& dark_ink, const Color& light_ink);

/// As ImGui packs it.
std::uint32_t packed(const Color& color);

}  // namespace shell
