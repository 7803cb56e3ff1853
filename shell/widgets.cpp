#include "shell/widgets.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <utility>

#include "core/playground/utf8.hpp"
#include "core/playground/words.hpp"
#include "imgui_internal.h"
#include "shell/focus.hpp"
#include "shell/help.hpp"
#include "shell/hiding.hpp"

namespace shell {
namespace {

/// Bytes of a text that an ImGui input may hold: 10,000 characters of up to 4 bytes, and some more, so that a text
/// that is too long is refused by a sentence and not cut off in silence.
constexpr int kFieldBytes = 65'536;

struct ButtonColors {
  Color ground, hovered, held, ink, border;
};

ButtonColors colors_of(const Theme& theme, ButtonLook look) {
  switch (look) {
    case ButtonLook::kFilled:
    case ButtonLook::kChosen:
      return {theme.accent, mix(theme.accent, theme.surface, 0.15F), mix(theme.accent, theme.surface, 0.25F),
              theme.on_accent, theme.accent};
    case ButtonLook::kQuiet:
      return {with_alpha(theme.sunken, 0), theme.sunken, theme.hairline, theme.ink, with_alpha(theme.sunken, 0)};
    case ButtonLook::kPlain:
      break;
  }
  return {theme.surface, theme.sunken, theme.hairline, theme.ink, theme.control_border};
}

int resize_text(ImGuiInputTextCallbackData* data) {
  if (data->EventFlag == ImGuiInputTextFlags_CallbackResize) {
    auto* text = static_cast<std::string*>(data->UserData);
    text->resize(static_cast<std::size_t>(std::min(data->BufTextLen, kFieldBytes)));
    data->Buf = text->data();
  }
  return 0;
}

/// ImGui's own input while it is open: commits on Enter or when the focus leaves, Escape keeps the old value.
void open_input(Frame& frame, const std::string& name, float width) {
  ViewState& view = frame.view;
  ImGui::SetNextItemWidth(width);
  const bool first_frame = view.field_opening;
  if (first_frame) {
    ImGui::SetKeyboardFocusHere();
    view.field_opening = false;
  }
  const bool entered = ImGui::InputText(
      "##input", view.field_text.data(), view.field_text.capacity() + 1,
      ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll | ImGuiInputTextFlags_CallbackResize,
      resize_text, &view.field_text);
  anchor_last_item(frame, name);
  const bool escaped = ImGui::IsKeyPressed(ImGuiKey_Escape);
  if (entered || (ImGui::IsItemDeactivatedAfterEdit() && !escaped)) {
    frame.commits.push_back({name, view.field_text.c_str()});
  }
  if (entered || (!first_frame && ImGui::IsItemDeactivated())) {
    view.open_field.clear();
  }
}

/// Words in lines, from where the cursor is.
void written(Frame& frame, std::string_view text, const Color& color, Weight weight, float size_em) {
  const float size = frame.em * size_em;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float right =
      frame.wrap_x > 0 ? ImGui::GetWindowPos().x + frame.wrap_x : start.x + ImGui::GetContentRegionAvail().x;
  const float line = std::round(1.15F * size);
  // Beside a button or a field a line of text stands as low as the text in them.
  const float top = start.y + ImGui::GetCurrentWindowRead()->DC.CurrLineTextBaseOffset;
  float widest = 0;
  float y = top;
  const std::string shaped = shaped_text(frame, text);
  for (const std::string_view part : wrapped(frame, shaped, weight, size, right - start.x)) {
    draw_text(frame, *ImGui::GetWindowDrawList(), {start.x, y}, part, color, weight, size);
    widest = std::max(widest, text_size(frame, part, weight, size).x);
    y += line;
  }
  ImGui::Dummy({widest, y - start.y});
}

/// A label that is only a sign is said by its help, or with its subject.
std::string spoken_label(std::string_view name, std::string_view label, std::string_view subject) {
  if (name == "undo" || name == "redo") {
    return std::string(playground::say(name == "undo" ? playground::Word::kUndo : playground::Word::kRedo));
  }
  for (const auto& [end, word] : {std::pair{".less", playground::Word::kLess}, {".more", playground::Word::kMore}}) {
    if (name.ends_with(end)) {
      return playground::say(word, {subject});
    }
  }
  const bool has_letters = std::any_of(label.begin(), label.end(), [](char character) {
    return std::isalnum(static_cast<unsigned char>(character)) != 0;
  });
  const std::string_view help = help_of(name);
  return std::string(has_letters || help.empty() ? label : help.substr(0, help.find_last_not_of('.') + 1));
}

}  // namespace

ChildWindow::ChildWindow(const char* id, const Rect& rect, const Color& ground, ImVec2 padding, bool scrolls) {
  ImGui::SetCursorScreenPos({rect.x, rect.y});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
  ImGui::PushStyleColor(ImGuiCol_ChildBg, as_vector(ground));
  const ImGuiWindowFlags flags =
      scrolls ? ImGuiWindowFlags_None : ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
  visible_ = ImGui::BeginChild(id, {rect.width, rect.height}, ImGuiChildFlags_AlwaysUseWindowPadding, flags);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
}

ChildWindow::~ChildWindow() { ImGui::EndChild(); }

Rect last_item() {
  const ImVec2 low = ImGui::GetItemRectMin();
  const ImVec2 high = ImGui::GetItemRectMax();
  return {low.x, low.y, high.x - low.x, high.y - low.y};
}

void anchor(Frame& frame, std::string name, const Rect& rect) {
  if (is_hidden(frame, name)) {
    return;
  }
  const ImVec2 low = ImGui::GetWindowDrawList()->GetClipRectMin();
  const ImVec2 high = ImGui::GetWindowDrawList()->GetClipRectMax();
  frame.anchors.add(std::move(name), intersection(rect, {low.x, low.y, high.x - low.x, high.y - low.y}));
}

void anchor_last_item(Frame& frame, std::string name) { anchor(frame, std::move(name), last_item()); }

bool button(Frame& frame, const std::string& name, std::string_view label, ButtonLook look, bool enabled,
            EntryKind kind) {
  if (is_hidden(frame, name)) {
    leave_out();
    return false;
  }
  const ButtonColors colors = colors_of(frame.theme, look);
  ImGui::PushStyleColor(ImGuiCol_Button, as_vector(colors.ground));
  ImGui::PushStyleColor(ImGuiCol_ButtonHovered, as_vector(colors.hovered));
  ImGui::PushStyleColor(ImGuiCol_ButtonActive, as_vector(colors.held));
  ImGui::PushStyleColor(ImGuiCol_Text, as_vector(colors.ink));
  ImGui::PushStyleColor(ImGuiCol_Border, as_vector(colors.border));
  ImGui::BeginDisabled(!enabled);
  const std::string text = shaped_text(frame, label) + "###" + name;
  bool pressed = ImGui::Button(text.c_str(), {frame.preferences.touch ? button_width(frame, label) : 0, 0});
  ImGui::EndDisabled();
  ImGui::PopStyleColor(5);
  if (pressed || ImGui::IsItemHovered()) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  }
  anchor_last_item(frame, name);
  help_for_last_item(frame, name);
  Entry entry{.kind = kind, .name = name, .text = spoken_label(name, label, frame.transcript.last_label())};
  entry.chosen = look == ButtonLook::kChosen;
  entry.enabled = enabled;
  return control(frame, std::move(entry)) || pressed;
}

