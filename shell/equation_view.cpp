// The equation: the matrices of the step side by side, with names, shapes, token labels and what is lit.
#include <algorithm>
#include <cmath>

#include "core/playground/provenance.hpp"
#include "shell/grid_zoom.hpp"
#include "shell/margin_sums.hpp"
#include "shell/selection.hpp"
#include "shell/texts.hpp"
#include "shell/views.hpp"
#include "shell/widgets.hpp"

namespace shell {
namespace {

using playground::Axis;
using playground::Cell;
using playground::Operand;
using playground::Tensor;
using playground::TensorInfo;

// Sizes in em.
constexpr float kNumberSize = 0.8F;    ///< of numbers in cells
constexpr float kNumberHeight = 0.9F;  ///< of a cell with a number, at least
constexpr float kTallestCell = 1.6F;   ///< that zooming makes
constexpr float kRoomyCell = 1.25F;    ///< widest cell that zooming makes, in widths of its number

/// Cells of a tensor that have come to be, while the step is played; negative where all have.
int filled_of(const Frame& frame, Tensor tensor) {
  const std::optional<Tensor> result = playground::result_of(frame.session.step);
  if (!frame.scene || !result) {
    return -1;
  }
  if (tensor == result) {
    return frame.scene->filled;
  }
  // The parts of the softmax come to be with the row that they belong to.
  const bool of_softmax = *result == Tensor::kWeights && tensor != Tensor::kMaskedScores;
  const attention::Matrix& values = *frame.snapshot.tensor(tensor, frame.session.head);
  const int row = frame.scene->current >= 0 ? frame.session.query + 1 : static_cast<int>(values.rows());
  return of_softmax ? row * static_cast<int>(values.cols()) : -1;
}

MatrixGrid grid_of(const Frame& frame, const Operand& operand, const Rect& rect) {
  return {.tensor = operand.tensor,
          .head = frame.session.head,
          .values = frame.snapshot.tensor(operand.tensor, frame.session.head),
          .logits = logits_of(frame.snapshot, operand.tensor, frame.session.head),
          .unmasked = unmasked_of(frame.snapshot, operand.tensor, frame.session.head),
          .transposed = operand.transposed,
          .limit = frame.limits[static_cast<std::size_t>(operand.tensor)],
          .scale = frame.view.color_scale,
          .rect = rect,
          .filled = filled_of(frame, operand.tensor)};
}

int digits_of(Tensor tensor) {
  return tensor == Tensor::kWeights || tensor == Tensor::kExponentials || tensor == Tensor::kRowSum ? 2 : 1;
}

/// Space of the widest number of a matrix: as many digits before the point as its largest magnitude has.
float number_width(const Frame& frame, Tensor tensor, int digits) {
  const double limit = frame.limits[static_cast<std::size_t>(tensor)];
  const bool signed_numbers = role_of(tensor) != Role::kWeight;
  const std::string widest = playground::number_text(signed_numbers ? -limit : limit, digits);
  return text_size(frame, widest, Weight::kRegular, kNumberSize * frame.em).x + 0.3F * frame.em;
}

/// The block of a tensor that the cell's terms read, as a rectangle on the screen; empty where they read none of it.
std::optional<Rect> lit_block(const MatrixGrid& grid, const playground::Provenance& origin) {
  int first_row = -1, last_row = -1, first_column = -1, last_column = -1;
  for (const playground::Term& term : origin.terms) {
    for (const Cell& source : term.sources) {
      if (source.tensor != grid.tensor) {
        continue;
      }
      first_row = first_row < 0 ? source.row : std::min(first_row, source.row);
      first_column = first_column < 0 ? source.column : std::min(first_column, source.column);
      last_row = std::max(last_row, source.row);
      last_column = std::max(last_column, source.column);
    }
  }
  if (first_row < 0) {
    return std::nullopt;
  }
  return block_rect(grid, first_row, first_column, last_row - first_row + 1, last_column - first_column + 1);
}

void outline_row_and_column(const Frame& frame, const Operand& operand, const MatrixGrid& grid) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float line = std::max(1.0F, 0.09F * frame.em);
  const TensorInfo& about = playground::info(operand.tensor);
  const int rows = static_cast<int>(grid.values->rows());
  const int columns = static_cast<int>(grid.values->cols());
  if (const int row = selected_on(frame, about.rows); row >= 0) {
    outline(list, block_rect(grid, row, 0, 1, columns), axis_color(frame, about.rows), line);
  }
  if (const int column = selected_on(frame, about.columns); column >= 0) {
    outline(list, block_rect(grid, 0, column, rows, 1), axis_color(frame, about.columns), line);
  }
}

/// Where row meets column: the cells of the product that is being added while the step is played.
void outline_current_term(const Frame& frame, const MatrixGrid& grid, const playground::Provenance& origin) {
  const auto term = static_cast<std::size_t>(frame.scene->terms);
  if (frame.scene->current < 0 || origin.terms.size() < 2 || term >= origin.terms.size()) {
    return;
  }
  for (const Cell& source : origin.terms[term].sources) {
    if (source.tensor == grid.tensor) {
      const Rect rect = block_rect(grid, source.row, source.column, 1, 1);
      const float grow = 0.12F * frame.em;
      const Rect around{rect.x - grow, rect.y - grow, rect.width + 2 * grow, rect.height + 2 * grow};
      outline(*ImGui::GetWindowDrawList(), around, frame.theme.ink, std::max(2.0F, 0.18F * frame.em));
    }
  }
}

/// What is lit: the sources of the selected cell, or the selected row and column, and the cell itself.
void draw_outlines(const Frame& frame, const Operand& operand, const MatrixGrid& grid,
                   const std::optional<Cell>& selected, const std::optional<playground::Provenance>& origin) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float strong = std::max(1.5F, 0.14F * frame.em);
  const bool is_result = selected && selected->tensor == operand.tensor;
  const std::optional<Rect> block = origin && !is_result ? lit_block(grid, *origin) : std::nullopt;
  if (block) {
    const Role role = role_of(operand.tensor);
    outline(list, *block, role == Role::kNone ? frame.theme.ink : role_color(frame.theme, role), strong);
  } else {
    outline_row_and_column(frame, operand, grid);
  }
  if (frame.scene && origin && !is_result) {
    outline_current_term(frame, grid, *origin);
  }
  if (is_result) {
    outline(list, block_rect(grid, selected->row, selected->column, 1, 1), frame.theme.ink, strong);
  }
}

