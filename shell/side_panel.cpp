// The explanation: step, text, what random weights mean, the code, and the live checks.
#include <algorithm>

#include "core/playground/trained.hpp"
#include "core/playground/wording.hpp"
#include "shell/hiding.hpp"
#include "shell/texts.hpp"
#include "shell/views.hpp"
#include "shell/widgets.hpp"

namespace shell {
namespace {

using playground::Step;

bool shows_weights(Step step) { return step >= Step::kScores; }

/// At the scaled step, where the scale is not the paper's.
std::string unscaled_text(const Frame& frame) {
  const playground::Model& model = frame.session.model;
  if (model.scale.kind == playground::Scale::Kind::kOff) {
    return label(Word::kScaleOff);
  }
  return say(Word::kScaleOther, {playground::number_text(playground::scale_factor(model.scale, model.sizes.d_k), 4)});
}

/// What the positions do at this step.
std::string_view positions_note(const playground::Session& session) {
  const playground::Positions positions = session.model.positions;
  const bool turns = positions == playground::Positions::kRotary || positions == playground::Positions::kRotaryHalf;
  if (turns && (session.step == Step::kQueries || session.step == Step::kKeys)) {
    return say(Word::kRotaryNote);
  }
  return positions == playground::Positions::kAlibi && session.step == Step::kMasked ? say(Word::kAlibiNote)
                                                                                     : std::string_view();
}

/// Whether the weights mean something: they do in the layer of a trained model that looks at the noun.
std::string_view weights_note(const playground::Model& model) {
  if (model.weights == playground::Weights::kRandom) {
    return say(Word::kRandomNote);
  }
  if (model.training && model.training->steps == 0) {
    return say(Word::kUntrainedNote);
  }
  return say(playground::reads_words(model) ? Word::kTrainedNote : Word::kTrainedElsewhereNote);
}

/// What the step does, with this model.
std::string body_of(const Frame& frame) {
  const playground::Model& model = frame.session.model;
  if (frame.session.step == Step::kScaled && model.scale.kind != playground::Scale::Kind::kOn) {
    return unscaled_text(frame);
  }
  const bool learned = frame.session.step == Step::kEmbeddings && model.weights == playground::Weights::kTrained;
  return std::string(learned ? say(Word::kEmbeddingsTrainedBody) : text_of(frame.session.step).body);
}

void draw_place(Frame& frame) {
  const std::vector<Step> steps = playground::steps_of(frame.session);
  const auto place = std::find(steps.begin(), steps.end(), frame.session.step) - steps.begin();
  paragraph(frame, say(Word::kStepPlace, {std::to_string(place + 1), std::to_string(steps.size())}),
            frame.theme.muted_ink);
}

void draw_checks(Frame& frame) {
  if (is_hidden(frame, "checks")) {
    return;
  }
  heading(frame, say(Word::kChecks), 1);
  int number = 0;
  for (const playground::Check& check : frame.checks) {
    const std::string mark = check.holds ? "✓ " : "✗ ";
    paragraph(frame, mark + check.sentence, check.holds ? frame.theme.ink : frame.theme.warning);
    anchor_last_item(frame, "check[" + std::to_string(number) + "]");
    ++number;
  }
}

}  // namespace

void draw_explanation(Frame& frame) {
  if (is_hidden(frame, "side")) {
    return;
  }
  const float gap = 0.5F * frame.em;
  draw_place(frame);
  heading(frame, say(playground::info(frame.session.step).label), 1.25F);
  paragraph(frame, body_of(frame), frame.theme.ink);
  if (const std::string_view note = positions_note(frame.session); !note.empty()) {
    ImGui::Dummy({0, gap});
    paragraph(frame, note, frame.theme.ink);
    anchor_last_item(frame, "note.positions");
  }
  if (shows_weights(frame.session.step)) {
    ImGui::Dummy({0, gap});
    paragraph(frame, weights_note(frame.session.model), frame.theme.muted_ink);
    anchor_last_item(frame, "note.random");
  }
  if (!is_hidden(frame, "code")) {
    ImGui::Dummy({0, gap});
    draw_code_pane(frame);
  }
  if (!is_hidden(frame, "checks")) {
    ImGui::Dummy({0, gap});
    draw_checks(frame);
  }
}

void draw_side(Frame& frame, const WindowLayout& layout) {
  ChildWindow window("side", layout.side, frame.theme.surface, {1.3F * frame.em, 1.1F * frame.em}, true);
  if (window) {
    draw_explanation(frame);
  }
  fill(*ImGui::GetWindowDrawList(), {layout.side.x, layout.side.y, 1, layout.side.height}, frame.theme.hairline);
}

}  // namespace shell
