// The terms panel: how the selected cell comes to be, each product as a bar with its numbers, and the sum.
#include <algorithm>
#include <cmath>

#include "core/playground/provenance.hpp"
#include "core/playground/wording.hpp"
#include "shell/panel.hpp"
#include "shell/selection.hpp"
#include "shell/texts.hpp"
#include "shell/views.hpp"
#include "shell/widgets.hpp"

namespace shell {
namespace {

using playground::Cell;
using playground::Provenance;
using playground::Rule;
using playground::Tensor;
using playground::Term;

// Sizes in em.
constexpr float kBarsHeight = 7.5F;
constexpr float kSmall = 0.8F;
constexpr float kSumWidth = 9.5F;
constexpr float kWidestSlot = 3.4F;
constexpr float kNumberedSlot = 2.05F;  ///< a bar at least so wide has its numbers written at it
constexpr float kDigitWidth = 0.45F;    ///< that each digit beyond the usual adds to a slot
constexpr float kNotAdded = 0.18F;      ///< how much of its colour a term has that is still to be added
constexpr int kTermDigits = 2;
constexpr int kSumDigits = 4;

int term_digits(const Frame& frame) { return frame.view.digits.value_or(kTermDigits); }
int sum_digits(const Frame& frame) { return frame.view.digits.value_or(kSumDigits); }

/// Width of a bar's place that has room for its numbers, and the most that it takes.
float numbered_slot(const Frame& frame) {
  return (kNumberedSlot + kDigitWidth * static_cast<float>(term_digits(frame) - kTermDigits)) * frame.em;
}
float widest_slot(const Frame& frame) { return std::max(kWidestSlot * frame.em, numbered_slot(frame)); }

/// The cells whose making a step explains: the four parts of the softmax, otherwise the selected cell alone.
std::vector<Cell> explained_cells(const Cell& selected) {
  if (selected.tensor != Tensor::kWeights) {
    return {selected};
  }
  const auto part = [&](Tensor tensor, int column) {
    return Cell{.tensor = tensor, .row = selected.row, .column = column, .head = selected.head};
  };
  return {part(Tensor::kRowMax, 0), part(Tensor::kExponentials, selected.column), part(Tensor::kRowSum, 0), selected};
}

bool is_sum(Rule rule) { return rule == Rule::kDot || rule == Rule::kSum; }

const Color& factor_color(const Frame& frame, const Cell& source) {
  const Role role = role_of(source.tensor);
  return role == Role::kQuery    ? frame.theme.query
         : role == Role::kKey    ? frame.theme.key
         : role == Role::kValue  ? frame.theme.value
         : role == Role::kWeight ? frame.theme.weight
                                 : frame.theme.muted_ink;
}

/// Terms of the cell that are added already: all, unless the step is played and this is what it makes.
int added_terms(const Frame& frame, const Provenance& origin) {
  const auto all = static_cast<int>(origin.terms.size());
  const bool making = frame.scene && frame.scene->current >= 0;
  return making && frame.reel.terms == all && is_sum(origin.rule) ? std::min(all, frame.scene->terms) : all;
}

double tallest_term(const Provenance& origin) {
  double tallest = 0;
  for (const Term& term : origin.terms) {
    tallest = std::max(tallest, std::abs(term.value));
  }
  return tallest;
}

void draw_bar(Frame& frame, const Term& term, const Rect& slot, float zero, float pixels_per_unit, bool numbered,
              bool added) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float small = kSmall * frame.em;
  const float length = static_cast<float>(term.value) * pixels_per_unit;
  const float width = std::max(1.0F, std::min(slot.width * 0.6F, 1.6F * frame.em));
  const Rect bar{std::round(slot.x + (slot.width - width) / 2), length >= 0 ? zero - length : zero, std::round(width),
                 std::max(1.0F, std::abs(length))};
  const Color& color = term.value < 0 ? frame.theme.negative : frame.theme.positive;
  fill(list, bar, added ? color : with_alpha(color, kNotAdded), std::min(2.0F, width / 4));
  if (!numbered) {
    return;
  }
  const std::string value = playground::number_text(term.value, term_digits(frame));
  const float line = 1.25F * small;
  const float above = bar.y - line;
  const float below = bar.bottom();
  draw_text_in(frame, list, {slot.x, length >= 0 ? above : below, slot.width, line}, value, frame.theme.ink,
               Weight::kRegular, small, {0.5F, 0.5F});
}

void draw_factors(Frame& frame, const Term& term, const Rect& slot) {
  if (term.factors.size() < 2) {
    return;
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float small = kSmall * frame.em;
  const float line = 1.4F * small;
  draw_text_in(frame, list, {slot.x, slot.y, slot.width, line},
               playground::number_text(term.factors[0], term_digits(frame)), factor_color(frame, term.sources[0]),
               Weight::kRegular, small, {0.5F, 0.5F});
  draw_text_in(frame, list, {slot.x, slot.bottom() - line, slot.width, line},
               playground::number_text(term.factors[1], term_digits(frame)), factor_color(frame, term.sources[1]),
               Weight::kRegular, small, {0.5F, 0.5F});
}

/// All terms as bars from one line of zero.
void draw_bars(Frame& frame, const Provenance& origin, const Rect& area) {
  const auto count = static_cast<float>(origin.terms.size());
  const float slot_width = std::min(widest_slot(frame), area.width / count);
  const bool numbered = slot_width >= numbered_slot(frame);
  const float factor_line = numbered && origin.rule == Rule::kDot ? 1.4F * kSmall * frame.em : 0;
  const float value_line = numbered ? 1.25F * kSmall * frame.em : 0;
  const float half = std::max(1.0F, (area.height - 2 * factor_line - 2 * value_line) / 2);
  const double tallest = tallest_term(origin);
  const bool one_sided =
      std::all_of(origin.terms.begin(), origin.terms.end(), [](const Term& t) { return t.value >= 0; });
  const float reach = one_sided ? 2 * half + value_line : half;
  const float zero = std::round(area.y + factor_line + value_line + reach);
  const float pixels_per_unit = tallest > 0 ? reach / static_cast<float>(tallest) : 0;
  const int added = added_terms(frame, origin);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  fill(list, {area.x, zero, slot_width * count, 1}, frame.theme.control_border);
  for (std::size_t index = 0; index < origin.terms.size(); ++index) {
    const Rect slot{area.x + static_cast<float>(index) * slot_width, area.y, slot_width, area.height};
    const bool current = static_cast<int>(index) == added;
    if (current) {
      const float margin = 0.3F * frame.em;
      const Rect around{slot.x, slot.y - margin, slot.width, slot.height + 2 * margin};
      fill(list, around, frame.theme.sunken, margin);
      outline(list, around, frame.theme.ink, std::max(1.0F, 0.09F * frame.em), margin);
    }
    const bool reached = static_cast<int>(index) <= added;
    draw_bar(frame, origin.terms[index], slot, zero, pixels_per_unit, numbered && reached, reached);
    if (numbered) {
      draw_factors(frame, origin.terms[index], slot);
    }
  }
}

void draw_sum(Frame& frame, const Provenance& origin, const Rect& area) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float middle = area.y + area.height / 2;
  const auto all = static_cast<int>(origin.terms.size());
  const int added = added_terms(frame, origin);
  const std::string what = added == all ? "sum" : "sum of " + std::to_string(added) + " of " + std::to_string(all);
  const double value = added == all ? origin.value : partial_sum(origin.terms, added);
  draw_text(frame, list, {area.x, middle - 2.2F * frame.em}, what, frame.theme.muted_ink, Weight::kRegular, frame.em);
  draw_text(frame, list, {area.x, middle - 1.0F * frame.em}, playground::number_text(value, sum_digits(frame)),
            frame.theme.ink, Weight::kBold, 1.75F * frame.em);
  anchor(frame, "terms.sum", {area.x, middle - frame.em, area.width, 2 * frame.em});
}

std::string written_term(const Frame& frame, const Term& term) {
  const std::string value = playground::number_text(term.value, term_digits(frame));
  if (term.factors.size() < 2) {
    return value;
  }
  return playground::number_text(term.factors[0], term_digits(frame)) + " × " +
         playground::number_text(term.factors[1], term_digits(frame)) + " = " + value;
}

/// Terms that are too many for numbers at their bars, written out in columns.
void draw_written_terms(Frame& frame, const Provenance& origin, float width) {
  const float small = kSmall * frame.em;
  float widest = 0;
  for (const Term& term : origin.terms) {
    widest = std::max(widest, text_size(frame, written_term(frame, term), Weight::kRegular, small).x);
  }
  const float column_width = widest + 1.6F * frame.em;
  const int columns = std::max(1, static_cast<int>(width / column_width));
  const int count = static_cast<int>(origin.terms.size());
  const int rows = (count + columns - 1) / columns;
  const float line = 1.35F * small;
  const int added = added_terms(frame, origin);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (int index = 0; index < count; ++index) {
    const ImVec2 at{start.x + static_cast<float>(index / rows) * column_width,
                    start.y + static_cast<float>(index % rows) * line};
    const Color& color = index < added    ? frame.theme.muted_ink
                         : index == added ? frame.theme.ink
                                          : frame.theme.hairline;
    draw_text(frame, list, at, written_term(frame, origin.terms[static_cast<std::size_t>(index)]), color,
              index == added ? Weight::kBold : Weight::kRegular, small);
  }
  ImGui::Dummy({width, static_cast<float>(rows) * line});
}

void draw_sum_of_terms(Frame& frame, const Provenance& origin, float width) {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float height = kBarsHeight * frame.em;
  const float sum_width = kSumWidth * frame.em;
  const bool beside = width > 3 * sum_width;
  const float bars_width = beside ? width - sum_width : width;
  draw_bars(frame, origin, {start.x, start.y, bars_width, height});
  if (beside) {
    const float used = std::min(bars_width, widest_slot(frame) * static_cast<float>(origin.terms.size()));
    draw_sum(frame, origin, {start.x + used + 1.2F * frame.em, start.y, sum_width, height});
    ImGui::Dummy({width, height});
  } else {
    ImGui::Dummy({width, height});
    const ImVec2 below = ImGui::GetCursorScreenPos();
    draw_sum(frame, origin, {below.x, below.y + 0.6F * frame.em, width, 2.4F * frame.em});
    ImGui::Dummy({width, 3.4F * frame.em});
  }
  const float slot = std::min(widest_slot(frame), bars_width / static_cast<float>(origin.terms.size()));
  if (slot < numbered_slot(frame)) {
    draw_written_terms(frame, origin, width);
  }
}

std::string token_at(const Frame& frame, int index) {
  return token_text(frame, frame.snapshot.tokens[static_cast<std::size_t>(index)]);
}

/// "it asks animal: 16 products, one sum", or what else makes the selected cell.
std::vector<Span> title_of(const Frame& frame, const Cell& cell, const Provenance& origin) {
  const Theme& theme = frame.theme;
  const Span query{token_at(frame, frame.session.query), theme.query, Weight::kBold};
  const Span key{token_at(frame, frame.session.key), theme.key, Weight::kBold};
  const std::string count = std::to_string(origin.terms.size());
  switch (cell.tensor) {
    case Tensor::kScores:
      return {query, {" asks ", theme.ink}, key, {": " + count + " products, one sum", theme.ink}};
    case Tensor::kScaledScores:
      return {query, {" asks ", theme.ink}, key, {": the score in range", theme.ink}};
    case Tensor::kMaskedScores:
      return {query, {" asks ", theme.ink}, key, {": may it look?", theme.ink}};
    case Tensor::kWeights:
      return {query, {" attends to ", theme.ink}, key, {": maximum, exponential, sum, quotient", theme.ink}};
    case Tensor::kKeys:
    case Tensor::kValues:
      return {key, {", column " + std::to_string(cell.column) + ": " + count + " products, one sum", theme.ink}};
    case Tensor::kEmbeddings:
      return {query, {", column " + std::to_string(cell.column) + ": where this number comes from", theme.ink}};
    default:
      break;
  }
  const std::string what = origin.rule == Rule::kCopy ? ": taken over as it is" : ": " + count + " products, one sum";
  return {query, {", column " + std::to_string(cell.column) + what, theme.ink}};
}

}  // namespace