float least_width(const Frame& frame) { return frame.preferences.touch ? kTouchTarget * frame.em : 0; }

float button_width(const Frame& frame, std::string_view label) {
  const float width = text_size(frame, label, Weight::kRegular, frame.em).x + 2 * ImGui::GetStyle().FramePadding.x;
  return std::max(least_width(frame), std::ceil(width));
}

float button_width(const Frame& frame, std::string_view name, std::string_view label) {
  return is_hidden(frame, name) ? 0 : button_width(frame, label);
}

int choices(Frame& frame, std::span<const Choice> options, bool several) {
  int pressed = -1;
  frame.transcript.begin_choices(options.empty() ? "" : options.front().name);
  for (std::size_t index = 0; index < options.size(); ++index) {
    const Choice& option = options[index];
    if (index > 0) {
      same_line_if_fits(frame, button_width(frame, option.label), 0.2F * frame.em);
    }
    const ButtonLook look = option.chosen ? ButtonLook::kChosen : ButtonLook::kPlain;
    if (button(frame, option.name, option.label, look, true, several ? EntryKind::kCheckbox : EntryKind::kRadio)) {
      pressed = static_cast<int>(index);
    }
  }
  frame.transcript.begin_choices("");
  return pressed;
}

void open_field(Frame& frame, const std::string& name, const std::string& value, bool number) {
  frame.view.play.running = false;  // what is typed belongs to what is shown now
  if (frame.platform.own_fields) {
    frame.effects.emplace_back(EditField{name, value, number});
  } else {
    frame.view.open_field = name;
    frame.view.field_text = value;
    frame.view.field_opening = true;
  }
}

