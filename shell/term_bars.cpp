#include "shell/term_bars.hpp"

#include <algorithm>
#include <cmath>

#include "core/playground/wording.hpp"
#include "shell/focus.hpp"
#include "shell/help.hpp"
#include "shell/pins.hpp"
#include "shell/texts.hpp"
#include "shell/transport.hpp"
#include "shell/widgets.hpp"

namespace shell {
namespace {

using playground::Axis;
using playground::Cell;
using playground::Provenance;
using playground::Rule;
using playground::Term;

// Sizes in em.
constexpr float kBarsHeight = 7.5F;
constexpr float kSmall = 0.8F;
constexpr float kSumWidth = 9.5F;
constexpr float kWidestSlot = 3.4F;
constexpr float kNumberedSlot = 2.05F;  ///< a bar at least so wide has its numbers written at it
constexpr float kDigitWidth = 0.45F;    ///< that each digit beyond the usual adds to a slot
constexpr float kNotAdded = 0.18F;      ///< how much of its colour a term has that is still to be added
constexpr float kLongestName = 6;
constexpr float kEighthTurn = 0.7853981634F;  ///< 45 degrees
constexpr int kTermDigits = 2;
constexpr int kWrittenDigits = 3;
constexpr int kSumDigits = 4;

int term_digits(const Frame& frame) { return frame.session.digits.value_or(kTermDigits); }
int written_digits(const Frame& frame) { return frame.session.digits.value_or(kWrittenDigits); }
int sum_digits(const Frame& frame) { return frame.session.digits.value_or(kSumDigits); }

/// Width of a bar's place that has room for its numbers, and the most that it takes.
float numbered_slot(const Frame& frame) {
  return (kNumberedSlot + kDigitWidth * static_cast<float>(term_digits(frame) - kTermDigits)) * frame.em;
}
float widest_slot(const Frame& frame) { return std::max(kWidestSlot * frame.em, numbered_slot(frame)); }

/// Terms of the cell that are added already: all, unless the step is played and this is what it makes.
int added_terms(const Frame& frame, const Provenance& origin) {
  const auto all = static_cast<int>(origin.terms.size());
  const bool in_parts = parts_of(origin.cell).size() > 1;
  return is_made(frame, origin.cell) && !in_parts ? std::min(all, frame.scene->terms) : all;
}

Color factor_color(const Frame& frame, const Cell& source) {
  const Role role = role_of(source.tensor);
  return role == Role::kNone ? frame.theme.muted_ink : role_color(frame.theme, role);
}

double tallest_term(const Provenance& origin) {
  double tallest = 0;
  for (const Term& term : origin.terms) {
    tallest = std::isfinite(term.value) ? std::max(tallest, std::abs(term.value)) : tallest;
  }
  return tallest;
}

/// How a bar's names stand: below it, or turned where they are wider than it.
struct NameStyle {
  bool turned = false;
  float height = 0;
};

/// The name of each term.
std::vector<std::string> names_of(const Frame& frame, const Provenance& origin) {
  std::vector<std::string> names;
  names.reserve(origin.terms.size());
  for (std::size_t index = 0; index < origin.terms.size(); ++index) {
    names.push_back(term_name(frame, origin, index));
  }
  return names;
}

float widest_of(const Frame& frame, const std::vector<std::string>& texts, Weight weight) {
  float widest = 0;
  for (const std::string& text : texts) {
    widest = std::max(widest, text_size(frame, text, weight, kSmall * frame.em).x);
  }
  return widest;
}

NameStyle name_style(const Frame& frame, const std::vector<std::string>& names, float slot) {
  const float widest = widest_of(frame, names, Weight::kRegular);
  const float line = 1.3F * kSmall * frame.em;
  if (widest <= slot - 0.2F * frame.em) {
    return {false, line};
  }
  if (slot < 0.9F * frame.em) {
    return {};
  }
  return {true, std::min(widest, kLongestName * frame.em) * 0.75F + line};
}

void draw_name(Frame& frame, const std::string& name, const Rect& slot, const NameStyle& style) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float size = kSmall * frame.em;
  if (style.height <= 0) {
    return;
  }
  if (!style.turned) {
    draw_text_in(frame, list, {slot.x, slot.bottom() - style.height, slot.width, style.height}, name,
                 frame.theme.muted_ink, Weight::kRegular, size, {0.5F, 0.5F});
    return;
  }
  // Turned so that it ends below its bar.
  const float length = text_size(frame, name, Weight::kRegular, size).x * 0.707F;
  const ImVec2 at{slot.x + slot.width / 2 - length - 0.2F * size, slot.bottom() - style.height + length};
  draw_turned_text(frame, list, at, kEighthTurn, name, frame.theme.muted_ink, Weight::kRegular, size);
}

void draw_bar(Frame& frame, const Term& term, const Rect& slot, float zero, float pixels_per_unit, bool numbered,
              bool added) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float small = kSmall * frame.em;
  const float length = std::isfinite(term.value) ? static_cast<float>(term.value) * pixels_per_unit : 0;
  const float width = std::max(1.0F, std::min(slot.width * 0.6F, 1.6F * frame.em));
  const Rect bar{std::round(slot.x + (slot.width - width) / 2), length >= 0 ? zero - length : zero, std::round(width),
                 std::max(1.0F, std::abs(length))};
  const Color& color = term.value < 0 ? frame.theme.negative : frame.theme.positive;
  fill(list, bar, added ? color : with_alpha(color, kNotAdded), std::min(2.0F, width / 4));
  if (!numbered) {
    return;
  }
  const float line = 1.25F * small;
  draw_text_in(frame, list, {slot.x, length >= 0 ? bar.y - line : bar.bottom(), slot.width, line},
               playground::number_text(term.value, term_digits(frame)), frame.theme.ink, Weight::kRegular, small,
               {0.5F, 0.5F});
}


