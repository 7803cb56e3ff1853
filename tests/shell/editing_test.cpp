#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "core/playground/equation.hpp"
#include "core/playground/masks.hpp"
#include "shell/cell_editing.hpp"
#include "shell/token_edits.hpp"
#include "tests/shell/screen.hpp"

using playground::Step;
using playground::Tensor;
using shell_tests::Screen;

namespace {

void enter(Screen& screen, const std::string& text) {
  screen.type(text);
  screen.press(ImGuiKey_Enter);
  screen.draw();
}

double value_at(Screen& screen, Tensor tensor, int row, int column) {
  return (*screen.app().snapshot().tensor(tensor, 0))(row, column);
}

void drag(Screen& screen, const std::string& from, const std::string& to) {
  screen.hover(from);
  ImGui::GetIO().AddMouseButtonEvent(0, true);
  screen.draw(2);
  screen.hover(to);
  ImGui::GetIO().AddMouseButtonEvent(0, false);
  screen.draw(3);
}

}  // namespace

TEST_CASE("a cell of Q is typed over in its place and all that follows from it changes") {
  Screen screen;
  screen.go_to(Step::kQueries);
  screen.click("queries[8,3]");
  screen.press(ImGuiKey_Enter);
  enter(screen, "-1.5");
  CHECK(value_at(screen, Tensor::kQueries, 8, 3) == -1.5);
  const auto& snapshot = screen.app().snapshot();
  double score = 0;
  for (int column = 0; column < 16; ++column) {
    score += (*snapshot.tensor(Tensor::kQueries, 0))(8, column) * (*snapshot.tensor(Tensor::kKeys, 0))(1, column);
  }
  CHECK(value_at(screen, Tensor::kScores, 8, 1) == doctest::Approx(score).epsilon(1e-12));
  screen.click("undo");
  CHECK(screen.model().edits.empty());
}

TEST_CASE("every tensor that can be edited is edited where its step shows it, and reset alone or all together") {
  Screen screen({1920, 1080});
  const struct {
    Step step;
    const char* cell;
  } cases[] = {{Step::kEmbeddings, "embeddings[2,3]"},
               {Step::kQueries, "wq[2,3]"},
               {Step::kKeys, "wk[2,3]"},
               {Step::kValues, "wv[2,3]"},
               {Step::kKeys, "keys[2,3]"},
               {Step::kValues, "values[2,3]"}};
  for (const auto& edit : cases) {
    CAPTURE(edit.cell);
    screen.go_to(edit.step);
    screen.click(edit.cell);
    screen.click("cell.edit");
    enter(screen, "0.25");
  }
  CHECK(screen.model().edits.size() == 6);
  screen.click("cell.reset");
  CHECK(screen.model().edits.size() == 5);
  screen.click("edits.reset");
  CHECK(screen.model().edits.empty());
  screen.click("undo");
  CHECK(screen.model().edits.size() == 5);
}

TEST_CASE("a drag of the handle is one undo step") {
  Screen screen;
  screen.go_to(Step::kQueries);
  screen.click("queries[8,3]");
  const double before = value_at(screen, Tensor::kQueries, 8, 3);
  const shell::Rect handle = *screen.app().anchors().find("cell.drag");
  ImGui::GetIO().AddMousePosEvent(handle.x + 10, handle.y + handle.height / 2);
  screen.draw(2);
  ImGui::GetIO().AddMouseButtonEvent(0, true);
  screen.draw(2);
  for (int pixel = 12; pixel < 60; pixel += 4) {
    ImGui::GetIO().AddMousePosEvent(handle.x + static_cast<float>(pixel), handle.y + handle.height / 2);
    screen.draw(1);
  }
  ImGui::GetIO().AddMouseButtonEvent(0, false);
  screen.draw(2);
  CHECK(value_at(screen, Tensor::kQueries, 8, 3) > before);
  screen.click("undo");
  CHECK(value_at(screen, Tensor::kQueries, 8, 3) == before);
}

TEST_CASE("a drag with Alt changes the number under the pointer, up for more") {
  Screen screen;
  screen.go_to(Step::kQueries);
  const double before = value_at(screen, Tensor::kQueries, 8, 3);
  screen.hover("queries[8,3]");
  ImGui::GetIO().AddKeyEvent(ImGuiMod_Alt, true);
  drag(screen, "queries[8,3]", "queries[2,3]");
  ImGui::GetIO().AddKeyEvent(ImGuiMod_Alt, false);
  CHECK(value_at(screen, Tensor::kQueries, 8, 3) > before);
  CHECK(screen.model().edits.size() == 1);
}

TEST_CASE("the mask is painted by strokes, each one undo step, and by Space") {
  Screen screen;
  screen.go_to(Step::kMasked);
  screen.click("mask.paint");
  drag(screen, "masked_scores[3,2]", "masked_scores[3,6]");
  for (int key = 2; key <= 6; ++key) {
    CHECK_FALSE(playground::allows(screen.model().mask, 3, key, 12));
  }
  CHECK(playground::allows(screen.model().mask, 3, 7, 12));
  screen.click("masked_scores[5,5]");
  CHECK_FALSE(playground::allows(screen.model().mask, 5, 5, 12));
  screen.click("undo");
  CHECK(playground::allows(screen.model().mask, 5, 5, 12));
  screen.click("undo");
  CHECK(screen.model().mask.is_none());
}

