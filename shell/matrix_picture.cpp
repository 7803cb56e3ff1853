#include "shell/matrix_picture.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/playground/equation.hpp"
#include "core/playground/formula.hpp"
#include "core/playground/labelled_matrix.hpp"
#include "core/playground/utf8.hpp"
#include "core/playground/wording.hpp"
#include "shell/cell_paint.hpp"
#include "shell/comparison.hpp"
#include "shell/drawn_equation.hpp"
#include "shell/texts.hpp"

namespace shell {
namespace {

using playground::Tensor;

// Sizes in CSS pixels.
constexpr float kMargin = 20;
constexpr float kText = 13;
constexpr float kNumber = 11;
constexpr float kPictureTitle = 24;
constexpr float kLegendHeight = 34;
constexpr float kPictureSign = 40;
constexpr float kSmallestLabelled = 9;
constexpr float kDiagonal = 0.7071F;
constexpr std::size_t kLongestLabel = 24;
constexpr int kNumberedAlone = 64;  ///< a matrix by itself has numbers up to so many rows and columns
constexpr int kNumberedBeside = 20;

/// One matrix of the picture: what is known before anything is placed.
struct Block {
  MatrixGrid grid;
  std::string title;
  std::vector<std::string> row_labels, column_labels;  ///< as drawn; empty: none
  bool turned = false;                                 ///< column labels are words, at an angle
  bool numbers = false;
  bool of_differences = false;
  float left = 0, top = 0;      ///< room for labels
  float width = 0, height = 0;  ///< with labels and title
  float right_overhang = 0;
};

struct Painter {
  const playground::Session& session;
  const playground::Snapshot& snapshot;
  const PictureStyle& style;
  const Theme& theme = style.theme;
  Svg svg = {};
  Difference apart = {};  ///< what the blocks of a comparison refer to

  float cell_width(const attention::Matrix& values, bool numbers) const {
    if (!numbers) return 0;
    std::size_t most = 3;
    for (attention::Index index = 0; index < values.size(); ++index) {
      most = std::max(most, playground::count_code_points(playground::number_text(values.data()[index], style.digits)));
    }
    return std::ceil(0.62F * kNumber * static_cast<float>(most)) + 8;
  }

  Block block_of(const DrawnOperand& operand, int numbered_up_to) const {
    const Tensor tensor = operand.tensor;
    const int head = playground::info(tensor).per_head ? session.head : 0;
    std::string title(symbol_of(tensor, operand.named_transposed, snapshot.model));
    title += "  ";
    const MatrixGrid grid = tensor_grid(snapshot, tensor, head);
    Block block = block_of(snapshot, grid, operand.transposed, numbered_up_to);
    title += std::to_string(drawn_rows(block.grid)) + " × " + std::to_string(drawn_columns(block.grid));
    if (playground::info(tensor).per_head && session.model.sizes.heads > 1) {
      title += "  " + say(Word::kPictureHead, {std::to_string(head)});
    }
    return with_title(std::move(block), std::move(title));
  }

  /// A matrix of the snapshot `of`, or one of the same shape.
  Block block_of(const playground::Snapshot& of, const MatrixGrid& grid, bool transposed, int numbered_up_to) const {
    const attention::Matrix& values = *grid.values;
    const playground::LabelledMatrix labels = *playground::labelled(of, grid.tensor, grid.head);
    Block block;
    block.grid = grid;
    block.grid.transposed = transposed;
    block.grid.limit = largest_magnitude(values);
    block.grid.scale = style.scale;
    const int rows = drawn_rows(block.grid);
    const int columns = drawn_columns(block.grid);
    const int largest = std::max(rows, columns);
    block.numbers = largest <= numbered_up_to;
    const float plain = std::clamp(std::floor(900 / static_cast<float>(largest)), 2.0F, 14.0F);
    const float width = block.numbers ? cell_width(values, true) : plain;
    const float height = block.numbers ? 22 : plain;
    block.grid.rect = {0, 0, width * static_cast<float>(columns), height * static_cast<float>(rows)};
    add_labels(block, transposed ? labels.column_labels : labels.row_labels,
               transposed ? labels.row_labels : labels.column_labels, width, height);
    return block;
  }

