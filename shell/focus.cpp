#include "shell/focus.hpp"

#include <algorithm>

#include "shell/widgets.hpp"

namespace shell {
namespace {

/// Index of the focused control, -1 where none has the focus.
int place_of(const ViewState& view) {
  const auto found = std::find(view.focus_order.begin(), view.focus_order.end(), view.focus);
  return view.focus.empty() || found == view.focus_order.end() ? -1
                                                               : static_cast<int>(found - view.focus_order.begin());
}

/// Where Tab goes from here; outside of the controls: it leaves.
int next_place(const ViewState& view, bool backwards) {
  const int here = place_of(view);
  return backwards ? here - 1 : here + 1;
}

}  // namespace

void begin_focus(ViewState& view) {
  view.focus_order.clear();
  view.focus_pressed = false;
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
    view.focus.clear();
  }
  if (!view.focus.empty() && view.dialog == DialogKind::kNone && !ImGui::GetIO().WantTextInput) {
    view.focus_pressed = ImGui::IsKeyPressed(ImGuiKey_Enter, false) || ImGui::IsKeyPressed(ImGuiKey_Space, false);
  }
}

void end_focus(ViewState& view) {
  view.focus_moved = false;
  if (!view.focus.empty() && place_of(view) < 0) {
    view.focus.clear();
  }
  // In a dialog ImGui moves the focus itself.
  if (view.dialog != DialogKind::kNone || ImGui::GetIO().WantTextInput || !ImGui::IsKeyPressed(ImGuiKey_Tab, true)) {
    return;
  }
  const int place = next_place(view, ImGui::GetIO().KeyShift);
  const bool stays = place >= 0 && place < static_cast<int>(view.focus_order.size());
  view.focus = stays ? view.focus_order[static_cast<std::size_t>(place)] : "";
  view.focus_moved = stays;
}

bool focus_can_move(const ViewState& view, bool backwards) {
  const int place = next_place(view, backwards);
  return place >= 0 && place < static_cast<int>(view.focus_order.size());
}

bool has_focus(const Frame& frame, const std::string& name) { return frame.view.focus == name; }

bool focus_stop(Frame& frame, const std::string& name) {
  frame.view.focus_order.push_back(name);
  if (!has_focus(frame, name)) {
    return false;
  }
  if (frame.view.focus_moved && !ImGui::IsItemVisible()) {
    ImGui::SetScrollHereY(0.5F);
  }
  if (frame.view.focus_moved) {
    ImGui::SetScrollHereX(0.5F);
  }
  const float line = std::max(2.0F, 0.14F * frame.em);
  Rect ring = last_item();
  ring = {ring.x + line / 2, ring.y + line / 2, ring.width - line, ring.height - line};
  outline(*ImGui::GetWindowDrawList(), ring, frame.theme.focus, line, ImGui::GetStyle().FrameRounding);
  return frame.view.focus_pressed;
}

bool escape_is_used(const ViewState& view) {
  return view.dialog != DialogKind::kNone || view.cell_keys || view.sheet != Sheet::kNone || view.pinned ||
         view.painting || !view.focus.empty() || view.narrow_rail_open || view.play.active || view.play.bar_keys;
}

}  // namespace shell
