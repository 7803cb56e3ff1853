// The header: what this is, undo and redo, theme, share, export; on a narrow screen the step and the way to the others.
#include <algorithm>

#include "shell/dialog.hpp"
#include "shell/hiding.hpp"
#include "shell/texts.hpp"
#include "shell/views.hpp"
#include "shell/widgets.hpp"

namespace shell {
namespace {

std::string_view theme_label(playground::Theme theme) {
  switch (theme) {
    case playground::Theme::kLight:
      return say(Word::kThemeLight);
    case playground::Theme::kDark:
      return say(Word::kThemeDark);
    case playground::Theme::kAuto:
      break;
  }
  return say(Word::kThemeAuto);
}

playground::Theme theme_after(playground::Theme theme) {
  switch (theme) {
    case playground::Theme::kAuto:
      return playground::Theme::kLight;
    case playground::Theme::kLight:
      return playground::Theme::kDark;
    case playground::Theme::kDark:
      break;
  }
  return playground::Theme::kAuto;
}

/// "6 of 10", or "6/10" where that is wider than `room`.
std::string place_text(const Frame& frame, float room) {
  const std::vector<playground::Step> steps = playground::steps_of(frame.session);
  const auto place = std::find(steps.begin(), steps.end(), frame.session.step) - steps.begin();
  const std::string number = std::to_string(place + 1);
  const std::string count = std::to_string(steps.size());
  const std::string text = say(Word::kPartOf, {number, count});
  return text_size(frame, text, Weight::kRegular, frame.em).x <= room ? text : number + "/" + count;
}

void draw_undo_and_redo(Frame& frame, bool wide) {
  if (button(frame, "undo", wide ? say(Word::kUndo) : say(Word::kUndoSign), ButtonLook::kQuiet, frame.can_undo)) {
    frame.request(playground::Undo{});
  }
  ImGui::SameLine(0, 0);
  if (button(frame, "redo", wide ? say(Word::kRedo) : say(Word::kRedoSign), ButtonLook::kQuiet, frame.can_redo)) {
    frame.request(playground::Redo{});
  }
  ImGui::SameLine(0, 0);
}

/// Opens a sheet over the stage, or closes it again.
void draw_sheet_button(Frame& frame, const std::string& name, std::string_view label, Sheet sheet, ButtonLook look) {
  const bool open = frame.view.sheet == sheet;
  if (button(frame, name, label, open ? ButtonLook::kChosen : look)) {
    frame.view.sheet = open ? Sheet::kNone : sheet;
    frame.view.narrow_rail_open = false;
  }
}

float buttons_width(const Frame& frame, bool wide) {
  if (!wide) {
    return button_width(frame, "undo", say(Word::kUndoSign)) + button_width(frame, "redo", say(Word::kRedoSign)) +
           button_width(frame, "settings", say(Word::kSettings));
  }
  return button_width(frame, "undo", say(Word::kUndo)) + button_width(frame, "redo", say(Word::kRedo)) +
         button_width(frame, "theme", theme_label(frame.session.theme)) +
         button_width(frame, "share", say(Word::kShare)) + button_width(frame, "export", say(Word::kExport)) +
         button_width(frame, "compare", say(Word::kCompare)) + button_width(frame, "lessons", say(Word::kLessons)) +
         button_width(frame, "shortcuts", say(Word::kShortcuts));
}

}  // namespace

void draw_page_buttons(Frame& frame) {
  const playground::Theme theme = frame.session.theme;
  if (button(frame, "theme", theme_label(theme), ButtonLook::kQuiet)) {
    frame.request(playground::SetTheme{theme_after(theme)});
  }
  same_line_if_fits(frame, button_width(frame, say(Word::kShare)), 0);
  if (button(frame, "share", say(Word::kShare), ButtonLook::kQuiet)) {
    open_dialog(frame, DialogKind::kShare);
  }
  same_line_if_fits(frame, button_width(frame, say(Word::kExport)), 0);
  if (button(frame, "export", say(Word::kExport), ButtonLook::kQuiet)) {
    open_dialog(frame, DialogKind::kExport);
  }
  same_line_if_fits(frame, button_width(frame, say(Word::kCompare)), 0);
  draw_sheet_button(frame, "compare", say(Word::kCompare), Sheet::kCompare, ButtonLook::kQuiet);
  same_line_if_fits(frame, button_width(frame, say(Word::kLessons)), 0);
  draw_sheet_button(frame, "lessons", say(Word::kLessons), Sheet::kLessons, ButtonLook::kQuiet);
  same_line_if_fits(frame, 0, 0);
  draw_sheet_button(frame, "shortcuts", say(Word::kShortcuts), Sheet::kShortcuts, ButtonLook::kQuiet);
}

void draw_header(Frame& frame, const WindowLayout& layout) {
  const float padding = 1.0F * frame.em;
  ChildWindow window("header", layout.header, frame.theme.surface, {padding, 0}, false);
  if (!window) {
    return;
  }
  const float middle = (layout.header.height - ImGui::GetFrameHeight()) / 2;
  ImGui::SetCursorPosY(middle);
  if (layout.rail_shown) {
    ImGui::AlignTextToFramePadding();
    heading(frame, say(Word::kTitle), 1.05F);
  } else if (frame.exhibit != nullptr) {
    draw_sheet_button(frame, "lessons", say(Word::kLessons), Sheet::kLessons, ButtonLook::kPlain);
  } else if (!is_hidden(frame, "rail") &&
             button(frame, "steps", say(Word::kSteps),
                    frame.view.narrow_rail_open ? ButtonLook::kChosen : ButtonLook::kPlain)) {
    frame.view.narrow_rail_open = !frame.view.narrow_rail_open;
    frame.view.sheet = Sheet::kNone;
  }
  // The last button of a wide header has no frame: its text ends where the page's margin begins.
  const float margin = layout.rail_shown ? 0.5F * padding : padding;
  const float buttons_left = layout.header.width - buttons_width(frame, layout.rail_shown) - margin;
  if (!layout.rail_shown && frame.exhibit == nullptr) {
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    const float gap = 0.5F * frame.em;
    paragraph(frame, place_text(frame, buttons_left - ImGui::GetCursorPosX() - gap), frame.theme.muted_ink);
  }
  ImGui::SameLine(buttons_left);
  ImGui::SetCursorPosY(middle);
  draw_undo_and_redo(frame, layout.rail_shown);
  if (layout.rail_shown) {
    draw_page_buttons(frame);
  } else {
    draw_sheet_button(frame, "settings", say(Word::kSettings), Sheet::kSettings, ButtonLook::kPlain);
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  fill(list, {layout.header.x, layout.header.bottom() - 1, layout.header.width, 1}, frame.theme.hairline);
}

}  // namespace shell
