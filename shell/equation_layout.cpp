#include "shell/equation_layout.hpp"

#include <algorithm>
#include <cmath>

namespace shell {
namespace {

// Sizes in em.
constexpr float kSignWidth = 1.5F;
constexpr float kTitleHeight = 2.9F;
constexpr float kTallestRow = 1.4F;
constexpr float kWidestPlainCell = 1.15F;  ///< of an operand without numbers
constexpr float kNarrowestPlainCell = 0.16F;
constexpr float kRoomyNumber = 1.25F;        ///< a cell with a number is at most so much wider than it must be
constexpr float kNarrowestLabelled = 0.85F;  ///< below this, turned names of all columns would overlap
constexpr float kLeastOperandRow = 0.3F;
constexpr float kSumHeight = 1.4F;
constexpr float kSumCaption = 1.3F;  ///< the words below the sums
constexpr float kSumGap = 0.35F;     ///< between cells and sums
constexpr float kCrowdedWidth = 36;  ///< below this the result stands alone unless all fits, and has no row sums
constexpr float kLeanShare = 0.4F;   ///< how far the last turned name leans out beyond its cell, in its width

struct Widths {
  float result_cell = 0;
  float other_cell = 0;
  bool numbers = false;
};

/// Width of matrices with cells of one width, none narrower than its title.
float slots_width(std::span<const OperandShape> operands, float cell) {
  float width = 0;
  for (const OperandShape& operand : operands) {
    width += std::max(operand.title_width, cell * static_cast<float>(operand.columns));
  }
  return width;
}

/// The widest cell up to `most` with which the matrices fit into `room`, but at least a hair.
float widest_cell(std::span<const OperandShape> operands, float room, float most) {
  float low = 0.01F;
  float high = most;
  constexpr int kHalvings = 20;
  for (int halving = 0; halving < kHalvings; ++halving) {
    const float middle = (low + high) / 2;
    (slots_width(operands, middle) <= room ? low : high) = middle;
  }
  return low;
}

/// What is given up, step by step, so that the result keeps its numbers.
struct Thrift {
  bool one_label_column = false;
  bool small_numbers = false;
};

/// Width of one cell of the result and of the others when `room` pixels are there for cells and titles.
Widths share_out(std::span<const OperandShape> operands, float room, const EquationMetrics& metrics, Thrift thrift) {
  const float em = metrics.em;
  const auto columns = static_cast<float>(operands.back().columns);
  const std::span<const OperandShape> others = operands.first(operands.size() - 1);
  const float number_width = metrics.number_width * (thrift.small_numbers ? kSmallNumber : 1);
  const float number_cells = columns * number_width;
  if (number_cells + slots_width(others, kNarrowestPlainCell * em) <= room) {
    const float other_cell = widest_cell(others, room - number_cells, kWidestPlainCell * em);
    const float left = room - slots_width(others, other_cell);
    return {std::min(number_width * kRoomyNumber, left / columns), other_cell, true};
  }
  // No numbers: all alike if token names still fit above the result, otherwise the others shrink first.
  const float cell = widest_cell(operands, room, kTallestRow * em);
  if (cell >= kNarrowestLabelled * em || others.empty()) {
    return {cell, cell, false};
  }
  const float other_cell = std::min(cell, kNarrowestPlainCell * em);
  const float left = room - slots_width(others, other_cell);
  return {std::max(cell, std::min(kTallestRow * em, left / columns)), other_cell, false};
}

bool has_row_labels(std::span<const OperandShape> operands, std::size_t index, Thrift thrift) {
  if (!operands[index].token_rows) {
    return false;
  }
  // Once at the left, and once more at the result, which stands far from it; five matrices have no room for that.
  const bool first = std::none_of(operands.begin(), operands.begin() + static_cast<std::ptrdiff_t>(index),
                                  [](const OperandShape& before) { return before.token_rows; });
  return first || (index + 1 == operands.size() && operands.size() <= 3 && !thrift.one_label_column);
}

float sign_width(std::span<const OperandShape> operands, std::size_t index, float em) {
  return index == 0 ? 0 : std::max(kSignWidth * em, operands[index].sign_width + 0.5F * em);
}

float row_sums_width(const OperandShape& operand, float width, const EquationMetrics& metrics) {
  return operand.sums && width >= kCrowdedWidth * metrics.em ? metrics.number_width + kSumGap * metrics.em : 0;
}

float column_sums_height(const OperandShape& operand, float em) {
  return operand.sums ? (kSumGap + kSumHeight + kSumCaption) * em : 0;
}

/// Room for cells in `width` once labels and signs have taken theirs.
float cell_room(std::span<const OperandShape> operands, float width, const EquationMetrics& metrics, Thrift thrift) {
  float room = width;
  for (std::size_t index = 0; index < operands.size(); ++index) {
    room -= sign_width(operands, index, metrics.em);
    room -= has_row_labels(operands, index, thrift) ? metrics.label_width : 0;
  }
  // The last turned name leans out to the right of its column, where the sums of the rows may stand.
  const float lean = operands.back().token_columns ? metrics.last_label_width * kLeanShare : 0;
  return room - std::max(lean, row_sums_width(operands.back(), width, metrics));
}

float token_row_height(std::span<const OperandShape> operands, float room, float em) {
  int tokens = 1;
  for (const OperandShape& operand : operands) {
    tokens = operand.token_rows ? std::max(tokens, operand.rows) : tokens;
  }
  return std::min(kTallestRow * em, room / static_cast<float>(tokens));
}

float height_of(const OperandShape& operand, float row_height, float token_height, float room, float em) {
  const auto rows = static_cast<float>(operand.rows);
  if (operand.token_rows) {
    return std::max(1.0F, rows * row_height);
  }
  const float wanted = std::max(token_height, rows * kLeastOperandRow * em);
  return std::max(1.0F, std::min({wanted, room, rows * kTallestRow * em}));
}

EquationLayout lay_out(std::span<const OperandShape> operands, std::size_t first, const Rect& area,
                       const EquationMetrics& metrics, Thrift thrift) {
  const float em = metrics.em;
  const Widths widths = share_out(operands, cell_room(operands, area.width, metrics, thrift), metrics, thrift);
  const auto cell_width = [&](std::size_t index) {
    return index + 1 == operands.size() ? widths.result_cell : widths.other_cell;
  };
  // Also above cells that are too narrow for a name each: some of the names stand there, and more where one zooms in.
  const bool labelled =
      std::any_of(operands.begin(), operands.end(), [](const OperandShape& operand) { return operand.token_columns; });
  const float top = labelled ? turned_height(metrics.label_width, em) : 0;
  const float sums_height = column_sums_height(operands.back(), em);
  const float room = std::max(em, area.height - top - sums_height - kTitleHeight * em);
  const float row_height = token_row_height(operands, room, em);
  float token_height = row_height;
  for (const OperandShape& operand : operands) {
    token_height =
        operand.token_rows ? std::max(token_height, static_cast<float>(operand.rows) * row_height) : token_height;
  }

  EquationLayout layout{.operands = {},
                        .first = first,
                        .numbers = widths.numbers,
                        .small_numbers = widths.numbers && thrift.small_numbers};
  float x = area.x;
  float tallest = 0;
  for (std::size_t index = 0; index < operands.size(); ++index) {
    const OperandShape& operand = operands[index];
    const float height = height_of(operand, row_height, token_height, room, em);
    const float width = std::max(1.0F, cell_width(index) * static_cast<float>(operand.columns));
    const float y = area.y + top;
    OperandBox box;
    const float sign = sign_width(operands, index, em);
    box.sign = {x, y, sign, std::min(height, token_height)};
    x += sign;
    const float label_width = has_row_labels(operands, index, thrift) ? metrics.label_width : 0;
    box.row_labels = {x, y, label_width, height};
    x += label_width;
    const float slot = std::max(width, operand.title_width);
    box.cells = {std::round(x + (slot - width) / 2), std::round(y), width, height};
    box.column_labels = {box.cells.x, area.y, width, operand.token_columns ? top : 0};
    const float sums = column_sums_height(operand, em);
    box.title = {x, y + height + sums + 0.3F * em, slot, kTitleHeight * em - 0.3F * em};
    if (operand.sums) {
      const float sum_width = row_sums_width(operand, area.width, metrics) - kSumGap * em;
      box.row_sums = {box.cells.right() + kSumGap * em, box.cells.y, std::max(0.0F, sum_width), height};
      box.column_sums = {box.cells.x, box.cells.bottom() + kSumGap * em, width, kSumHeight * em};
    }
    x += slot;
    tallest = std::max(tallest, height);
    layout.operands.push_back(box);
  }
  layout.height = top + tallest + sums_height + kTitleHeight * em;
  return layout;
}

/// The result alone, with `stacks` the others below it, one below the other.
EquationLayout lay_out_alone(std::span<const OperandShape> operands, const Rect& area, const EquationMetrics& metrics,
                             Thrift thrift) {
  const std::size_t others = operands.size() - 1;
  EquationLayout layout = lay_out(operands.last(1), others, area, metrics, thrift);
  layout.alone = true;
  if (!metrics.stacks) {
    return layout;
  }
  layout.first = 0;
  for (std::size_t index = 0; index < others; ++index) {
    const EquationLayout other = lay_out(operands.subspan(index, 1), index,
                                         {area.x, area.y + layout.height, area.width, area.height}, metrics, thrift);
    layout.operands.insert(layout.operands.end() - 1, other.operands.front());
    layout.height += other.height;
  }
  return layout;
}

}  // namespace

float turned_height(float label_width, float em) {
  constexpr float kTurnedShare = 0.75F;  // height of a name turned by 45 degrees, in its width
  return label_width * kTurnedShare + 0.6F * em;
}

EquationLayout lay_out_equation(std::span<const OperandShape> operands, const Rect& area,
                                const EquationMetrics& metrics) {
  if (operands.empty()) {
    return {};
  }
  constexpr Thrift kSteps[] = {{false, false}, {true, false}, {true, true}};
  const std::size_t count = operands.size();
  const auto fits = [&](std::span<const OperandShape> shown, Thrift thrift) {
    return share_out(shown, cell_room(shown, area.width, metrics, thrift), metrics, thrift).numbers;
  };
  for (const Thrift thrift : kSteps) {
    if (fits(operands, thrift)) {
      return lay_out(operands, 0, area, metrics, thrift);
    }
  }
  const bool narrow = area.width < kCrowdedWidth * metrics.em;
  // The last three say what the result is made of: better they with numbers than all without.
  constexpr std::size_t kEnough = 3;
  if (count > kEnough && !narrow && fits(operands.last(kEnough), kSteps[2])) {
    return lay_out(operands.last(kEnough), count - kEnough, area, metrics, kSteps[2]);
  }
  // Cells of a third of an em are too small to point at with so many matrices: then the result stands alone.
  if (count > 1 && narrow) {
    const std::span<const OperandShape> alone = operands.last(1);
    return lay_out_alone(operands, area, metrics, fits(alone, kSteps[0]) ? kSteps[0] : kSteps[2]);
  }
  return lay_out(operands, 0, area, metrics, kSteps[1]);
}

}  // namespace shell
