// Working: what is shown over the page while a large change is computed: how far it is, and the way back.
#include <algorithm>
#include <string>

#include "core/playground/derivation.hpp"
#include "core/playground/wording.hpp"
#include "shell/texts.hpp"
#include "shell/views.hpp"
#include "shell/widgets.hpp"

namespace shell {
namespace {

// Sizes in em.
constexpr float kBarWidth = 18;
constexpr float kHeight = 8;
constexpr float kDimmed = 0.6F;  ///< how much of the page is covered

std::string what_is_done(const playground::Model& model, double progress) {
  if (const int missing = playground::steps_awaited(model); missing > 0) {
    const int steps = model.training->steps;
    return say(Word::kTrainingWork, {std::to_string(steps - missing), std::to_string(steps)});
  }
  return say(Word::kComputing, {playground::number_text(100 * progress, 0)});
}

}  // namespace

bool draw_working(Frame& frame, const playground::Model& model, double progress) {
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(size);
  ImGui::SetNextWindowFocus();
  ImGui::PushStyleColor(ImGuiCol_WindowBg, as_vector(with_alpha(frame.theme.background, kDimmed)));
  ImGui::Begin("##working", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
  ImGui::PopStyleColor();
  const float width = std::min(kBarWidth * frame.em, size.x - frame.em);
  const Rect box{(size.x - width) / 2, (size.y - kHeight * frame.em) / 2, width, kHeight * frame.em};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  fill(list, box, frame.theme.surface, 0.6F * frame.em);
  outline(list, box, frame.theme.control_border, 1, 0.6F * frame.em);
  const float padding = 1.2F * frame.em;
  const std::string what = what_is_done(model, progress);
  frame.transcript.add({.kind = EntryKind::kText, .text = what});
  draw_text_in(frame, list, {box.x + padding, box.y + 0.8F * frame.em, width - 2 * padding, 1.4F * frame.em}, what,
               frame.theme.ink, Weight::kBold, frame.em, {0, 0.5F});
  const Rect track{box.x + padding, box.y + 2.8F * frame.em, width - 2 * padding, 0.5F * frame.em};
  fill(list, track, frame.theme.sunken, track.height / 2);
  fill(list, {track.x, track.y, track.width * static_cast<float>(progress), track.height}, frame.theme.ink,
       track.height / 2);
  anchor(frame, "working", track);
  ImGui::SetCursorScreenPos({box.x + padding, box.y + 4.4F * frame.em});
  const bool cancelled = button(frame, "working.cancel", say(Word::kCancel));
  ImGui::End();
  return cancelled || ImGui::IsKeyPressed(ImGuiKey_Escape, false);
}

}  // namespace shell
