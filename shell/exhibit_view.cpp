// The exhibit of a lesson: its knobs and commands, then its figures in panels, one or two beside each other.
#include <algorithm>
#include <string>
#include <utility>
#include <variant>

#include "core/playground/exhibit.hpp"
#include "core/playground/wording.hpp"
#include "shell/figures.hpp"
#include "shell/focus.hpp"
#include "shell/knobs.hpp"
#include "shell/panel.hpp"
#include "shell/texts.hpp"
#include "shell/views.hpp"
#include "shell/widgets.hpp"

namespace shell {
namespace {

using playground::Figure;
using playground::Remark;

// Sizes in em.
constexpr float kTwoFrom = 48;
constexpr float kBetween = 0.9F;

std::string_view title_of(const Figure& figure) {
  return std::visit(
      [](const auto& what) -> std::string_view {
        if constexpr (requires { what.title; }) {
          return what.title;
        }
        return {};
      },
      figure.what);
}

void draw_remark(Frame& frame, const Remark& remark) {
  const bool good = remark.tone == Remark::Tone::kGood;
  const std::string_view mark = remark.tone == Remark::Tone::kPlain ? "" : good ? "✓ " : "✗ ";
  const Color ink = remark.tone == Remark::Tone::kBad ? frame.theme.warning : frame.theme.ink;
  paragraph(frame, std::string(mark) + remark.text, ink, good ? Weight::kBold : Weight::kRegular, 1);
}

struct Drawer {
  Frame& frame;
  std::string name;
  float width;
  void operator()(const playground::Plot& plot) const { draw_plot(frame, name, plot, width); }
  void operator()(const playground::Bars& bars) const { draw_bars(frame, bars, width); }
  void operator()(const playground::Grid& grid) const { draw_grid(frame, grid, width); }
  void operator()(const playground::Arrows& arrows) const { draw_arrows(frame, name, arrows, width); }
  void operator()(const playground::Ledger& ledger) const { draw_ledger(frame, ledger, width); }
  void operator()(const playground::Instruments& instruments) const { draw_instruments(frame, instruments); }
  void operator()(const Remark& remark) const { draw_remark(frame, remark); }
};

/// Gives where it ends.
float draw_figure(Frame& frame, const Figure& figure, float width) {
  const std::string name = "exhibit." + figure.id;
  {
    Panel panel(frame, name, width);
    if (const std::string_view title = title_of(figure); !title.empty()) {
      heading(frame, title, 1);
    }
    std::visit(Drawer{frame, name, panel.inner_width()}, figure.what);
    if (!std::holds_alternative<Remark>(figure.what) && !std::holds_alternative<playground::Instruments>(figure.what)) {
      frame.transcript.add({.kind = EntryKind::kFigure, .name = name});
    }
  }
  const Rect rect = last_item();
  anchor(frame, name, rect);
  ring(frame, name, rect);
  return rect.bottom();
}

void draw_figures(Frame& frame, const std::vector<Figure>& figures, float width) {
  const float gap = kBetween * frame.em;
  const bool two = width >= kTwoFrom * frame.em;
  const auto takes_half = [&](std::size_t index) {
    return two && index < figures.size() && !figures[index].wide &&
           !std::holds_alternative<Remark>(figures[index].what);
  };
  for (std::size_t index = 0; index < figures.size(); ++index) {
    const ImVec2 start = ImGui::GetCursorScreenPos();
    const bool pair = takes_half(index) && takes_half(index + 1);
    const float half = (width - gap) / 2;
    float bottom = draw_figure(frame, figures[index], pair ? half : width);
    if (pair) {
      ImGui::SetCursorScreenPos({start.x + half + gap, start.y});
      bottom = std::max(bottom, draw_figure(frame, figures[++index], half));
    }
    ImGui::SetCursorScreenPos({start.x, bottom});
    ImGui::Dummy({width, 0.5F * frame.em});
  }
}

/// Only what goes on can be ended.
bool can_be_done(const Frame& frame, const playground::Command& command) {
  const auto* train = std::get_if<playground::Train>(&command.action);
  return command.enabled && (train == nullptr || train->steps > 0 || frame.training);
}

void draw_commands(Frame& frame, const playground::Exhibit& exhibit) {
  bool first = true;
  for (const playground::Command& command : exhibit.commands) {
    if (!first) {
      same_line_if_fits(frame, button_width(frame, command.label));
    }
    const ButtonLook look = std::exchange(first, false) ? ButtonLook::kFilled : ButtonLook::kPlain;
    if (button(frame, "exhibit." + command.id, command.label, look, can_be_done(frame, command))) {
      frame.request(command.action);
    }
  }
  if (exhibit.progress) {
    const std::string share = playground::number_text(100 * *exhibit.progress, 0) + " %";
    same_line_if_fits(frame, 12 * frame.em);
    ImGui::AlignTextToFramePadding();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = 0.5F * frame.em;
    const Rect bar{at.x, at.y + (ImGui::GetFrameHeight() - height) / 2, 8 * frame.em, height};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    fill(list, bar, frame.theme.sunken, height / 2);
    fill(list, {bar.x, bar.y, bar.width * static_cast<float>(*exhibit.progress), height}, frame.theme.ink, height / 2);
    ImGui::Dummy({bar.width, ImGui::GetFrameHeight()});
    ImGui::SameLine(0, 0.6F * frame.em);
    paragraph(frame, share, frame.theme.muted_ink);
    anchor_last_item(frame, "exhibit.progress");
  }
}

}  // namespace

void draw_exhibit(Frame& frame, const playground::Exhibit& exhibit, float width) {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  if (!exhibit.knobs.empty()) {
    draw_knobs(frame, exhibit, width);
    ImGui::Dummy({0, 0.3F * frame.em});
  }
  if (!exhibit.commands.empty() || exhibit.progress) {
    draw_commands(frame, exhibit);
    ImGui::Dummy({0, 0.3F * frame.em});
  }
  draw_figures(frame, exhibit.figures, width);
  const float bottom = ImGui::GetCursorScreenPos().y;
  anchor(frame, "exhibit", {start.x, start.y, width, bottom - start.y});
}

}  // namespace shell
