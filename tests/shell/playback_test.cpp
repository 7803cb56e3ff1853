#include "shell/playback.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>

#include "shell/selection.hpp"
#include "tests/playground/random_sessions.hpp"

using shell::Playback;
using shell::Reel;
using shell::Scene;

namespace {

constexpr Reel kScores{12, 12, 16};

}  // namespace

TEST_CASE("a step takes at most about twenty seconds, whatever its size") {
  for (const Reel reel : {Reel{1, 1, 1}, Reel{1, 1, 64}, kScores, Reel{12, 64, 64}, Reel{512, 512, 16},
                          Reel{512, 1024, 1024}, Reel{12, 64, 1}}) {
    CAPTURE(reel.rows);
    CAPTURE(reel.columns);
    CHECK(shell::seconds_for(reel, reel.cells()) <= 20.0);
    CHECK(shell::seconds_for(reel, reel.cells()) > 0.1);
  }
}

TEST_CASE("cells and seconds are inverse to each other, and time never runs backwards") {
  double worst = 0;
  double before = -1;
  for (double seconds = 0; seconds < 20; seconds += 0.037) {
    const double cells = shell::cells_in(kScores, seconds);
    worst = std::max(worst, std::abs(shell::seconds_for(kScores, cells) - seconds));
    CHECK(cells >= before);
    before = cells;
  }
  CAPTURE(worst);
  CHECK(worst < 1e-9);
}

TEST_CASE("the first cell is slow enough to follow its products, later cells are quicker") {
  const double first = shell::seconds_for(kScores, 1);
  const double tenth = shell::seconds_for(kScores, 11) - shell::seconds_for(kScores, 10);
  CHECK(first > 1.5);
  CHECK(tenth < 0.2);
}

TEST_CASE("the playhead says which cells are filled and which terms are added") {
  constexpr double kSlow = 1;
  CHECK(shell::scene_at(kScores, 0, kSlow) == Scene{0, 0, 0});
  CHECK(shell::scene_at(kScores, 97.0, kSlow) == Scene{97, 97, 0});
  CHECK(shell::scene_at(kScores, 97.0 + 0.85 / 2, kSlow) == Scene{97, 97, 8});
  CHECK(shell::scene_at(kScores, 97.9, kSlow) == Scene{98, 97, 16});
  CHECK(shell::scene_at(kScores, 144, kSlow) == Scene{144, -1, 0});
}

TEST_CASE("every term is added once, in order, before the cell is filled") {
  int before = 0;
  for (int step = 0; step < 1000; ++step) {
    const Scene scene = shell::scene_at(kScores, 5 + step / 1000.0, 1);
    CHECK(scene.current == 5);
    CHECK(scene.terms - before >= 0);
    CHECK(scene.terms - before <= 1);
    CHECK((scene.filled == 6) == (scene.terms == 16));
    before = scene.terms;
  }
  CHECK(before == 16);
}

TEST_CASE("the partial sum grows term by term to the whole") {
  const std::vector<playground::Term> terms{{.label = "a", .value = 0.5, .sources = {}, .factors = {}},
                                            {.label = "b", .value = -2, .sources = {}, .factors = {}},
                                            {.label = "c", .value = 4, .sources = {}, .factors = {}}};
  CHECK(shell::partial_sum(terms, 0) == 0);
  CHECK(shell::partial_sum(terms, 1) == 0.5);
  CHECK(shell::partial_sum(terms, 2) == -1.5);
  CHECK(shell::partial_sum(terms, 3) == 2.5);
  CHECK(shell::partial_sum(terms, 99) == 2.5);
}

TEST_CASE("cells that pass too quickly to be followed come row by row") {
  const Scene scene = shell::scene_at(Reel{512, 512, 16}, 512 * 7 + 300, 1e-4);
  CHECK(scene.filled == 512 * 7);
  CHECK(scene.current == 512 * 7);
}

TEST_CASE("playing ends at the last cell, sooner at a higher speed") {
  Playback play = shell::moved_to({}, kScores, 97);
  play.running = true;
  play.seconds = shell::seconds_for(kScores, 144 - 97) - 0.01;
  CHECK_FALSE(shell::at_end(play, kScores));
  play.seconds += 0.02;
  CHECK(shell::at_end(play, kScores));
  CHECK(shell::playhead(play, kScores) == 144);
}

TEST_CASE("no frame is asked for before something else is to be seen, and none too late") {
  Playback play = shell::moved_to({}, kScores, 3);
  play.running = true;
  constexpr double kShortest = 1.0 / 60;
  for (const double speed : shell::kSpeeds) {
    play.speed = speed;
    play.seconds = 0;
    int scenes = 0;
    while (!shell::at_end(play, kScores)) {
      const Scene now = shell::scene_of(play, kScores);
      const double wait = shell::until_next_scene(play, kScores, kShortest);
      REQUIRE(wait >= kShortest);
      Playback halfway = play;
      halfway.seconds += (wait - kShortest / 2) * speed;
      if (wait > 2 * kShortest) {
        CHECK(shell::scene_of(halfway, kScores) == now);
      }
      play.seconds += wait * speed;
      CHECK((!(shell::scene_of(play, kScores) == now) || shell::at_end(play, kScores)));
      ++scenes;
    }
    CHECK(scenes <= 60 * 20 / speed + 2);
  }
}

TEST_CASE("stepping goes to the edges of cells and holds the playhead") {
  Playback play = shell::moved_to({}, kScores, 97.4);
  play.running = true;
  const Playback next = shell::stepped(play, kScores, 1);
  CHECK(shell::playhead(next, kScores) == 98);
  CHECK_FALSE(next.running);
  CHECK(shell::playhead(shell::stepped(play, kScores, -1), kScores) == 97);
  CHECK(shell::playhead(shell::stepped(shell::moved_to({}, kScores, 97), kScores, -1), kScores) == 96);
  CHECK(shell::playhead(shell::stepped(shell::moved_to({}, kScores, 143.5), kScores, 1), kScores) == 144);
  CHECK(shell::playhead(shell::stepped(shell::moved_to({}, kScores, 0), kScores, -1), kScores) == 0);
}

TEST_CASE("a reel has as many terms as the sum that makes its cells, or as there are parts") {
  constexpr std::uint64_t kSeed = 20253;
  CAPTURE(kSeed);
  support::Dice dice(kSeed);
  for (int round = 0; round < 40; ++round) {
    CAPTURE(round);
    playground::Session session = support::random_session(dice);
    session.model.edits.clear();
    const auto snapshot = playground::derive(session.model);
    for (const playground::Step step : playground::steps_of(session)) {
      session.step = step;
      CAPTURE(playground::info(step).name);
      const Reel reel = shell::reel_of(session, snapshot->token_count());
      const std::optional<playground::Cell> cell = shell::selected_cell(session, *snapshot);
      REQUIRE((reel.cells() > 0) == cell.has_value());
      if (!cell) {
        continue;
      }
      const playground::Provenance origin = playground::provenance(*snapshot, *cell).value();
      const std::size_t parts = shell::parts_of(*cell).size();
      // The last column of an odd width has nothing to be rotated with.
      if (origin.rule != playground::Rule::kRotate) {
        CHECK(reel.terms == static_cast<int>(playground::is_sum(origin.rule) ? origin.terms.size() : parts));
      }
    }
  }
}
