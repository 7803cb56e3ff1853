// ImGui's own wheel steps by lines; fingers and trackpads want pixels, and the page must know beforehand whether
// there is room, because only then may it keep the wheel from the article.
#include "web/scrolling.hpp"

#include <algorithm>

#include "imgui.h"
#include "imgui_internal.h"

namespace web {
namespace {

enum Axis { kX = 0, kY = 1 };

float position_of(const ImGuiWindow& window, Axis axis) {
  const bool pending = window.ScrollTarget[axis] < FLT_MAX && window.ScrollTargetCenterRatio[axis] == 0;
  return pending ? window.ScrollTarget[axis] : window.Scroll[axis];
}

bool has_room(const ImGuiWindow& window, Axis axis, float distance) {
  constexpr int kFixed = ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoMouseInputs;
  if ((window.Flags & kFixed) != 0) {
    return false;
  }
  const float position = position_of(window, axis);
  return (distance > 0 && position < window.ScrollMax[axis] - 0.5F) || (distance < 0 && position > 0.5F);
}

/// The innermost window under the point with room along the axis; null where none has.
ImGuiWindow* window_with_room(float x, float y, Axis axis, float distance) {
  ImGuiWindow* window = nullptr;
  ImGui::FindHoveredWindowEx({x, y}, true, &window, nullptr);
  while (window != nullptr && !has_room(*window, axis, distance)) {
    const bool is_child = (window->Flags & ImGuiWindowFlags_ChildWindow) != 0;
    window = is_child ? window->ParentWindow : nullptr;
  }
  return window;
}

float destination(const ImGuiWindow& window, Axis axis, float distance) {
  return std::clamp(position_of(window, axis) + distance, 0.0F, window.ScrollMax[axis]);
}

}  // namespace

ScrollRoom scroll_room(float x, float y, float dx, float dy) {
  return {window_with_room(x, y, kX, dx) != nullptr, window_with_room(x, y, kY, dy) != nullptr};
}

void scroll(float x, float y, float dx, float dy) {
  if (ImGuiWindow* window = window_with_room(x, y, kX, dx)) {
    ImGui::SetScrollX(window, destination(*window, kX, dx));
  }
  if (ImGuiWindow* window = window_with_room(x, y, kY, dy)) {
    ImGui::SetScrollY(window, destination(*window, kY, dy));
  }
}

}  // namespace web