bool input_is_open(const Frame& frame, const std::string& name) {
  return !frame.platform.own_fields && frame.view.open_field == name;
}

void draw_input(Frame& frame, const std::string& name, float width) {
  ImGui::PushID(name.c_str());
  open_input(frame, name, width);
  ImGui::PopID();
}

bool area_pressed(Frame& frame, std::string name, const Rect& rect) {
  const ImVec2 mouse = ImGui::GetMousePos();
  ring(frame, name, rect);
  if (pressed_by_name(frame, name)) {
    return true;
  }
  anchor(frame, std::move(name), rect);
  if (!ImGui::IsWindowHovered() || ImGui::IsAnyItemHovered() || !rect.contains(mouse.x, mouse.y)) {
    return false;
  }
  ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  // A drag that ends here is no click.
  const bool still = ImGui::GetIO().MouseDragMaxDistanceSqr[ImGuiMouseButton_Left] < frame.em * frame.em;
  return still && ImGui::IsMouseReleased(ImGuiMouseButton_Left);
}

bool label_of(Frame& frame, std::string_view text, std::string_view name) {
  if (is_hidden(frame, name)) {
    return false;
  }
  frame.transcript.label(text, name);
  ImGui::AlignTextToFramePadding();
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float width = text_size(frame, text, Weight::kRegular, frame.em).x;
  const std::string id = "label." + std::string(name);
  const bool pressed = ImGui::InvisibleButton(id.c_str(), {std::max(1.0F, width), ImGui::GetFrameHeight()});
  const bool hovered = ImGui::IsItemHovered();
  help_for_last_item(frame, name);
  draw_text(frame, *ImGui::GetWindowDrawList(), {start.x, start.y + ImGui::GetStyle().FramePadding.y}, text,
            hovered ? frame.theme.ink : frame.theme.muted_ink, Weight::kRegular, frame.em);
  ImGui::SameLine(0, 0.4F * frame.em);
  return pressed;
}

void field(Frame& frame, const std::string& name, const std::string& value, float width, bool number) {
  if (is_hidden(frame, name)) {
    leave_out();
    return;
  }
  width = std::max(least_width(frame), width);
  ImGui::PushID(name.c_str());
  if (input_is_open(frame, name)) {
    open_input(frame, name, width);
  } else {
    const ImVec2 size{width, ImGui::GetFrameHeight()};
    bool pressed = ImGui::InvisibleButton("##field", size);
    const Rect rect = last_item();
    const bool hovered = ImGui::IsItemHovered();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float rounding = ImGui::GetStyle().FrameRounding;
    fill(list, rect, hovered ? frame.theme.sunken : frame.theme.surface, rounding);
    outline(list, rect, frame.theme.control_border, ImGui::GetStyle().FrameBorderSize, rounding);
    const float padding = 0.5F * frame.em;
    draw_text_in(frame, list, {rect.x + padding, rect.y, rect.width - 2 * padding, rect.height},
                 fitting_text(frame, value, Weight::kRegular, frame.em, rect.width - 2 * padding), frame.theme.ink,
                 Weight::kRegular, frame.em, {0, 0.5F});
    if (hovered) {
      ImGui::SetMouseCursor(ImGuiMouseCursor_TextInput);
    }
    anchor_last_item(frame, name);
    help_for_last_item(frame, name);
    Entry entry{.kind = number ? EntryKind::kNumberField : EntryKind::kTextField, .name = name, .value = value};
    pressed = control(frame, std::move(entry)) || pressed;
    if (pressed) {
      open_field(frame, name, value, number);
    }
  }
  ImGui::PopID();
}

