// The tokens step: every token large with its position, and what can be done with the selected word.
#include <algorithm>

#include "core/playground/utf8.hpp"
#include "shell/focus.hpp"
#include "shell/panel.hpp"
#include "shell/selection.hpp"
#include "shell/texts.hpp"
#include "shell/token_edits.hpp"
#include "shell/views.hpp"
#include "shell/widgets.hpp"

namespace shell {
namespace {

void draw_card(Frame& frame, int index, const Rect& rect, const std::string& text) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool query = index == frame.session.query;
  fill(list, rect, frame.theme.surface, 0.5F * frame.em);
  outline(list, rect, query ? frame.theme.query : frame.theme.hairline, query ? std::max(2.0F, 0.14F * frame.em) : 1,
          0.5F * frame.em);
  draw_text_in(frame, list, {rect.x, rect.y, rect.width, 0.62F * rect.height}, text,
               query ? frame.theme.query : frame.theme.ink, Weight::kBold, 1.15F * frame.em, {0.5F, 0.6F});
  draw_text_in(frame, list, {rect.x, rect.y + 0.55F * rect.height, rect.width, 0.4F * rect.height},
               std::to_string(index), frame.theme.muted_ink, Weight::kRegular, 0.9F * frame.em, {0.5F, 0.5F});
}

void draw_cards(Frame& frame, float width) {
  const float height = 4.2F * frame.em;
  const float gap = 0.6F * frame.em;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  float x = 0;
  float y = 0;
  for (std::size_t index = 0; index < frame.snapshot.tokens.size(); ++index) {
    const std::string text = token_text(frame, frame.snapshot.tokens[index]);
    const float text_width = text_size(frame, text, Weight::kBold, 1.15F * frame.em).x;
    const float card_width = std::min(width, std::max(4.0F * frame.em, text_width + 1.8F * frame.em));
    if (x > 0 && x + card_width > width) {
      x = 0;
      y += height + gap;
    }
    ImGui::SetCursorScreenPos({start.x + x, start.y + y});
    const std::string name = "card[" + std::to_string(index) + "]";
    bool pressed = ImGui::InvisibleButton(name.c_str(), {card_width, height});
    const Rect rect = last_item();
    anchor_last_item(frame, name);
    if (ImGui::IsItemHovered()) {
      ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    }
    draw_card(frame, static_cast<int>(index), rect, text);
    Entry entry{.kind = EntryKind::kButton, .name = name, .text = text};
    entry.chosen = static_cast<int>(index) == frame.session.query;
    entry.value = role_of_token(frame.session, static_cast<int>(index));
    pressed = control(frame, std::move(entry)) || pressed;
    if (pressed) {
      frame.request(playground::Select{.query = static_cast<int>(index), .key = std::nullopt});
    }
    x += card_width + gap;
  }
  ImGui::SetCursorScreenPos({start.x, start.y + y + height});
  ImGui::Dummy({width, 0});
}

/// "twice", "3 times"
std::string times(std::size_t count) { return say(count == 2 ? Word::kTwice : Word::kTimes, {std::to_string(count)}); }

std::string sentence_of(const Frame& frame, const std::string& word) {
  const std::vector<std::string>& tokens = frame.snapshot.tokens;
  const auto same = static_cast<std::size_t>(std::count(tokens.begin(), tokens.end(), word));
  const playground::Model& model = frame.session.model;
  const bool by_word =
      model.vectors == playground::Vectors::kWord || model.weights == playground::Weights::kTrained;
  const std::string place = std::to_string(frame.session.query);
  if (same < 2) {
    return say(by_word ? Word::kWordVector : Word::kPlaceVector, {place});
  }
  return say(by_word ? Word::kWordVectorRepeated : Word::kPlaceVectorRepeated,
             {place, playground::shortened(word, 24), times(same)});
}

void change_text(Frame& frame, const playground::SetText& change, int selected) {
  const playground::Gesture gesture{++frame.view.gesture};
  frame.request(change, gesture);
  frame.request(playground::Select{.query = selected, .key = std::nullopt});
}

/// Renaming, moving, adding and removing the selected word.
void draw_word_tools(Frame& frame, const std::string& word) {
  const std::vector<std::string>& tokens = frame.snapshot.tokens;
  const int index = frame.session.query;
  const int last = static_cast<int>(tokens.size()) - 1;
  (void)label_of(frame, say(Word::kTheWord), "token.edit");
  field(frame, "token.edit", word, 8 * frame.em, false);
  same_line_if_fits(frame, button_width(frame, say(Word::kMoveLeft)));
  if (button(frame, "token.left", say(Word::kMoveLeft), ButtonLook::kPlain, index > 0)) {
    change_text(frame, with_moved(tokens, index, index - 1), index - 1);
  }
  same_line_if_fits(frame, button_width(frame, say(Word::kMoveRight)));
  if (button(frame, "token.right", say(Word::kMoveRight), ButtonLook::kPlain, index < last)) {
    change_text(frame, with_moved(tokens, index, index + 1), index + 1);
  }
  same_line_if_fits(frame, button_width(frame, say(Word::kRemove)));
  if (button(frame, "token.remove", say(Word::kRemove), ButtonLook::kPlain, last > 0)) {
    change_text(frame, with_removed(tokens, index), std::min(index, last - 1));
  }
  same_line_if_fits(frame, 10 * frame.em);
  (void)label_of(frame, say(Word::kAddAfter), "tokens.add");
  field(frame, "tokens.add", "", 6 * frame.em, false);
}

}  // namespace

void draw_tokens(Frame& frame, float width) {
  draw_cards(frame, width);
  ImGui::Dummy({0, 0.6F * frame.em});
  const std::string& word = frame.snapshot.tokens[static_cast<std::size_t>(frame.session.query)];
  const std::string& key = frame.snapshot.tokens[static_cast<std::size_t>(frame.session.key)];
  Panel panel(frame, "token", width);
  const std::vector<Span> title{{token_text(frame, word), frame.theme.query, Weight::kBold},
                                {label(Word::kWillAsk), frame.theme.ink},
                                {token_text(frame, key), frame.theme.key, Weight::kBold},
                                {label(Word::kWillAnswer), frame.theme.ink}};
  spans(frame, title, 1.05F);
  paragraph(frame, sentence_of(frame, word), frame.theme.ink);
  paragraph(frame, say(Word::kPickHint), frame.theme.muted_ink);
  draw_word_tools(frame, word);
}

}  // namespace shell