  void add_labels(Block& block, const std::vector<std::string>& rows, const std::vector<std::string>& columns,
                  float cell_width, float cell_height) const {
    const auto shown = [](const std::vector<std::string>& labels) {
      std::vector<std::string> texts;
      for (const std::string& label : labels) texts.push_back(playground::shortened(label, kLongestLabel));
      return texts;
    };
    const auto widest = [](const std::vector<std::string>& labels) {
      float width = 0;
      for (const std::string& label : labels) width = std::max(width, estimated_width(label, kText));
      return width;
    };
    if (cell_height >= kSmallestLabelled && rows.size() > 1) block.row_labels = shown(rows);
    if (cell_width >= kSmallestLabelled && columns.size() > 1) block.column_labels = shown(columns);
    block.left = block.row_labels.empty() ? 0 : widest(block.row_labels) + 8;
    block.turned = widest(block.column_labels) > cell_width;
    block.top = kPictureTitle;
    if (block.turned) {
      block.top += kDiagonal * (widest(block.column_labels) + kText);
      block.right_overhang = kDiagonal * estimated_width(block.column_labels.back(), kText);
    } else if (!block.column_labels.empty()) {
      block.top += kText + 6;
    }
    block.width = block.left + block.grid.rect.width + block.right_overhang;
    block.height = block.top + block.grid.rect.height;
  }

  static Block with_title(Block block, std::string title) {
    block.width = std::max(block.width, block.left + estimated_width(title, kText) + 8);
    block.title = std::move(title);
    return block;
  }

  /// Tokens that are selected wear the colour of their role.
  Color label_color(const Block& block, bool of_rows, int index) const {
    const playground::TensorInfo& about = playground::info(block.grid.tensor);
    const playground::Axis axis = of_rows == block.grid.transposed ? about.columns : about.rows;
    if (axis == playground::Axis::kQueryToken && index == session.query) return theme.query;
    if (axis == playground::Axis::kKeyToken && index == session.key) return theme.key;
    return theme.muted_ink;
  }

  void draw_labels(const Block& block) {
    const Rect& cells = block.grid.rect;
    const float height = cells.height / static_cast<float>(std::max<std::size_t>(1, block.row_labels.size()));
    const float width = cells.width / static_cast<float>(std::max<std::size_t>(1, block.column_labels.size()));
    const float size = std::min({kText, 0.95F * height, 0.95F * std::max(width, kSmallestLabelled)});
    for (std::size_t row = 0; row < block.row_labels.size(); ++row) {
      svg.text({.x = cells.x - 6,
                .y = cells.y + (static_cast<float>(row) + 0.5F) * height + 0.35F * size,
                .text = block.row_labels[row],
                .size = size,
                .color = label_color(block, true, static_cast<int>(row)),
                .anchor = "end"});
    }
    for (std::size_t column = 0; column < block.column_labels.size(); ++column) {
      const float middle = cells.x + (static_cast<float>(column) + 0.5F) * width;
      svg.text({.x = block.turned ? middle + 0.3F * size : middle,
                .y = cells.y - 6,
                .text = block.column_labels[column],
                .size = size,
                .color = label_color(block, false, static_cast<int>(column)),
                .anchor = block.turned ? "start" : "middle",
                .angle = block.turned ? -45.0F : 0});
    }
  }

  void draw_cell(const Block& block, const CellPaint& cell) {
    const std::string value = playground::number_text(cell.value, cell.mark == Mark::kMasked ? 0 : style.digits);
    const std::string name =
        playground::cell_name(snapshot, {block.grid.tensor, cell.row, cell.column, block.grid.head});
    svg.rect(cell.rect, cell.ground, name + " = " + playground::number_text(cell.value, 6));
    if (cell.mark == Mark::kMasked) svg.hatched(cell.rect);
    if (cell.mark == Mark::kEdited) {
      const float size = 0.4F * std::min(cell.rect.width, cell.rect.height);
      svg.path("M" + coordinate(cell.rect.right() - size) + " " + coordinate(cell.rect.y) + "h" + coordinate(size) +
                   "v" + coordinate(size) + "z",
               theme.ink);
    }
    if (!block.numbers) return;
    const Color ink =
        cell.mark == Mark::kMasked ? theme.muted_ink : readable_ink(cell.ground, theme.dark_ink, theme.light_ink);
    svg.text({.x = cell.rect.x + cell.rect.width / 2,
              .y = cell.rect.y + cell.rect.height / 2 + 0.36F * kNumber,
              .text = value,
              .size = kNumber,
              .color = ink,
              .anchor = "middle"});
  }