void draw_factor(Frame& frame, const std::string& sum, const Term& term, std::size_t index, std::size_t factor,
                 const Rect& rect) {
  draw_text_in(frame, *ImGui::GetWindowDrawList(), rect,
               playground::number_text(term.factors[factor], term_digits(frame)),
               factor_color(frame, term.sources[factor]), Weight::kRegular, kSmall * frame.em, {0.5F, 0.5F});
  if (area_pressed(frame, source_name(sum, index, factor), rect)) {
    follow(frame, term.sources[factor]);
  }
}

void explain_term(Frame& frame, const Provenance& origin, const Term& term, const Rect& slot) {
  const ImVec2 mouse = ImGui::GetMousePos();
  if (ImGui::IsWindowHovered() && slot.contains(mouse.x, mouse.y)) {
    tip(frame, term.label + " = " + written_value(origin, term, kSumDigits), slot);
  }
}

/// Behind the term that is being added.
void draw_current(const Frame& frame, const Rect& slot) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float margin = 0.3F * frame.em;
  const Rect around{slot.x, slot.y - margin, slot.width, slot.height + 2 * margin};
  fill(list, around, frame.theme.sunken, margin);
  outline(list, around, frame.theme.ink, std::max(1.0F, 0.09F * frame.em), margin);
}

