#include "shell/matrix_grid.hpp"

#include <algorithm>
#include <cmath>

namespace shell {
namespace {

using attention::Matrix;
using playground::Cell;
using playground::Tensor;

/// The indices along one direction whose cells lie between `low` and `high`.
IndexRange range_between(float start, float extent, int count, float low, float high) {
  if (!(extent > 0) || high <= low) {
    return {};
  }
  const float per_pixel = static_cast<float>(count) / extent;
  const int first = static_cast<int>(std::floor((low - start) * per_pixel));
  const int end = static_cast<int>(std::ceil((high - start) * per_pixel));
  return {std::clamp(first, 0, count), std::clamp(end, 0, count)};
}

bool depends_on_mask(Tensor tensor) {
  return tensor == Tensor::kMaskedScores || tensor == Tensor::kExponentials || tensor == Tensor::kWeights;
}

}  // namespace

int drawn_rows(const MatrixGrid& grid) {
  return static_cast<int>(grid.transposed ? grid.values->cols() : grid.values->rows());
}

int drawn_columns(const MatrixGrid& grid) {
  return static_cast<int>(grid.transposed ? grid.values->rows() : grid.values->cols());
}

Rect seen(const MatrixGrid& grid) {
  return grid.view.width > 0 && grid.view.height > 0 ? intersection(grid.rect, grid.view) : grid.rect;
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

IndexRange head_columns(const MatrixGrid& grid, const playground::Sizes& sizes) {
  const auto part = [&](int head) { return IndexRange{head * sizes.d_k, (head + 1) * sizes.d_k}; };
  switch (grid.tensor) {
    case Tensor::kWq:
      return part(grid.head);
    case Tensor::kWk:
    case Tensor::kWv:
      return part(playground::kv_head_of(grid.head, sizes));
    default:
      return {0, static_cast<int>(grid.values->cols())};
  }
}

std::vector<Rect> unfilled(const MatrixGrid& grid) {
  const int rows = static_cast<int>(grid.values->rows());
  const int columns = static_cast<int>(grid.values->cols());
  if (grid.filled < 0 || grid.filled >= rows * columns) {
    return {};
  }
  const int row = grid.filled / columns;
  const int column = grid.filled % columns;
  std::vector<Rect> rects{block_rect(grid, row, column, 1, columns - column)};
  if (row + 1 < rows) {
    rects.push_back(block_rect(grid, row + 1, 0, rows - row - 1, columns));
  }
  return rects;
}

SeenCells seen_cells(const MatrixGrid& grid, const Rect& clip) {
  const Rect part = intersection(seen(grid), clip);
  const IndexRange across =
      range_between(grid.rect.x, grid.rect.width, drawn_columns(grid), part.x, part.x + part.width);
  const IndexRange down = range_between(grid.rect.y, grid.rect.height, drawn_rows(grid), part.y, part.y + part.height);
  return grid.transposed ? SeenCells{.rows = across, .columns = down} : SeenCells{.rows = down, .columns = across};
}

MatrixGrid tensor_grid(const playground::Snapshot& snapshot, Tensor tensor, int head) {
  MatrixGrid grid{.tensor = tensor, .head = head, .values = snapshot.tensor(tensor, head)};
  if (depends_on_mask(tensor)) {
    grid.logits = snapshot.tensor(Tensor::kMaskedScores, head);
    // What ALiBi adds is finite: the scaled scores have the same infinities as those with their bias.
    grid.unmasked = snapshot.tensor(Tensor::kScaledScores, head);
  }
  return grid;
}

std::optional<Cell> cell_at(const MatrixGrid& grid, float x, float y) {
  if (!seen(grid).contains(x, y)) {
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

}  // namespace shell