  /// Hundreds of thousands of cells: one shape for all cells of one colour.
  void draw_many(const std::vector<CellPaint>& cells) {
    std::map<std::uint32_t, std::string> shapes;
    std::map<std::uint32_t, Color> colors;
    std::string masked;
    for (const CellPaint& cell : cells) {
      const std::string shape = "M" + coordinate(cell.rect.x) + " " + coordinate(cell.rect.y) + "h" +
                                coordinate(cell.rect.width) + "v" + coordinate(cell.rect.height) + "h-" +
                                coordinate(cell.rect.width) + "z";
      shapes[packed(cell.ground)] += shape;
      colors[packed(cell.ground)] = cell.ground;
      if (cell.mark == Mark::kMasked) masked += shape;
    }
    for (const auto& [color, shape] : shapes) svg.path(shape, colors[color]);
    if (!masked.empty()) svg.hatched_path(masked);
  }

  void draw_block(Block block, float x, float y) {
    constexpr std::size_t kMostSingle = 8'192;
    block.grid.rect.x = std::round(x + block.left);
    block.grid.rect.y = std::round(y + block.top);
    svg.text({.x = block.grid.rect.x,
              .y = y + kText,
              .text = block.title,
              .size = kText,
              .color = role_color(theme, role_of(block.grid.tensor)),
              .bold = true});
    draw_labels(block);
    const std::vector<CellPaint> cells = paint_cells(block.grid, session.model, theme);
    if (cells.size() > kMostSingle) {
      draw_many(cells);
    } else {
      for (const CellPaint& cell : cells) draw_cell(block, cell);
    }
  }

  void draw_legend(const Block& block, float x, float y) {
    constexpr int kParts = 24;
    constexpr float kPartWidth = 6;
    const double limit = block.grid.limit;
    const double low = role_of(block.grid.tensor) == Role::kWeight && !block.of_differences ? 0 : -limit;
    const int legend_digits = limit < 10 ? 2 : 1;
    const std::string low_text = playground::number_text(low, low < 0 ? legend_digits : 0);
    const std::string high_text = (low < 0 ? "+" : "") + playground::number_text(limit, legend_digits);
    const float bar = x + estimated_width(low_text, kNumber) + 6;
    svg.text({.x = bar - 6, .y = y + 10, .text = low_text, .size = kNumber, .color = theme.muted_ink, .anchor = "end"});
    for (int part = 0; part < kParts; ++part) {
      const double value = low + (limit - low) * (part + 0.5) / kParts;
      svg.rect({bar + kPartWidth * static_cast<float>(part), y, kPartWidth + (part + 1 < kParts ? 0.5F : 0), 12},
               data_color(theme, value, limit, style.scale));
    }
    svg.text({.x = bar + kPartWidth * kParts + 6,
              .y = y + 10,
              .text = high_text,
              .size = kNumber,
              .color = theme.muted_ink});
  }

