#include "shell/dialog.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "shell/texts.hpp"
#include "shell/widgets.hpp"

namespace shell {
namespace {

/// Where the panel stands: in the middle, or all of a narrow window.
Rect panel_rect(const Frame& frame, float width_em, float content_height) {
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const float width = width_em * frame.em;
  if (window.x < width + 6 * frame.em) return {0, 0, window.x, window.y};
  const float height = std::min(content_height, window.y - 4 * frame.em);
  return {std::round((window.x - width) / 2), std::round((window.y - height) / 2), width, height};
}

void keys_move_between_widgets(bool on) {
  ImGuiIO& io = ImGui::GetIO();
  io.ConfigFlags =
      on ? io.ConfigFlags | ImGuiConfigFlags_NavEnableKeyboard : io.ConfigFlags & ~ImGuiConfigFlags_NavEnableKeyboard;
}

}  // namespace

void open_dialog(Frame& frame, DialogKind kind) {
  frame.view.dialog = kind;
  frame.view.dialog_opening = true;
  frame.view.dialog_message.clear();
  frame.view.dialog_height = 0;
  keys_move_between_widgets(true);
}

Dialog::Dialog(Frame& frame, std::string_view title, float width_em) : frame_(frame) {
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(window);
  if (frame.view.dialog_opening) ImGui::SetNextWindowFocus();
  const Color scrim = with_alpha(mix(frame.theme.dark_ink, frame.theme.background, 0.2F), 0.55F);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, as_vector(scrim));
  ImGui::Begin("##dialog", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::PopStyleColor();
  const float guess = frame.view.dialog_height > 0 ? frame.view.dialog_height : window.y;
  const Rect rect = panel_rect(frame, width_em, guess);
  const ImVec2 mouse = ImGui::GetMousePos();
  const bool beside = ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !rect.contains(mouse.x, mouse.y);
  if (!frame.view.dialog_opening && (beside || ImGui::IsKeyPressed(ImGuiKey_Escape, false))) close();
  const bool whole = rect.width >= window.x;
  const float rounding = whole ? 0 : 0.7F * frame.em;
  fill(*ImGui::GetWindowDrawList(), rect, frame.theme.surface, rounding);
  outline(*ImGui::GetWindowDrawList(), rect, frame.theme.control_border, 1, rounding);
  frame.anchors.add("dialog", rect);

  ImGui::SetCursorScreenPos({rect.x, rect.y});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {(whole ? 1.0F : 1.6F) * frame.em, 1.2F * frame.em});
  ImGui::BeginChild("content", {rect.width, rect.height},
                    ImGuiChildFlags_AlwaysUseWindowPadding | ImGuiChildFlags_NavFlattened);
  ImGui::PopStyleVar();
  const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
  ImGui::AlignTextToFramePadding();
  heading(frame, title, 1.25F);
  ImGui::SameLine(right - button_width(frame, say(Word::kClose)));
  if (button(frame, "dialog.close", say(Word::kClose))) close();
}

Dialog::~Dialog() {
  // What was added decides the height of the panel in the next frame.
  frame_.view.dialog_height = std::ceil(ImGui::GetCursorPosY() + 0.7F * frame_.em) + 1;
  frame_.view.dialog_opening = false;
  ImGui::EndChild();
  ImGui::End();
}

void Dialog::close() {
  frame_.view.dialog = DialogKind::kNone;
  keys_move_between_widgets(false);
  ImGui::SetWindowFocus("##window");
}

}  // namespace shell
