#include "shell/zoom.hpp"

#include <doctest/doctest.h>

#include "core/playground/equation.hpp"

#include <cmath>
#include <initializer_list>
#include <limits>
#include <string>

#include "shell/pictures.hpp"
#include "tests/shell/screen.hpp"
#include "tests/support/many_tokens.hpp"

using shell::AxisWindow;
using shell_tests::Screen;

namespace {

/// Columns of 512 whose names are above a matrix.
int labelled_columns(Screen& screen) {
  int count = 0;
  for (int column = 0; column < 512; ++column) {
    count += screen.app().anchors().find("column[" + std::to_string(column) + "]").has_value() ? 1 : 0;
  }
  return count;
}

}  // namespace

TEST_CASE("magnifying keeps the point under the pointer where it is") {
  const AxisWindow before{100, 400};
  const double share = 0.3;
  const AxisWindow after = shell::magnified(before, 512, share, 2, 10);
  CHECK(after.count == 200);
  CHECK(after.first + share * after.count == doctest::Approx(before.first + share * before.count));
}

TEST_CASE("a window never leaves its axis, whatever is asked of it") {
  AxisWindow window{0, 512};
  for (const double factor : {3.0, 100.0, 0.5, 0.1, 7.0}) {
    for (const double share : {0.0, 0.5, 1.0}) {
      window = shell::moved_by(shell::magnified(window, 512, share, factor, 10), 512, 37 * factor);
      CHECK(window.first >= 0);
      CHECK(window.count >= 10);
      CHECK(window.first + window.count <= 512 + 1e-9);
    }
  }
  CHECK(shell::magnified({0, 12}, 12, 0.5, 4, 40).count == 12);
}

TEST_CASE("revealing moves as little as needed") {
  CHECK(shell::revealing({100, 50}, 512, 120) == AxisWindow{100, 50});
  CHECK(shell::revealing({100, 50}, 512, 90).first == 90);
  CHECK(shell::revealing({100, 50}, 512, 160).first == 111);
}

TEST_CASE("cells of a zoomed matrix fill its window: those at its edges lie at the edges of the box") {
  const shell::Rect box{10, 20, 400, 300};
  const shell::Rect all = shell::rect_of_all(box, {128, 64}, 512, {0, 512}, 512);
  CHECK(all.x + all.width * 128 / 512 == doctest::Approx(box.x));
  CHECK(all.x + all.width * 192 / 512 == doctest::Approx(box.right()));
  CHECK(all.y == box.y);
  CHECK(all.height == box.height);
}

TEST_CASE("the level of detail follows the size of the cells") {
  const attention::Matrix values = attention::Matrix::Zero(512, 512);
  shell::MatrixGrid grid{.values = &values, .rect = {0, 0, 512, 512}};
  CHECK(shell::detail_of(grid, 30, 15) == shell::Detail::kImage);
  grid.rect = {0, 0, 512 * 8, 512 * 8};
  CHECK(shell::detail_of(grid, 30, 15) == shell::Detail::kCells);
  grid.rect = {0, 0, 512 * 30, 512 * 15};
  CHECK(shell::detail_of(grid, 30, 15) == shell::Detail::kNumbers);
}

TEST_CASE("an image has for each pixel the colour of the cell under it, and masked cells differ from all others") {
  attention::Matrix values = attention::Matrix::Zero(64, 64);
  values(10, 20) = 1;
  attention::Matrix logits = values;
  logits.rightCols(8).setConstant(-std::numeric_limits<double>::infinity());
  const shell::MatrixGrid grid{.tensor = playground::Tensor::kWeights,
                               .values = &values,
                               .logits = &logits,
                               .limit = 1,
                               .rect = {5, 7, 128, 128}};
  const shell::CellImage image = shell::paint_image(grid, {}, shell::light_theme());
  REQUIRE(image.width == 128);
  REQUIRE(image.height == 128);
  const auto pixel = [&](int x, int y) { return image.pixels[static_cast<std::size_t>(y * 128 + x)]; };
  CHECK(pixel(41, 21) == shell::packed(shell::light_theme().positive));
  CHECK(pixel(39, 21) == shell::packed(shell::light_theme().neutral));
  CHECK(pixel(120, 60) != shell::packed(shell::light_theme().neutral));
  CHECK(image.marks.test(static_cast<std::size_t>(shell::Mark::kMasked)));
}

