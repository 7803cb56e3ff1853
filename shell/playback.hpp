// Playback: how the cells of a step come to be over time. All of it is a function of the playhead.
//
// The playhead counts cells in reading order: 98.5 is the middle of making cell 98. Time runs from where playing
// began: the first cells are slow, so that each product can be followed, and the others take as long as leaves the
// whole step within about 20 seconds. Small matrices go cell by cell to the end, large ones row by row.
#pragma once

#include <vector>

#include "core/playground/cells.hpp"
#include "core/playground/provenance.hpp"
#include "core/playground/session.hpp"

namespace shell {

/// What there is to play: the cells of a result, and how many terms make one of them.
struct Reel {
  int rows = 0;
  int columns = 0;
  int terms = 0;
  int cells() const { return rows * columns; }
  bool operator==(const Reel&) const = default;
};

/// The cells whose making explains this one, the cell itself last: the parts of a softmax and of a norm, otherwise the
/// cell alone.
std::vector<playground::Cell> parts_of(const playground::Cell& cell);

/// The reel of a session's step: a term for each product of a sum, for each part where there are some, otherwise one.
Reel reel_of(const playground::Session& session, int tokens);

/// What is shown of a reel at one moment.
struct Scene {
  int filled = 0;    ///< cells in reading order that have their number
  int current = -1;  ///< the cell that is being made; -1 where none is
  int terms = 0;     ///< of the current cell, those that are added already
  bool operator==(const Scene&) const = default;
};

struct Playback {
  bool active = false;    ///< cells behind the playhead are shown, those before it are empty
  bool running = false;   ///< time moves the playhead
  double start = 0;       ///< the playhead where time began
  double seconds = 0;     ///< since then, at normal speed
  double speed = 1;       ///< 0.25 to 8
  bool continues = true;  ///< goes on to the next step at the end
  bool bar_keys = false;  ///< arrow keys move the playhead (after the bar was pressed)
  bool operator==(const Playback&) const = default;
};

inline constexpr double kSpeeds[] = {0.25, 0.5, 1, 2, 4, 8};

/// Seconds at normal speed that the first `cells` cells take, and how many cells (and which part of one) come to be
/// in so many seconds; each is the inverse of the other.
double seconds_for(const Reel& reel, double cells);
double cells_in(const Reel& reel, double seconds);

/// Where the playhead is: 0 to reel.cells().
double playhead(const Playback& play, const Reel& reel);
bool at_end(const Playback& play, const Reel& reel);

/// What the playhead shows when a cell takes `cell_seconds`: where cells are too quick to be followed, whole rows.
Scene scene_at(const Reel& reel, double playhead, double cell_seconds);
Scene scene_of(const Playback& play, const Reel& reel);

/// Real seconds until something else is shown; at least `shortest`. 0 where time stands still.
double until_next_scene(const Playback& play, const Reel& reel, double shortest);

/// The sum of the first `added` terms, in their order.
double partial_sum(const std::vector<playground::Term>& terms, int added);

/// The playhead put somewhere; time begins anew there.
Playback moved_to(const Playback& play, const Reel& reel, double playhead);
/// Stopped where it is, `cells` whole cells further: all of a cell is made, or none of it.
Playback stepped(const Playback& play, const Reel& reel, int cells);

}  // namespace shell
