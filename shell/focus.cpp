#include "shell/focus.hpp"

#include <algorithm>

#include "imgui_internal.h"
#include "shell/widgets.hpp"

namespace shell {
namespace {

/// Where Tab goes from a control: to the next one that is enabled. Empty beyond the last one, and before the first.
std::string_view next_stop(const Transcript& transcript, std::string_view focus, bool back) {
  std::vector<std::string_view> stops;
  std::ptrdiff_t place = back ? 0 : -1;
  for (const Entry& entry : transcript.entries()) {
    if (is_control(entry.kind) && !focus.empty() && entry.name == focus) {
      place = std::ssize(stops) - (entry.enabled || back ? 0 : 1);
    }
    if (is_control(entry.kind) && entry.enabled) {
      stops.push_back(entry.name);
    }
  }
  place += back ? -1 : 1;
  return place >= 0 && place < std::ssize(stops) ? stops[static_cast<std::size_t>(place)] : std::string_view{};
}

}  // namespace

void begin_focus(ViewState& view) {
  view.focus_pressed = false;
  view.focus_ringed = false;
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
  if (!view.focus_ringed) {
    view.focus.clear();  // what had it is not drawn any more
  }
  // In a dialog ImGui moves the focus itself.
  if (view.dialog != DialogKind::kNone || ImGui::GetIO().WantTextInput || !ImGui::IsKeyPressed(ImGuiKey_Tab, true)) {
    return;
  }
  const std::string_view next = next_stop(transcript, view.focus, ImGui::GetIO().KeyShift);
  view.focus_moved = !next.empty();
  view.focus = std::string(next);
}

bool has_focus(const Frame& frame, std::string_view name) { return !name.empty() && frame.view.focus == name; }

bool pressed_by_name(const Frame& frame, std::string_view name) { return !name.empty() && frame.view.pressed == name; }

void ring(Frame& frame, std::string_view name, const Rect& rect) {
  if (!has_focus(frame, name)) {
    return;
  }
  frame.view.focus_ringed = true;
  ImGuiWindow* const window = ImGui::GetCurrentWindow();
  const ImRect& seen = window->ClipRect;
  const bool fits = rect.height <= seen.GetHeight();
  const bool in_sight = fits ? rect.y >= seen.Min.y && rect.bottom() <= seen.Max.y
                             : rect.y < seen.Max.y && rect.bottom() > seen.Min.y;
  // A window that has no scroll bar of its own must not move: nothing would move it back.
  if (frame.view.focus_moved && !in_sight && (window->Flags & ImGuiWindowFlags_NoScrollbar) == 0) {
    ImGui::SetScrollFromPosY(rect.y + rect.height / 2 - window->Pos.y, 0.5F);
  }
  if (frame.view.focus_moved && (window->Flags & ImGuiWindowFlags_HorizontalScrollbar) != 0) {
    ImGui::SetScrollFromPosX(rect.x + rect.width / 2 - window->Pos.x, 0.5F);
  }
  const float line = std::max(2.0F, 0.14F * frame.em);
  const Rect inner{rect.x + line / 2, rect.y + line / 2, rect.width - line, rect.height - line};
  outline(*ImGui::GetWindowDrawList(), inner, frame.theme.focus, line, ImGui::GetStyle().FrameRounding);
}

bool control(Frame& frame, Entry entry) {
  const std::string name = entry.name;
  const bool enabled = entry.enabled;
  frame.transcript.add(std::move(entry));
  ring(frame, name, last_item());
  const bool by_key = has_focus(frame, name) && frame.view.focus_pressed;
  return enabled && (by_key || pressed_by_name(frame, name));
}

bool escape_is_used(const ViewState& view, playground::Step step) {
  const bool pinned = (view.pinned && view.pinned_at == step) || view.compared || view.pin_second;
  return view.dialog != DialogKind::kNone || view.cell_keys || view.sheet != Sheet::kNone || pinned || view.painting ||
         !view.focus.empty() || view.narrow_rail_open || view.play.active || view.play.bar_keys;
}

}  // namespace shell
