// Sheets: what opens over the stage: all settings, what to compare with, what the keys do.
#include <array>

#include "core/playground/comparison.hpp"
#include "shell/texts.hpp"
#include "shell/views.hpp"
#include "shell/widgets.hpp"

namespace shell {
namespace {

struct Shortcut {
  std::string_view keys;
  std::string_view what;
};

constexpr std::array kShortcuts{
    Shortcut{"← →", "the step before, the next step; in a matrix: the cell beside"},
    Shortcut{"↑ ↓", "in a matrix: the cell above, below"},
    Shortcut{"Home End", "first and last step; in a matrix: first and last cell of the row"},
    Shortcut{"PageUp PageDown", "the step before, the next step, also from within a matrix"},
    Shortcut{"Tab", "the next control or matrix; Enter or Space presses it"},
    Shortcut{"Enter", "in a matrix that can be edited: type another number"},
    Shortcut{"Delete", "the cell as it was computed"},
    Shortcut{"S", "to the source that counts most in this cell"},
    Shortcut{"Backspace", "back along the sources"},
    Shortcut{"Space", "play and pause; while painting the mask: the selected cell"},
    Shortcut{", .", "one cell back or on, as playing makes them"},
    Shortcut{"+ − 0", "larger, smaller, all of the matrix"},
    Shortcut{"Ctrl+Z, Ctrl+Shift+Z", "undo, redo"},
    Shortcut{"Escape", "leaves what is open, then the bar, playing and the matrix"},
    Shortcut{"?", "this list"},
};

constexpr std::array kWithPointer{
    Shortcut{"click a cell", "explains it; click again to type"},
    Shortcut{"Shift and click", "puts a second cell beside the first"},
    Shortcut{"Ctrl and wheel", "a matrix larger or smaller; a large one is dragged"},
    Shortcut{"Alt and drag", "changes a number up and down"},
    Shortcut{"click a number in a sum", "goes to the cell that it comes from"},
    Shortcut{"drag a word", "moves it to another place"},
};

void draw_list(Frame& frame, std::span<const Shortcut> list, float width) {
  const float keys_width = std::min(13 * frame.em, 0.4F * width);
  for (const Shortcut& shortcut : list) {
    const ImVec2 start = ImGui::GetCursorScreenPos();
    draw_text(frame, *ImGui::GetWindowDrawList(), start, shortcut.keys, frame.theme.ink, Weight::kBold, frame.em);
    ImGui::SetCursorScreenPos({start.x + keys_width, start.y});
    paragraph(frame, shortcut.what, frame.theme.ink);
    ImGui::SetCursorScreenPos({start.x, ImGui::GetCursorScreenPos().y});
  }
}

void draw_shortcuts(Frame& frame, float width) {
  draw_list(frame, kShortcuts, width);
  ImGui::Dummy({0, 0.5F * frame.em});
  heading(frame, words::kWithPointer, 1);
  draw_list(frame, kWithPointer, width);
}

std::string_view title_of(Sheet sheet) {
  switch (sheet) {
    case Sheet::kSettings:
      return words::kSettingsTitle;
    case Sheet::kCompare:
      return words::kCompareTitle;
    default:
      return words::kShortcutsTitle;
  }
}

}  // namespace

void draw_sheet(Frame& frame, const WindowLayout& layout) {
  const float padding = (layout.rail_shown ? 1.6F : 1.0F) * frame.em;
  ChildWindow window("sheet", layout.stage, frame.theme.background, {padding, 1.1F * frame.em}, true);
  if (!window) {
    return;
  }
  const Sheet sheet = frame.view.sheet;
  const float width = layout.stage.width - 2 * padding;
  ImGui::AlignTextToFramePadding();
  heading(frame, title_of(sheet), 1.3F);
  ImGui::SameLine(layout.stage.width - padding - button_width(frame, words::kClose));
  if (button(frame, "sheet.close", words::kClose)) {
    frame.view.sheet = Sheet::kNone;
  }
  ImGui::Dummy({0, 0.4F * frame.em});
  if (sheet == Sheet::kSettings) {
    if (!layout.rail_shown) {
      draw_page_buttons(frame);
      ImGui::Dummy({0, 0.4F * frame.em});
    }
    draw_settings(frame, layout.controls.height <= 0);
  } else if (sheet == Sheet::kCompare) {
    draw_compare_chooser(frame);
  } else {
    draw_shortcuts(frame, width);
  }
}

}  // namespace shell
