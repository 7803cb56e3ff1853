#include <doctest/doctest.h>

#include <cstdlib>
#include <string>

#include "core/playground/steps.hpp"
#include "tests/shell/screen.hpp"

using playground::Step;
using shell_tests::Screen;

TEST_CASE("the page opens at the tokens of the opening experiment") {
  Screen screen;
  CHECK(screen.app().session().step == Step::kTokens);
  CHECK(screen.app().anchors().find("card[11]").has_value());
  CHECK_FALSE(screen.app().anchors().find("card[12]").has_value());
}

TEST_CASE("next and back go through all ten steps and stay at the ends") {
  Screen screen;
  for (int press = 0; press < 9; ++press) {
    screen.click("step.next");
    CHECK(static_cast<int>(screen.app().session().step) == press + 1);
  }
  screen.click("step.next");
  CHECK(screen.app().session().step == Step::kOutput);
  for (int press = 0; press < 9; ++press) {
    screen.click("step.previous");
  }
  CHECK(screen.app().session().step == Step::kTokens);
  screen.click("step.previous");
  CHECK(screen.app().session().step == Step::kTokens);
}

TEST_CASE("an entry of the rail opens its step") {
  Screen screen;
  screen.click("step.softmax");
  CHECK(screen.app().session().step == Step::kSoftmax);
}

TEST_CASE("arrow keys step, and move the cell once a cell was clicked, until Escape") {
  Screen screen;
  screen.click("step.keys");
  screen.press(ImGuiKey_RightArrow);
  screen.press(ImGuiKey_RightArrow);
  CHECK(screen.app().session().step == Step::kScores);
  screen.click("scores[3,4]");
  CHECK(screen.app().session().query == 3);
  CHECK(screen.app().session().key == 4);
  screen.press(ImGuiKey_RightArrow);
  screen.press(ImGuiKey_DownArrow);
  screen.press(ImGuiKey_DownArrow);
  CHECK(screen.app().session().query == 5);
  CHECK(screen.app().session().key == 5);
  CHECK(screen.app().session().step == Step::kScores);
  screen.press(ImGuiKey_End);
  CHECK(screen.app().session().key == 11);
  screen.press(ImGuiKey_RightArrow);
  CHECK(screen.app().session().key == 11);
  screen.press(ImGuiKey_Escape);
  screen.press(ImGuiKey_RightArrow);
  CHECK(screen.app().session().step == Step::kScaled);
}

TEST_CASE("a click on an operand selects what its rows and columns stand for") {
  Screen screen;
  screen.click("step.scores");
  screen.click("keys[6,2]");
  CHECK(screen.app().session().key == 6);
  screen.click("queries[2,3]");
  CHECK(screen.app().session().query == 2);
}

TEST_CASE("every step draws its result and the terms of the selected cell at every window size") {
  for (const shell_tests::ScreenSize size :
       {shell_tests::ScreenSize{1920, 1080}, shell_tests::ScreenSize{1440, 900}, shell_tests::ScreenSize{1024, 768},
        shell_tests::ScreenSize{680, 900}, shell_tests::ScreenSize{390, 844}, shell_tests::ScreenSize{320, 640}}) {
    CAPTURE(size.width);
    Screen screen(size);
    const std::pair<const char*, const char*> expected[] = {
        {"embeddings", "embeddings[8,0]"}, {"queries", "queries[8,0]"}, {"keys", "keys[1,0]"},
        {"values", "values[1,0]"},         {"scores", "scores[8,1]"},   {"scaled", "scaled_scores[8,1]"},
        {"masked", "masked_scores[8,1]"},  {"softmax", "weights[8,1]"}, {"output", "head_output[8,0]"}};
    for (const auto& pair : expected) {
      const char* step = pair.first;
      CAPTURE(step);
      REQUIRE(screen.app().dispatch(playground::GoToStep{*playground::step_from_name(step)}).ok());
      screen.draw();
      CHECK(screen.app().anchors().find(pair.second).has_value());
    }
  }
}

TEST_CASE("a text of 512 tokens is drawn at every step, with all of its cells") {
  Screen screen;
  std::string text;
  for (int token = 0; token < 512; ++token) {
    text += "w" + std::to_string(token) + " ";
  }
  REQUIRE(screen.app().dispatch(playground::SetText{text}).ok());
  for (const Step step : playground::steps_of(screen.app().session())) {
    REQUIRE(screen.app().dispatch(playground::GoToStep{step}).ok());
    screen.draw(2);
    CHECK(screen.drawn_vertices() > 1000);
  }
  REQUIRE(screen.app().dispatch(playground::GoToStep{Step::kScores}).ok());
  screen.draw(2);
  CHECK(screen.drawn_vertices() < 65'536);
  screen.click("scores[300,200]");
  CHECK(std::abs(screen.app().session().query - 300) <= 1);
  CHECK(std::abs(screen.app().session().key - 200) <= 1);
}
