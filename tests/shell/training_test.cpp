#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>

#include "core/playground/training_runs.hpp"
#include "tests/shell/screen.hpp"

using shell_tests::Screen;

namespace {

int steps_of(Screen& screen) { return screen.model().training ? screen.model().training->steps : 0; }

bool happened(const std::vector<shell::Event>& events, const std::string& name) {
  return std::any_of(events.begin(), events.end(), [&](const shell::Event& event) { return event.name == name; });
}

/// Draws until nothing goes on by itself; the events on the way.
std::vector<shell::Event> run_to_its_end(Screen& screen) {
  std::vector<shell::Event> events;
  for (int frame = 0; frame < 2000 && screen.app().next_frame_in() == 0; ++frame) {
    screen.draw(1);
    const std::vector<shell::Event> more = screen.app().take_events();
    events.insert(events.end(), more.begin(), more.end());
  }
  return events;
}

}  // namespace

TEST_CASE("training goes on with the frames, is one step of undo, and tells when it ends") {
  Screen screen;
  (void)screen.app().take_events();
  REQUIRE(screen.app().dispatch(playground::Train{25}).ok());
  CHECK(screen.app().next_frame_in() == 0);
  screen.draw(1);
  CHECK(steps_of(screen) > 0);
  const auto state = screen.app().training();
  REQUIRE(state);
  CHECK(state->step == steps_of(screen));
  const std::vector<shell::Event> events = run_to_its_end(screen);
  CHECK(steps_of(screen) == 25);
  CHECK(happened(events, "trained"));
  CHECK_FALSE(screen.app().training()->running);
  playground::TrainingPlan plan;
  plan.steps = 25;
  CHECK(screen.app().training()->loss == static_cast<double>(playground::run_of(plan).history().back().loss));
  REQUIRE(screen.app().dispatch(playground::Undo{}).ok());
  CHECK(screen.model().weights == playground::Weights::kRandom);
}

TEST_CASE("training is paused, goes on, and ends where the model is changed otherwise") {
  Screen screen;
  REQUIRE(screen.app().dispatch(playground::Train{2000}).ok());
  screen.draw(1);
  REQUIRE(screen.app().dispatch(playground::Train{0}).ok());
  const int paused = steps_of(screen);
  CHECK(paused > 0);
  screen.draw(3);
  CHECK(steps_of(screen) == paused);
  REQUIRE(screen.app().dispatch(playground::Train{1}).ok());
  (void)run_to_its_end(screen);
  CHECK(steps_of(screen) == paused + 1);
  REQUIRE(screen.app().dispatch(playground::Train{2000}).ok());
  screen.draw(1);
  REQUIRE(screen.app().dispatch(playground::SetTraining{playground::TrainingPlan{}}).ok());
  screen.draw(3);
  CHECK(steps_of(screen) == 0);
}

TEST_CASE("training ends at the most steps that a plan may have, and its run is kept") {
  Screen screen;
  playground::TrainingPlan plan;
  plan.d_model = 8;
  plan.steps = playground::kMostTrainingSteps - 1;
  REQUIRE(screen.app().dispatch(playground::SetTraining{plan}).ok());
  (void)run_to_its_end(screen);
  for (int press = 0; press < 2; ++press) {
    REQUIRE(screen.app().dispatch(playground::Train{300}).ok());
    CHECK(happened(run_to_its_end(screen), "trained"));
    CHECK(steps_of(screen) == playground::kMostTrainingSteps);
    CHECK(playground::missing_steps(*screen.model().training) == 0);
  }
}

TEST_CASE("a note says whether the weights mean something") {
  Screen screen;
  const auto note = [&] {
    screen.go_to(playground::Step::kSoftmax);
    std::string all;
    for (const shell::Entry& entry : screen.app().transcript().entries()) all += entry.text + "\n";
    return all;
  };
  CHECK(note().find("These weights are random") != std::string::npos);
  REQUIRE(screen.app().dispatch(playground::SetWeights{playground::Weights::kTrained}).ok());
  CHECK(note().find("looks for the noun") != std::string::npos);
  REQUIRE(screen.app().dispatch(playground::SetLayer{0}).ok());
  CHECK(note().find("only in the last layer") != std::string::npos);
  REQUIRE(screen.app().dispatch(playground::SetTraining{playground::TrainingPlan{}}).ok());
  CHECK(note().find("these weights are still random") != std::string::npos);
}

TEST_CASE("a run that diverges stops with a sentence, and the state is the last that was sound") {
  Screen screen;
  playground::TrainingPlan plan;
  plan.rate = 1000;
  REQUIRE(screen.app().dispatch(playground::SetTraining{plan}).ok());
  (void)screen.app().take_events();
  REQUIRE(screen.app().dispatch(playground::Train{300}).ok());
  const std::vector<shell::Event> events = run_to_its_end(screen);
  CHECK(happened(events, "failed"));
  CHECK(happened(events, "trained"));
  CHECK(steps_of(screen) < 300);
  CHECK_FALSE(screen.app().training()->running);
  CHECK(screen.app().snapshot().tensor(playground::Tensor::kWeights, 0)->allFinite());
  REQUIRE(screen.app().dispatch(playground::SetTraining{playground::TrainingPlan{}}).ok());
  screen.draw(2);
  CHECK(screen.app().view().notices.empty());
}

TEST_CASE("the other layer can be asked for without showing it") {
  Screen screen;
  CHECK_FALSE(screen.app().layer_snapshot(0).ok());
  REQUIRE(screen.app().dispatch(playground::SetWeights{playground::Weights::kTrained}).ok());
  const auto first = screen.app().layer_snapshot(0);
  REQUIRE(first.ok());
  CHECK(first.value()->model.layer == 0);
  CHECK(screen.model().layer == 1);
  CHECK(screen.app().layer_snapshot(1).value() == &screen.app().snapshot());
  CHECK_FALSE(screen.app().layer_snapshot(2).ok());
}

TEST_CASE("the switch of the weights and of the layer is among the controls") {
  Screen screen;
  screen.click("settings");
  screen.click("weights.trained");
  CHECK(screen.model().weights == playground::Weights::kTrained);
  screen.click("layer.0");
  CHECK(screen.model().layer == 0);
  for (const playground::Step step : playground::steps_of(screen.app().session())) {
    screen.go_to(step);
  }
  screen.click("weights.random");
  CHECK(screen.model() == playground::Model{});
}

TEST_CASE("a reader of the lesson who wants to see each step gets one with each picture") {
  Screen screen;
  REQUIRE(screen.app().dispatch(playground::OpenLesson{"train", 1}).ok());
  REQUIRE(screen.app().dispatch(playground::TurnKnob{"speed", "slow"}).ok());
  screen.draw(2);
  const int before = steps_of(screen);
  REQUIRE(screen.app().dispatch(playground::Train{300}).ok());
  for (int picture = 1; picture <= 5; ++picture) {
    screen.draw(1);
    CHECK(steps_of(screen) == before + picture);
  }
  // Where a frame takes long, the work may take as long: many steps, even with sanitizers.
  const auto steps_after_a_long_frame = [&] {
    screen.draw(1);
    const int drawn = steps_of(screen);
    std::this_thread::sleep_for(std::chrono::milliseconds(250));
    screen.draw(1);
    return steps_of(screen) - drawn;
  };
  CHECK(steps_after_a_long_frame() == 1);
  REQUIRE(screen.app().dispatch(playground::TurnKnob{"speed", "fast"}).ok());
  CHECK(steps_after_a_long_frame() > 1);
}
