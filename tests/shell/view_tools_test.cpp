#include <doctest/doctest.h>

#include <cmath>

#include "core/playground/link.hpp"
#include "shell/color_scale.hpp"
#include "shell/margin_sums.hpp"
#include "shell/selection.hpp"
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
  CHECK(screen.app().session().colors == shell::ColorScale::kLogarithmic);
  screen.click("legend.linear");
  CHECK(screen.app().session().colors == shell::ColorScale::kLinear);
  screen.click("digits");
  screen.click("digits[3]");
  CHECK(screen.app().session().digits == 3);
  screen.click("digits");
  screen.click("digits[auto]");
  CHECK_FALSE(screen.app().session().digits.has_value());
  screen.click("settings");
  screen.click("convention.columns");
  CHECK(screen.app().session().tokens_as == playground::TokensAs::kColumns);
  screen.click("convention.rows");
  screen.click("settings");
  CHECK(screen.app().session() == before);
  CHECK_FALSE(screen.app().dispatch(playground::Undo{}).ok());
}

TEST_CASE("a column of features is selected in the session, so that a link has it") {
  Screen screen;
  screen.click("step.queries");
  REQUIRE(screen.app().dispatch(playground::Select{.feature = 5}).ok());
  screen.draw();
  const playground::Session restored =
      playground::decode_link("", playground::encode_link(screen.app().session())).session;
  CHECK(shell::selected_cell(restored, screen.app().snapshot())->column == 5);
}

TEST_CASE("the legend explains the marks that are on the screen, and only those") {
  Screen screen;
  screen.click("step.masked");
  CHECK_FALSE(screen.app().anchors().find("legend.marks").has_value());
  screen.click("mask.causal");
  CHECK(screen.app().anchors().find("legend.marks").has_value());
}
