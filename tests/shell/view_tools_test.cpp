#include <doctest/doctest.h>

#include <cmath>

#include "shell/margin_sums.hpp"
#include "tests/shell/screen.hpp"

using playground::Step;
using shell_tests::Screen;

TEST_CASE("the margin sums of a matrix are those of its columns and rows") {
  attention::Matrix matrix(2, 3);
  matrix << 1, 2, 3, 10, 20, 30;
  const attention::Matrix columns = shell::column_sums(matrix);
  REQUIRE(columns.rows() == 1);
  CHECK(columns(0, 0) == 11);
  CHECK(columns(0, 2) == 33);
  const attention::Matrix rows = shell::row_sums(matrix);
  REQUIRE(rows.cols() == 1);
  CHECK(rows(0, 0) == 6);
  CHECK(rows(1, 0) == 60);
}

TEST_CASE("the softmax step shows who is looked at below the weights, and the rows' sums beside them") {
  Screen screen;
  screen.click("step.scores");
  CHECK_FALSE(screen.app().anchors().find("sums.columns").has_value());
  screen.click("step.softmax");
  const auto sums = screen.app().anchors().find("sums.columns");
  const auto weights = screen.app().anchors().find("matrix.weights");
  REQUIRE(sums.has_value());
  REQUIRE(weights.has_value());
  CHECK(sums->y >= weights->bottom());
  CHECK(sums->width == doctest::Approx(weights->width));
  const auto rows = screen.app().anchors().find("sums.rows");
  REQUIRE(rows.has_value());
  CHECK(rows->x >= weights->right());
}

TEST_CASE("the colour scale and the digits are choices of the view, not edits") {
  Screen screen;
  screen.click("step.scores");
  const playground::Session before = screen.app().session();
  screen.click("legend.log");
  CHECK(screen.app().view().color_scale == shell::ColorScale::kLogarithmic);
  screen.click("legend.linear");
  CHECK(screen.app().view().color_scale == shell::ColorScale::kLinear);
  screen.click("digits");
  screen.click("digits[3]");
  CHECK(screen.app().view().digits == 3);
  screen.click("digits");
  screen.click("digits[auto]");
  CHECK_FALSE(screen.app().view().digits.has_value());
  CHECK(screen.app().session() == before);
}

TEST_CASE("the legend explains the marks that are on the screen, and only those") {
  Screen screen;
  screen.click("step.masked");
  CHECK_FALSE(screen.app().anchors().find("legend.marks").has_value());
  screen.click("mask.causal");
  CHECK(screen.app().anchors().find("legend.marks").has_value());
}