TEST_CASE("512 tokens zoom by keys, buttons and wheel; anchors follow what is seen and hover stays exact") {
  Screen screen;
  REQUIRE(screen.app().dispatch(playground::SetText{support::many_tokens(512)}).ok());
  REQUIRE(screen.app().dispatch(playground::GoToStep{playground::Step::kScores}).ok());
  REQUIRE(screen.app().dispatch(playground::Select{.query = 300, .key = 200}).ok());
  screen.draw();
  const shell::Rect small = *screen.app().anchors().find("scores[300,200]");
  CHECK(small.width < 3);
  CHECK(screen.app().anchors().find("column[200]").has_value());
  CHECK(labelled_columns(screen) > 5);
  CHECK(labelled_columns(screen) < 200);
  for (int press = 0; press < 12; ++press) {
    screen.type("+");
  }
  const shell::Rect large = *screen.app().anchors().find("scores[300,200]");
  CHECK(large.width > 15);
  CHECK_FALSE(screen.app().anchors().find("scores[0,0]").has_value());
  CHECK(screen.app().anchors().find("column[200]").has_value());
  const shell::Rect seen = *screen.app().anchors().find("matrix.scores");
  CHECK(labelled_columns(screen) == doctest::Approx(seen.width / large.width).epsilon(0.25));
  CHECK(screen.app().anchors().find("queries[300,0]").has_value());
  CHECK_FALSE(screen.app().anchors().find("queries[0,0]").has_value());
  screen.hover("scores[301,201]");
  REQUIRE(screen.app().view().hovered.has_value());
  CHECK(screen.app().view().hovered->row == 301);
  CHECK(screen.app().view().hovered->column == 201);
  screen.click("zoom.fit");
  CHECK(screen.app().view().zoom.empty());
  CHECK(screen.app().anchors().find("scores[0,0]").has_value());
  screen.hover("scores[100,50]");
  ImGui::GetIO().AddKeyEvent(ImGuiMod_Ctrl, true);
  for (int notch = 0; notch < 8; ++notch) {
    ImGui::GetIO().AddMouseWheelEvent(0, 1);
    screen.draw(2);
  }
  ImGui::GetIO().AddKeyEvent(ImGuiMod_Ctrl, false);
  screen.draw(2);
  CHECK_FALSE(screen.app().view().zoom.empty());
  REQUIRE(screen.app().view().hovered.has_value());
  CHECK(std::abs(screen.app().view().hovered->row - 100) <= 1);
  CHECK(std::abs(screen.app().view().hovered->column - 50) <= 1);
}

TEST_CASE("dragging a zoomed matrix pans it and selects nothing; the selection is kept in sight by arrow keys") {
  Screen screen;
  REQUIRE(screen.app().dispatch(playground::SetText{support::many_tokens(512)}).ok());
  REQUIRE(screen.app().dispatch(playground::GoToStep{playground::Step::kScores}).ok());
  screen.draw();
  for (int press = 0; press < 12; ++press) {
    screen.type("+");
  }
  const playground::Session before = screen.app().session();
  const shell::Zoom zoom = screen.app().view().zoom;
  const shell::Rect matrix = *screen.app().anchors().find("matrix.scores");
  ImGuiIO& io = ImGui::GetIO();
  io.AddMousePosEvent(matrix.x + matrix.width / 2, matrix.y + matrix.height / 2);
  screen.draw(1);
  io.AddMouseButtonEvent(0, true);
  screen.draw(1);
  for (int move = 1; move < 6; ++move) {
    io.AddMousePosEvent(matrix.x + matrix.width / 2 - static_cast<float>(20 * move), matrix.y + matrix.height / 2);
    screen.draw(1);
  }
  io.AddMouseButtonEvent(0, false);
  screen.draw(3);
  CHECK(screen.app().session() == before);
  CHECK_FALSE(screen.app().view().zoom == zoom);
}

TEST_CASE("a picture is painted once and kept while nothing changes") {
  Screen screen;
  REQUIRE(screen.app().dispatch(playground::SetText{support::many_tokens(300)}).ok());
  REQUIRE(screen.app().dispatch(playground::GoToStep{playground::Step::kScores}).ok());
  screen.draw(5);
  const int painted = screen.app().pictures().painted();
  CHECK(painted > 0);
  screen.draw(10);
  screen.hover("scores[100,100]");
  CHECK(screen.app().pictures().painted() == painted);
  screen.click("mask.causal");
  CHECK(screen.app().pictures().painted() > painted);
}

