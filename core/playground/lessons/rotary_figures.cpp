#include "core/playground/lessons/rotary_figures.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "core/attention/random.hpp"
#include "core/playground/wording.hpp"

namespace playground::positions_private {
namespace {

using attention::Matrix;
using attention::RotaryPairing;
using Index = Eigen::Index;

constexpr double kRounding = 1e-12;  ///< two numbers this near differ by rounding alone
constexpr Index kWidth = 8;          ///< of the query and key that are turned, four pairs
constexpr int kScoreDigits = 4;

}  // namespace

// ---- Rotary: one pair as arrows ----

namespace {

constexpr std::array<double, 2> kQueryArrow{2, 0.5};
constexpr std::array<double, 2> kKeyArrow{1.5, 1.5};

/// A pair of a head of four, turned at a position.
Matrix turned_arrow(const std::array<double, 2>& arrow, int pair, int position) {
  Matrix head(1, kWidth);
  for (Index column = 0; column < kWidth; ++column) head(0, column) = arrow[static_cast<std::size_t>(column % 2)];
  return attention::rotary(head, {position}, kWidth).middleCols(Index{2} * (pair - 1), 2);
}

}  // namespace

double speed_of(int pair) {
  const attention::RotaryTable table = attention::rotary_table<double>({1}, kWidth);
  return std::atan2(table.sines(0, pair - 1), table.cosines(0, pair - 1));
}

double turned_product(const Lecture& lecture, int further) {
  const int pair = lecture.whole("pair");
  const Matrix query = turned_arrow(kQueryArrow, pair, lecture.whole("query_at") + further);
  const Matrix key = turned_arrow(kKeyArrow, pair, lecture.whole("key_at") + further);
  return query.cwiseProduct(key).sum();
}

Figure turning(const Lecture& lecture) {
  const int pair = lecture.whole("pair");
  const Matrix query = turned_arrow(kQueryArrow, pair, lecture.whole("query_at"));
  const Matrix key = turned_arrow(kKeyArrow, pair, lecture.whole("key_at"));
  return {"turning",
          Arrows{.title = lecture.text("turning"),
                 .reach = 2.5,
                 .arrows = {{.label = "", .x = kQueryArrow[0], .y = kQueryArrow[1], .hue = Hue::kQuery, .dashed = true},
                            {.label = "", .x = kKeyArrow[0], .y = kKeyArrow[1], .hue = Hue::kKey, .dashed = true},
                            {.label = lecture.text("query"), .x = query(0, 0), .y = query(0, 1), .hue = Hue::kQuery},
                            {.label = lecture.text("key"), .x = key(0, 0), .y = key(0, 1), .hue = Hue::kKey}}}};
}

Figure turns(const Lecture& lecture) {
  const int query_at = lecture.whole("query_at");
  const int key_at = lecture.whole("key_at");
  const double speed = speed_of(lecture.whole("pair")) * 180 / std::numbers::pi;
  const auto angle = [&](int steps) { return number_text(steps * speed, 1) + "°"; };
  return {"turns",
          Ledger{.title = lecture.text("turns", {number_text(speed, 1)}),
                 .columns = {"", lecture.text("turns.steps"), lecture.text("turns.angle")},
                 .rows = {{lecture.text("turns.query"), std::to_string(query_at), angle(query_at)},
                          {lecture.text("turns.key"), std::to_string(key_at), angle(key_at)},
                          {lecture.text("turns.between"), number_text(query_at - key_at, 0), angle(query_at - key_at)},
                          {lecture.text("turns.product"), "", number_text(turned_product(lecture, 0), 2)}},
                 .emphasised = 3}};
}

// ---- Rotary: a whole score ----

namespace {

struct Pair {
  Matrix query, key;  ///< [1 x 8]
};

/// default_rng(seed).standard_normal(8), twice.
Pair drawn_pair(const Lecture& lecture) {
  attention::Generator rng(
      attention::entropy_from_decimal(lecture.session().model.seed).value_or(attention::Entropy{}));
  Pair pair;
  pair.query = rng.standard_normal(1, kWidth);
  pair.key = rng.standard_normal(1, kWidth);
  return pair;
}

Matrix turned(const Matrix& row, int position, RotaryPairing pairing) {
  attention::RotaryOptions options;
  options.pairing = pairing;
  return attention::rotary(row, {position}, row.cols(), options);
}

double score(const Pair& pair, int query_at, int key_at, RotaryPairing query_pairs, RotaryPairing key_pairs) {
  return turned(pair.query, query_at, query_pairs).cwiseProduct(turned(pair.key, key_at, key_pairs)).sum();
}

/// The columns of every adjacent pair, put where the pairing by halves looks for them.
Matrix reordered(const Matrix& row) {
  Matrix halves(1, row.cols());
  for (Index column = 0; column < row.cols(); ++column) {
    halves(0, column / 2 + (column % 2) * row.cols() / 2) = row(0, column);
  }
  return halves;
}

RotaryPairing pairing_named(std::string_view name) {
  return name == "halves" ? RotaryPairing::kHalves : RotaryPairing::kAdjacent;
}

}  // namespace

Figure distances(const Lecture& lecture) {
  constexpr int kRoundingDigits = 16;
  const Pair pair = drawn_pair(lecture);
  Ledger ledger{
      .title = lecture.text("distances"),
      .columns = {lecture.text("distances.query"), lecture.text("distances.key"), lecture.text("distances.apart"),
                  lecture.text("distances.score"), lecture.text("distances.off")},
      .rows = {}};
  const auto score_at = [&](int query_at, int key_at) {
    return score(pair, query_at, key_at, RotaryPairing::kAdjacent, RotaryPairing::kAdjacent);
  };
  const double first = score_at(lecture.whole("query_at"), lecture.whole("key_at"));
  const int apart = lecture.whole("query_at") - lecture.whole("key_at");
  for (const int further : {0, 1, 10, kFar}) {
    const int query_at = lecture.whole("query_at") + further;
    const int key_at = lecture.whole("key_at") + further;
    const double found = score_at(query_at, key_at);
    ledger.rows.push_back({std::to_string(query_at), std::to_string(key_at), number_text(apart, 0),
                           number_text(found, kScoreDigits), number_text(std::abs(found - first), kRoundingDigits)});
  }
  return {"distances", ledger};
}

Pairings pairings(const Lecture& lecture, RotaryPairing query_pairs, RotaryPairing key_pairs) {
  const Pair pair = drawn_pair(lecture);
  const Pair moved{reordered(pair.query), reordered(pair.key)};
  const int query_at = lecture.whole("query_at");
  const int key_at = lecture.whole("key_at");
  return {.trained = score(pair, query_at, key_at, RotaryPairing::kAdjacent, RotaryPairing::kAdjacent),
          .now = score(pair, query_at, key_at, query_pairs, key_pairs),
          .far = score(pair, query_at + kFar, key_at + kFar, query_pairs, key_pairs),
          .reordered = score(moved, query_at, key_at, RotaryPairing::kHalves, RotaryPairing::kHalves)};
}

namespace {

Pairings pairings_now(const Lecture& lecture) {
  return pairings(lecture, pairing_named(lecture.option("query_pairs")), pairing_named(lecture.option("key_pairs")));
}

}  // namespace

/// Which of the eight numbers, counted from 1, turn together in the query and in the key.
Figure pairing_table(const Lecture& lecture) {
  constexpr Index kPairs = kWidth / 2;
  Ledger ledger{.title = lecture.text("turned"), .columns = {""}, .rows = {}};
  for (Index pair = 1; pair <= kPairs; ++pair) {
    ledger.columns.push_back(lecture.text("turned.pair", {std::to_string(pair)}));
  }
  const auto add = [&](std::string_view name, std::string_view knob) {
    const bool halves = pairing_named(lecture.option(knob)) == RotaryPairing::kHalves;
    std::vector<std::string> row{lecture.text(name)};
    for (Index pair = 0; pair < kPairs; ++pair) {
      const Index first = halves ? pair : 2 * pair;
      const Index second = halves ? pair + kPairs : first + 1;
      row.push_back(std::to_string(first + 1) + " + " + std::to_string(second + 1));
    }
    ledger.rows.push_back(std::move(row));
  };
  add("query", "query_pairs");
  add("key", "key_pairs");
  return {"turned", ledger};
}

Figure pairing_scores(const Lecture& lecture) {
  const Pairings found = pairings_now(lecture);
  const auto row = [&](std::string_view label, double value) {
    return std::vector<std::string>{lecture.text(label), number_text(value, kScoreDigits)};
  };
  return {"pairing", Ledger{.title = lecture.text("pairing"),
                            .columns = {"", lecture.text("distances.score")},
                            .rows = {row("pairing.trained", found.trained), row("pairing.now", found.now),
                                     row("pairing.far", found.far)},
                            .emphasised = 1}};
}

Figure pairing_checks(const Lecture& lecture) {
  const Pairings found = pairings_now(lecture);
  return {"checks",
          Instruments{
              .title = lecture.text("checks"),
              .readings = {
                  {.holds = std::abs(found.now - found.trained) < kRounding, .text = lecture.text("checks.trained")},
                  {.holds = std::abs(found.now - found.far) < kRounding, .text = lecture.text("checks.distance")}}}};
}

// ---- Rotary: decay with distance ----

namespace {

constexpr int kFarthest = 256;

Decay computed_decay(int width) {
  const std::vector<Index> places = attention::consecutive_positions(kFarthest + 1);
  const Matrix turned_ones = attention::rotary(Matrix::Ones(kFarthest + 1, width).eval(), places, width);
  const attention::RotaryTable table = attention::rotary_table<double>(places, width);
  Decay found{.ones = turned_ones.rowwise().sum().transpose() / width, .bound = Matrix::Zero(1, kFarthest + 1)};
  for (Index distance = 0; distance <= kFarthest; ++distance) {
    double real = 0;
    double imaginary = 0;
    for (Index pair = 0; pair < width / 2; ++pair) {
      real += table.cosines(distance, pair);
      imaginary += table.sines(distance, pair);
      found.bound(0, distance) += std::hypot(real, imaginary);
    }
  }
  found.bound /= found.bound(0, 0);
  return found;
}

}  // namespace

/// It takes some milliseconds, and claims ask for it after every action.
const Decay& decay(int width) {
  static thread_local std::map<int, Decay> kept;
  const auto found = kept.find(width);
  return found != kept.end() ? found->second : kept.emplace(width, computed_decay(width)).first->second;
}

Figure decay_plot(const Lecture& lecture) {
  const Decay& found = decay(lecture.whole("width"));
  Series ones{.label = lecture.text("decay.ones"), .hue = Hue::kAccent, .mark = Mark::kLine, .x = {}, .y = {}};
  Series bound{.label = lecture.text("decay.bound"), .hue = Hue::kKey, .mark = Mark::kLine, .x = {}, .y = {}};
  for (Index distance = 0; distance <= kFarthest; ++distance) {
    for (Series* series : {&ones, &bound}) series->x.push_back(static_cast<double>(distance));
    ones.y.push_back(found.ones(0, distance));
    bound.y.push_back(found.bound(0, distance));
  }
  const bool swings = found.ones.minCoeff() < 0;
  return {"decay",
          Plot{.title = lecture.text("decay"),
               .x = {.label = lecture.text("distances.apart"), .from = 0, .to = kFarthest},
               .y = {.label = lecture.text("decay.share"), .from = swings ? -1 : 0, .to = 1},
               .series = {ones, bound}},
          true};
}

Figure decay_numbers(const Lecture& lecture) {
  const Decay& found = decay(lecture.whole("width"));
  return {"at",
          Remark{lecture.text("decay.at", {number_text(found.ones(0, 10), 2), number_text(found.ones(0, 100), 2)})}};
}

}  // namespace playground::positions_private
