#include "shell/equation_outlines.hpp"

#include <algorithm>

#include "shell/equation_labels.hpp"
#include "shell/texts.hpp"
#include "shell/widgets.hpp"

namespace shell {
namespace {

using playground::Cell;
using playground::TensorInfo;

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

/// Of a matrix with the columns of all heads only those of the selected head take part: the others step back.
void fade_other_heads(const Frame& frame, const MatrixGrid& grid) {
  const IndexRange own = head_columns(grid, frame.session.model.sizes);
  const int rows = static_cast<int>(grid.values->rows());
  const int columns = static_cast<int>(grid.values->cols());
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Color veil = with_alpha(frame.theme.background, 0.75F);
  if (own.first > 0) {
    fill(list, block_rect(grid, 0, 0, rows, own.first), veil);
  }
  if (own.end < columns) {
    fill(list, block_rect(grid, 0, own.end, rows, columns - own.end), veil);
  }
}

/// The second cell that is explained, in dashes so that it is not taken for the first.
void outline_second(const Frame& frame, const MatrixGrid& grid) {
  const std::optional<Cell>& second = frame.view.compared;
  if (!second || second->tensor != grid.tensor) {
    return;
  }
  const Rect rect = block_rect(grid, second->row, second->column, 1, 1);
  const float line = std::max(1.5F, 0.14F * frame.em);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  outline(list, rect, frame.theme.background, line);
  constexpr int kDashes = 3;
  const auto dashes = [&](float x, float y, float width, float height) {
    for (int dash = 0; dash < kDashes; ++dash) {
      const float from = (static_cast<float>(dash) + 0.15F) / kDashes;
      const float share = 0.7F / kDashes;
      fill(list, {x + from * width, y + from * height, std::max(line, share * width), std::max(line, share * height)},
           frame.theme.ink);
    }
  };
  dashes(rect.x, rect.y, rect.width, 0);
  dashes(rect.x, rect.bottom() - line, rect.width, 0);
  dashes(rect.x, rect.y, 0, rect.height);
  dashes(rect.right() - line, rect.y, 0, rect.height);
}

}  // namespace

void draw_outlines(const Frame& frame, const DrawnOperand& operand, const MatrixGrid& grid,
                   const std::optional<Cell>& cell, const std::optional<playground::Provenance>& origin) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float strong = std::max(1.5F, 0.14F * frame.em);
  fade_other_heads(frame, grid);
  const bool is_result = cell && cell->tensor == operand.tensor;
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
    outline(list, block_rect(grid, cell->row, cell->column, 1, 1), frame.theme.ink, strong);
  }
  outline_second(frame, grid);
}

}  // namespace shell
