// The token strip: every token as a chip; a click asks (query), a click with Shift or the right button answers (key).
#include <algorithm>

#include "shell/texts.hpp"
#include "shell/views.hpp"
#include "shell/widgets.hpp"

namespace shell {
namespace {

struct Chip {
  int index = 0;
  Rect rect;
};

void draw_chip(Frame& frame, const Chip& chip, const std::string& text) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool query = chip.index == frame.session.query;
  const bool key = chip.index == frame.session.key;
  const float rounding = 0.4F * frame.em;
  const float line = std::max(1.5F, 0.12F * frame.em);
  fill(list, chip.rect, frame.theme.sunken, rounding);
  if (query) {
    outline(list, chip.rect, frame.theme.query, line, rounding);
  }
  if (key) {
    const float inset = query ? 1.6F * line : 0;
    outline(list, {chip.rect.x + inset, chip.rect.y + inset, chip.rect.width - 2 * inset, chip.rect.height - 2 * inset},
            frame.theme.key, line, rounding);
  }
  const Color& ink = query ? frame.theme.query : key ? frame.theme.key : frame.theme.ink;
  draw_text_in(frame, list, chip.rect, text, ink, query || key ? Weight::kBold : Weight::kRegular, frame.em,
               {0.5F, 0.5F});
}

void draw_chips(Frame& frame, float height) {
  const float gap = 0.35F * frame.em;
  const std::vector<std::string>& tokens = frame.snapshot.tokens;
  const float edge = ImGui::GetWindowPos().x + ImGui::GetWindowWidth();
  for (std::size_t index = 0; index < tokens.size(); ++index) {
    const std::string text = token_text(frame, tokens[index]);
    const float width = text_size(frame, text, Weight::kBold, frame.em).x + 1.1F * frame.em;
    if (index > 0) {
      ImGui::SameLine(0, gap);
    }
    const std::string name = "tokens[" + std::to_string(index) + "]";
    const bool pressed = ImGui::InvisibleButton(name.c_str(), {width, height});
    const bool other_button = ImGui::IsItemClicked(ImGuiMouseButton_Right);
    const Chip chip{static_cast<int>(index), last_item()};
    if (chip.rect.right() < ImGui::GetWindowPos().x || chip.rect.x > edge) {
      continue;
    }
    anchor_last_item(frame, name);
    if (ImGui::IsItemHovered()) {
      ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    }
    if (other_button || (pressed && ImGui::GetIO().KeyShift)) {
      frame.request(playground::Select{.query = std::nullopt, .key = chip.index});
    } else if (pressed) {
      frame.request(playground::Select{.query = chip.index, .key = std::nullopt});
    }
    draw_chip(frame, chip, text);
  }
}

}  // namespace

void draw_token_strip(Frame& frame, const WindowLayout& layout) {
  const Rect& rect = layout.tokens;
  const float padding = frame.em;
  {
    ChildWindow window("tokens", rect, frame.theme.surface, {0, 0}, false);
    if (window) {
      const float edit_width = button_width(frame, "text.edit", words::kEditText);
      const float field_width = frame.view.open_field == "text" ? rect.width - 2 * padding : edit_width;
      const float strip_width = rect.width - edit_width - 3 * padding;
      const float height = ImGui::GetFrameHeight();
      if (field_width == edit_width) {
        ImGui::SetCursorPos({padding, (rect.height - height) / 2});
        ImGui::BeginChild("chips", {strip_width, height}, ImGuiChildFlags_None,
                          ImGuiWindowFlags_HorizontalScrollbar | ImGuiWindowFlags_NoScrollbar);
        draw_chips(frame, height);
        ImGui::EndChild();
        ImGui::SetCursorPos({rect.width - edit_width - padding, (rect.height - height) / 2});
        if (button(frame, "text.edit", words::kEditText)) {
          if (frame.platform.own_fields) {
            frame.effects.emplace_back(EditField{"text", frame.session.model.text, false});
          } else {
            frame.view.open_field = "text";
            frame.view.field_text = frame.session.model.text;
            frame.view.field_opening = true;
          }
        }
      } else {
        ImGui::SetCursorPos({padding, (rect.height - height) / 2});
        field(frame, "text", frame.session.model.text, field_width, false);
      }
      // Where a program lays its own field: over the whole strip.
      anchor(frame, "text", {rect.x + padding, rect.y + (rect.height - height) / 2, rect.width - 2 * padding, height});
    }
  }
}

}  // namespace shell
