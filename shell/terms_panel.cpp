// The terms panel: how the explained cell comes to be, what it is made from, and how it can be changed.
#include <algorithm>

#include "core/playground/provenance.hpp"
#include "core/playground/wording.hpp"
#include "shell/cell_editing.hpp"
#include "shell/panel.hpp"
#include "shell/pins.hpp"
#include "shell/term_bars.hpp"
#include "shell/texts.hpp"
#include "shell/transport.hpp"
#include "shell/views.hpp"
#include "shell/widgets.hpp"

namespace shell {
namespace {

using playground::Axis;
using playground::Cell;
using playground::Provenance;
using playground::Rule;
using playground::Tensor;

constexpr float kTwoFrom = 52;  ///< em from which two cells stand side by side

Span token_span(const Frame& frame, int index, Axis axis) {
  const Color& color = axis == Axis::kKeyToken ? frame.theme.key : frame.theme.query;
  return {token_text(frame, frame.snapshot.tokens[static_cast<std::size_t>(index)]), color, Weight::kBold};
}

std::string what_it_is(const Cell& cell, const Provenance& origin) {
  const std::string count = std::to_string(origin.terms.size());
  switch (cell.tensor) {
    case Tensor::kScaledScores:
      return label(Word::kIsScaled);
    case Tensor::kMaskedScores:
      return label(Word::kIsMasked);
    case Tensor::kWeights:
      return label(Word::kIsSoftmax);
    case Tensor::kNorm1:
    case Tensor::kNorm2:
      return label(Word::kIsNorm);
    default:
      break;
  }
  switch (origin.rule) {
    case Rule::kDrawn:
      return label(Word::kIsDrawn);
    case Rule::kEdited:
      return label(Word::kIsEdited);
    case Rule::kCopy:
      return label(Word::kIsCopied);
    case Rule::kDot:
      return say(Word::kIsDot, {count});
    default:
      return say(playground::is_sum(origin.rule) ? Word::kIsSum : Word::kIsMade, {count});
  }
}

/// "it asks animal: 16 products, one sum", or the row and the column that make another cell.
std::vector<Span> title_of(const Frame& frame, const Cell& cell, const Provenance& origin) {
  const playground::TensorInfo& about = playground::info(cell.tensor);
  const Color& ink = frame.theme.ink;
  const bool token_row = is_token_axis(about.rows);
  const Span what{what_it_is(cell, origin), ink};
  if (about.columns == Axis::kKeyToken) {
    return {token_span(frame, cell.row, about.rows),
            {label(cell.tensor == Tensor::kWeights ? Word::kAttendsTo : Word::kAsks), ink},
            token_span(frame, cell.column, about.columns),
            what};
  }
  const Span row = token_row ? token_span(frame, cell.row, about.rows)
                             : Span{say(Word::kRowOf, {playground::symbol_of(cell.tensor, frame.snapshot.model),
                                                       std::to_string(cell.row)}),
                                    ink, Weight::kBold};
  if (about.columns == Axis::kSingle) {
    return {row, what};
  }
  return {row, {say(Word::kAndColumn, {std::to_string(cell.column)}), ink}, what};
}

/// Of a maximum the largest, of everything else all: the cells worth a button.
std::vector<Cell> buttons_of(const Provenance& origin) {
  std::vector<Cell> cells;
  double largest = 0;
  for (const playground::Term& term : origin.terms) {
    for (const Cell& source : term.sources) {
      if (origin.rule != Rule::kMax) {
        cells.push_back(source);
      } else if (cells.empty() || term.value > largest) {
        cells = {source};
        largest = term.value;
      }
    }
  }
  return cells;
}

/// The cells that a value which is no sum was made from, one button each: "NAME.source[0]".
void draw_sources(Frame& frame, const Provenance& origin, const std::string& name) {
  const std::vector<Cell> cells = buttons_of(origin);
  if (cells.empty()) {
    return;
  }
  ImGui::AlignTextToFramePadding();
  paragraph(frame, say(Word::kMadeFrom), frame.theme.muted_ink);
  for (std::size_t index = 0; index < cells.size(); ++index) {
    const std::string source = name_of(frame, cells[index]);
    same_line_if_fits(frame, button_width(frame, source));
    if (button(frame, name + ".source[" + std::to_string(index) + "]", source)) {
      follow(frame, cells[index]);
    }
  }
}

/// How one cell comes to be, part by part.
void draw_parts(Frame& frame, const Provenance& origin, const std::string& name, float width) {
  const Cell& cell = origin.cell;
  const std::vector<Cell> parts = parts_of(cell);
  int sums = 0;
  for (std::size_t index = 0; index < parts.size(); ++index) {
    const Cell& part = parts[index];
    const bool whole = index + 1 == parts.size();
    const playground::Result<Provenance> found = whole ? origin : playground::provenance(frame.snapshot, part);
    if (!found.ok()) {
      continue;
    }
    // While the step is played the parts are said one after the other.
    const bool said = parts.size() == 1 || !is_made(frame, cell) || static_cast<int>(index) <= frame.scene->terms;
    const Provenance& made = found.value();
    ImGui::Dummy({0, 0.1F * frame.em});
    const bool summed = playground::is_sum(made.rule) && made.terms.size() > 1;
    paragraph(frame, made.formula, said ? (summed ? frame.theme.muted_ink : frame.theme.ink) : frame.theme.hairline);
    if (summed) {
      // Of several sums the first is called as the only one is, the others by what they make.
      const std::string of = ++sums == 1 ? "" : std::string(playground::info(part.tensor).name) + ".";
      draw_sum_of_terms(frame, name + of + "term", made, width);
    } else {
      draw_sources(frame, made, name + std::string(playground::info(part.tensor).name));
    }
  }
}

void draw_way_back(Frame& frame) {
  const std::vector<TrailMark>& trail = frame.view.trail;
  if (!trail.empty() && button(frame, "trail.back", "← " + name_of(frame, trail.back().cell))) {
    go_back(frame);
  }
}

/// The way to a second cell.
void draw_tools(Frame& frame) {
  ViewState& view = frame.view;
  const std::string_view second = view.pin_second ? say(Word::kPinSecondNow) : say(Word::kPinSecond);
  if (button(frame, "pin.second", second, view.pin_second ? ButtonLook::kChosen : ButtonLook::kQuiet)) {
    view.pin_second = !view.pin_second;
  }
  if (!view.compared) {
    return;
  }
  same_line_if_fits(frame, button_width(frame, say(Word::kUnpinSecond)));
  if (button(frame, "pin.close", say(Word::kUnpinSecond), ButtonLook::kQuiet)) {
    view.compared.reset();
  }
}

/// Two cells beside each other: the second with the difference.
void draw_second(Frame& frame, const Provenance& first, const Provenance& second, float width) {
  Panel panel(frame, "terms2", width);
  spans(frame, title_of(frame, second.cell, second), 1.05F);
  draw_parts(frame, second, "second.", panel.inner_width());
  const std::string difference = name_of(frame, second.cell) + " − " + name_of(frame, first.cell) + " = " +
                                 playground::number_text(second.value - first.value, 4);
  paragraph(frame, difference, frame.theme.ink, Weight::kBold, 1);
  anchor_last_item(frame, "pin.difference");
}

}  // namespace

void draw_terms(Frame& frame, float width) {
  const std::optional<Cell> cell = explained_cell(frame.session, frame.snapshot, frame.view);
  if (!cell) {
    return;
  }
  const playground::Result<Provenance> origin = playground::provenance(frame.snapshot, *cell);
  if (!origin.ok()) {
    return;
  }
  std::optional<Provenance> second;
  if (frame.view.compared) {
    const playground::Result<Provenance> found = playground::provenance(frame.snapshot, *frame.view.compared);
    second = found.ok() ? std::optional(found.value()) : std::nullopt;
  }
  const bool two_columns = second && width >= kTwoFrom * frame.em;
  const float gap = 0.8F * frame.em;
  const float panel_width = two_columns ? (width - gap) / 2 : width;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  {
    Panel panel(frame, "terms", panel_width);
    draw_way_back(frame);
    spans(frame, title_of(frame, *cell, origin.value()), 1.05F);
    draw_cell_editor(frame, *cell);
    draw_parts(frame, origin.value(), "", panel.inner_width());
    draw_tools(frame);
  }
  const float below = ImGui::GetCursorScreenPos().y;
  if (!second) {
    return;
  }
  if (two_columns) {
    ImGui::SetCursorScreenPos({start.x + panel_width + gap, start.y});
  }
  draw_second(frame, origin.value(), *second, panel_width);
  const float end = std::max(below, ImGui::GetCursorScreenPos().y);
  ImGui::SetCursorScreenPos({start.x, end});
  ImGui::Dummy({width, 0});
}

}  // namespace shell
