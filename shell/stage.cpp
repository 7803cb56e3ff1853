// The stage: what the step shows, large: title, legend, heads, the equation, the terms and the row's journey.
#include <algorithm>
#include <cmath>

#include "core/playground/equation.hpp"
#include "shell/legend.hpp"
#include "shell/panel.hpp"
#include "shell/texts.hpp"
#include "shell/views.hpp"
#include "shell/widgets.hpp"

namespace shell {
namespace {

using playground::Step;

constexpr float kLegendWidth = 14;  // em

bool has_journey(Step step) {
  return step == Step::kScores || step == Step::kScaled || step == Step::kMasked || step == Step::kSoftmax;
}

/// Title and subtitle, and at the right or below how to read the colours.
void draw_title(Frame& frame, float width) {
  const StepText& text = text_of(frame.session.step);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float title_size = 1.4F;
  const float title_width = text_size(frame, text.title, Weight::kBold, title_size * frame.em).x;
  const float legend_width = kLegendWidth * frame.em;
  const float tools_width = scale_tools_width(frame);
  heading(frame, text.title, title_size);
  const float subtitle_width = text_size(frame, text.subtitle, Weight::kRegular, frame.em).x;
  const float line = title_size * frame.em;
  const bool has_colors = playground::result_of(frame.session.step).has_value();
  const bool beside =
      title_width + subtitle_width + legend_width + tools_width + 4 * frame.em < width && !frame.preferences.touch;
  if (beside) {
    draw_text(frame, *ImGui::GetWindowDrawList(), {start.x + title_width + frame.em, start.y + 0.35F * frame.em},
              text.subtitle, frame.theme.muted_ink, Weight::kRegular, frame.em);
  } else {
    paragraph(frame, text.subtitle, frame.theme.muted_ink);
  }
  if (!has_colors) {
    return;
  }
  const ImVec2 below = ImGui::GetCursorScreenPos();
  if (beside) {
    draw_legend(frame, {start.x + width - legend_width, start.y, legend_width, line});
    const float raised = (ImGui::GetFrameHeight() - line) / 2;
    ImGui::SetCursorScreenPos({start.x + width - legend_width - tools_width - frame.em, start.y - raised});
    draw_scale_tools(frame);
    ImGui::SetCursorScreenPos(below);
    return;
  }
  const float height = ImGui::GetFrameHeight();
  const float bar_width = std::min(legend_width, width - tools_width - frame.em);
  const bool one_line = bar_width > 8 * frame.em;
  draw_legend(frame,
              {below.x, below.y, one_line ? bar_width : std::min(legend_width, width), one_line ? height : line});
  ImGui::SetCursorScreenPos(one_line ? ImVec2{below.x + bar_width + frame.em, below.y}
                                     : ImVec2{below.x, below.y + line + 0.3F * frame.em});
  draw_scale_tools(frame);
}

void draw_heads(Frame& frame) {
  const playground::Sizes& sizes = frame.session.model.sizes;
  if (sizes.heads == 1) {
    return;
  }
  const std::optional<playground::Tensor> tensor = playground::result_of(frame.session.step);
  if (!tensor || !playground::info(*tensor).per_head) {
    return;
  }
  ImGui::AlignTextToFramePadding();
  paragraph(frame, "head", frame.theme.muted_ink);
  for (int head = 0; head < sizes.heads; ++head) {
    const std::string label = std::to_string(head);
    same_line_if_fits(frame, button_width(frame, label));
    const bool chosen = head == frame.session.head;
    if (button(frame, "head[" + label + "]", label, chosen ? ButtonLook::kChosen : ButtonLook::kPlain)) {
      frame.request(playground::SelectHead{head});
    }
  }
  const int group = playground::kv_head_of(frame.session.head, sizes);
  const std::string note = sizes.kv_heads == sizes.heads ? "with its own keys and values"
                                                         : "reads keys and values of group " + std::to_string(group);
  same_line_if_fits(frame, text_size(frame, note, Weight::kRegular, frame.em).x);
  paragraph(frame, note, frame.theme.muted_ink);
}

/// The tokens step: every token large, with its position.
void draw_token_cards(Frame& frame, float width) {
  const float height = 4.2F * frame.em;
  const float gap = 0.6F * frame.em;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  float x = 0;
  float y = 0;
  ImDrawList& list = *ImGui::GetWindowDrawList();
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
    const bool pressed = ImGui::InvisibleButton(name.c_str(), {card_width, height});
    const Rect rect = last_item();
    anchor_last_item(frame, name);
    if (ImGui::IsItemHovered()) {
      ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    }
    if (pressed) {
      frame.request(playground::Select{.query = static_cast<int>(index), .key = std::nullopt});
    }
    const bool query = static_cast<int>(index) == frame.session.query;
    fill(list, rect, frame.theme.surface, 0.5F * frame.em);
    outline(list, rect, query ? frame.theme.query : frame.theme.hairline, query ? std::max(2.0F, 0.14F * frame.em) : 1,
            0.5F * frame.em);
    draw_text_in(frame, list, {rect.x, rect.y, rect.width, 0.62F * height}, text,
                 query ? frame.theme.query : frame.theme.ink, Weight::kBold, 1.15F * frame.em, {0.5F, 0.6F});
    draw_text_in(frame, list, {rect.x, rect.y + 0.55F * height, rect.width, 0.4F * height}, std::to_string(index),
                 frame.theme.muted_ink, Weight::kRegular, 0.9F * frame.em, {0.5F, 0.5F});
    x += card_width + gap;
  }
  ImGui::SetCursorScreenPos({start.x, start.y + y + height});
  ImGui::Dummy({width, 0});
}

std::string plural(std::size_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

/// What is known of the selected token so far.
void draw_token_panel(Frame& frame, float width) {
  const std::vector<std::string>& tokens = frame.snapshot.tokens;
  const auto query = static_cast<std::size_t>(frame.session.query);
  std::size_t same = 0;
  for (const std::string& token : tokens) {
    same += token == tokens[query] ? 1U : 0U;
  }
  Panel panel(frame, "token", width);
  const std::vector<Span> title{{token_text(frame, tokens[query]), frame.theme.query, Weight::kBold},
                                {" will ask", frame.theme.ink}};
  spans(frame, title, 1.05F);
  const bool by_word = frame.session.model.vectors == playground::Vectors::kWord;
  std::string sentence = "Position " + std::to_string(query) + " of 0 to " + std::to_string(tokens.size() - 1) +
                         ". The word stands in the text " + plural(same, "time") + "; here a vector belongs to ";
  sentence +=
      by_word ? "the word, so equal words have equal vectors." : "the position, so equal words have different ones.";
  paragraph(frame, sentence, frame.theme.ink);
}

void draw_notices(Frame& frame, float width) {
  std::vector<Notice>& notices = frame.view.notices;
  for (std::size_t index = 0; index < notices.size(); ++index) {
    const std::string number = std::to_string(index);
    bool closed = false;
    {
      Panel panel(frame, "notice" + number, width);
      paragraph(frame, notices[index].sentence, frame.theme.warning);
      if (notices[index].offers_article_draw) {
        if (button(frame, "notice[" + number + "].article", words::kArticleDraw)) {
          frame.request(playground::SetVectors{playground::Vectors::kArticle});
          closed = true;
        }
        ImGui::SameLine();
      }
      closed = button(frame, "notice[" + number + "].close", words::kClose) || closed;
    }
    if (closed) {
      notices.erase(notices.begin() + static_cast<std::ptrdiff_t>(index));
      break;
    }
  }
}

}  // namespace

void draw_stage(Frame& frame, const WindowLayout& layout) {
  const float padding = (layout.rail_shown ? 1.6F : 0.8F) * frame.em;
  ChildWindow window("stage", layout.stage, frame.theme.background, {padding, 1.1F * frame.em}, true);
  if (!window) {
    return;
  }
  // The width is the same with and without a scrollbar, so that nothing jumps when one appears.
  const float width = layout.stage.width - 2 * padding - (layout.rail_shown ? ImGui::GetStyle().ScrollbarSize : 0);
  draw_notices(frame, width);
  draw_title(frame, width);
  draw_heads(frame);
  ImGui::Dummy({0, 0.3F * frame.em});
  if (frame.session.step == Step::kTokens) {
    draw_token_cards(frame, width);
    ImGui::Dummy({0, 0.6F * frame.em});
    draw_token_panel(frame, width);
  } else {
    const ImVec2 start = ImGui::GetCursorScreenPos();
    const float room = std::clamp(0.52F * layout.stage.height, 12 * frame.em, 30 * frame.em);
    const float height = draw_equation(frame, {start.x, start.y, width, room});
    ImGui::SetCursorScreenPos(start);
    ImGui::Dummy({width, height + 0.4F * frame.em});
    draw_terms(frame, width);
    if (has_journey(frame.session.step)) {
      ImGui::Dummy({0, 0.2F * frame.em});
      draw_journey(frame, width);
    }
  }
  if (!layout.side_shown) {
    ImGui::Dummy({0, 0.6F * frame.em});
    frame.wrap_x = ImGui::GetCursorPosX() + width;
    draw_explanation(frame);
    frame.wrap_x = 0;
  }
  if (layout.controls.height <= 0) {
    ImGui::Dummy({0, 0.6F * frame.em});
    draw_controls(frame);
    draw_page_buttons(frame);
  }
  ImGui::Dummy({0, frame.em});
}

}  // namespace shell
