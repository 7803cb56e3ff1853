#include "shell/cell_paint.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace shell {
namespace {

/// Smallest side of a cell in pixels that still gets a gap to its neighbours. Smaller ones lie side by side, as in an
/// image, which takes over where there are enough of them to be worth one.
constexpr float kGapFrom = 7;
constexpr float kImageFromCells = 64;

constexpr int kHatchPeriod = 6;  ///< pixels between the lines over masked cells of an image
constexpr int kShades = 256;     ///< of one sign

/// Number of `count` cells that one drawn block stands for, so that no block is smaller than a pixel.
int block_of(int count, float pixels) {
  return std::max(1, static_cast<int>(std::ceil(static_cast<float>(count) / std::max(1.0F, pixels))));
}

bool is_minus_infinity(double value) { return value == -std::numeric_limits<double>::infinity(); }

/// The number that a block shows: the one of largest magnitude; NaN and infinities only where all are.
double block_value(const attention::Matrix& values, const SeenCells& block) {
  double shown = values(block.rows.first, block.columns.first);
  for (int row = block.rows.first; row < block.rows.end; ++row) {
    for (int column = block.columns.first; column < block.columns.end; ++column) {
      const double value = values(row, column);
      const bool better = std::isfinite(value) && (!std::isfinite(shown) || std::abs(value) > std::abs(shown));
      shown = better ? value : shown;
    }
  }
  return shown;
}

/// Masked is a block whose logits are all minus infinity, unless they were that before the mask.
bool is_masked(const MatrixGrid& grid, const SeenCells& block) {
  if (grid.logits == nullptr || !is_minus_infinity((*grid.logits)(block.rows.first, block.columns.first))) {
    return false;
  }
  return is_minus_infinity(block_value(*grid.logits, block)) &&
         (grid.unmasked == nullptr || !is_minus_infinity(block_value(*grid.unmasked, block)));
}

Mark mark_of(const MatrixGrid& grid, double value, const SeenCells& block) {
  if (grid.filled >= 0 && block.rows.first * grid.values->cols() + block.columns.first >= grid.filled) {
    return Mark::kEmpty;
  }
  if (std::isnan(value)) {
    return Mark::kNotANumber;
  }
  if (is_masked(grid, block)) {
    return Mark::kMasked;
  }
  if (std::isinf(value)) {
    return value < 0 ? Mark::kMinusInfinity : Mark::kPlusInfinity;
  }
  return Mark::kNone;
}

Color ground_of(const Theme& theme, const MatrixGrid& grid, double value, Mark mark) {
  switch (mark) {
    case Mark::kEmpty:
      return theme.background;
    case Mark::kMasked:
    case Mark::kNotANumber:
    case Mark::kMinusInfinity:
    case Mark::kPlusInfinity:
      return theme.sunken;
    default:
      return data_color(theme, value, grid.limit, grid.scale);
  }
}

/// Index of the first cell of the block that `index` lies in.
int aligned(int index, int block) { return index / block * block; }

/// Calls `mark` for every edited cell of the grid's tensor.
template <typename MarkCell>
void for_edits(const MatrixGrid& grid, const playground::Model& model, MarkCell mark_cell) {
  const int head = playground::canonical({.tensor = grid.tensor, .head = grid.head}, model.sizes).head;
  for (const playground::CellEdit& edit : model.edits) {
    if (edit.tensor == grid.tensor && edit.head == head && edit.row < grid.values->rows() &&
        edit.column < grid.values->cols()) {
      mark_cell(edit.row, edit.column);
    }
  }
}

/// All colours that numbers have, so that an image looks each pixel's up.
struct Shades {
  std::array<std::uint32_t, 2 * kShades + 1> packed_colors{};

  explicit Shades(const Theme& theme) {
    for (int index = -kShades; index <= kShades; ++index) {
      packed_colors[static_cast<std::size_t>(index + kShades)] =
          packed(data_color(theme, index, kShades, ColorScale::kLinear));
    }
  }
  std::uint32_t at(double share) const {
    return packed_colors[static_cast<std::size_t>(std::lround(share * kShades) + kShades)];
  }
};

/// For each pixel from `low` on, the cells that it shows: those that begin in it, or the one that covers it.
std::vector<IndexRange> ranges_of_pixels(float start, float extent, int count, float low, int pixels) {
  std::vector<IndexRange> ranges(static_cast<std::size_t>(pixels));
  const float per_pixel = static_cast<float>(count) / extent;
  for (int pixel = 0; pixel < pixels; ++pixel) {
    const float offset = low + static_cast<float>(pixel) - start;
    const int first = std::clamp(static_cast<int>(offset * per_pixel), 0, count - 1);
    const int end = std::clamp(static_cast<int>((offset + 1) * per_pixel), first + 1, count);
    ranges[static_cast<std::size_t>(pixel)] = {first, end};
  }
  return ranges;
}

}  // namespace

bool is_masked(const MatrixGrid& grid, int row, int column) {
  return is_masked(grid, {.rows = {row, row + 1}, .columns = {column, column + 1}});
}

std::vector<CellPaint> paint_cells(const MatrixGrid& grid, const playground::Model& model, const Theme& theme) {
  return paint_cells(grid, model, theme, seen(grid));
}

