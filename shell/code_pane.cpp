// The code pane: the step in NumPy, PyTorch or C++, the line that runs marked, with the value of now.
#include <algorithm>
#include <vector>

#include "core/playground/code.hpp"
#include "core/playground/equation.hpp"
#include "core/playground/utf8.hpp"
#include "shell/selection.hpp"
#include "shell/texts.hpp"
#include "shell/views.hpp"
#include "shell/widgets.hpp"

namespace shell {
namespace {

using playground::Language;

/// The cell whose value stands in the code: the one under the pointer, otherwise the selected one.
playground::Cell shown_cell(const Frame& frame) {
  const std::optional<playground::Cell> selected = selected_cell(frame.session, frame.snapshot);
  const std::vector<playground::Tensor> tensors = playground::step_tensors(frame.session);
  const std::optional<playground::Cell>& hovered = frame.view.hovered;
  const bool of_step = hovered && std::find(tensors.begin(), tensors.end(), hovered->tensor) != tensors.end();
  return of_step ? *hovered : selected.value_or(playground::Cell{});
}

void draw_languages(Frame& frame) {
  std::vector<Choice> options;
  for (int index = 0; index < playground::kLanguageCount; ++index) {
    const Language language = static_cast<Language>(index);
    const playground::LanguageInfo& about = playground::info(language);
    options.push_back(
        {"code." + std::string(about.name), std::string(about.label), language == frame.view.code_language});
  }
  frame.transcript.label(say(Word::kPartCode), "code");
  if (const int chosen = choices(frame, options); chosen >= 0) {
    frame.view.code_language = static_cast<Language>(chosen);
  }
}

/// Characters; a line of learned numbers has thousands. The copied program has them all.
constexpr std::size_t kLongestLine = 240;

void draw_line(Frame& frame, const playground::CodeLine& line) {
  const float indent = 0.7F * frame.em;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  ImGui::Indent(indent);
  paragraph(frame, playground::shortened(line.text, kLongestLine),
            line.current ? frame.theme.ink : frame.theme.muted_ink, Weight::kMono, 0.88F);
  ImGui::Unindent(indent);
  if (!line.current) return;
  const float height = last_item().bottom() - start.y;
  const Rect bar{start.x, start.y, std::max(2.0F, 0.2F * frame.em), height};
  fill(*ImGui::GetWindowDrawList(), bar, frame.theme.focus);
  anchor(frame, "code.current", {start.x, start.y, last_item().right() - start.x, height});
}

}  // namespace

void draw_code_pane(Frame& frame) {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  draw_languages(frame);
  same_line_if_fits(frame, button_width(frame, say(Word::kCopyProgram)));
  const Language language = frame.view.code_language;
  if (button(frame, "code.copy", say(Word::kCopyProgram), ButtonLook::kQuiet)) {
    frame.effects.emplace_back(CopyText{playground::program_of(language, frame.session, frame.snapshot)});
  }
  const playground::Cell cell = shown_cell(frame);
  for (const playground::CodeLine& line :
       playground::code_of(language, frame.session, frame.snapshot, cell, cell.tensor)) {
    draw_line(frame, line);
  }
  const ImVec2 end = ImGui::GetCursorScreenPos();
  anchor(frame, "code", {start.x, start.y, ImGui::GetContentRegionAvail().x, end.y - start.y});
}

}  // namespace shell
