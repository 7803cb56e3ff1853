#include "shell/color.hpp"

#include <algorithm>
#include <cmath>

#include "imgui.h"

namespace shell {
namespace {

float linear(float component) {
  return component <= 0.04045F ? component / 12.92F : std::pow((component + 0.055F) / 1.055F, 2.4F);
}

}  // namespace

Color mix(const Color& a, const Color& b, float share) {
  const auto between = [share](float from, float to) { return std::lerp(from, to, share); };
  return {between(a.red, b.red), between(a.green, b.green), between(a.blue, b.blue), between(a.alpha, b.alpha)};
}

Color with_alpha(const Color& color, float alpha) { return {color.red, color.green, color.blue, alpha}; }

float luminance(const Color& color) {
  return 0.2126F * linear(color.red) + 0.7152F * linear(color.green) + 0.0722F * linear(color.blue);
}

float contrast(const Color& a, const Color& b) {
  const float one = luminance(a);
  const float other = luminance(b);
  return (std::max(one, other) + 0.05F) / (std::min(one, other) + 0.05F);
}

Color readable_ink(const Color& ground, const Color& dark_ink, const Color& light_ink) {
  return contrast(ground, dark_ink) >= contrast(ground, light_ink) ? dark_ink : light_ink;
}

std::uint32_t packed(const Color& color) {
  const auto byte = [](float component) {
    return static_cast<std::uint32_t>(std::lround(std::clamp(component, 0.0F, 1.0F) * 255));
  };
  return IM_COL32(byte(color.red), byte(color.green), byte(color.blue), byte(color.alpha));
}

}  // namespace shell
