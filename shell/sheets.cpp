// Sheets: what opens over the stage: all settings, what to compare with, what the keys do.
#include <array>
#include <string>

#include "core/playground/comparison.hpp"
#include "core/playground/narration.hpp"
#include "shell/texts.hpp"
#include "shell/views.hpp"
#include "shell/widgets.hpp"

namespace shell {
namespace {

struct Shortcut {
  Word keys;
  Word what;
};

constexpr std::array kShortcuts{
    Shortcut{Word::kKeyLeftRight, Word::kDoesLeftRight},
    Shortcut{Word::kKeyUpDown, Word::kDoesUpDown},
    Shortcut{Word::kKeyHomeEnd, Word::kDoesHomeEnd},
    Shortcut{Word::kKeyPages, Word::kDoesPages},
    Shortcut{Word::kKeyTab, Word::kDoesTab},
    Shortcut{Word::kKeyEnter, Word::kDoesEnter},
    Shortcut{Word::kKeyDelete, Word::kDoesDelete},
    Shortcut{Word::kKeySource, Word::kDoesSource},
    Shortcut{Word::kKeyBackspace, Word::kDoesBackspace},
    Shortcut{Word::kKeySpace, Word::kDoesSpace},
    Shortcut{Word::kKeyCells, Word::kDoesCells},
    Shortcut{Word::kKeyZoom, Word::kDoesZoom},
    Shortcut{Word::kKeyUndo, Word::kDoesUndo},
    Shortcut{Word::kKeyCopy, Word::kDoesCopy},
    Shortcut{Word::kKeyEscape, Word::kDoesEscape},
    Shortcut{Word::kKeyHelp, Word::kDoesHelp},
};

constexpr std::array kWithPointer{
    Shortcut{Word::kPointCell, Word::kDoesPointCell},     Shortcut{Word::kPointSecond, Word::kDoesPointSecond},
    Shortcut{Word::kPointZoom, Word::kDoesPointZoom},     Shortcut{Word::kPointDrag, Word::kDoesPointDrag},
    Shortcut{Word::kPointNumber, Word::kDoesPointNumber}, Shortcut{Word::kPointWord, Word::kDoesPointWord},
};

void draw_list(Frame& frame, std::span<const Shortcut> list, float width) {
  const float keys_width = std::min(13 * frame.em, 0.4F * width);
  for (const Shortcut& shortcut : list) {
    const ImVec2 start = ImGui::GetCursorScreenPos();
    draw_text(frame, *ImGui::GetWindowDrawList(), start, say(shortcut.keys), frame.theme.ink, Weight::kBold, frame.em);
    frame.transcript.add({.kind = EntryKind::kText, .text = label(shortcut.keys) + ":"});
    ImGui::SetCursorScreenPos({start.x + keys_width, start.y});
    paragraph(frame, say(shortcut.what), frame.theme.ink);
    ImGui::SetCursorScreenPos({start.x, ImGui::GetCursorScreenPos().y});
  }
}

/// Speech control types characters that nobody meant as keys: they can be switched off.
void draw_single_keys(Frame& frame) {
  bool& on = frame.view.single_keys;
  const std::array options{Choice{"keys.on", label(Word::kKeysOn), on}, Choice{"keys.off", label(Word::kOff), !on}};
  (void)label_of(frame, say(Word::kSingleKeys), "keys");
  const int pressed = choices(frame, options);
  on = pressed < 0 ? on : pressed == 0;
  ImGui::Dummy({0, 0.3F * frame.em});
}

void draw_shortcuts(Frame& frame, float width) {
  draw_single_keys(frame);
  draw_list(frame, kShortcuts, width);
  ImGui::Dummy({0, 0.5F * frame.em});
  heading(frame, say(Word::kWithPointer), 1);
  draw_list(frame, kWithPointer, width);
  ImGui::Dummy({0, 0});  // where a list ends the cursor was put: the window has to reach there
}

std::string_view title_of(Sheet sheet) {
  switch (sheet) {
    case Sheet::kSettings:
      return say(Word::kSettings);
    case Sheet::kLessons:
      return say(Word::kLessons);
    case Sheet::kCompare:
      return say(Word::kCompareTitle);
    default:
      return say(Word::kShortcutsTitle);
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
  ImGui::SameLine(layout.stage.width - padding - button_width(frame, say(Word::kClose)));
  if (button(frame, "sheet.close", say(Word::kClose))) {
    frame.view.sheet = Sheet::kNone;
  }
  ImGui::Dummy({0, 0.4F * frame.em});
  if (sheet == Sheet::kSettings) {
    if (!layout.rail_shown) {
      draw_page_buttons(frame);
      ImGui::Dummy({0, 0.4F * frame.em});
    }
    draw_settings(frame, layout.controls.height <= 0);
  } else if (sheet == Sheet::kLessons) {
    draw_lesson_chooser(frame);
  } else if (sheet == Sheet::kShortcuts) {
    draw_shortcuts(frame, width);
  } else if (playground::lessons_are_there()) {
    draw_compare_chooser(frame);
  }
}

}  // namespace shell
