// The Share dialog: a link, an element and an iframe for this view, and which controls it leaves out.
#include <algorithm>
#include <array>

#include "core/playground/snippets.hpp"
#include "core/playground/utf8.hpp"
#include "shell/dialog.hpp"
#include "shell/hiding.hpp"
#include "shell/texts.hpp"
#include "shell/views.hpp"
#include "shell/widgets.hpp"
#include "shell/window_layout.hpp"

namespace shell {
namespace {

constexpr float kShareWidth = 46;  // em

/// What a link without a page of its own (a desktop window) begins with.
constexpr std::string_view kUnknownFolder = "playground/";

playground::Session shared_session(const Frame& frame) {
  playground::Session session = frame.session;
  session.hide = frame.view.share_hide;
  return session;
}

void draw_hidden(Frame& frame) {
  std::vector<std::string>& hide = frame.view.share_hide;
  paragraph(frame, say(Word::kShareHide), frame.theme.muted_ink);
  bool first = true;
  for (const HideableControl& control : hideable_controls()) {
    const auto place = std::find(hide.begin(), hide.end(), control.name);
    const bool shown = place == hide.end();
    const std::string text = (shown ? "✓ " : "– ") + label(control.label);
    if (!first) same_line_if_fits(frame, button_width(frame, text));
    first = false;
    if (!button(frame, "share.hide." + std::string(control.name), text,
                shown ? ButtonLook::kPlain : ButtonLook::kChosen)) {
      continue;
    }
    frame.view.dialog_message.clear();
    if (shown) {
      hide.emplace_back(control.name);
    } else {
      hide.erase(place);
    }
  }
}

/// A window of 1180 x 640 with the parts that are left.
void draw_preview(Frame& frame) {
  constexpr float kWindowWidth = 1180;
  constexpr float kWindowHeight = 640;
  constexpr float kWindowEm = 15;
  const float scale = std::min(24 * frame.em, ImGui::GetContentRegionAvail().x) / kWindowWidth;
  const playground::Session session = shared_session(frame);
  const WindowLayout layout = lay_out_window(kWindowWidth, kWindowHeight, kWindowEm, false, 0, window_parts(session));
  const ImVec2 start = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto placed = [&](const Rect& rect) {
    return Rect{start.x + rect.x * scale, start.y + rect.y * scale, rect.width * scale, rect.height * scale};
  };
  const Rect whole = placed({0, 0, kWindowWidth, kWindowHeight});
  fill(list, whole, frame.theme.background);
  struct Part {
    const Rect& rect;
    Word label;
  };
  const std::array parts{Part{layout.header, Word::kPartHeader},     Part{layout.tokens, Word::kPartTokens},
                         Part{layout.controls, Word::kPartControls}, Part{layout.rail, Word::kSteps},
                         Part{layout.stage, Word::kPartStage},       Part{layout.side, Word::kPartSide},
                         Part{layout.footer, Word::kPartFooter}};
  for (const Part& part : parts) {
    const Rect rect = placed(part.rect);
    if (rect.width < 1 || rect.height < 1) continue;
    outline(list, rect, frame.theme.hairline, 1);
    draw_text_in(frame, list, rect, say(part.label), frame.theme.muted_ink, Weight::kRegular, 0.75F * frame.em,
                 {0.5F, 0.5F});
  }
  outline(list, whole, frame.theme.control_border, 1);
  ImGui::Dummy({whole.width, whole.height});
  anchor_last_item(frame, "share.preview");
}

void draw_snippet(Frame& frame, const std::string& name, std::string_view title, const std::string& text) {
  constexpr std::size_t kMostShown = 420;
  ImGui::Dummy({0, 0.2F * frame.em});
  ImGui::AlignTextToFramePadding();
  heading(frame, title, 1);
  same_line_if_fits(frame, button_width(frame, say(Word::kCopy)));
  if (button(frame, name, say(Word::kCopy))) {
    frame.effects.emplace_back(CopyText{text});
    frame.view.dialog_message = say(Word::kSnippetCopied, {title});
  }
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = playground::shortened(std::string_view(text).substr(begin, end - begin), kMostShown);
    paragraph(frame, line, frame.theme.ink, Weight::kMono, 0.85F);
    begin = end + 1;
  }
  anchor_last_item(frame, name + ".text");
}

}  // namespace

void draw_share_dialog(Frame& frame) {
  if (frame.view.dialog_opening) frame.view.share_hide = frame.session.hide;
  Dialog dialog(frame, say(Word::kShare), kShareWidth);
  const playground::Session session = shared_session(frame);
  const std::string known = frame.platform.folder_address ? frame.platform.folder_address() : std::string();
  const std::string folder = known.empty() ? std::string(kUnknownFolder) : known;
  const std::string page = frame.platform.page_address ? frame.platform.page_address() : std::string();
  paragraph(frame, say(Word::kShareNote), frame.theme.muted_ink);
  draw_snippet(frame, "share.link", say(Word::kShareLink),
               playground::shared_link(session, page.empty() ? folder : page));
  draw_snippet(frame, "share.element", say(Word::kShareElement), playground::element_snippet(session, folder));
  draw_snippet(frame, "share.iframe", say(Word::kShareFrame), playground::iframe_snippet(session, folder));
  ImGui::Dummy({0, 0.3F * frame.em});
  draw_hidden(frame);
  draw_preview(frame);
  if (!frame.view.dialog_message.empty()) paragraph(frame, frame.view.dialog_message, frame.theme.ink);
}

}  // namespace shell