void show_tooltip(Frame& frame, const Cell& cell) {
  const playground::Result<playground::Provenance> origin = playground::provenance(frame.snapshot, cell);
  if (!origin.ok()) {
    return;
  }
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0.7F * frame.em, 0.5F * frame.em});
  if (ImGui::BeginTooltip()) {
    ImGui::PushTextWrapPos(28 * frame.em);
    const std::string& formula = origin.value().formula;
    ImGui::TextUnformatted(formula.data(), formula.data() + formula.size());
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
  }
  ImGui::PopStyleVar();
}

void react(Frame& frame, const GridResult& result) {
  if (result.hovered) {
    frame.view.hovered = result.hovered;
    show_tooltip(frame, *result.hovered);
  }
  if (result.clicked) {
    const Selecting choice = selecting(*result.clicked, frame.session);
    frame.view.cell_keys = true;
    if (choice.feature) {
      frame.view.feature = *choice.feature;
    }
    if (choice.tokens.query || choice.tokens.key) {
      frame.request(choice.tokens);
    }
  }
}

std::vector<OperandShape> shapes_of(const Frame& frame, std::span<const Operand> operands) {
  std::vector<OperandShape> shapes;
  for (const Operand& operand : operands) {
    const MatrixGrid grid = grid_of(frame, operand, {});
    shapes.push_back({.rows = drawn_rows(grid),
                      .columns = drawn_columns(grid),
                      .token_rows = is_token_axis(axes_of(operand, operands.back().tensor).down),
                      .token_columns = is_token_axis(axes_of(operand, operands.back().tensor).across),
                      .title_width = title_width(frame, operand, grid),
                      .sums = operand.tensor == Tensor::kWeights && operands.back().tensor == Tensor::kWeights});
  }
  return shapes;
}

/// The layout with as many of the digits asked for as leave room for numbers, but not fewer than suit the matrix.
struct NumberedLayout {
  EquationLayout layout;
  int digits = 1;
};
NumberedLayout lay_out_with_digits(const Frame& frame, std::span<const Operand> operands, const Rect& area) {
  const Tensor result = operands.back().tensor;
  const std::vector<OperandShape> shapes = shapes_of(frame, operands);
  EquationMetrics metrics{.em = frame.em, .label_width = label_width(frame)};
  int digits = frame.view.digits.value_or(digits_of(result));
  while (true) {
    metrics.number_width = number_width(frame, result, digits);
    EquationLayout layout = lay_out_equation(shapes, area, metrics);
    if (layout.numbers || digits <= digits_of(result)) {
      return {std::move(layout), digits};
    }
    --digits;
  }
}

/// One matrix of the equation, ready to be drawn.
struct Placed {
  const Operand& operand;
  const OperandBox& box;
  DrawnAxes axes;
  MatrixGrid grid;
  LargestCell largest;
  NumberStyle numbers;
};

