#include "shell/playback.hpp"

#include <algorithm>
#include <cmath>

#include "core/playground/equation.hpp"
#include "core/playground/recipes.hpp"

namespace shell {

using playground::Cell;
using playground::Tensor;

namespace {

/// Seconds of a whole step at most, without what the slow first cells add: where products are summed, and elsewhere.
constexpr double kLongestSums = 16;
constexpr double kLongestOther = 5;
constexpr double kLongestCell = 0.5;    ///< seconds of a cell once the first ones are over
constexpr double kSlowStart = 2;        ///< seconds that the first cell takes longer; each one after it half of that
constexpr double kMadeFrom = 0.85;      ///< share of a cell's time after which all of its terms are added
constexpr double kFollowedFrom = 0.03;  ///< a cell as quick as that is still shown on its own, seconds
constexpr double kNearlyWhole = 1e-9;   ///< of a cell: rounding of the clock

double steady_seconds(const Reel& reel) {
  const double longest = reel.terms > 1 ? kLongestSums : kLongestOther;
  return std::min(kLongestCell, longest / std::max(1, reel.cells()));
}

double slow_start(const Reel& reel) { return reel.terms > 1 ? kSlowStart : 0; }

}  // namespace

std::vector<Cell> parts_of(const Cell& cell) {
  const auto part = [&](Tensor tensor, int column) {
    return Cell{.tensor = tensor, .row = cell.row, .column = column, .head = cell.head};
  };
  switch (cell.tensor) {
    case Tensor::kWeights:
      return {part(Tensor::kRowMax, 0), part(Tensor::kExponentials, cell.column), part(Tensor::kRowSum, 0), cell};
    case Tensor::kNorm1:
      return {part(Tensor::kMean1, 0), part(Tensor::kVariance1, 0), cell};
    case Tensor::kNorm2:
      return {part(Tensor::kMean2, 0), part(Tensor::kVariance2, 0), cell};
    default:
      return {cell};
  }
}

Reel reel_of(const playground::Session& session, int tokens) {
  const playground::Model& model = session.model;
  const std::optional<Tensor> result = playground::result_of(session.step, model);
  if (!result) {
    return {};
  }
  const playground::Shape shape = playground::shape_of(*result, model.sizes, tokens);
  const playground::Recipe recipe = playground::recipe_of(*result, model);
  int terms = static_cast<int>(parts_of({.tensor = *result}).size());
  if (playground::is_sum(recipe.rule)) {
    // The two sources of a product are one term.
    const int each = recipe.rule == playground::Rule::kDot ? 1 : recipe.source_count;
    terms = std::max(1, each * playground::repetitions(recipe, model.sizes, tokens));
  }
  return {.rows = shape.rows, .columns = shape.columns, .terms = terms};
}

double seconds_for(const Reel& reel, double cells) {
  return cells * steady_seconds(reel) + 2 * slow_start(reel) * (1 - std::exp2(-cells));
}

double cells_in(const Reel& reel, double seconds) {
  // Grows without a break, so halving finds it.
  double low = 0;
  double high = std::max(0.0, seconds) / steady_seconds(reel);
  constexpr int kHalvings = 60;
  for (int halving = 0; halving < kHalvings; ++halving) {
    const double middle = (low + high) / 2;
    (seconds_for(reel, middle) <= seconds ? low : high) = middle;
  }
  return high;
}

double playhead(const Playback& play, const Reel& reel) {
  return std::clamp(play.start + cells_in(reel, play.seconds), 0.0, static_cast<double>(reel.cells()));
}

bool at_end(const Playback& play, const Reel& reel) { return playhead(play, reel) >= reel.cells(); }

Scene scene_at(const Reel& reel, double playhead, double cell_seconds) {
  const int all = reel.cells();
  const int cell = static_cast<int>(std::floor(playhead + kNearlyWhole));
  if (cell >= all) {
    return {.filled = all, .current = -1, .terms = 0};
  }
  if (cell_seconds < kFollowedFrom) {
    const int row = cell / reel.columns;
    return {.filled = row * reel.columns, .current = row * reel.columns, .terms = reel.terms};
  }
  const double made = std::max(0.0, playhead - cell) / kMadeFrom;
  const int terms = std::min(reel.terms, static_cast<int>(std::floor(made * reel.terms + kNearlyWhole)));
  return {.filled = made + kNearlyWhole >= 1 ? cell + 1 : cell, .current = cell, .terms = terms};
}

Scene scene_of(const Playback& play, const Reel& reel) {
  const double head = playhead(play, reel);
  const double since = std::max(0.0, head - play.start);
  // A playhead that somebody holds shows each cell, however quickly it would pass.
  const double cell_seconds =
      play.running ? (seconds_for(reel, since + 1) - seconds_for(reel, since)) / play.speed : kLongestCell;
  return scene_at(reel, head, cell_seconds);
}

double until_next_scene(const Playback& play, const Reel& reel, double shortest) {
  if (!play.running) {
    return 0;
  }
  const Scene now = scene_of(play, reel);
  Playback later = play;
  const auto changes_within = [&](double seconds) {
    later.seconds = play.seconds + seconds * play.speed;
    return !(scene_of(later, reel) == now) || at_end(later, reel);
  };
  double high = shortest;
  constexpr double kLongestLook = 10;
  while (high < kLongestLook && !changes_within(high)) {
    high *= 2;
  }
  double low = high > shortest ? high / 2 : shortest;
  while (high - low > shortest / 4) {
    const double middle = (low + high) / 2;
    (changes_within(middle) ? high : low) = middle;
  }
  return high;
}

double partial_sum(const std::vector<playground::Term>& terms, int added) {
  double sum = 0;
  for (int index = 0; index < std::min(added, static_cast<int>(terms.size())); ++index) {
    sum += terms[static_cast<std::size_t>(index)].value;
  }
  return sum;
}

Playback moved_to(const Playback& play, const Reel& reel, double playhead) {
  Playback next = play;
  next.active = true;
  next.start = std::clamp(playhead, 0.0, static_cast<double>(reel.cells()));
  next.seconds = 0;
  return next;
}

Playback stepped(const Playback& play, const Reel& reel, int cells) {
  const double head = playhead(play, reel);
  const double whole = cells > 0 ? std::floor(head + kNearlyWhole) : std::ceil(head - kNearlyWhole);
  Playback next = moved_to(play, reel, whole + cells);
  next.running = false;
  return next;
}

}  // namespace shell
