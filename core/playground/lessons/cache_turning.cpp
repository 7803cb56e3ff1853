// The exhibit of the lesson `cache` about keys that are turned twice.
#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "core/attention/rotary.hpp"
#include "core/playground/lessons/cache_exhibits.hpp"
#include "core/playground/wording.hpp"

namespace playground::cache_private {
namespace {

using attention::Index;
using attention::Matrix;

constexpr Index kWordsShown = 12;
constexpr int kKeyPlace = 2;  ///< what the texts speak of

/// A query and a key of eight numbers: the first of tests/golden/engine_cases.py, rounded.
constexpr std::array kQuery{-0.216, 0.724, 0.046, 1.042, 1.117, -0.786, -1.443, -1.238};
constexpr std::array kKey{1.398, -1.369, 0.488, -1.215, -0.634, 1.399, 1.048, -0.877};
constexpr Index kQueryPlace = 5;

Matrix row_matrix(const std::array<double, 8>& numbers) {
  return Eigen::Map<const Matrix>(numbers.data(), 1, static_cast<Index>(numbers.size()));
}

Matrix turned_by(const Matrix& row, Index place) { return attention::rotary<double>(row, {place}, row.cols()); }

struct Turning {
  Matrix query, key, once, twice;
  double right = 0, wrong = 0;  ///< scores
};

Turning turning_at(Index place) {
  Turning turning{.query = turned_by(row_matrix(kQuery), kQueryPlace),
                  .key = row_matrix(kKey),
                  .once = turned_by(row_matrix(kKey), place),
                  .twice = {}};
  turning.twice = turned_by(turning.once, place);
  turning.right = turning.query.row(0).dot(turning.once.row(0));
  turning.wrong = turning.query.row(0).dot(turning.twice.row(0));
  return turning;
}

/// The error of a cache that turns keys which were turned before, over this session's words.
double error_of_turning_twice(const Lecture& lecture) {
  const int head = lecture.session().head;
  const HeadInputs inputs{.queries = *lecture.snapshot().tensor(Tensor::kQueries, head),
                          .keys = *lecture.snapshot().tensor(Tensor::kKeys, head),
                          .values = *lecture.snapshot().tensor(Tensor::kValues, head)};
  const Index words = std::min<Index>(kWordsShown, inputs.keys.rows());
  const Index width = inputs.keys.cols();
  attention::KvCacheShape shape = shape_of(inputs);
  shape.rotary = attention::RotaryOptions{.dimensions = width - width % 2};
  const auto turned = [&](const Matrix& rows) {
    const Matrix some = rows.topRows(words);
    return attention::rotary<double>(some, attention::consecutive_positions(words), width, *shape.rotary);
  };
  HeadInputs wanted = inputs;
  wanted.queries = turned(inputs.queries);
  wanted.keys = turned(inputs.keys);
  HeadInputs given = inputs;
  if (lecture.option("turned") == "twice") given.keys = wanted.keys;
  return (decoded(given, shape, words) - recomputed(wanted, words)).cwiseAbs().maxCoeff();
}

Arrows turning_arrows(const Lecture& lecture, const Turning& turning) {
  Arrows arrows{.title = lecture.text("turn.arrows"), .reach = 2.2, .arrows = {}};
  const auto add = [&](const char* label, const Matrix& row, Hue hue) {
    arrows.arrows.push_back({.label = lecture.text(label), .x = row(0, 0), .y = row(0, 1), .hue = hue});
  };
  add("turn.query", turning.query, Hue::kQuery);
  add("turn.key", turning.key, Hue::kMuted);
  add("turn.once", turning.once, Hue::kKey);
  if (lecture.option("turned") == "twice") add("turn.twice", turning.twice, Hue::kAccent);
  return arrows;
}

}  // namespace

void add_claims_of_turning(const Lecture& lecture, std::vector<Claim>& all) {
  const int place = lecture.whole("place");
  const Turning turning = turning_at(place);
  const Turning second = turning_at(kKeyPlace);
  all.insert(all.end(), {{"place", static_cast<double>(place)},
                         {"place_twice", static_cast<double>(2 * place)},
                         {"score_right", turning.right},
                         {"score_turned_twice", turning.wrong},
                         {"rotary_error", error_of_turning_twice(lecture)},
                         // What the texts say of place 2, wherever the knobs stand.
                         {"second_place", kKeyPlace},
                         {"second_place_twice", 2 * kKeyPlace},
                         {"second_score_right", second.right},
                         {"second_score_twice", second.wrong}});
}

Exhibit turn_exhibit(const Lecture& lecture) {
  const bool twice = lecture.option("turned") == "twice";
  const int place = lecture.whole("place");
  const Turning turning = turning_at(place);
  const std::string at = std::to_string(place), at_twice = std::to_string(2 * place);
  Ledger ledger{.title = lecture.text("turn.scores", {std::to_string(kQueryPlace)}),
                .columns = {lecture.text("turn.what"), lecture.text("turn.score")},
                .rows = {{lecture.text("turn.right", {at}), number_text(turning.right, 2)}},
                .emphasised = twice ? 1 : 0};
  if (twice) {
    ledger.rows.push_back({lecture.text("turn.wrong", {at}), number_text(turning.wrong, 2)});
    ledger.rows.push_back({lecture.text("turn.right", {at_twice}), number_text(turning_at(2 * place).right, 2)});
  }
  const double error = error_of_turning_twice(lecture);
  Instruments instruments{
      .title = lecture.text("turn.check"),
      .readings = {{.holds = error < kRounding, .text = lecture.text("equal.recompute", {difference_text(error)})}}};
  return {.knobs = {"turned", "place"},
          .figures = {{"scores", std::move(ledger)},
                      {"equal", std::move(instruments)},
                      {"arrows", turning_arrows(lecture, turning)}}};
}

}  // namespace playground::cache_private