Placed place(const Frame& frame, std::span<const Operand> operands, const NumberedLayout& numbered, std::size_t index) {
  const EquationLayout& layout = numbered.layout;
  const Operand& operand = operands[layout.first + index];
  const bool last = index + 1 == layout.operands.size();
  const int digits = last ? numbered.digits : frame.view.digits.value_or(digits_of(operand.tensor));
  const float needed = number_width(frame, operand.tensor, digits);
  Placed placed{.operand = operand,
                .box = layout.operands[index],
                .axes = axes_of(operand, operands.back().tensor),
                .grid = grid_of(frame, operand, layout.operands[index].cells),
                .largest = {kRoomyCell * needed, kTallestCell * frame.em},
                .numbers = {.digits = digits, .size = 0}};
  apply_zoom(frame, placed.axes, placed.grid);
  const bool wide_enough = (last && layout.numbers) || is_zoomed(frame, placed.axes);
  const float width = last && layout.numbers ? 0 : needed;
  if (wide_enough && detail_of(placed.grid, width, kNumberHeight * frame.em) == Detail::kNumbers) {
    placed.numbers.size = kNumberSize * frame.em;
  }
  return placed;
}

/// Keeps the selected cell in sight when it has moved.
void follow_selection(Frame& frame, const std::optional<Cell>& selected, std::span<const Operand> operands) {
  if (!selected || frame.view.revealed == selected) {
    return;
  }
  frame.view.revealed = selected;
  const Operand& result = operands.back();
  reveal(frame, axes_of(result, result.tensor), grid_of(frame, result, {}), selected->row, selected->column);
}

Marks draw_operand(Frame& frame, const Placed& placed, const std::optional<Cell>& selected,
                   const std::optional<playground::Provenance>& origin, bool last) {
  const MatrixGrid& grid = placed.grid;
  const bool zooms = is_zoomed(frame, placed.axes) || can_magnify(grid, placed.largest);
  GridResult result = draw_matrix_grid(frame, grid, placed.numbers, zooms);
  const bool dragged = handle_zoom(frame, placed.axes, grid, placed.largest);
  if (placed.box.column_sums.height > 0) {
    draw_margin_sums(frame, grid, placed.box, placed.numbers);
  }
  draw_row_labels(frame, placed.axes.down, grid, placed.box, last);
  draw_column_labels(frame, placed.axes.across, grid, placed.box);
  draw_title(frame, placed.operand, grid, placed.box);
  const Rect window = seen(grid);
  const float margin = 0.15F * frame.em;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect({window.x - margin, window.y - margin}, {window.right() + margin, window.bottom() + margin}, true);
  draw_outlines(frame, placed.operand, grid, selected, origin);
  list.PopClipRect();
  if (dragged) {
    result.clicked.reset();
  }
  react(frame, result);
  return result.marks;
}

/// Below the matrices: zoom where cells are small, and what the marks mean. Gives the height.
float draw_below(Frame& frame, const Placed& result, const Marks& marks, const Rect& area) {
  float left = area.x;
  float height = 0;
  const bool zoomed = !frame.view.zoom.empty();
  const bool magnifiable = can_magnify(result.grid, result.largest);
  if (zoomed || (magnifiable && result.numbers.size <= 0)) {
    const Rect buttons = draw_zoom_buttons(frame, {area.x, area.y}, zoomed, magnifiable);
    left = buttons.right() + frame.em;
    height = buttons.height;
  }
  const float legend = draw_mark_legend(frame, marks, {left, area.y}, area.right() - left);
  height = std::max(height, legend);
  return height > 0 ? height + 0.4F * frame.em : 0;
}

}  // namespace

float draw_equation(Frame& frame, const Rect& area) {
  const std::span<const Operand> operands = playground::equation_of(frame.session.step);
  const NumberedLayout numbered = lay_out_with_digits(frame, operands, area);
  const EquationLayout& layout = numbered.layout;
  const std::optional<Cell> selected = selected_cell(frame.session, frame.snapshot, frame.view);
  std::optional<playground::Provenance> origin;
  if (selected) {
    const playground::Result<playground::Provenance> found = playground::provenance(frame.snapshot, *selected);
    origin = found.ok() ? std::optional(found.value()) : std::nullopt;
  }
  const Placed result = place(frame, operands, numbered, layout.operands.size() - 1);
  zoom_by_key(frame, result.axes, result.grid, result.largest);
  follow_selection(frame, selected, operands);
  Marks marks;
  for (std::size_t index = 0; index < layout.operands.size(); ++index) {
    const Placed placed = place(frame, operands, numbered, index);
    if (index > 0) {
      draw_text_in(frame, *ImGui::GetWindowDrawList(), placed.box.sign, sign_text(frame, placed.operand),
                   frame.theme.ink, Weight::kRegular, 1.15F * frame.em, {0.5F, 0.5F});
    }
    marks |= draw_operand(frame, placed, selected, origin, index + 1 == layout.operands.size());
  }
  frame.view.zoom_wishes.clear();
  return layout.height + draw_below(frame, result, marks, {area.x, area.y + layout.height, area.width, 0});
}

}  // namespace shell