/// All terms as bars from one line of zero; gives the width of a bar's place.
float draw_bars(Frame& frame, const std::string& sum, const Provenance& origin, const std::vector<std::string>& names,
                const NameStyle& style, const Rect& area) {
  const auto count = static_cast<float>(origin.terms.size());
  const float slot_width = std::min(widest_slot(frame), area.width / count);
  const bool numbered = slot_width >= numbered_slot(frame);
  const bool products = numbered && origin.rule == Rule::kDot;
  const float factor_line = products ? 1.4F * kSmall * frame.em : 0;
  const float value_line = numbered ? 1.25F * kSmall * frame.em : 0;
  const float half = std::max(1.0F, (area.height - 2 * factor_line - 2 * value_line - style.height) / 2);
  const double tallest = tallest_term(origin);
  const bool one_sided =
      std::all_of(origin.terms.begin(), origin.terms.end(), [](const Term& term) { return term.value >= 0; });
  const float reach = one_sided ? 2 * half + value_line : half;
  const float zero = std::round(area.y + factor_line + value_line + reach);
  const float pixels_per_unit = tallest > 0 ? reach / static_cast<float>(tallest) : 0;
  const int added = added_terms(frame, origin);
  fill(*ImGui::GetWindowDrawList(), {area.x, zero, slot_width * count, 1}, frame.theme.control_border);
  for (std::size_t index = 0; index < origin.terms.size(); ++index) {
    const Term& term = origin.terms[index];
    const Rect slot{area.x + static_cast<float>(index) * slot_width, area.y, slot_width, area.height};
    if (static_cast<int>(index) == added) {
      draw_current(frame, slot);
    }
    const bool reached = static_cast<int>(index) <= added;
    draw_bar(frame, term, slot, zero, pixels_per_unit, numbered && reached, reached);
    draw_name(frame, names[index], slot, style);
    if (products && term.factors.size() == 2) {
      draw_factor(frame, sum, term, index, 0, {slot.x, slot.y, slot.width, factor_line});
      draw_factor(frame, sum, term, index, 1, {slot.x, slot.bottom() - style.height - factor_line, slot.width, factor_line});
    } else if (term.sources.size() == 1 &&
               area_pressed(frame, source_name(sum, index, 0), {slot.x, slot.y, slot.width, slot.height})) {
      follow(frame, term.sources[0]);
    }
    explain_term(frame, origin, term, slot);
  }
  return slot_width;
}

void draw_sum(Frame& frame, const Provenance& origin, const Rect& area) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float middle = area.y + area.height / 2;
  const auto all = static_cast<int>(origin.terms.size());
  const int added = added_terms(frame, origin);
  const std::string what =
      say(added == all ? Word::kSum : Word::kPartialSum, {std::to_string(added), std::to_string(all)});
  const double value = added == all ? origin.value : partial_sum(origin.terms, added);
  draw_text(frame, list, {area.x, middle - 2.2F * frame.em}, what, frame.theme.muted_ink, Weight::kRegular, frame.em);
  draw_text(frame, list, {area.x, middle - 1.0F * frame.em}, playground::number_text(value, sum_digits(frame)),
            frame.theme.ink, Weight::kBold, 1.75F * frame.em);
  anchor(frame, "terms.sum", {area.x, middle - frame.em, area.width, 2 * frame.em});
}

/// Terms that are too many for numbers at their bars, written out in columns under their names.
void draw_written_terms(Frame& frame, const std::string& sum, const Provenance& origin,
                        const std::vector<std::string>& names, float width) {
  const float small = kSmall * frame.em;
  std::vector<std::string> lines;
  lines.reserve(origin.terms.size());
  for (const Term& term : origin.terms) {
    lines.push_back(written_value(origin, term, written_digits(frame)));
  }
  const float widest = widest_of(frame, lines, Weight::kRegular);
  const float widest_name = widest_of(frame, names, Weight::kBold) + 0.5F * frame.em;
  const float column_width = widest_name + widest + 1.4F * frame.em;
  const int columns = std::max(1, static_cast<int>(width / column_width));
  const int count = static_cast<int>(origin.terms.size());
  const int rows = (count + columns - 1) / columns;
  const float line = 1.35F * small;
  const int added = added_terms(frame, origin);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (int index = 0; index < count; ++index) {
    const auto term_index = static_cast<std::size_t>(index);
    const Term& term = origin.terms[term_index];
    const Rect rect{start.x + static_cast<float>(index / rows) * column_width,
                    start.y + static_cast<float>(index % rows) * line, column_width - 1.2F * frame.em, line};
    draw_text_in(frame, list, {rect.x, rect.y, widest_name - 0.5F * frame.em, line}, names[term_index], frame.theme.ink,
                 Weight::kBold, small, {1, 0.5F});
    const Color& color = index < added    ? frame.theme.muted_ink
                         : index == added ? frame.theme.ink
                                          : frame.theme.hairline;
    draw_text(frame, list, {rect.x + widest_name, rect.y}, lines[term_index], color,
              index == added ? Weight::kBold : Weight::kRegular, small);
    const float half = rect.width / 2;
    for (std::size_t source = 0; source < std::min<std::size_t>(term.sources.size(), 2); ++source) {
      const float x = rect.x + (source == 0 ? 0 : half);
      const float part = term.sources.size() > 1 ? half : rect.width;
      if (area_pressed(frame, source_name(sum, term_index, source), {x, rect.y, part, line})) {
        follow(frame, term.sources[source]);
      }
    }
  }
  ImGui::Dummy({width, static_cast<float>(rows) * line});
}

}  // namespace