void draw_terms(Frame& frame, float width) {
  const std::optional<Cell> selected = selected_cell(frame.session, frame.snapshot, frame.view);
  if (!selected) {
    return;
  }
  const playground::Result<Provenance> origin = playground::provenance(frame.snapshot, *selected);
  if (!origin.ok()) {
    return;
  }
  Panel panel(frame, "terms", width);
  spans(frame, title_of(frame, *selected, origin.value()), 1.05F);
  const std::vector<Cell> cells = explained_cells(*selected);
  for (std::size_t index = 0; index < cells.size(); ++index) {
    const playground::Result<Provenance> part = playground::provenance(frame.snapshot, cells[index]);
    // The parts of the softmax are said one after the other.
    const bool said =
        cells.size() == 1 || !frame.scene || frame.scene->current < 0 || static_cast<int>(index) <= frame.scene->terms;
    if (!part.ok()) {
      continue;
    }
    ImGui::Dummy({0, 0.1F * frame.em});
    const bool summed = is_sum(part.value().rule) && !part.value().terms.empty();
    paragraph(frame, part.value().formula,
              said ? (summed ? frame.theme.muted_ink : frame.theme.ink) : frame.theme.hairline);
    if (summed) {
      draw_sum_of_terms(frame, part.value(), panel.inner_width());
    }
  }
}

}  // namespace shell
