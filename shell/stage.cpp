// The stage: what the step shows, large: title, legend, heads, the equation, the terms and the row's journey.
#include <algorithm>
#include <utility>

#include "core/playground/equation.hpp"
#include "core/playground/narration.hpp"
#include "shell/cell_editing.hpp"
#include "shell/hiding.hpp"
#include "shell/legend.hpp"
#include "shell/texts.hpp"
#include "shell/views.hpp"
#include "shell/widgets.hpp"

namespace shell {
namespace {

constexpr float kStagePadding = 1.1F;  // em, above and below

/// Of the stage's height an equation gets this share, within limits in em.
constexpr float kEquationShare = 0.62F;
constexpr float kLeastEquation = 18;
constexpr float kMostEquation = 30;

/// Where the figure and what stands below it are no higher than this many figures, a window should show both whole.
constexpr float kMostBelowFigure = 1.75F;

using playground::Step;

// Sizes in em.
constexpr float kLessonWidth = 27;  ///< beside its exhibit
constexpr float kBesideFrom = 66;   ///< width from which it stands there
constexpr float kLegendWidth = 10;
constexpr float kNarrowestLegend = 8;  ///< beside its buttons

bool has_journey(Step step) {
  return step == Step::kScores || step == Step::kScaled || step == Step::kMasked || step == Step::kSoftmax;
}

/// How to read the colours: the legend and the buttons that change its scale, from `at` on.
void draw_color_tools(Frame& frame, const ImVec2& at, float legend_width) {
  const float bar_left = at.x + legend_name_width(frame);
  draw_legend(frame, {bar_left, at.y, legend_width, ImGui::GetFrameHeight()});
  ImGui::SetCursorScreenPos({bar_left + legend_width + frame.em, at.y});
  draw_scale_tools(frame);
}

/// Tokens that may look at nothing, at the step that says what rows add up to.
int empty_rows(const Frame& frame) {
  if (frame.session.step != Step::kSoftmax || frame.session.model.mask.is_none()) {
    return 0;
  }
  const attention::Matrix* weights = frame.snapshot.tensor(playground::Tensor::kWeights, frame.session.head);
  return weights == nullptr ? 0 : playground::row_sums(*weights).empty_rows;
}

/// Title, below it the subtitle, and at the right of that or below how to read the colours.
void draw_title(Frame& frame, float width) {
  StepText text = text_of(frame.session.step);
  if (frame.session.step == Step::kScaled && frame.session.model.scale.kind != playground::Scale::Kind::kOn) {
    text.title = frame.session.model.scale.kind == playground::Scale::Kind::kOff ? say(Word::kUnscaledTitle)
                                                                                 : say(Word::kOtherScaleTitle);
  }
  heading(frame, text.title, 1.4F);
  std::string subtitle(subtitle_of(frame.session.step, tokens_are_columns(frame.session)));
  if (const int empty = empty_rows(frame); empty > 0) {
    subtitle += say(empty == frame.snapshot.token_count() ? Word::kAllEmpty : Word::kSomeEmpty);
  }
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const bool has_colors = playground::result_of(frame.session.step, frame.session.model).has_value();
  if (!has_colors || is_hidden(frame, "legend")) {
    paragraph(frame, subtitle, frame.theme.muted_ink);
    return;
  }
  const float legend_width = kLegendWidth * frame.em;
  const float tools_width = legend_name_width(frame) + legend_width + frame.em + scale_tools_width(frame);
  const float subtitle_width = text_size(frame, subtitle, Weight::kRegular, frame.em).x;
  if (subtitle_width + 2 * frame.em + tools_width <= width) {
    ImGui::AlignTextToFramePadding();
    paragraph(frame, subtitle, frame.theme.muted_ink);
    draw_color_tools(frame, {start.x + width - tools_width, start.y}, legend_width);
    return;
  }
  paragraph(frame, subtitle, frame.theme.muted_ink);
  const ImVec2 below = ImGui::GetCursorScreenPos();
  const float bar_width = std::min(legend_width, width - tools_width + legend_width);
  if (bar_width > kNarrowestLegend * frame.em) {
    draw_color_tools(frame, below, bar_width);
    return;
  }
  const float line = 1.4F * frame.em;
  const float name_width = legend_name_width(frame);
  draw_legend(frame, {below.x + name_width, below.y, std::min(legend_width, width - name_width), line});
  ImGui::SetCursorScreenPos({below.x, below.y + line + 0.3F * frame.em});
  draw_scale_tools(frame);
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
  paragraph(frame, say(Word::kHead), frame.theme.muted_ink);
  frame.transcript.label(say(Word::kHead), "head");
  for (int head = 0; head < sizes.heads; ++head) {
    const std::string number = std::to_string(head);
    same_line_if_fits(frame, button_width(frame, number));
    const bool chosen = head == frame.session.head;
    if (button(frame, "head[" + number + "]", number, chosen ? ButtonLook::kChosen : ButtonLook::kPlain)) {
      frame.request(playground::SelectHead{head});
    }
  }
  const int group = playground::kv_head_of(frame.session.head, sizes);
  const std::string note =
      say(sizes.kv_heads == sizes.heads ? Word::kOwnKeys : Word::kSharedKeys, {std::to_string(group)});
  same_line_if_fits(frame, text_size(frame, note, Weight::kRegular, frame.em).x);
  paragraph(frame, note, frame.theme.muted_ink);
}

/// Beside each other where there is room, otherwise one above the other.
void draw_lesson_and_exhibit(Frame& frame, float width) {
  const bool told = playground::find_narration(frame.session.lesson) != nullptr && !is_hidden(frame, "lesson");
  if (!told || width < kBesideFrom * frame.em) {
    draw_lesson(frame, width);
    draw_exhibit(frame, *frame.exhibit, width);
    return;
  }
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float lesson_width = kLessonWidth * frame.em;
  const float gap = 1.2F * frame.em;
  draw_lesson(frame, lesson_width);
  const float below_lesson = ImGui::GetCursorScreenPos().y;
  ImGui::SetCursorScreenPos({start.x + lesson_width + gap, start.y});
  ImGui::BeginGroup();
  draw_exhibit(frame, *frame.exhibit, width - lesson_width - gap);
  ImGui::EndGroup();
  const float below = std::max(below_lesson, ImGui::GetCursorScreenPos().y);
  ImGui::SetCursorScreenPos({start.x, below});
  ImGui::Dummy({width, 0});
}

}  // namespace

void draw_stage(Frame& frame, const WindowLayout& layout) {
  const float padding = (layout.rail_shown ? 1.6F : 0.8F) * frame.em;
  ChildWindow window("stage", layout.stage, frame.theme.background, {padding, kStagePadding * frame.em}, true);
  if (!window) {
    return;
  }
  const StageTopic topic{frame.session.step, frame.session.lesson, frame.session.cue};
  if (std::exchange(frame.view.stage_shows, topic) != topic) {
    ImGui::SetScrollY(0);
  }
  // The width is the same with and without a scrollbar, so that nothing jumps when one appears.
  const float width = layout.stage.width - 2 * padding - (layout.rail_shown ? ImGui::GetStyle().ScrollbarSize : 0);
  if (frame.exhibit != nullptr) {
    draw_lesson_and_exhibit(frame, width);
    ImGui::Dummy({0, frame.em});
    frame.view.stage_height = ImGui::GetCursorPosY() + kStagePadding * frame.em;
    return;
  }
  if (!frame.session.lesson.empty()) {
    draw_lesson(frame, width);
  }
  draw_title(frame, width);
  if (frame.session.step == Step::kTokens && frame.session.lesson.empty()) {
    draw_invitation(frame, width);
  }
  draw_heads(frame);
  draw_paint_button(frame);
  ImGui::Dummy({0, 0.3F * frame.em});
  // What a window would have to be that shows the figure whole: the equation may have less room now than it could use.
  float figure = 0;
  float missing = 0;
  float least = 0;
  if (frame.session.step == Step::kTokens) {
    draw_tokens(frame, width);
    figure = ImGui::GetCursorPosY();
  } else {
    if (!playground::lessons_are_there() || !draw_comparison(frame, width)) {
      const ImVec2 start = ImGui::GetCursorScreenPos();
      const float room =
          std::clamp(kEquationShare * layout.stage.height, kLeastEquation * frame.em, kMostEquation * frame.em);
      const EquationHeight height = draw_equation(frame, {start.x, start.y, width, room}, kMostEquation * frame.em);
      ImGui::SetCursorScreenPos(start);
      ImGui::Dummy({width, height.taken + 0.4F * frame.em});
      missing = height.roomy - height.taken;
      least = height.roomy / kEquationShare;
    }
    figure = ImGui::GetCursorPosY() + missing;
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
  if (!layout.rail_shown && layout.header.height <= 0 && !is_hidden(frame, "controls") &&
      button(frame, "settings", say(Word::kSettings))) {
    frame.view.sheet = Sheet::kSettings;
  }
  ImGui::Dummy({0, frame.em});
  const float all = ImGui::GetCursorPosY() + missing + kStagePadding * frame.em;
  frame.view.stage_height = std::max(all <= kMostBelowFigure * figure ? all : figure, least);
}

}  // namespace shell
