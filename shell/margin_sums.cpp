#include "shell/margin_sums.hpp"

#include <algorithm>

#include "core/playground/wording.hpp"
#include "shell/texts.hpp"
#include "shell/widgets.hpp"

namespace shell {
namespace {

using attention::Index;
using attention::Matrix;

constexpr int kMarginDigits = 2;

/// A strip of sums as a grid of its own, which pans with the matrix.
MatrixGrid strip(const MatrixGrid& grid, const Matrix& sums, const Rect& place, bool below) {
  MatrixGrid strip{.tensor = grid.tensor,
                   .values = &sums,
                   .limit = largest_magnitude(sums),
                   .scale = grid.scale,
                   .rect = below ? Rect{grid.rect.x, place.y, grid.rect.width, place.height}
                                 : Rect{place.x, grid.rect.y, place.width, grid.rect.height},
                   .view = place};
  return strip;
}

void draw_strip(Frame& frame, const MatrixGrid& sums, const NumberStyle& numbers, const char* name) {
  // The model's edits belong to the matrix, not to its sums: paint with none.
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Rect place = seen(sums);
  list.PushClipRect({place.x, place.y}, {place.right(), place.bottom()}, true);
  for (const CellPaint& cell : paint_cells(sums, playground::Model{}, frame.theme, place)) {
    fill(list, cell.rect, cell.ground);
    if (numbers.size <= 0) {
      continue;
    }
    draw_text_in(frame, list, cell.rect, playground::number_text(cell.value, numbers.digits),
                 readable_ink(cell.ground, frame.theme.dark_ink, frame.theme.light_ink), Weight::kRegular, numbers.size,
                 {0.5F, 0.5F});
    anchor(frame, name + ("[" + std::to_string(cell.row + cell.column) + "]"), cell.rect);
  }
  list.PopClipRect();
}

}  // namespace

Matrix column_sums(const Matrix& matrix) { return matrix.colwise().sum(); }

Matrix row_sums(const Matrix& matrix) { return matrix.rowwise().sum(); }

void draw_margin_sums(Frame& frame, const MatrixGrid& grid, const OperandBox& box, const NumberStyle& numbers) {
  NumberStyle style = numbers;
  style.digits = frame.session.digits ? numbers.digits : kMarginDigits;
  const bool turned = grid.transposed;
  const Matrix of_columns = column_sums(*grid.values);
  const Matrix of_rows = row_sums(*grid.values);
  const Matrix below = turned ? Matrix(of_rows.transpose()) : of_columns;
  draw_strip(frame, strip(grid, below, box.column_sums, true), style, turned ? "weight_sum" : "column_sum");
  if (box.row_sums.width > 0) {
    const Matrix beside = turned ? Matrix(of_columns.transpose()) : of_rows;
    draw_strip(frame, strip(grid, beside, box.row_sums, false), style, turned ? "column_sum" : "weight_sum");
  }
  const float size = 0.85F * frame.em;
  const Rect caption{box.column_sums.x, box.column_sums.bottom() + 0.15F * frame.em,
                     std::max({box.column_sums.width, box.title.width, box.row_sums.right() - box.column_sums.x}),
                     1.2F * size};
  draw_text_in(frame, *ImGui::GetWindowDrawList(), caption, turned ? say(Word::kTurnedSums) : say(Word::kSums),
               frame.theme.muted_ink, Weight::kRegular, size, {0, 0.5F});
  anchor(frame, "sums.columns", box.column_sums);
  anchor(frame, "sums.rows", box.row_sums);
}

}  // namespace shell
