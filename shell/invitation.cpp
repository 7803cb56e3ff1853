// The invitation: three things worth doing on a first visit, in place, until one of them is done.
#include <array>

#include "shell/panel.hpp"
#include "shell/texts.hpp"
#include "shell/views.hpp"
#include "shell/widgets.hpp"

namespace shell {
namespace {

/// Whom the selected token attends to most.
void see_weights(Frame& frame) {
  const attention::Matrix& weights = *frame.snapshot.tensor(playground::Tensor::kWeights, frame.session.head);
  attention::Index most = 0;
  weights.row(frame.session.query).maxCoeff(&most);
  frame.request(playground::Select{.query = std::nullopt, .key = static_cast<int>(most)});
  frame.request(playground::GoToStep{playground::Step::kSoftmax});
}

void change_word(Frame& frame) {
  const auto query = static_cast<std::size_t>(frame.session.query);
  open_field(frame, "token.edit", frame.snapshot.tokens[query], false);
}

void hide_future(Frame& frame) {
  frame.request(playground::SetMask{{.causal = true}});
  frame.request(playground::GoToStep{playground::Step::kMasked});
}

}  // namespace

void draw_invitation(Frame& frame, float width) {
  if (frame.view.invited || frame.can_undo) {
    return;
  }
  const std::string word = token_text(frame, frame.snapshot.tokens[static_cast<std::size_t>(frame.session.query)]);
  struct Offer {
    const char* name;
    std::string label;
    void (*accept)(Frame&);
  };
  const std::array offers{Offer{"invite.weights", say(Word::kInviteWeights, {word}), see_weights},
                          Offer{"invite.word", say(Word::kInviteWord, {word}), change_word},
                          Offer{"invite.mask", label(Word::kInviteMask), hide_future}};
  Panel panel(frame, "invitation", width);
  ImGui::AlignTextToFramePadding();
  heading(frame, say(Word::kInvitation), 1);
  for (const Offer& offer : offers) {
    same_line_if_fits(frame, button_width(frame, offer.label));
    if (button(frame, offer.name, offer.label)) {
      frame.view.invited = true;
      offer.accept(frame);
    }
  }
  same_line_if_fits(frame, button_width(frame, say(Word::kClose)));
  if (button(frame, "invite.close", say(Word::kClose), ButtonLook::kQuiet)) {
    frame.view.invited = true;
  }
}

}  // namespace shell
