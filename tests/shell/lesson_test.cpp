#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "core/playground/narration.hpp"
#include "tests/shell/screen.hpp"

using playground::Narration;
using shell_tests::Screen;

namespace {

bool says(Screen& screen, const std::string& part) {
  const auto& entries = screen.app().transcript().entries();
  return std::any_of(entries.begin(), entries.end(),
                     [&](const shell::Entry& entry) { return entry.text.find(part) != std::string::npos; });
}

}  // namespace

TEST_CASE("what every cue of every lesson points at is on the picture, and no number is left open") {
  Screen screen({.width = 1440, .height = 2400});
  for (const Narration& narration : playground::narrations()) {
    for (std::size_t cue = 0; cue < narration.cues.size(); ++cue) {
      CAPTURE(narration.lesson);
      CAPTURE(cue);
      REQUIRE(screen.app().dispatch(playground::OpenLesson{narration.lesson, static_cast<int>(cue)}).ok());
      (void)screen.app().snapshot();  // a training that is replayed is waited for
      screen.draw(4);
      const std::string& highlight = narration.cues[cue].highlight;
      if (highlight.empty()) {
        CHECK_MESSAGE(!narration.cues[cue].exhibit.empty(), "a cue points at something, or shows an exhibit");
      } else {
        // What is trained for a figure goes on with the frames.
        for (int frame = 0; frame < 500 && !screen.app().anchors().find(highlight) && screen.app().next_frame_in() == 0;
             ++frame) {
          screen.draw(1);
        }
        CHECK_MESSAGE(screen.app().anchors().find(highlight).has_value(), highlight);
      }
      CHECK(screen.app().anchors().find("exhibit").has_value() == !narration.cues[cue].exhibit.empty());
      CHECK(says(screen, narration.question.text()));
      CHECK_FALSE(says(screen, "{"));
    }
  }
}

TEST_CASE("a lesson is walked through by its buttons, to the next one and out of it") {
  Screen screen;
  REQUIRE(screen.app().dispatch(playground::OpenLesson{"mask", 0}).ok());
  screen.draw(3);
  const auto last = static_cast<int>(playground::find_narration("mask")->cues.size()) - 1;
  for (int cue = 1; cue <= last; ++cue) {
    screen.click("lesson.next");
    CHECK(screen.app().session().cue == cue);
  }
  CHECK(screen.app().anchors().find("lesson.keep").has_value());
  screen.click("lesson.previous");
  CHECK(screen.app().session().cue == last - 1);
  screen.click("lesson.next");
  screen.click("lesson.next");
  CHECK(screen.app().session().lesson == "softmax");
  CHECK(screen.app().session().cue == 0);
  screen.click("lesson.close");
  CHECK(screen.app().session().lesson.empty());
  CHECK_FALSE(screen.app().anchors().find("lesson.text").has_value());
}

TEST_CASE("every lesson is opened from the list by its question") {
  Screen screen;
  for (const Narration& narration : playground::narrations()) {
    screen.click("lessons");
    screen.draw(2);
    CHECK(says(screen, narration.question.text()));
    screen.click("lessons." + narration.lesson);
    CHECK(screen.app().session().lesson == narration.lesson);
    CHECK(screen.app().view().sheet == shell::Sheet::kNone);
  }
}

TEST_CASE("what a cue says follows what is changed") {
  Screen screen;
  REQUIRE(screen.app().dispatch(playground::OpenLesson{"mask", 4}).ok());
  screen.draw(3);
  CHECK(says(screen, "12 of the 12 rows"));
  screen.click("mask.causal");
  screen.draw(2);
  CHECK(says(screen, "1 of the 12 rows"));
}

TEST_CASE("whoever steps away from what a cue speaks of is told so, and led back") {
  Screen screen;
  REQUIRE(screen.app().dispatch(playground::OpenLesson{"mask", 1}).ok());
  screen.draw(3);
  CHECK_FALSE(screen.app().anchors().find("lesson.return").has_value());
  const playground::Step told = screen.app().session().step;
  screen.click("step.next");
  CHECK(screen.app().session().step != told);
  screen.click("lesson.return");
  CHECK(screen.app().session().step == told);
  CHECK(screen.app().session().cue == 1);
  CHECK_FALSE(screen.app().anchors().find("lesson.return").has_value());
}

TEST_CASE("an exhibit stands beside its lesson where there is room, and below it where there is none") {
  for (const float width : {1280.0F, 640.0F}) {
    Screen screen({.width = width, .height = 900});
    REQUIRE(screen.app().dispatch(playground::OpenLesson{"cost", 3}).ok());
    screen.draw(4);
    const std::optional<shell::Rect> lesson = screen.app().anchors().find("panel.lesson");
    const std::optional<shell::Rect> exhibit = screen.app().anchors().find("exhibit");
    REQUIRE(lesson.has_value());
    REQUIRE(exhibit.has_value());
    CAPTURE(width);
    if (width > 1000) {
      CHECK(exhibit->x >= lesson->right());
      CHECK(std::abs(exhibit->y - lesson->y) <= 1);
    } else {
      CHECK(exhibit->y >= lesson->bottom());
      CHECK(std::abs(exhibit->x - lesson->x) <= 1);
    }
    CHECK(exhibit->right() <= width);
  }
}

TEST_CASE("undo of a link that was opened in the page brings back the lesson before, where it was") {
  Screen screen;
  REQUIRE(screen.app().dispatch(playground::OpenLesson{"mask", 2}).ok());
  REQUIRE(screen.app().dispatch(playground::Select{.query = 3, .key = 2}).ok());
  screen.draw();
  const playground::Session before = screen.app().session();
  screen.app().open(playground::Session{}, {}, /*keeps_undo=*/true);
  screen.draw();
  CHECK(screen.app().session().lesson.empty());
  REQUIRE(screen.app().dispatch(playground::Undo{}).ok());
  CHECK(screen.app().session() == before);
}

TEST_CASE("of trained words it is said that each has a vector, of the opening draw that each place has one") {
  Screen screen;
  screen.go_to(playground::Step::kTokens);
  CHECK(says(screen, "Each position has a vector of its own"));
  REQUIRE(screen.app().dispatch(playground::SetWeights{playground::Weights::kTrained}).ok());
  screen.draw();
  CHECK(says(screen, "Each word has a vector of its own"));
  CHECK_FALSE(says(screen, "Each position has a vector"));
}
