// The lesson: its question, what the cue of now says with its numbers, and the way to the next cue and the next lesson.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/playground/lesson.hpp"
#include "core/playground/narration.hpp"
#include "shell/hiding.hpp"
#include "shell/panel.hpp"
#include "shell/texts.hpp"
#include "shell/views.hpp"
#include "shell/widgets.hpp"

namespace shell {
namespace {

using playground::Cue;
using playground::Narration;

/// Of a text, in em.
constexpr float kLongestLine = 46;

const Cue& cue_of(const Frame& frame, const Narration& narration) {
  const int last = static_cast<int>(narration.cues.size()) - 1;
  return narration.cues[static_cast<std::size_t>(std::clamp(frame.session.cue, 0, last))];
}

void open_cue(Frame& frame, const std::string& lesson, int cue) { frame.request(playground::OpenLesson{lesson, cue}); }

void draw_ways(Frame& frame, const Narration& narration) {
  const int count = static_cast<int>(narration.cues.size());
  const int cue = frame.session.cue;
  if (button(frame, "lesson.previous", say(Word::kLessonBack), ButtonLook::kPlain, cue > 0)) {
    open_cue(frame, narration.lesson, cue - 1);
  }
  const bool last = cue + 1 >= count;
  const Narration* next = playground::find_narration(narration.next);
  if (!last || next != nullptr) {
    const std::string on = label(last ? Word::kNextLesson : Word::kLessonOn);
    same_line_if_fits(frame, button_width(frame, on));
    if (button(frame, "lesson.next", on, ButtonLook::kFilled)) {
      open_cue(frame, last ? narration.next : narration.lesson, last ? 0 : cue + 1);
    }
  }
  same_line_if_fits(frame, button_width(frame, say(Word::kEndLesson)));
  if (button(frame, "lesson.close", say(Word::kEndLesson), ButtonLook::kQuiet)) {
    frame.request(playground::OpenLesson{});
  }
  const std::string place = say(Word::kCuePlace, {std::to_string(cue + 1), std::to_string(count)});
  same_line_if_fits(frame, text_size(frame, place, Weight::kRegular, frame.em).x);
  ImGui::AlignTextToFramePadding();
  paragraph(frame, place, frame.theme.muted_ink);
}

/// The answers to the cue's question, and whether the chosen one is right.
void draw_options(Frame& frame, const Narration& narration) {
  const Cue& cue = cue_of(frame, narration);
  Answer& answer = frame.view.answer;
  const bool answered = answer.lesson == narration.lesson && answer.cue == frame.session.cue && answer.option >= 0;
  std::vector<Choice> options;
  for (std::size_t index = 0; index < cue.options.size(); ++index) {
    options.push_back({"lesson.option." + std::to_string(index), cue.options[index].text.text(),
                       answered && answer.option == static_cast<int>(index)});
  }
  ImGui::Dummy({0, 0.1F * frame.em});
  frame.transcript.label(say(Word::kMirrorAnswers), "lesson.option");
  if (const int pressed = choices(frame, options); pressed >= 0) {
    answer = {narration.lesson, frame.session.cue, pressed};
  }
  if (answered) {
    const bool right = cue.options[static_cast<std::size_t>(answer.option)].right;
    paragraph(frame, (right ? "✓ " : "✗ ") + std::string(say(right ? Word::kRightAnswer : Word::kOtherAnswer)),
              frame.theme.ink, Weight::kBold, 1);
    frame.transcript.mark_news();
    anchor_last_item(frame, "lesson.answer");
  }
  ImGui::Dummy({0, 0.2F * frame.em});
}

}  // namespace

void draw_lesson(Frame& frame, float width) {
  const Narration* narration = playground::find_narration(frame.session.lesson);
  if (narration == nullptr || is_hidden(frame, "lesson")) {
    return;
  }
  {
    Panel panel(frame, "lesson", width);
    heading(frame, narration->question.text(), 1.25F);
    frame.wrap_x = std::min(frame.wrap_x, ImGui::GetCursorPosX() + kLongestLine * frame.em);
    paragraph(frame, playground::with_claims(cue_of(frame, *narration).text.text(), frame.claims), frame.theme.ink);
    frame.transcript.mark_news();
    anchor_last_item(frame, "lesson.text");
    if (!cue_of(frame, *narration).options.empty()) {
      draw_options(frame, *narration);
    }
    if (playground::went_away(frame.session)) {
      paragraph(frame, say(Word::kCueElsewhere), frame.theme.muted_ink);
      if (button(frame, "lesson.return", say(Word::kCueReturn))) {
        open_cue(frame, narration->lesson, frame.session.cue);
      }
    }
    if (frame.session.cue + 1 == static_cast<int>(narration->cues.size())) {
      ImGui::Dummy({0, 0.2F * frame.em});
      paragraph(frame, narration->keep.text(), frame.theme.ink, Weight::kBold, 1);
      anchor_last_item(frame, "lesson.keep");
      if (const Narration* next = playground::find_narration(narration->next)) {
        paragraph(frame, say(Word::kNextQuestion, {next->question.text()}), frame.theme.muted_ink);
      }
    }
    draw_ways(frame, *narration);
  }
  ImGui::Dummy({0, 0.4F * frame.em});
}

void draw_lesson_chooser(Frame& frame) {
  paragraph(frame, say(Word::kLessonsHint), frame.theme.muted_ink);
  for (const Narration& narration : playground::narrations()) {
    const bool open = narration.lesson == frame.session.lesson;
    if (button(frame, "lessons." + narration.lesson, narration.question.text(),
               open ? ButtonLook::kChosen : ButtonLook::kPlain)) {
      open_cue(frame, narration.lesson, 0);
      frame.view.sheet = Sheet::kNone;
    }
  }
}

void draw_lesson_highlight(Frame& frame, const WindowLayout& layout) {
  const Narration* narration = playground::find_narration(frame.session.lesson);
  if (narration == nullptr || is_hidden(frame, "lesson") || frame.view.sheet != Sheet::kNone ||
      frame.view.dialog != DialogKind::kNone) {
    return;
  }
  const std::optional<Rect> rect = frame.anchors.find(cue_of(frame, *narration).highlight);
  if (!rect) {
    return;
  }
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  // What is on the stage may lie below its edge.
  const Rect& stage = layout.stage;
  const bool on_stage = rect->x >= stage.x && rect->right() <= stage.right() && rect->y >= stage.y;
  if (on_stage) {
    list.PushClipRect({stage.x, stage.y}, {stage.right(), stage.bottom()});
  }
  const float margin = 0.3F * frame.em;
  outline(list, {rect->x - margin, rect->y - margin, rect->width + 2 * margin, rect->height + 2 * margin},
          frame.theme.focus, std::max(2.0F, 0.14F * frame.em), 0.4F * frame.em);
  if (on_stage) {
    list.PopClipRect();
  }
}

}  // namespace shell
