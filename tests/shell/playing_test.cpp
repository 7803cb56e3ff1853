#include <doctest/doctest.h>

#include <cstdlib>

#include "shell/playback.hpp"
#include "tests/shell/screen.hpp"

using playground::Step;
using shell_tests::Screen;

namespace {

int filled(Screen& screen) {
  const shell::Playback& play = screen.app().view().play;
  return static_cast<int>(shell::playhead(play, {12, 12, 16}));
}

}  // namespace

TEST_CASE("play starts at the selected cell, goes on to the next step and ends at the last one") {
  Screen screen;
  CHECK(screen.app().next_frame_in() < 0);
  screen.click("step.scores");
  screen.click("step.play");
  CHECK(screen.app().next_frame_in() >= 0);
  CHECK(filled(screen) == 8 * 12 + 1);
  CHECK(screen.app().session().query == 8);
  for (int second = 0; second < 200 && screen.app().next_frame_in() >= 0; ++second) {
    screen.wait(1);
  }
  CHECK(screen.app().session().step == Step::kOutput);
  CHECK(screen.app().next_frame_in() < 0);
  CHECK_FALSE(screen.app().view().play.active);
}

TEST_CASE("play moves through the cells and pausing selects the one that it stopped at") {
  Screen screen;
  screen.click("step.scores");
  screen.click("scores[0,0]");
  screen.click("step.play");
  for (int frame = 0; frame < 12; ++frame) {
    screen.wait(0.5F);
  }
  const playground::Session playing = screen.app().session();
  CHECK(playing.query == 0);
  screen.click("step.play");
  CHECK(screen.app().next_frame_in() < 0);
  const int cell = filled(screen);
  CHECK(cell > 3);
  CHECK(screen.app().session().query * 12 + screen.app().session().key == cell);
  screen.click("play.all");
  CHECK_FALSE(screen.app().view().play.active);
}

TEST_CASE("the bar is dragged, and its arrow keys go cell by cell and row by row") {
  Screen screen;
  screen.click("step.scores");
  screen.click("play.bar");
  CHECK(screen.app().view().play.active);
  CHECK_FALSE(screen.app().view().play.running);
  const int middle = filled(screen);
  CHECK(std::abs(middle - 72) <= 1);
  screen.press(ImGuiKey_RightArrow);
  CHECK(filled(screen) == middle + 1);
  screen.press(ImGuiKey_DownArrow);
  CHECK(filled(screen) == middle + 13);
  screen.press(ImGuiKey_LeftArrow);
  CHECK(filled(screen) == middle + 12);
  CHECK(screen.app().session().query * 12 + screen.app().session().key == middle + 12);
  CHECK(screen.app().session().step == Step::kScores);
  screen.press(ImGuiKey_Escape);
  screen.press(ImGuiKey_Escape);
  CHECK_FALSE(screen.app().view().play.active);
}

TEST_CASE("the speed is chosen from a quarter to eight times, and playing may stop at the end of the step") {
  Screen screen;
  screen.click("step.scaled");
  screen.click("play.speed");
  screen.click("play.speed[8]");
  CHECK(screen.app().view().play.speed == 8);
  screen.click("play.speed");
  screen.click("play.stop");
  CHECK_FALSE(screen.app().view().play.continues);
  screen.click("step.play");
  for (int frame = 0; frame < 10; ++frame) {
    screen.wait(0.2F);
  }
  CHECK(screen.app().session().step == Step::kScaled);
  CHECK(screen.app().next_frame_in() < 0);
}

TEST_CASE("where reduced motion is asked for nothing moves by itself: each press makes the next cell") {
  Screen screen({}, {.dark = false, .reduced_motion = true, .touch = false});
  screen.click("step.scores");
  screen.click("step.play");
  CHECK(screen.app().next_frame_in() < 0);
  CHECK(filled(screen) == 98);
  screen.press(ImGuiKey_Space);
  CHECK(filled(screen) == 99);
  CHECK(screen.app().next_frame_in() < 0);
}

TEST_CASE("a click on a cell while the step is played goes on from there") {
  Screen screen;
  screen.click("step.scores");
  screen.click("step.play");
  screen.click("scores[2,3]");
  CHECK(filled(screen) == 27);
  CHECK(screen.app().view().play.running);
}

TEST_CASE("playing works at every window size, with 12 tokens and with 512") {
  std::string many;
  for (int token = 0; token < 512; ++token) {
    many += "w" + std::to_string(token) + " ";
  }
  for (const shell_tests::ScreenSize size :
       {shell_tests::ScreenSize{1920, 1080}, shell_tests::ScreenSize{390, 844}, shell_tests::ScreenSize{320, 640}}) {
    CAPTURE(size.width);
    for (const std::string& text : {playground::Model{}.text, many}) {
      Screen screen(size);
      REQUIRE(screen.app().dispatch(playground::SetText{text}).ok());
      REQUIRE(screen.app().dispatch(playground::GoToStep{Step::kScores}).ok());
      screen.draw();
      screen.click("step.play");
      CHECK(screen.app().anchors().find("play.bar").has_value());
      CHECK(screen.app().anchors().find("play.count").has_value());
      CHECK(screen.app().anchors().find("step.next").has_value());
    }
  }
}