TEST_CASE("one large picture is painted in a frame, and the next frames paint the others") {
  Screen screen({1900, 1000});
  REQUIRE(screen.app().dispatch(playground::SetText{support::many_tokens(512)}).ok());
  REQUIRE(screen.app().dispatch(playground::GoToStep{playground::Step::kMasked}).ok());
  screen.draw(10);
  const shell::Pictures& pictures = screen.app().pictures();
  CHECK_FALSE(pictures.waiting());
  CHECK(screen.app().next_frame_in() != 0);
  REQUIRE(screen.app().dispatch(playground::SetTheme{playground::Theme::kDark}).ok());
  int frames = 0;
  do {
    const int painted = pictures.painted();
    screen.draw(1);
    ++frames;
    CHECK(pictures.painted() > painted);
  } while (pictures.waiting() && frames < 10);
  CHECK(frames > 1);
  CHECK(frames < 6);
  const int painted = pictures.painted();
  screen.draw(3);
  CHECK(pictures.painted() == painted);
}

TEST_CASE("a picture is not painted anew while its cells come to be") {
  Screen screen;
  REQUIRE(screen.app().dispatch(playground::SetText{support::many_tokens(300)}).ok());
  screen.go_to(playground::Step::kScores);
  screen.click("step.play");
  const int painted = screen.app().pictures().painted();
  REQUIRE(screen.app().view().play.running);
  for (int frame = 0; frame < 20; ++frame) {
    screen.wait(0.1F);
  }
  CHECK(screen.app().pictures().painted() == painted);
}

TEST_CASE("of the projections only the columns of the selected head, or of its group, take part") {
  playground::Sizes sizes;
  sizes.d_k = 3;
  sizes.heads = 4;
  sizes.kv_heads = 2;
  const attention::Matrix queries = attention::Matrix::Zero(5, 12);
  const attention::Matrix keys = attention::Matrix::Zero(5, 6);
  CHECK(shell::head_columns({.tensor = playground::Tensor::kWq, .head = 2, .values = &queries}, sizes) ==
        shell::IndexRange{6, 9});
  for (const auto tensor : {playground::Tensor::kWk, playground::Tensor::kWv}) {
    CHECK(shell::head_columns({.tensor = tensor, .head = 1, .values = &keys}, sizes) == shell::IndexRange{0, 3});
    CHECK(shell::head_columns({.tensor = tensor, .head = 2, .values = &keys}, sizes) == shell::IndexRange{3, 6});
  }
  CHECK(shell::head_columns({.tensor = playground::Tensor::kScores, .head = 2, .values = &keys}, sizes) ==
        shell::IndexRange{0, 6});
}

TEST_CASE("what has not come to be is the rest of a row and the rows below") {
  const attention::Matrix values = attention::Matrix::Zero(4, 5);
  shell::MatrixGrid grid{.tensor = playground::Tensor::kScores, .values = &values, .rect = {10, 20, 50, 40}};
  CHECK(shell::unfilled(grid).empty());
  grid.filled = 20;
  CHECK(shell::unfilled(grid).empty());
  grid.filled = 7;  // of row 1, two cells are there
  const std::vector<shell::Rect> rects = shell::unfilled(grid);
  REQUIRE(rects.size() == 2);
  CHECK(rects[0] == shell::Rect{30, 30, 30, 10});
  CHECK(rects[1] == shell::Rect{10, 40, 50, 20});
  grid.filled = 18;
  CHECK(shell::unfilled(grid) == std::vector<shell::Rect>{{40, 50, 20, 10}});
  grid.transposed = true;
  grid.rect = {10, 20, 40, 50};
  CHECK(shell::unfilled(grid) == std::vector<shell::Rect>{{40, 50, 10, 20}});
}

TEST_CASE("a matrix that is not zoomed is no part of itself: a finger on it scrolls") {
  for (const shell_tests::ScreenSize size : {shell_tests::ScreenSize{1440, 900}, shell_tests::ScreenSize{390, 844}}) {
    CAPTURE(size.width);
    Screen screen(size);
    for (const playground::Step step : playground::steps_of(screen.app().session())) {
      CAPTURE(playground::info(step).name);
      REQUIRE(screen.app().dispatch(playground::GoToStep{step}).ok());
      screen.draw();
      for (const playground::Operand& operand : playground::equation_of(step, screen.app().session().model)) {
        const auto rect = screen.app().anchors().find("matrix." + std::string(playground::info(operand.tensor).name));
        if (rect.has_value()) {
          CHECK_FALSE(screen.app().pans_at(rect->x + rect->width / 2, rect->y + rect->height / 2));
        }
      }
    }
  }
}
