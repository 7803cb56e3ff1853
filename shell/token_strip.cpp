// The token strip: every token as a chip; a click asks (query), a click with Shift or the right button answers (key); a
// drag moves the word, a double click types over it.
#include <algorithm>
#include <cmath>

#include "shell/focus.hpp"
#include "shell/pins.hpp"
#include "shell/selection.hpp"
#include "shell/texts.hpp"
#include "shell/token_edits.hpp"
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
  // Half of a line is drawn outside of its rectangle, where the strip would cut it off.
  const float edge = std::ceil(line / 2);
  const Rect rect{chip.rect.x + edge, chip.rect.y + edge, chip.rect.width - 2 * edge, chip.rect.height - 2 * edge};
  fill(list, rect, frame.theme.sunken, rounding);
  if (query) {
    outline(list, rect, frame.theme.query, line, rounding);
  }
  if (key) {
    const float inset = query ? 1.6F * line : 0;
    outline(list, {rect.x + inset, rect.y + inset, rect.width - 2 * inset, rect.height - 2 * inset}, frame.theme.key,
            line, rounding);
  }
  const Color& ink = query ? frame.theme.query : key ? frame.theme.key : frame.theme.ink;
  draw_text_in(frame, list, chip.rect, text, ink, query || key ? Weight::kBold : Weight::kRegular, frame.em,
               {0.5F, 0.5F});
}

/// What the pointer and the keyboard do with the chip that was just added.
void react(Frame& frame, const Chip& chip, const std::string& name, bool pressed, const std::string& text) {
  ViewState& view = frame.view;
  const bool other_button = ImGui::IsItemClicked(ImGuiMouseButton_Right);
  Entry entry{.kind = EntryKind::kButton, .name = name, .text = text};
  entry.chosen = chip.index == frame.session.query;
  entry.value = role_of_token(frame.session, chip.index);
  const bool by_key = control(frame, std::move(entry));
  const float far = 0.6F * frame.em;
  if (ImGui::IsItemActive() && std::abs(ImGui::GetMouseDragDelta(ImGuiMouseButton_Left, far).x) > 0) {
    view.dragged_token = chip.index;
  }
  if (view.dragged_token || (!pressed && !other_button && !by_key)) {
    return;
  }
  unpin(view);
  if (other_button || ImGui::GetIO().KeyShift) {
    frame.request(playground::Select{.query = std::nullopt, .key = chip.index});
    return;
  }
  frame.request(playground::Select{.query = chip.index, .key = std::nullopt});
  if (pressed && ImGui::GetIO().MouseClickedLastCount[ImGuiMouseButton_Left] == 2) {
    open_field(frame, "token.edit", frame.snapshot.tokens[static_cast<std::size_t>(chip.index)], false);
  }
}

/// A mark where the dragged word would stand; on release it is put there.
void draw_drop(Frame& frame, const std::vector<Chip>& chips) {
  ViewState& view = frame.view;
  if (!view.dragged_token || chips.empty()) {
    return;
  }
  const float pointer = ImGui::GetMousePos().x;
  int gap = 0;
  float x = chips.front().rect.x - 0.15F * frame.em;
  for (const Chip& chip : chips) {
    if (pointer > chip.rect.x + chip.rect.width / 2) {
      gap = chip.index + 1;
      x = chip.rect.right() + 0.15F * frame.em;
    }
  }
  const Rect& first = chips.front().rect;
  fill(*ImGui::GetWindowDrawList(), {x - 1, first.y, std::max(2.0F, 0.15F * frame.em), first.height},
       frame.theme.focus);
  ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
  if (ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
    return;
  }
  const int from = *view.dragged_token;
  const int to = gap > from ? gap - 1 : gap;
  view.dragged_token.reset();
  if (to != from) {
    frame.request(with_moved(frame.snapshot.tokens, from, to));
    frame.request(playground::Select{.query = to, .key = std::nullopt});
  }
}

