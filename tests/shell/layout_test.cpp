#include <doctest/doctest.h>

#include <array>
#include <initializer_list>
#include <limits>

#include "shell/cell_paint.hpp"
#include "shell/equation_layout.hpp"
#include "shell/window_layout.hpp"

using shell::EquationLayout;
using shell::EquationMetrics;
using shell::Mark;
using shell::MatrixGrid;
using shell::OperandShape;
using shell::Rect;

namespace {

const EquationMetrics kMetrics{.em = 16, .label_width = 80, .last_label_width = 80, .number_width = 40};

/// Q [12 x 16] . K^T [16 x 12] = scores [12 x 12].
const std::array kScoreShapes{OperandShape{12, 16, true, false, 50}, OperandShape{16, 12, false, true, 50},
                              OperandShape{12, 12, true, true, 50}};

MatrixGrid grid_of(const attention::Matrix& values, const Rect& rect, bool transposed = false) {
  return {.tensor = playground::Tensor::kScores, .values = &values, .transposed = transposed, .limit = 1, .rect = rect};
}

}  // namespace

TEST_CASE("the matrices of an equation stand side by side inside the area, the result with room for numbers") {
  const Rect area{100, 50, 860, 420};
  const EquationLayout layout = shell::lay_out_equation(kScoreShapes, area, kMetrics);
  REQUIRE(layout.operands.size() == 3);
  CHECK(layout.numbers);
  float left = area.x;
  for (const shell::OperandBox& box : layout.operands) {
    CHECK(box.cells.x >= left);
    left = box.cells.right();
  }
  CHECK(left <= area.right() + 1);
  CHECK(layout.operands[2].cells.width / 12 >= kMetrics.number_width);
  CHECK(layout.height <= area.height);
}

TEST_CASE("rows of tokens have one height in all matrices of an equation") {
  const EquationLayout layout = shell::lay_out_equation(kScoreShapes, {0, 0, 860, 420}, kMetrics);
  CHECK(layout.operands[0].cells.height == doctest::Approx(layout.operands[2].cells.height));
  CHECK(layout.operands[0].cells.y == layout.operands[2].cells.y);
}

TEST_CASE("on a narrow screen the result stands alone") {
  const EquationLayout layout = shell::lay_out_equation(kScoreShapes, {0, 0, 360, 420}, kMetrics);
  REQUIRE(layout.operands.size() == 1);
  CHECK(layout.first == 2);
  CHECK(layout.operands[0].cells.right() <= 360);
}

TEST_CASE("on a narrow screen the other matrices stand below the result, if they are asked for") {
  EquationMetrics metrics = kMetrics;
  metrics.stacks = true;
  const EquationLayout layout = shell::lay_out_equation(kScoreShapes, {0, 0, 360, 420}, metrics);
  REQUIRE(layout.operands.size() == 3);
  CHECK(layout.first == 0);
  CHECK(layout.operands[0].cells.y >= layout.operands[2].title.bottom());
  CHECK(layout.operands[1].cells.y >= layout.operands[0].title.bottom());
  CHECK(layout.height >= layout.operands[1].title.bottom());
  for (const shell::OperandBox& box : layout.operands) {
    CHECK(box.cells.width >= 100);
    CHECK(box.cells.right() <= 360);
  }
}

TEST_CASE("cells that are too narrow for a name each have room for names above them too") {
  const std::array shapes{OperandShape{300, 16, true, false, 50}, OperandShape{16, 300, false, true, 50},
                          OperandShape{300, 300, true, true, 50}};
  const EquationLayout layout = shell::lay_out_equation(shapes, {0, 0, 860, 420}, kMetrics);
  REQUIRE(layout.operands.size() == 3);
  CHECK(layout.operands[2].cells.width / 300 < 4);
  CHECK(layout.operands[2].column_labels.height >= 60);
  CHECK(layout.operands[0].column_labels.height == 0);
}

TEST_CASE("every size of matrix gets cells with an area") {
  for (const int tokens : {1, 2, 12, 100, 512}) {
    for (const int width : {1, 16, 256, 1024}) {
      const std::array operands{OperandShape{tokens, width, true, false, 50}, OperandShape{width, 16, false, false, 50},
                                OperandShape{tokens, 16, true, false, 50}};
      const EquationLayout layout = shell::lay_out_equation(operands, {0, 0, 860, 420}, kMetrics);
      for (const shell::OperandBox& box : layout.operands) {
        CHECK(box.cells.width >= 1);
        CHECK(box.cells.height >= 1);
      }
    }
  }
}