std::string written_value(const Provenance& origin, const Term& term, int digits) {
  const std::string value = playground::number_text(term.value, digits);
  if (term.factors.size() != 2) {
    return value;
  }
  const std::string first = playground::number_text(term.factors[0], digits);
  std::string second = playground::number_text(term.factors[1], digits);
  second = term.factors[1] < 0 ? "(" + second + ")" : second;
  switch (origin.rule) {
    case Rule::kDot:
      return first + " × " + second + " = " + value;
    case Rule::kVariance:
      return "(" + first + " − " + second + ")² ÷ " + std::to_string(origin.terms.size()) + " = " + value;
    default:
      return value;
  }
}

std::string term_name(const Frame& frame, const Provenance& origin, std::size_t index) {
  const std::vector<Term>& terms = origin.terms;
  if (terms.size() < 2 || terms[0].sources.empty() || terms[index].sources.empty()) {
    return {};
  }
  const Cell& here = terms[index].sources[0];
  if (terms[1].sources.empty() || terms[0].sources[0].tensor != terms[1].sources[0].tensor) {
    return std::string(symbol_of(here.tensor, false, frame.snapshot.model));
  }
  const bool by_row = terms[0].sources[0].row != terms[1].sources[0].row;
  const playground::TensorInfo& about = playground::info(here.tensor);
  const int place = by_row ? here.row : here.column;
  if (is_token_axis(by_row ? about.rows : about.columns)) {
    return token_text(frame, frame.snapshot.tokens[static_cast<std::size_t>(place)]);
  }
  return std::to_string(place);
}

std::string source_name(const std::string& sum, std::size_t term, std::size_t source) {
  return sum + "[" + std::to_string(term) + "].source[" + std::to_string(source) + "]";
}

void draw_sum_of_terms(Frame& frame, const std::string& sum, const Provenance& origin, float width) {
  Entry said{.kind = EntryKind::kTerms, .name = sum};
  said.cell = origin.cell;
  frame.transcript.add(std::move(said));
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float sum_width = kSumWidth * frame.em;
  const bool beside = width > 3 * sum_width;
  const float bars_width = beside ? width - sum_width : width;
  const float slot = std::min(widest_slot(frame), bars_width / static_cast<float>(origin.terms.size()));
  const std::vector<std::string> names = names_of(frame, origin);
  const NameStyle style = name_style(frame, names, slot);
  const float height = kBarsHeight * frame.em + style.height;
  const float used = draw_bars(frame, sum, origin, names, style, {start.x, start.y, bars_width, height});
  ImGui::SetCursorScreenPos(start);
  if (beside) {
    const float right = used * static_cast<float>(origin.terms.size());
    draw_sum(frame, origin, {start.x + right + 1.2F * frame.em, start.y, sum_width, height});
    ImGui::Dummy({width, height});
  } else {
    ImGui::Dummy({width, height});
    const ImVec2 below = ImGui::GetCursorScreenPos();
    draw_sum(frame, origin, {below.x, below.y + 0.6F * frame.em, width, 2.4F * frame.em});
    ImGui::SetCursorScreenPos(below);
    ImGui::Dummy({width, 3.4F * frame.em});
  }
  if (used < numbered_slot(frame)) {
    draw_written_terms(frame, sum, origin, names, width);
  }
  const Rect all{start.x, start.y, width, ImGui::GetCursorScreenPos().y - start.y};
  ring(frame, sum, all);
  // A source that has no place of its own in the picture.
  if (frame.view.focus.starts_with(sum + "[") && !frame.view.focus_ringed) {
    ring(frame, frame.view.focus, all);
  }
}

}  // namespace shell
