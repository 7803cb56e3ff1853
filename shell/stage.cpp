// The stage: what the step shows, large: title, legend, heads, the equation, the terms and the row's journey.
#include <algorithm>
#include <cmath>

#include "core/playground/equation.hpp"
#include "core/playground/wording.hpp"
#include "shell/cell_editing.hpp"
#include "shell/hiding.hpp"
#include "shell/texts.hpp"
#include "shell/views.hpp"
#include "shell/widgets.hpp"

namespace shell {
namespace {

using playground::Step;

constexpr float kLegendWidth = 10;  // em

bool has_journey(Step step) {
  return step == Step::kScores || step == Step::kScaled || step == Step::kMasked || step == Step::kSoftmax;
}

/// The colour scale of what the step makes, with the numbers at its ends.
void draw_legend(Frame& frame, const Rect& area) {
  const std::optional<playground::Tensor> result = playground::result_of(frame.session.step, frame.session.model);
  const std::optional<playground::Tensor> tensor = frame.view.legend ? frame.view.legend : result;
  if (!tensor || is_hidden(frame, "legend")) {
    return;
  }
  const double limit = frame.limits[static_cast<std::size_t>(*tensor)];
  const double low = role_of(*tensor) == Role::kWeight ? 0 : -limit;
  const float small = 0.85F * frame.em;
  const int digits = limit < 10 ? 2 : 1;
  const std::string high_text = (low < 0 ? "+" : "") + playground::number_text(limit, digits);
  const std::string low_text = playground::number_text(low, low < 0 ? digits : 0);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float high_width = text_size(frame, high_text, Weight::kRegular, small).x;
  const float low_width = text_size(frame, low_text, Weight::kRegular, small).x;
  const float gap = 0.5F * frame.em;
  // Each matrix has colours of its own: the legend says whose it shows, and follows the pointer.
  const std::string name(symbol_of(*tensor, false));
  const float name_width = text_size(frame, name, Weight::kBold, small).x + gap;
  draw_text_in(frame, list, {area.x - name_width, area.y, name_width, area.height}, name,
               role_of(*tensor) == Role::kNone ? frame.theme.ink : role_color(frame.theme, role_of(*tensor)),
               Weight::kBold, small, {0, 0.5F});
  const Rect bar{area.x + low_width + gap, area.y + (area.height - 0.7F * frame.em) / 2,
                 area.width - low_width - high_width - 2 * gap, 0.7F * frame.em};
  constexpr int kParts = 24;
  for (int part = 0; part < kParts; ++part) {
    const double value = low + (limit - low) * (part + 0.5) / kParts;
    const float left = std::round(bar.x + bar.width * static_cast<float>(part) / kParts);
    const float right = std::round(bar.x + bar.width * static_cast<float>(part + 1) / kParts);
    fill(list, {left, bar.y, right - left, bar.height}, data_color(frame.theme, value, limit));
  }
  outline(list, bar, frame.theme.control_border, 1);
  draw_text_in(frame, list, {area.x, area.y, low_width, area.height}, low_text, frame.theme.muted_ink, Weight::kRegular,
               small, {0, 0.5F});
  draw_text_in(frame, list, {area.right() - high_width, area.y, high_width, area.height}, high_text,
               frame.theme.muted_ink, Weight::kRegular, small, {1, 0.5F});
  anchor(frame, "legend", area);
}

void draw_title(Frame& frame, float width) {
  StepText text = text_of(frame.session.step);
  if (frame.session.step == Step::kScaled && frame.session.model.scale.kind != playground::Scale::Kind::kOn) {
    text.title = frame.session.model.scale.kind == playground::Scale::Kind::kOff ? words::kUnscaledTitle
                                                                                 : words::kOtherScaleTitle;
  }
  const std::string subtitle = subtitle_of(frame.session.step, frame.view.tokens_as_columns);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float title_size = 1.4F;
  const float title_width = text_size(frame, text.title, Weight::kBold, title_size * frame.em).x;
  const float legend_width = kLegendWidth * frame.em;
  heading(frame, text.title, title_size);
  const float subtitle_width = text_size(frame, subtitle, Weight::kRegular, frame.em).x;
  const float line = title_size * frame.em;
  const std::optional<playground::Tensor> result = playground::result_of(frame.session.step, frame.session.model);
  const std::optional<playground::Tensor> whose = frame.view.legend ? frame.view.legend : result;
  const float legend_name =
      whose ? text_size(frame, symbol_of(*whose, false), Weight::kBold, 0.85F * frame.em).x + 0.5F * frame.em : 0;
  if (title_width + subtitle_width + legend_width + legend_name + 3 * frame.em < width) {
    draw_text(frame, *ImGui::GetWindowDrawList(), {start.x + title_width + frame.em, start.y + 0.35F * frame.em},
              subtitle, frame.theme.muted_ink, Weight::kRegular, frame.em);
    draw_legend(frame, {start.x + width - legend_width, start.y, legend_width, line});
  } else {
    paragraph(frame, subtitle, frame.theme.muted_ink);
    if (playground::result_of(frame.session.step, frame.session.model)) {
      const ImVec2 below = ImGui::GetCursorScreenPos();
      draw_legend(frame, {below.x + legend_name, below.y, std::min(legend_width, width - legend_name), line});
      ImGui::Dummy({width, line});
    }
  }
}

void draw_heads(Frame& frame) {
  const playground::Sizes& sizes = frame.session.model.sizes;
  if (sizes.heads == 1 || is_hidden(frame, "head")) {
    return;
  }
  const std::optional<playground::Tensor> tensor = playground::result_of(frame.session.step, frame.session.model);
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

}  // namespace

void draw_stage(Frame& frame, const WindowLayout& layout) {
  const float padding = (layout.rail_shown ? 1.6F : 0.8F) * frame.em;
  ChildWindow window("stage", layout.stage, frame.theme.background, {padding, 1.1F * frame.em}, true);
  if (!window) {
    return;
  }
  // The width is the same with and without a scrollbar, so that nothing jumps when one appears.
  const float width = layout.stage.width - 2 * padding - (layout.rail_shown ? ImGui::GetStyle().ScrollbarSize : 0);
  draw_title(frame, width);
  if (frame.session.step == Step::kTokens) {
    draw_invitation(frame, width);
  }
  draw_heads(frame);
  draw_paint_button(frame);
  ImGui::Dummy({0, 0.3F * frame.em});
  if (frame.session.step == Step::kTokens) {
    draw_tokens(frame, width);
  } else {
    if (!draw_comparison(frame, width)) {
      const ImVec2 start = ImGui::GetCursorScreenPos();
      const float room = std::clamp(0.62F * layout.stage.height, 12 * frame.em, 30 * frame.em);
      const float height = draw_equation(frame, {start.x, start.y, width, room});
      ImGui::SetCursorScreenPos(start);
      ImGui::Dummy({width, height + 0.4F * frame.em});
    }
    if (!is_hidden(frame, "terms")) {
      draw_terms(frame, width);
    }
    if (has_journey(frame.session.step) && !is_hidden(frame, "journey")) {
      ImGui::Dummy({0, 0.2F * frame.em});
      draw_journey(frame, width);
    }
  }
  if (!layout.side_shown && !is_hidden(frame, "side")) {
    ImGui::Dummy({0, 0.6F * frame.em});
    frame.wrap_x = ImGui::GetCursorPosX() + width;
    draw_explanation(frame);
    frame.wrap_x = 0;
  }
  // Where the header is hidden, the way to the settings stands at the end.
  if (!layout.rail_shown && is_hidden(frame, "header") && !is_hidden(frame, "controls") &&
      button(frame, "settings", words::kSettings)) {
    frame.view.sheet = Sheet::kSettings;
  }
  ImGui::Dummy({0, frame.em});
}

}  // namespace shell