TEST_CASE("the cells of a grid cover it without a gap wider than a pixel, and a point in a cell finds it") {
  const attention::Matrix values = attention::Matrix::Constant(7, 5, 0.5);
  for (const bool transposed : {false, true}) {
    const MatrixGrid grid = grid_of(values, {10, 20, 203, 101}, transposed);
    const std::vector<shell::CellPaint> cells = shell::paint_cells(grid, {}, shell::light_theme());
    REQUIRE(cells.size() == 35);
    float area = 0;
    for (const shell::CellPaint& cell : cells) {
      area += (cell.rect.width + 1) * (cell.rect.height + 1);
      const auto found = shell::cell_at(grid, cell.rect.x + cell.rect.width / 2, cell.rect.y + cell.rect.height / 2);
      REQUIRE(found.has_value());
      CHECK(found->row == cell.row);
      CHECK(found->column == cell.column);
    }
    CHECK(area == doctest::Approx(203 * 101));
  }
}

TEST_CASE("a matrix larger than its picture shows the number of largest magnitude of each block") {
  attention::Matrix values = attention::Matrix::Zero(512, 512);
  values(300, 7) = -4;
  const MatrixGrid grid = grid_of(values, {0, 0, 64, 64});
  const std::vector<shell::CellPaint> cells = shell::paint_cells(grid, {}, shell::light_theme());
  CHECK(cells.size() == 64 * 64);
  int seen = 0;
  for (const shell::CellPaint& cell : cells) {
    if (cell.value != 0) {
      ++seen;
      CHECK(cell.value == -4);
      CHECK(cell.row <= 300);
      CHECK(cell.row + 8 > 300);
      CHECK(cell.column == 0);
    }
  }
  CHECK(seen == 1);
}

TEST_CASE("masked, infinite, NaN, edited and empty cells have marks of their own") {
  const double infinity = std::numeric_limits<double>::infinity();
  attention::Matrix values = attention::Matrix::Zero(2, 4);
  values(0, 1) = -infinity;
  values(0, 2) = infinity;
  values(1, 0) = std::numeric_limits<double>::quiet_NaN();
  playground::Model model;
  model.edits.push_back({.tensor = playground::Tensor::kEmbeddings, .row = 1, .column = 1, .head = 0, .value = 0});
  MatrixGrid grid = grid_of(values, {0, 0, 80, 40});
  grid.tensor = playground::Tensor::kEmbeddings;
  grid.filled = 6;
  const std::vector<shell::CellPaint> cells = shell::paint_cells(grid, model, shell::light_theme());
  const std::array expected{Mark::kNone,       Mark::kMinusInfinity, Mark::kPlusInfinity, Mark::kNone,
                            Mark::kNotANumber, Mark::kEdited,        Mark::kEmpty,        Mark::kEmpty};
  for (std::size_t index = 0; index < expected.size(); ++index) {
    CAPTURE(index);
    CHECK(cells[index].mark == expected[index]);
  }
}

TEST_CASE("a weight whose logit is masked is marked as masked, a weight that is merely 0 is not") {
  const double infinity = std::numeric_limits<double>::infinity();
  const attention::Matrix weights = attention::Matrix::Zero(1, 3);
  attention::Matrix logits(1, 3);
  logits << -1000, -infinity, -infinity;
  attention::Matrix unmasked(1, 3);
  unmasked << -1000, 5, -infinity;
  MatrixGrid grid = grid_of(weights, {0, 0, 60, 20});
  grid.logits = &logits;
  grid.unmasked = &unmasked;
  const std::vector<shell::CellPaint> cells = shell::paint_cells(grid, {}, shell::light_theme());
  CHECK(cells[0].mark == Mark::kNone);
  CHECK(cells[1].mark == Mark::kMasked);
  CHECK(cells[2].mark == Mark::kNone);
}

TEST_CASE("the parts of the window cover it from top to bottom and do not overlap") {
  for (const float width : {320.0F, 390.0F, 768.0F, 1280.0F, 1920.0F}) {
    const shell::WindowLayout layout = shell::lay_out_window(width, 800, 16, false, 0);
    CHECK(layout.header.y == 0);
    CHECK(layout.tokens.y == layout.header.bottom());
    CHECK(layout.stage.y == layout.controls.bottom());
    CHECK(layout.footer.y == doctest::Approx(layout.stage.bottom()));
    CHECK(layout.footer.bottom() == 800);
    CHECK(layout.rail.width + layout.stage.width + layout.side.width == doctest::Approx(width));
  }
}

TEST_CASE("a low window gives its height to the stage, one bar after the other") {
  struct Size {
    float width, height;
    bool touch;
  };
  constexpr float kEm = 17;
  for (const Size& size : {Size{844, 390, true}, Size{667, 375, true}, Size{568, 320, true}, Size{320, 256, false},
                           Size{320, 180, true}, Size{1280, 400, false}}) {
    const shell::WindowLayout layout = shell::lay_out_window(size.width, size.height, kEm, size.touch, 4 * kEm);
    const bool only_footer = layout.header.height == 0 && layout.tokens.height == 0 && layout.controls.height == 0;
    CHECK((layout.stage.height >= 12 * kEm || layout.tokens.height == 0));
    CHECK((layout.stage.height >= 0.3F * size.height || only_footer));
    CHECK(layout.stage.height >= 0.5F * (size.height - layout.footer.height));
    CHECK(layout.footer.bottom() == size.height);
  }
}