void heading(Frame& frame, std::string_view text, float size_em) {
  constexpr float kLargeFrom = 1.2F;
  frame.transcript.add(
      {.kind = EntryKind::kHeading, .text = std::string(text), .level = size_em >= kLargeFrom ? 2 : 3});
  written(frame, text, frame.theme.ink, Weight::kBold, size_em);
}

void paragraph(Frame& frame, std::string_view text, const Color& color) {
  paragraph(frame, text, color, Weight::kRegular, 1);
}

void paragraph(Frame& frame, std::string_view text, const Color& color, Weight weight, float size_em) {
  frame.transcript.add(
      {.kind = weight == Weight::kMono ? EntryKind::kCode : EntryKind::kText, .text = std::string(text)});
  written(frame, text, color, weight, size_em);
}

void same_line_if_fits(const Frame& frame, float width, float gap) {
  const float space = gap < 0 ? ImGui::GetStyle().ItemSpacing.x : gap;
  const float right = last_item().right() + space;
  const float window_edge = ImGui::GetWindowWidth() - ImGui::GetStyle().WindowPadding.x - frame.em;
  const float edge = ImGui::GetWindowPos().x + (frame.wrap_x > 0 ? frame.wrap_x : window_edge);
  const ImGuiWindowTempData& layout = ImGui::GetCurrentWindowRead()->DC;
  const bool nothing_yet = layout.CursorPosPrevLine.x == layout.CursorStartPos.x && layout.PrevLineSize.y == 0;
  const bool first = nothing_yet || last_item().width <= 0;
  if (!first && right + width <= edge) {
    ImGui::SameLine(0, space);
  }
}

void spans(Frame& frame, std::span<const Span> parts, float size_em) {
  Entry said{.kind = EntryKind::kHeading, .level = 3};
  for (const Span& part : parts) {
    said.text += part.text;
  }
  frame.transcript.add(std::move(said));
  const float size = frame.em * size_em;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float edge = frame.wrap_x > 0 ? ImGui::GetWindowPos().x + frame.wrap_x : 1e9F;
  const float line = std::round(1.15F * size);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  float x = start.x;
  float y = start.y;
  float widest = 0;
  for (const Span& part : parts) {
    const std::string shaped = shaped_text(frame, part.text);
    std::string_view rest = shaped;
    while (!rest.empty()) {
      const bool fits = x + text_size(frame, rest, part.weight, size).x <= edge;
      const std::string_view now = fits ? rest : wrapped(frame, rest, part.weight, size, edge - x).front();
      // A word that would be cut goes to the next line as a whole.
      if (!fits && x > start.x && now.size() < rest.size() && rest[now.size()] != ' ') {
        x = start.x;
        y += line;
        continue;
      }
      draw_text(frame, list, {x, y}, now, part.color, part.weight, size);
      x += text_size(frame, now, part.weight, size).x;
      widest = std::max(widest, x - start.x);
      rest.remove_prefix(now.size());
      if (!rest.empty()) {
        x = start.x;
        y += line;
        rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
      }
    }
  }
  ImGui::Dummy({widest, y - start.y + text_size(frame, "x", Weight::kRegular, size).y});
}

}  // namespace shell
