#include "shell/matrix_grid.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/playground/wording.hpp"
#include "shell/draw.hpp"
#include "shell/widgets.hpp"

namespace shell {
namespace {

using attention::Matrix;
using playground::Cell;

// 512 tokens draw more than 65,536 corners, and WebGL 2 has no base vertex to split them with.
static_assert(sizeof(ImDrawIdx) == 4);

/// Smallest side of a cell in pixels that still gets a gap to its neighbours.
constexpr float kGapFrom = 7;

/// Number of `count` cells that one drawn block stands for, so that no block is smaller than a pixel.
int block_of(int count, float pixels) {
  return std::max(1, static_cast<int>(std::ceil(static_cast<float>(count) / std::max(1.0F, pixels))));
}

double at(const MatrixGrid& grid, int row, int column) { return (*grid.values)(row, column); }

/// The number that a block shows: the one of largest magnitude; NaN and minus infinity only where all are.
double block_value(const MatrixGrid& grid, int row, int column, int rows, int columns) {
  const int last_row = std::min(row + rows, static_cast<int>(grid.values->rows()));
  const int last_column = std::min(column + columns, static_cast<int>(grid.values->cols()));
  double shown = at(grid, row, column);
  for (int i = row; i < last_row; ++i) {
    for (int j = column; j < last_column; ++j) {
      const double value = at(grid, i, j);
      const bool better = std::isfinite(value) && (!std::isfinite(shown) || std::abs(value) > std::abs(shown));
      shown = better ? value : shown;
    }
  }
  return shown;
}

bool is_masked(double logit) { return logit == -std::numeric_limits<double>::infinity(); }

/// A block is masked where what it shows is: its number, or for a softmax's results all its logits.
Mark mark_of(const MatrixGrid& grid, const CellPaint& cell, int rows, int columns) {
  if (std::isnan(cell.value)) {
    return Mark::kNotANumber;
  }
  if (is_masked(cell.value)) {
    return Mark::kMasked;
  }
  if (grid.logits == nullptr) {
    return Mark::kNone;
  }
  MatrixGrid logits = grid;
  logits.values = grid.logits;
  return is_masked(block_value(logits, cell.row, cell.column, rows, columns)) ? Mark::kMasked : Mark::kNone;
}

Color ground_of(const Theme& theme, double value, double limit, Mark mark) {
  return mark == Mark::kMasked || mark == Mark::kNotANumber ? theme.sunken : data_color(theme, value, limit);
}

void draw_mark(const Frame& frame, ImDrawList& list, const CellPaint& cell) {
  switch (cell.mark) {
    case Mark::kMasked:
      if (cell.rect.width >= kGapFrom && cell.rect.height >= kGapFrom) {
        hatch(list, cell.rect, frame.theme.hairline, std::max(4.0F, 0.35F * frame.em));
      }
      break;
    case Mark::kEdited: {
      const float size = std::min(cell.rect.width, cell.rect.height) * 0.4F;
      list.AddTriangleFilled({cell.rect.right() - size, cell.rect.y}, {cell.rect.right(), cell.rect.y},
                             {cell.rect.right(), cell.rect.y + size}, packed(frame.theme.ink));
      break;
    }
    case Mark::kNotANumber:
    case Mark::kNone:
      break;
  }
}

void draw_number(const Frame& frame, ImDrawList& list, const CellPaint& cell, const NumberStyle& numbers) {
  const Color ink = cell.mark == Mark::kMasked ? frame.theme.muted_ink
                                               : readable_ink(cell.ground, frame.theme.dark_ink, frame.theme.light_ink);
  // The weight of a masked cell is exactly 0: no digits after the point are needed to say so.
  const int digits = cell.mark == Mark::kMasked ? 0 : numbers.digits;
  draw_text_in(frame, list, cell.rect, playground::number_text(cell.value, digits), ink, Weight::kRegular, numbers.size,
               {0.5F, 0.5F});
}

}  // namespace

int drawn_rows(const MatrixGrid& grid) {
  return static_cast<int>(grid.transposed ? grid.values->cols() : grid.values->rows());
}

int drawn_columns(const MatrixGrid& grid) {
  return static_cast<int>(grid.transposed ? grid.values->rows() : grid.values->cols());
}

Rect block_rect(const MatrixGrid& grid, int row, int column, int rows, int columns) {
  const int across = grid.transposed ? row : column;
  const int down = grid.transposed ? column : row;
  const int width = grid.transposed ? rows : columns;
  const int height = grid.transposed ? columns : rows;
  const auto edge = [](float start, float extent, int index, int count) {
    return std::round(start + extent * static_cast<float>(std::min(index, count)) / static_cast<float>(count));
  };
  const float left = edge(grid.rect.x, grid.rect.width, across, drawn_columns(grid));
  const float right = edge(grid.rect.x, grid.rect.width, across + width, drawn_columns(grid));
  const float top = edge(grid.rect.y, grid.rect.height, down, drawn_rows(grid));
  const float bottom = edge(grid.rect.y, grid.rect.height, down + height, drawn_rows(grid));
  return {left, top, right - left, bottom - top};
}

std::vector<CellPaint> paint_cells(const MatrixGrid& grid, const playground::Model& model, const Theme& theme) {
  const int rows = static_cast<int>(grid.values->rows());
  const int columns = static_cast<int>(grid.values->cols());
  const int row_block = block_of(rows, grid.transposed ? grid.rect.width : grid.rect.height);
  const int column_block = block_of(columns, grid.transposed ? grid.rect.height : grid.rect.width);
  std::vector<CellPaint> cells;
  cells.reserve(static_cast<std::size_t>((rows / row_block + 1) * (columns / column_block + 1)));
  for (int row = 0; row < rows; row += row_block) {
    for (int column = 0; column < columns; column += column_block) {
      CellPaint cell{.rect = block_rect(grid, row, column, row_block, column_block),
                     .value = block_value(grid, row, column, row_block, column_block),
                     .row = row,
                     .column = column};
      if (cell.rect.width >= kGapFrom && cell.rect.height >= kGapFrom) {
        cell.rect.width -= 1;
        cell.rect.height -= 1;
      }
      cell.mark = mark_of(grid, cell, row_block, column_block);
      cell.ground = ground_of(theme, cell.value, grid.limit, cell.mark);
      cells.push_back(cell);
    }
  }
  const int blocks_across = (columns + column_block - 1) / column_block;
  const int head = playground::canonical({.tensor = grid.tensor, .head = grid.head}, model.sizes).head;
  for (const playground::CellEdit& edit : model.edits) {
    if (edit.tensor == grid.tensor && edit.head == head && edit.row < rows && edit.column < columns) {
      cells[static_cast<std::size_t>(edit.row / row_block * blocks_across + edit.column / column_block)].mark =
          Mark::kEdited;
    }
  }
  return cells;
}

const Matrix* logits_of(const playground::Snapshot& snapshot, playground::Tensor tensor, int head) {
  const bool of_softmax = tensor == playground::Tensor::kWeights || tensor == playground::Tensor::kExponentials;
  return of_softmax ? snapshot.tensor(playground::Tensor::kMaskedScores, head) : nullptr;
}

std::optional<Cell> cell_at(const MatrixGrid& grid, float x, float y) {
  if (!grid.rect.contains(x, y)) {
    return std::nullopt;
  }
  const auto index = [](float offset, float extent, int count) {
    return std::clamp(static_cast<int>(offset / extent * static_cast<float>(count)), 0, count - 1);
  };
  const int across = index(x - grid.rect.x, grid.rect.width, drawn_columns(grid));
  const int down = index(y - grid.rect.y, grid.rect.height, drawn_rows(grid));
  return Cell{.tensor = grid.tensor,
              .row = grid.transposed ? across : down,
              .column = grid.transposed ? down : across,
              .head = grid.head};
}

double largest_magnitude(const Matrix& matrix) {
  double largest = 0;
  for (attention::Index index = 0; index < matrix.size(); ++index) {
    const double magnitude = std::abs(matrix.data()[index]);
    largest = std::isfinite(magnitude) ? std::max(largest, magnitude) : largest;
  }
  return largest;
}

GridResult draw_matrix_grid(Frame& frame, const MatrixGrid& grid, const NumberStyle& numbers) {
  const playground::TensorInfo& about = playground::info(grid.tensor);
  ImGui::SetCursorScreenPos({grid.rect.x, grid.rect.y});
  ImGui::PushID(about.name.data(), about.name.data() + about.name.size());
  const bool pressed = ImGui::InvisibleButton("grid", {grid.rect.width, grid.rect.height});
  const bool hovered = ImGui::IsItemHovered();
  ImGui::PopID();

  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 low = list.GetClipRectMin();
  const ImVec2 high = list.GetClipRectMax();
  frame.anchors.add(
      GridAnchor{grid.tensor, grid.rect, intersection(grid.rect, {low.x, low.y, high.x - low.x, high.y - low.y}),
                 static_cast<int>(grid.values->rows()), static_cast<int>(grid.values->cols()), grid.transposed});
  anchor_last_item(frame, "matrix." + std::string(about.name));
  draw_cells(frame, grid, numbers);

  GridResult result;
  if (hovered) {
    const ImVec2 mouse = ImGui::GetMousePos();
    result.hovered = cell_at(grid, mouse.x, mouse.y);
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  }
  if (pressed) {
    result.clicked = result.hovered;
  }
  return result;
}

void draw_cells(const Frame& frame, const MatrixGrid& grid, const NumberStyle& numbers) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Rect clip{list.GetClipRectMin().x, list.GetClipRectMin().y, list.GetClipRectMax().x - list.GetClipRectMin().x,
                  list.GetClipRectMax().y - list.GetClipRectMin().y};
  const std::vector<CellPaint> cells = paint_cells(grid, frame.session.model, frame.theme);
  for (const CellPaint& cell : cells) {
    const Rect visible = intersection(cell.rect, clip);
    if (visible.width <= 0 || visible.height <= 0) {
      continue;
    }
    fill(list, cell.rect, cell.ground);
    draw_mark(frame, list, cell);
    if (numbers.size > 0) {
      draw_number(frame, list, cell, numbers);
    }
  }
}

}  // namespace shell