  Picture finish(float width, float height, std::string_view title) {
    return std::move(svg).finish(width, height, theme.surface, mix(theme.muted_ink, theme.surface, 0.5F), title);
  }
};

/// What the step makes here, of the other side, and where they have one shape how far apart they are; empty where one
/// side lacks it.
std::vector<Block> compared_blocks(Painter& painter, const playground::Snapshot& other) {
  const Tensor tensor = *playground::result_of(painter.session.step, painter.session.model);
  const int head = playground::info(tensor).per_head ? painter.session.head : 0;
  const int other_head = head_in(other, head);
  const attention::Matrix* mine = painter.snapshot.tensor(tensor, head);
  const attention::Matrix* its = other.tensor(tensor, other_head);
  if (mine == nullptr || its == nullptr) return {};
  const std::string title = comparison_title(painter.session.compare);
  const bool transposed = painter.style.tokens_as_columns;
  const auto block = [&](const playground::Snapshot& of, const MatrixGrid& grid, std::string name) {
    return Painter::with_title(painter.block_of(of, grid, transposed, kNumberedBeside), std::move(name));
  };
  std::vector<Block> blocks{block(painter.snapshot, tensor_grid(painter.snapshot, tensor, head), label(Word::kHere)),
                            block(other, tensor_grid(other, tensor, other_head), say(Word::kWith, {title}))};
  blocks[0].grid.limit = blocks[1].grid.limit = std::max(blocks[0].grid.limit, blocks[1].grid.limit);
  if (attention::same_shape(*mine, *its)) {
    painter.apart = difference(*mine, *its);
    blocks.push_back(block(painter.snapshot, {.tensor = tensor, .head = head, .values = &painter.apart.values},
                           say(Word::kMinusHere, {title})));
    blocks.back().of_differences = true;
  }
  return blocks;
}

/// The matrices beside each other, each with what stands before it, and the colours of the first and the last.
Picture in_a_row(Painter& painter, const std::vector<Block>& blocks, const std::vector<std::string>& signs) {
  float top = 0;
  float cells = 0;
  for (const Block& block : blocks) {
    top = std::max(top, block.top);
    cells = std::max(cells, block.grid.rect.height);
  }
  const StepText words = text_of(painter.session.step);
  painter.svg.text(
      {.x = kMargin, .y = kMargin + 15, .text = words.title, .size = 17, .color = painter.theme.ink, .bold = true});
  const float start = kMargin + 32;
  float x = kMargin;
  for (std::size_t index = 0; index < blocks.size(); ++index) {
    const Block& block = blocks[index];
    if (index > 0) {
      painter.svg.text({.x = x + kPictureSign / 2,
                        .y = start + top + cells / 2 + 6,
                        .text = signs[index],
                        .size = 20,
                        .color = painter.theme.ink,
                        .anchor = "middle"});
      x += kPictureSign;
    }
    const float offset = top - block.top + (cells - block.grid.rect.height) / 2;
    painter.draw_block(block, x, start + offset);
    if (index + 1 == blocks.size() || (index == 0 && blocks.back().of_differences)) {
      painter.draw_legend(block, x + block.left, start + top + cells + 14);
    }
    x += block.width;
  }
  const float title_width = estimated_width(words.title, 17);
  return painter.finish(std::max(x, kMargin + title_width) + 2 * kMargin + 60,
                        start + top + cells + kLegendHeight + kMargin, words.title);
}

}  // namespace

Picture matrix_picture(const playground::Session& session, const playground::Snapshot& snapshot, Tensor tensor,
                       const PictureStyle& style) {
  Painter painter{session, snapshot, style};
  const Block block = painter.block_of({tensor, style.tokens_as_columns, false, {}}, kNumberedAlone);
  painter.draw_block(block, kMargin, kMargin);
  painter.draw_legend(block, kMargin + block.left, kMargin + block.height + 14);
  constexpr float kLegendWidth = 270;
  return painter.finish(block.left + std::max(block.width - block.left, kLegendWidth) + 2 * kMargin,
                        block.height + kLegendHeight + 2 * kMargin, block.title);
}

Picture equation_picture(const playground::Session& session, const playground::Snapshot& snapshot,
                         const playground::Snapshot* compared, const PictureStyle& style) {
  Painter painter{session, snapshot, style};
  const std::vector<Block> sides = compared ? compared_blocks(painter, *compared) : std::vector<Block>();
  if (!sides.empty()) return in_a_row(painter, sides, std::vector<std::string>(sides.size()));
  std::vector<Block> blocks;
  std::vector<std::string> signs;
  for (const DrawnOperand& operand : drawn_equation(session.step, session.model, style.tokens_as_columns)) {
    blocks.push_back(painter.block_of(operand, kNumberedBeside));
    signs.emplace_back(operand.sign_before);
  }
  return in_a_row(painter, blocks, signs);
}

}  // namespace shell