TEST_CASE("a fast stroke leaves out no cell") {
  const auto cells = shell::cells_between({.row = 0, .column = 0}, {.row = 3, .column = 9});
  REQUIRE(cells.size() == 9);
  for (std::size_t index = 0; index < cells.size(); ++index) {
    CHECK(cells[index].column == static_cast<int>(index) + 1);
  }
  CHECK(cells.back().row == 3);
}

TEST_CASE("words are renamed, added, removed and moved") {
  const std::vector<std::string> tokens{"a", "b", "c", "d"};
  CHECK(shell::with_renamed(tokens, 1, "x").text == "a x c d");
  CHECK(shell::with_renamed(tokens, 0, "").text == "b c d");
  CHECK(shell::with_added(tokens, 3, "e").text == "a b c d e");
  CHECK(shell::with_removed(tokens, 0).text == "b c d");
  CHECK(shell::with_moved(tokens, 0, 2).text == "b c a d");
  CHECK(shell::with_moved(tokens, 3, 1).text == "a d b c");
}

TEST_CASE("a change of words says which word each was") {
  const std::vector<std::string> tokens{"a", "a", "c"};
  using Origins = std::vector<int>;
  CHECK(shell::with_renamed(tokens, 1, "x y").origins == Origins{0, -1, -1, 2});
  CHECK(shell::with_added(tokens, 0, "e").origins == Origins{0, -1, 1, 2});
  CHECK(shell::with_removed(tokens, 0).origins == Origins{1, 2});
  CHECK(shell::with_moved(tokens, 0, 1).origins == Origins{1, 0, 2});
  CHECK(shell::with_moved(tokens, 2, 0).origins == Origins{2, 0, 1});
}

TEST_CASE("a typed cell stays with its word when the word is moved") {
  Screen screen;
  REQUIRE(screen.app().dispatch(playground::SetVectors{playground::Vectors::kWord}).ok());
  REQUIRE(screen.app().dispatch(playground::EditCell{{playground::Tensor::kQueries, 0, 3, 0, 9}}).ok());
  screen.draw();
  screen.click("card[0]");
  screen.click("token.right");
  CHECK(screen.app().snapshot().tokens[1] == "the");
  REQUIRE(screen.model().edits.size() == 1);
  CHECK(screen.model().edits[0].row == 1);
  CHECK((*screen.app().snapshot().tensor(playground::Tensor::kQueries, 0))(1, 3) == 9);
}

TEST_CASE("the tools of the tokens step change the text and the selection follows the word") {
  Screen screen;
  screen.click("card[1]");
  screen.click("token.right");
  CHECK(screen.app().snapshot().tokens[2] == "animal");
  CHECK(screen.app().session().query == 2);
  screen.click("token.remove");
  CHECK(screen.app().snapshot().tokens.size() == 11);
  screen.click("tokens.add");
  enter(screen, "cat");
  CHECK(screen.app().snapshot().tokens[3] == "cat");
  screen.click("token.edit");
  enter(screen, "dog");
  CHECK(screen.app().snapshot().tokens[2] == "dog");
}

TEST_CASE("a word is dragged along the strip to another place") {
  Screen screen;
  drag(screen, "tokens[1]", "tokens[4]");
  CHECK(screen.app().snapshot().tokens[0] == "the");
  CHECK(screen.app().snapshot().tokens[1] == "did");
  CHECK(screen.app().session().model.text.find("animal") != std::string::npos);
  screen.click("undo");
  CHECK(screen.app().snapshot().tokens[1] == "animal");
}

TEST_CASE("a new seed is another one, and a reset keeps it") {
  Screen screen;
  screen.click("seed.new");
  const std::string seed = screen.model().seed;
  CHECK(seed != "7");
  screen.click("mask.causal");
  screen.click("settings");
  screen.click("reset");
  CHECK(screen.model().seed == seed);
  CHECK(screen.model().mask.is_none());
}

TEST_CASE("the settings reach mask parts, positions, the block and the convention on a phone") {
  Screen screen({390, 1400}, {.dark = false, .reduced_motion = false, .touch = true});
  screen.click("settings");
  for (const char* name : {"seed", "seed.new", "d_model", "d_k", "heads", "kv_heads", "scale.off", "mask.window",
                           "positions.rotary", "block.on", "vectors.word", "convention.columns", "theme"}) {
    CAPTURE(name);
    CHECK(screen.app().anchors().find(name).has_value());
  }
  screen.click("mask.window");
  CHECK(screen.model().mask.window == 2);
  screen.click("positions.rotary");
  CHECK(screen.model().positions == playground::Positions::kRotary);
  screen.click("block.on");
  CHECK(playground::has_block(screen.model().sizes));
  screen.click("sheet.close");
  CHECK(screen.app().view().sheet == shell::Sheet::kNone);
}
