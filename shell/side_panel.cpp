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

/// Whether the weights mean something: in the layer of a trained model that looks at the noun.
bool is_learned(const playground::Model& model) {
  return playground::reads_words(model) && (!model.training || model.training->steps > 0);
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
  const bool unscaled =
      frame.session.step == Step::kScaled && frame.session.model.scale.kind != playground::Scale::Kind::kOn;
  paragraph(frame, unscaled ? unscaled_text(frame) : std::string(text_of(frame.session.step).body), frame.theme.ink);
  if (const std::string_view note = positions_note(frame.session); !note.empty()) {
    ImGui::Dummy({0, gap});
    paragraph(frame, note, frame.theme.ink);
    anchor_last_item(frame, "note.positions");
  }
  if (shows_weights(frame.session.step)) {
    ImGui::Dummy({0, gap});
    const playground::Model& model = frame.session.model;
    const bool to_be_trained = model.weights == playground::Weights::kTrained;
    paragraph(frame,
              say(is_learned(model) ? Word::kTrainedNote
                  : to_be_trained   ? Word::kUntrainedNote
                                    : Word::kRandomNote),
              frame.theme.muted_ink);
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
