// What App does while a step is played: the cell that is being made is shown as the selected one.
#include <algorithm>

#include "core/playground/equation.hpp"
#include "shell/app.hpp"
#include "shell/selection.hpp"

namespace shell {
namespace {

using playground::Session;

constexpr double kShortestScene = 1.0 / 60;  ///< seconds: at most so many pictures while playing
constexpr double kEarly = 0.004;             ///< a timer rings late, and the picture waits for the screen anyway
constexpr double kSecondsAtTokens = 2;       ///< the step without a matrix, while playing

}  // namespace

Reel App::reel() const { return reel_of(drawn_session(), snapshot_->token_count()); }

double App::next_scene_in() const {
  const Playback& play = view_.play;
  const Reel played = reel();
  if (played.cells() == 0) {
    return std::max(0.0, kSecondsAtTokens - play.seconds);
  }
  return std::max(0.0, until_next_scene(play, played, kShortestScene) - kEarly);
}

void App::play_from(const playground::Cell& cell) {
  const Reel played = reel();
  view_.play = moved_to(view_.play, played, cell.row * played.columns + cell.column);
}

/// A pinned cell of the result is where playing goes on; another one is explained while playing is held.
void App::follow_pin() {
  if (!view_.play.active || pending_ || !view_.pinned || reel().cells() == 0) {
    return;
  }
  const bool of_result = view_.pinned->tensor == playground::result_of(history_.session.step, history_.session.model);
  if (of_result) {
    play_from(*view_.pinned);
  }
  if (of_result || view_.play.running) {
    view_.pinned.reset();
  }
}

/// While a step is played its current cell is the selected one. The Session itself follows when playing stops.
Session App::session_shown() {
  Session shown = drawn_session();
  const Reel played = reel();
  if (!view_.play.active || played.cells() == 0) {
    return shown;
  }
  const Scene scene = scene_of(view_.play, played);
  if (scene.current < 0) {
    return shown;
  }
  const playground::Cell cell{.tensor = *playground::result_of(shown.step, shown.model),
                              .row = scene.current / played.columns,
                              .column = scene.current % played.columns,
                              .head = shown.head};
  const playground::Select selected = selecting(cell, shown);
  shown.query = selected.query.value_or(shown.query);
  shown.key = selected.key.value_or(shown.key);
  shown.feature = selected.feature.value_or(shown.feature);
  return shown;
}

void App::advance_play() {
  Playback& play = view_.play;
  if (play.active && !play.running) {
    // Held: what is shown becomes the selection, in links too.
    const Session shown = session_shown();
    if (!same_selection(shown, history_.session)) {
      const Playback held = play;
      (void)dispatch(playground::Select{.query = shown.query, .key = shown.key, .feature = shown.feature});
      play = held;
    }
    return;
  }
  if (!play.running) {
    return;
  }
  play.seconds += static_cast<double>(ImGui::GetIO().DeltaTime) * play.speed;
  const Reel played = reel();
  if (played.cells() > 0 ? at_end(play, played) : play.seconds >= kSecondsAtTokens) {
    end_of_reel();
  }
}

void App::end_of_reel() {
  Playback& play = view_.play;
  const bool last = history_.session.step == playground::steps_of(history_.session).back();
  if (play.continues && !last) {
    (void)dispatch(playground::NextStep{});
    return;
  }
  play.running = false;
  play.active = false;
}

}  // namespace shell