void draw_chips(Frame& frame, float height) {
  const float gap = 0.35F * frame.em;
  const std::vector<std::string>& tokens = frame.snapshot.tokens;
  const float left = ImGui::GetWindowPos().x;
  const float edge = left + ImGui::GetWindowWidth();
  // The strip follows the selection, but not while a person scrolls it. ImGui knows how far it can scroll only after
  // it has seen the chips once.
  ViewState& view = frame.view;
  constexpr int kFrames = 3;
  const bool moved = view.strip_shows != frame.session.query || view.strip_edge != edge;
  view.strip_follows = moved ? kFrames : std::max(0, view.strip_follows - 1);
  view.strip_shows = frame.session.query;
  view.strip_edge = edge;
  std::vector<Chip> chips;
  for (std::size_t index = 0; index < tokens.size(); ++index) {
    const std::string text = token_text(frame, tokens[index]);
    const float width =
        std::max(least_width(frame), text_size(frame, text, Weight::kBold, frame.em).x + 1.1F * frame.em);
    if (index > 0) {
      ImGui::SameLine(0, gap);
    }
    const std::string name = "tokens[" + std::to_string(index) + "]";
    const bool pressed = ImGui::InvisibleButton(name.c_str(), {width, height});
    const Chip chip{static_cast<int>(index), last_item()};
    chips.push_back(chip);
    if (chip.index == frame.session.query && frame.view.strip_follows > 0) {
      ImGui::SetScrollHereX(0.5F);
    }
    if (chip.rect.right() >= left && chip.rect.x <= edge) {
      anchor_last_item(frame, name);
      draw_chip(frame, chip, text);
    }
    if (ImGui::IsItemHovered()) {
      ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    }
    react(frame, chip, name, pressed, text);
  }
  draw_drop(frame, chips);
}

/// The field over the whole strip in which the text is typed.
void draw_text_field(Frame& frame, const Rect& place) {
  ImGui::SetCursorScreenPos({place.x, place.y});
  draw_input(frame, "text", place.width);
}

/// The field of the selected word, over the start of the strip; the tokens step has a place of its own for it.
void draw_word_field(Frame& frame, const Rect& place) {
  const Rect word{place.x, place.y, std::min(place.width, 10 * frame.em), place.height};
  if (input_is_open(frame, "token.edit")) {
    ImGui::SetCursorScreenPos({word.x, word.y});
    draw_input(frame, "token.edit", word.width);
  } else {
    anchor(frame, "token.edit", word);
  }
}

void draw_strip(Frame& frame, const Rect& rect, float padding) {
  const float height = ImGui::GetFrameHeight();
  const float edit_width = button_width(frame, say(Word::kEditText));
  ImGui::SetCursorPos({padding, (rect.height - height) / 2});
  ImGui::BeginChild("chips", {rect.width - edit_width - 3 * padding, height}, ImGuiChildFlags_None,
                    ImGuiWindowFlags_HorizontalScrollbar | ImGuiWindowFlags_NoScrollbar);
  draw_chips(frame, height);
  ImGui::EndChild();
  ImGui::SetCursorPos({rect.width - edit_width - padding, (rect.height - height) / 2});
  if (button(frame, "text.edit", say(Word::kEditText))) {
    open_field(frame, "text", frame.session.model.text, false);
  }
}

}  // namespace

void draw_token_strip(Frame& frame, const WindowLayout& layout) {
  const Rect& rect = layout.tokens;
  const float padding = frame.em;
  ChildWindow window("tokens", rect, frame.theme.surface, {0, 0}, false);
  if (!window) {
    return;
  }
  const float height = ImGui::GetFrameHeight();
  const Rect place{rect.x + padding, rect.y + (rect.height - height) / 2, rect.width - 2 * padding, height};
  if (input_is_open(frame, "text")) {
    draw_text_field(frame, place);
    return;
  }
  draw_strip(frame, rect, padding);
  frame.transcript.add({.kind = EntryKind::kTextField,
                        .name = "text",
                        .text = label(Word::kTextField),
                        .value = frame.session.model.text});
  // Where a program lays its own field: over the whole strip.
  anchor(frame, "text", place);
  ring(frame, "text", place);
  if (frame.session.step != playground::Step::kTokens) {
    draw_word_field(frame, place);
  }
}

}  // namespace shell