std::vector<CellPaint> paint_cells(const MatrixGrid& grid, const playground::Model& model, const Theme& theme,
                                   const Rect& clip) {
  const SeenCells shown = seen_cells(grid, clip);
  const int all_rows = static_cast<int>(grid.values->rows());
  const int all_columns = static_cast<int>(grid.values->cols());
  const int row_block = block_of(all_rows, grid.transposed ? grid.rect.width : grid.rect.height);
  const int column_block = block_of(all_columns, grid.transposed ? grid.rect.height : grid.rect.width);
  const int first_row = aligned(shown.rows.first, row_block);
  const int first_column = aligned(shown.columns.first, column_block);
  const int blocks_across = std::max(0, (shown.columns.end - first_column + column_block - 1) / column_block);
  std::vector<CellPaint> cells;
  cells.reserve(static_cast<std::size_t>((shown.rows.end - first_row) / row_block + 1) *
                static_cast<std::size_t>(blocks_across));
  for (int row = first_row; row < shown.rows.end; row += row_block) {
    for (int column = first_column; column < shown.columns.end; column += column_block) {
      const SeenCells block{.rows = {row, std::min(row + row_block, all_rows)},
                            .columns = {column, std::min(column + column_block, all_columns)}};
      CellPaint cell{.rect = block_rect(grid, row, column, row_block, column_block),
                     .value = block_value(*grid.values, block),
                     .row = row,
                     .column = column};
      if (cell.rect.width >= kGapFrom && cell.rect.height >= kGapFrom) {
        cell.rect.width -= 1;
        cell.rect.height -= 1;
      }
      cell.mark = mark_of(grid, cell.value, block);
      cell.ground = ground_of(theme, grid, cell.value, cell.mark);
      cells.push_back(cell);
    }
  }
  for_edits(grid, model, [&](int row, int column) {
    if (row < first_row || row >= shown.rows.end || column < first_column || column >= shown.columns.end) {
      return;
    }
    CellPaint& cell = cells[static_cast<std::size_t>((row - first_row) / row_block * blocks_across +
                                                     (column - first_column) / column_block)];
    cell.mark = cell.mark == Mark::kEmpty ? Mark::kEmpty : Mark::kEdited;
  });
  return cells;
}

Detail detail_of(const MatrixGrid& grid, float number_width, float number_height) {
  const auto rows = static_cast<float>(drawn_rows(grid));
  const auto columns = static_cast<float>(drawn_columns(grid));
  const float width = grid.rect.width / columns;
  const float height = grid.rect.height / rows;
  if (width >= number_width && height >= number_height) {
    return Detail::kNumbers;
  }
  return std::min(width, height) < kGapFrom && rows * columns > kImageFromCells ? Detail::kImage : Detail::kCells;
}

CellImage paint_image(const MatrixGrid& grid, const playground::Model& model, const Theme& theme) {
  const Rect part = seen(grid);
  CellImage image{.width = std::max(1, static_cast<int>(std::round(part.width))),
                  .height = std::max(1, static_cast<int>(std::round(part.height))),
                  .pixels = {},
                  .marks = {}};
  image.pixels.resize(static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height));
  const std::vector<IndexRange> across =
      ranges_of_pixels(grid.rect.x, grid.rect.width, drawn_columns(grid), part.x, image.width);
  const std::vector<IndexRange> down =
      ranges_of_pixels(grid.rect.y, grid.rect.height, drawn_rows(grid), part.y, image.height);
  const Shades shades(theme);
  const std::uint32_t hatch = packed(mix(theme.sunken, theme.control_border, 0.6F));
  // Pixels that show the same cells have the same colour; only the hatch goes on from one to the next.
  struct Pixel {
    std::uint32_t color = 0;
    bool masked = false;
  };
  std::vector<Pixel> line(across.size());
  const auto pixel_of = [&](const IndexRange& row, const IndexRange& column) {
    const SeenCells block = grid.transposed ? SeenCells{column, row} : SeenCells{row, column};
    const double value = block_value(*grid.values, block);
    const Mark mark = mark_of(grid, value, block);
    image.marks.set(static_cast<std::size_t>(mark));
    return Pixel{mark == Mark::kNone ? shades.at(color_share(value, grid.limit, grid.scale))
                                     : packed(ground_of(theme, grid, value, mark)),
                 mark == Mark::kMasked};
  };
  std::size_t next = 0;
  for (std::size_t y = 0; y < down.size(); ++y) {
    if (y == 0 || !(down[y] == down[y - 1])) {
      for (std::size_t x = 0; x < across.size(); ++x) {
        line[x] = x > 0 && across[x] == across[x - 1] ? line[x - 1] : pixel_of(down[y], across[x]);
      }
    }
    for (std::size_t x = 0; x < across.size(); ++x) {
      image.pixels[next++] = line[x].masked && (x + y) % kHatchPeriod == 0 ? hatch : line[x].color;
    }
  }
  for_edits(grid, model, [&](int row, int column) {
    const Rect cell = block_rect(grid, row, column, 1, 1);
    image.marks.set(static_cast<std::size_t>(Mark::kEdited));
    const int left = static_cast<int>(cell.x - part.x);
    const int top = static_cast<int>(cell.y - part.y);
    for (int y = std::max(0, top); y < std::min(image.height, top + 3); ++y) {
      for (int x = std::max(0, left); x < std::min(image.width, left + 3); ++x) {
        image.pixels[static_cast<std::size_t>(y * image.width + x)] = packed(theme.ink);
      }
    }
  });
  return image;
}

}  // namespace shell
