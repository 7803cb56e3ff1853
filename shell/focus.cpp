#include "shell/focus.hpp"

#include <algorithm>

#include "imgui_internal.h"
#include "shell/widgets.hpp"

namespace shell {
namespace {

/// The controls that Tab stops at, in its order.
std::vector<std::string_view> stops_of(const Transcript& transcript) {
  std::vector<std::string_view> stops;
  for (const Entry& entry : transcript.entries()) {
    if (is_control(entry.kind) && entry.enabled) {
      stops.push_back(entry.name);
    }
  }
  return stops;
}

}  // namespace

void begin_focus(ViewState& view) {
  view.focus_pressed = false;
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
    view.focus.clear();
  }
  if (!view.focus.empty() && view.dialog == DialogKind::kNone && !ImGui::GetIO().WantTextInput) {
    view.focus_pressed = ImGui::IsKeyPressed(ImGuiKey_Enter, false) || ImGui::IsKeyPressed(ImGuiKey_Space, false);
  }
}

void end_focus(ViewState& view, const Transcript& transcript) {
  view.focus_moved = false;
  view.pressed.clear();
  view.slid.reset();
  const std::vector<std::string_view> stops = stops_of(transcript);
  const auto here = std::find(stops.begin(), stops.end(), view.focus);
  if (here == stops.end()) {
    view.focus.clear();
  }
  // In a dialog ImGui moves the focus itself.
  if (view.dialog != DialogKind::kNone || ImGui::GetIO().WantTextInput || !ImGui::IsKeyPressed(ImGuiKey_Tab, true)) {
    return;
  }
  const std::ptrdiff_t index = here == stops.end() ? -1 : here - stops.begin();
  const std::ptrdiff_t place = index + (ImGui::GetIO().KeyShift ? -1 : 1);
  const bool stays = place >= 0 && place < std::ssize(stops);
  view.focus = stays ? std::string(stops[static_cast<std::size_t>(place)]) : "";
  view.focus_moved = stays;
}

bool has_focus(const Frame& frame, const std::string& name) { return frame.view.focus == name; }

bool pressed_by_name(const Frame& frame, std::string_view name) { return !name.empty() && frame.view.pressed == name; }

bool control(Frame& frame, Entry entry) {
  const std::string name = entry.name;
  const bool enabled = entry.enabled;
  frame.transcript.add(std::move(entry));
  if (!enabled) {
    return false;
  }
  if (!has_focus(frame, name)) {
    return pressed_by_name(frame, name);
  }
  // A window that has no scroll bar of its own must not move: nothing would move it back.
  const ImGuiWindowFlags flags = ImGui::GetCurrentWindowRead()->Flags;
  if (frame.view.focus_moved && !ImGui::IsItemVisible() && (flags & ImGuiWindowFlags_NoScrollbar) == 0) {
    ImGui::SetScrollHereY(0.5F);
  }
  if (frame.view.focus_moved && (flags & ImGuiWindowFlags_HorizontalScrollbar) != 0) {
    ImGui::SetScrollHereX(0.5F);
  }
  const float line = std::max(2.0F, 0.14F * frame.em);
  Rect ring = last_item();
  ring = {ring.x + line / 2, ring.y + line / 2, ring.width - line, ring.height - line};
  outline(*ImGui::GetWindowDrawList(), ring, frame.theme.focus, line, ImGui::GetStyle().FrameRounding);
  return frame.view.focus_pressed || pressed_by_name(frame, name);
}

bool escape_is_used(const ViewState& view, playground::Step step) {
  const bool pinned = (view.pinned && view.pinned_at == step) || view.compared || view.pin_second;
  return view.dialog != DialogKind::kNone || view.cell_keys || view.sheet != Sheet::kNone || pinned || view.painting ||
         !view.focus.empty() || view.narrow_rail_open || view.play.active || view.play.bar_keys;
}

}  // namespace shell
