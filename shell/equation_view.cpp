// The equation: the matrices of the step side by side, with names, shapes, token labels and what is lit.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/playground/provenance.hpp"
#include "shell/cell_editing.hpp"
#include "shell/drawn_equation.hpp"
#include "shell/equation_labels.hpp"
#include "shell/equation_layout.hpp"
#include "shell/focus.hpp"
#include "shell/help.hpp"
#include "shell/matrix_grid.hpp"
#include "shell/pins.hpp"
#include "shell/selection.hpp"
#include "shell/texts.hpp"
#include "shell/views.hpp"
#include "shell/widgets.hpp"

namespace shell {
namespace {

using playground::Axis;
using playground::Cell;
using playground::Tensor;
using playground::TensorInfo;

constexpr float kNumberSize = 0.8F;  ///< of numbers in cells, in em
constexpr float kSignSize = 1.15F;   ///< of the signs between matrices, in em

MatrixGrid grid_of(const Frame& frame, const DrawnOperand& operand, const Rect& rect) {
  return {.tensor = operand.tensor,
          .head = frame.session.head,
          .values = frame.snapshot.tensor(operand.tensor, frame.session.head),
          .logits = logits_of(frame.snapshot, operand.tensor, frame.session.head),
          .transposed = operand.transposed,
          .limit = frame.limits[static_cast<std::size_t>(operand.tensor)],
          .rect = rect};
}

int digits_of(Tensor tensor) {
  return tensor == Tensor::kWeights || tensor == Tensor::kExponentials || tensor == Tensor::kRowSum ? 2 : 1;
}

/// Space of the widest number of a matrix: as many digits before the point as its largest magnitude has.
float number_width(const Frame& frame, Tensor tensor) {
  const double limit = frame.limits[static_cast<std::size_t>(tensor)];
  const bool signed_numbers = role_of(tensor) != Role::kWeight;
  const std::string widest = playground::number_text(signed_numbers ? -limit : limit, digits_of(tensor));
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

void outline_row_and_column(const Frame& frame, const DrawnOperand& operand, const MatrixGrid& grid) {
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

/// What is lit: the sources of the selected cell, or the selected row and column, and the cell itself.
void draw_outlines(const Frame& frame, const DrawnOperand& operand, const MatrixGrid& grid,
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
  if (is_result) {
    outline(list, block_rect(grid, selected->row, selected->column, 1, 1), frame.theme.ink, strong);
  }
}

/// What the cell under the pointer is made of, beside it.
void explain_hovered(Frame& frame, const MatrixGrid& grid, const Cell& cell) {
  const playground::Result<playground::Provenance> origin = playground::provenance(frame.snapshot, cell);
  if (origin.ok() && frame.view.open_field.empty()) {
    tip(frame, origin.value().formula, block_rect(grid, cell.row, cell.column, 1, 1));
  }
}

/// Call right after the grid was drawn: its item is the last one.
void react(Frame& frame, const MatrixGrid& grid, const GridResult& result) {
  const std::string name = "matrix." + std::string(playground::info(grid.tensor).name);
  const bool painted = paint_mask(frame, grid);
  const bool dragged = !painted && drag_value(frame, grid);
  (void)focus_stop(frame, name);
  frame.view.cell_keys = frame.view.cell_keys || (has_focus(frame, name) && frame.view.focus_moved);
  if (has_focus(frame, name) && frame.view.focus_moved) {
    const std::optional<Cell> here = explained_cell(frame.session, frame.snapshot, frame.view);
    if (!here || here->tensor != grid.tensor) {
      pin(frame, moved({.tensor = grid.tensor, .row = here ? here->row : 0, .head = grid.head}, 0, 0, frame.snapshot));
    }
  }
  if (result.hovered) {
    frame.view.hovered = result.hovered;
    frame.view.legend = grid.tensor;
    if (!dragged) {
      explain_hovered(frame, grid, *result.hovered);
    }
  }
  if (!result.clicked || painted || dragged) {
    return;
  }
  frame.view.pin_second = frame.view.pin_second || ImGui::GetIO().KeyShift;
  pin(frame, *result.clicked);
  if (ImGui::GetIO().MouseClickedLastCount[ImGuiMouseButton_Left] == 2) {
    type_over(frame, *result.clicked);
  }
}

/// The sign before a matrix, with the number that it stands for where there is one.
std::string sign_text(const Frame& frame, const DrawnOperand& operand) {
  if (operand.tensor != Tensor::kScaledScores || operand.sign_before != "×") {
    return std::string(operand.sign_before);
  }
  char factor[32];
  std::snprintf(factor, sizeof factor, "×%.3g",
                playground::scale_factor(frame.session.model.scale, frame.session.model.sizes.d_k));
  return factor;
}

std::vector<OperandShape> shapes_of(const Frame& frame, std::span<const DrawnOperand> operands) {
  std::vector<OperandShape> shapes;
  for (const DrawnOperand& operand : operands) {
    const MatrixGrid grid = grid_of(frame, operand, {});
    shapes.push_back(
        {.rows = drawn_rows(grid),
         .columns = drawn_columns(grid),
         .token_rows = is_token_axis(down_axis(operand)),
         .token_columns = is_token_axis(across_axis(operand)),
         .sign_width = text_size(frame, sign_text(frame, operand), Weight::kRegular, kSignSize * frame.em).x,
         .title_width = title_width(frame, operand, grid)});
  }
  return shapes;
}

}  // namespace

float draw_equation(Frame& frame, const Rect& area) {
  const std::vector<DrawnOperand> operands =
      drawn_equation(frame.session.step, frame.session.model, frame.view.tokens_as_columns);
  const EquationMetrics metrics{
      .em = frame.em, .label_width = label_width(frame), .number_width = number_width(frame, operands.back().tensor)};
  const EquationLayout layout = lay_out_equation(shapes_of(frame, operands), area, metrics);
  const std::optional<Cell> selected = explained_cell(frame.session, frame.snapshot, frame.view);
  std::optional<playground::Provenance> origin;
  if (selected) {
    const playground::Result<playground::Provenance> found = playground::provenance(frame.snapshot, *selected);
    origin = found.ok() ? std::optional(found.value()) : std::nullopt;
  }
  const float number_size = kNumberSize * frame.em * (layout.small_numbers ? kSmallNumber : 1);
  for (std::size_t index = 0; index < layout.operands.size(); ++index) {
    const DrawnOperand& operand = operands[layout.first + index];
    const OperandBox& box = layout.operands[index];
    const bool last = index + 1 == layout.operands.size();
    const MatrixGrid grid = grid_of(frame, operand, box.cells);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (index > 0) {
      draw_text_in(frame, list, box.sign, sign_text(frame, operand), frame.theme.ink, Weight::kRegular,
                   kSignSize * frame.em, {0.5F, 0.5F});
    }
    const bool numbers =
        last && layout.numbers && box.cells.height / static_cast<float>(drawn_rows(grid)) >= 0.9F * frame.em;
    const GridResult result = draw_matrix_grid(frame, grid, {digits_of(operand.tensor), numbers ? number_size : 0});
    react(frame, grid, result);
    draw_row_labels(frame, operand, box, last);
    draw_column_labels(frame, operand, box);
    draw_title(frame, operand, grid, box);
    draw_outlines(frame, operand, grid, selected, origin);
    if (selected && selected->tensor == operand.tensor) {
      draw_typing_place(frame, grid, *selected);
    }
  }
  return layout.height;
}

}  // namespace shell
