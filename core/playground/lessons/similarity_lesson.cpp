#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>

#include "core/attention/scaled_dot_product.hpp"
#include "core/attention/softmax.hpp"
#include "core/playground/lessons/lessons.hpp"
#include "core/playground/wording.hpp"

namespace playground {
namespace similarity_private {
namespace {

using attention::Matrix;
using Index = Eigen::Index;

constexpr double kReach = 3;
constexpr int kDigits = 2;
constexpr int kShareDigits = 3;    ///< small shares are not to read as 0
constexpr double kNothing = 1e-9;  ///< a dot product below it is the 0 of a right angle, rounded

constexpr std::array<Knob, 5> kKnobs{{
    {"a", Knob::Kind::kPoint, "-3 3", "2;1"},
    {"b", Knob::Kind::kPoint, "-3 3", "1;2"},
    {"query", Knob::Kind::kPoint, "-3 3", "1.5;-0.5"},
    {"measure", Knob::Kind::kChoice, "dot cosine", "dot"},
    {"stretch", Knob::Kind::kSlider, "0.4 0.6 0.8 0.9 1 1.2", "1"},
}};

Matrix row_of(Point point) {
  Matrix row(1, 2);
  row << point.x, point.y;
  return row;
}

/// queries keys^T and its softmax, without a scale.
attention::AttentionTrace compared(const Matrix& queries, const Matrix& keys) {
  attention::AttentionOptions options;
  options.scale = 1;
  return attention::scaled_dot_product_attention(queries, keys, keys, options);
}

/// What two rows of numbers of any width have to do with each other. A row of length 0 has no direction: its cosine
/// and its shadow are 0, its angle is that of a cosine of 0.
struct Meeting {
  double dot = 0, length_a = 0, length_b = 0, cosine = 0, degrees = 0;
  double shadow = 0;  ///< of b on the line of a
};

Meeting meeting(const Matrix& a, const Matrix& b) {
  Meeting found;
  found.dot = compared(a, b).scores(0, 0);
  found.length_a = a.norm();
  found.length_b = b.norm();
  if (found.length_a > 0) found.shadow = found.dot / found.length_a;
  if (found.length_b > 0) found.cosine = found.shadow / found.length_b;
  found.degrees = std::acos(std::clamp(found.cosine, -1.0, 1.0)) * 180 / std::numbers::pi;
  return found;
}

std::string written(double value) { return number_text(value, kDigits); }

/// Cosines are near each other near 1.
int digits_of(std::string_view measure) { return measure == "cosine" ? 3 : kDigits; }

// ---- Two arrows ----

/// The line of light from the tip of b to the line of a, and the shadow, which lies a little beside that line, away
/// from b, where the arrow a does not cover it.
std::array<Arrow, 2> shadow_of(const Lecture& lecture) {
  constexpr double kBeside = 0.2;
  const Point a = lecture.point("a");
  const Point b = lecture.point("b");
  const Meeting found = meeting(row_of(a), row_of(b));
  const double part = found.length_a > 0 ? found.shadow / found.length_a : 0;
  const double foot_x = part * a.x, foot_y = part * a.y;
  const double away = found.length_a > 0 ? (a.x * b.y - a.y * b.x < 0 ? kBeside : -kBeside) / found.length_a : 0;
  const double beside_x = -away * a.y, beside_y = away * a.x;
  return {
      Arrow{.label = "", .x = foot_x, .y = foot_y, .hue = Hue::kMuted, .from_x = b.x, .from_y = b.y, .dashed = true},
      Arrow{.label = lecture.text("shadow"),
            .x = foot_x + beside_x,
            .y = foot_y + beside_y,
            .hue = Hue::kAccent,
            .from_x = beside_x,
            .from_y = beside_y}};
}

Figure two_arrows(const Lecture& lecture, bool with_shadow) {
  const Point a = lecture.point("a");
  const Point b = lecture.point("b");
  Arrows picture{.title = lecture.text("arrows"), .reach = kReach, .arrows = {}};
  if (with_shadow) {
    for (const Arrow& arrow : shadow_of(lecture)) picture.arrows.push_back(arrow);
  }
  picture.arrows.push_back({.label = "a", .x = a.x, .y = a.y, .hue = Hue::kQuery, .knob = "a"});
  picture.arrows.push_back({.label = "b", .x = b.x, .y = b.y, .hue = Hue::kKey, .knob = "b"});
  return {"arrows", picture};
}

Figure sum(const Lecture& lecture) {
  const Point a = lecture.point("a");
  const Point b = lecture.point("b");
  const double dot = meeting(row_of(a), row_of(b)).dot;
  return {"sum", Ledger{.title = lecture.text("sum"),
                        .columns = {"", "a", "b", "a × b"},
                        .rows = {{lecture.text("sum.first"), written(a.x), written(b.x), written(a.x * b.x)},
                                 {lecture.text("sum.second"), written(a.y), written(b.y), written(a.y * b.y)},
                                 {lecture.text("sum.total"), "", "", written(dot)}},
                        .emphasised = 2}};
}

Figure verdict(const Lecture& lecture) {
  const Meeting found = meeting(row_of(lecture.point("a")), row_of(lecture.point("b")));
  if (found.length_a == 0 || found.length_b == 0) return {"verdict", Remark{lecture.text("verdict.none")}};
  const std::string_view name = std::abs(found.dot) < kNothing ? "verdict.square"
                                : found.dot > 0                ? "verdict.along"
                                                               : "verdict.against";
  return {"verdict", Remark{lecture.text(name, {number_text(found.degrees, 0)})}};
}

Figure projection(const Lecture& lecture) {
  const Meeting found = meeting(row_of(lecture.point("a")), row_of(lecture.point("b")));
  return {"projection", Ledger{.title = lecture.text("projection"),
                               .columns = {"", lecture.text("number")},
                               .rows = {{lecture.text("projection.length"), written(found.length_a)},
                                        {lecture.text("projection.shadow"), written(found.shadow)},
                                        {lecture.text("projection.product"), written(found.length_a * found.shadow)},
                                        {lecture.text("projection.sum"), written(found.dot)}},
                               .emphasised = 2}};
}

/// The dot product while b goes once around, with the lengths of now.
Figure turn(const Lecture& lecture) {
  const Point a = lecture.point("a");
  const Point b = lecture.point("b");
  const Meeting found = meeting(row_of(a), row_of(b));
  Series round{.label = lecture.text("turn.round"), .hue = Hue::kMuted, .mark = Mark::kLine, .x = {}, .y = {}};
  constexpr int kStep = 5;
  for (int degrees = -180; degrees <= 180; degrees += kStep) {
    round.x.push_back(degrees);
    round.y.push_back(found.length_a * found.length_b * std::cos(degrees * std::numbers::pi / 180));
  }
  const double side = a.x * b.y - a.y * b.x < 0 ? -1 : 1;  // b clockwise of a
  const Series now{.label = lecture.text("turn.now"),
                   .hue = Hue::kAccent,
                   .mark = Mark::kDots,
                   .x = {side * found.degrees},
                   .y = {found.dot}};
  return {"turn", Plot{.title = lecture.text("turn"),
                       .x = {.label = lecture.text("turn.angle"), .from = -180, .to = 180},
                       .y = {.label = lecture.text("dot")},
                       .series = {round, now}}};
}

// ---- Six words, placed by hand: how alive, and how much at home in water ----

struct Placed {
  std::string_view name;
  Point place;
};
constexpr std::array<Placed, 6> kWords{{{"dog", {1.5, -0.6}},
                                        {"cat", {1.0, -0.9}},
                                        {"whale", {2.4, 1.6}},
                                        {"fish", {0.9, 1.8}},
                                        {"boat", {-1.2, 1.7}},
                                        {"car", {-1.6, -1.2}}}};
constexpr Index kDog = 0, kWhale = 2;

/// [6 x 2], the whale as long as its knob says.
Matrix word_vectors(const Lecture& lecture) {
  Matrix vectors(static_cast<Index>(kWords.size()), 2);
  for (Index row = 0; row < vectors.rows(); ++row)
    vectors.row(row) = row_of(kWords[static_cast<std::size_t>(row)].place);
  vectors.row(kWhale) *= lecture.number("stretch");
  return vectors;
}

/// Dot products or cosines of the query with the words, [1 x 6].
Matrix likeness(const Lecture& lecture, std::string_view measure) {
  const Matrix query = row_of(lecture.point("query"));
  const Matrix words = word_vectors(lecture);
  if (measure == "dot") return compared(query, words).scores;
  Matrix cosines(1, words.rows());
  for (Index word = 0; word < words.rows(); ++word) cosines(0, word) = meeting(query, words.row(word)).cosine;
  return cosines;
}

/// How long the whale has to be, against how it was made, to reach the dog, with the query where it is at first.
double stretch_even() {
  const Matrix query = row_of(point_of(find_knob(kKnobs, "query")->preset));
  const auto dot = [&](Index word) {
    return compared(query, row_of(kWords[static_cast<std::size_t>(word)].place)).scores(0, 0);
  };
  return dot(kDog) / dot(kWhale);
}

std::string word_text(const Lecture& lecture, Index word) {
  return lecture.text("word." + std::string(kWords[static_cast<std::size_t>(word)].name));
}

Figure plane(const Lecture& lecture) {
  const Matrix words = word_vectors(lecture);
  Arrows picture{.title = lecture.text("plane"), .reach = kReach, .arrows = {}};
  for (Index word = 0; word < words.rows(); ++word) {
    picture.arrows.push_back(
        {.label = word_text(lecture, word), .x = words(word, 0), .y = words(word, 1), .hue = Hue::kKey});
  }
  const Point query = lecture.point("query");
  picture.arrows.push_back(
      {.label = lecture.text("word.pet"), .x = query.x, .y = query.y, .hue = Hue::kQuery, .knob = "query"});
  return {"plane", picture};
}

/// A number for each word as bars, the largest number of `order` first.
Bars sorted_bars(const Lecture& lecture, const Matrix& numbers, const Matrix& order, Hue hue, int digits) {
  std::array<Index, kWords.size()> places{};
  std::iota(places.begin(), places.end(), Index{0});
  std::stable_sort(places.begin(), places.end(),
                   [&](Index one, Index other) { return order(0, one) > order(0, other); });
  Bars bars;
  for (const Index word : places) {
    bars.bars.push_back({.label = word_text(lecture, word),
                         .value = numbers(0, word),
                         .text = number_text(numbers(0, word), digits),
                         .hue = numbers(0, word) < 0 ? Hue::kMuted : hue});
  }
  return bars;
}

Figure ranking(const Lecture& lecture) {
  const Matrix numbers = likeness(lecture, lecture.option("measure"));
  Bars bars = sorted_bars(lecture, numbers, numbers, Hue::kKey, digits_of(lecture.option("measure")));
  bars.title = lecture.text("ranking." + std::string(lecture.option("measure")));
  return {"ranking", bars};
}

Figure shares(const Lecture& lecture) {
  const Matrix numbers = likeness(lecture, lecture.option("measure"));
  Bars bars = sorted_bars(lecture, attention::softmax_rows(numbers).weights, numbers, Hue::kWeight, kShareDigits);
  bars.title = lecture.text("shares." + std::string(lecture.option("measure")));
  bars.most = 1;
  return {"shares", bars};
}

/// Least and largest share by either measure, whichever is shown.
Figure range_of_shares(const Lecture& lecture) {
  const Matrix dots = attention::softmax_rows(likeness(lecture, "dot")).weights;
  const Matrix cosines = attention::softmax_rows(likeness(lecture, "cosine")).weights;
  const auto share = [](double value) { return number_text(value, kShareDigits); };
  return {"range", Remark{lecture.text("shares.range", {share(dots.minCoeff()), share(dots.maxCoeff()),
                                                        share(cosines.minCoeff()), share(cosines.maxCoeff())})}};
}

Exhibit exhibit(const Lecture& lecture) {
  const std::string_view id = lecture.exhibit();
  if (id == "arrows") return {.knobs = {"a", "b"}, .figures = {two_arrows(lecture, false)}};
  if (id == "sum")
    return {.knobs = {"a", "b"}, .figures = {two_arrows(lecture, false), sum(lecture), verdict(lecture)}};
  if (id == "projection") return {.knobs = {"a", "b"}, .figures = {two_arrows(lecture, true), projection(lecture)}};
  if (id == "turn") return {.knobs = {"a", "b"}, .figures = {two_arrows(lecture, true), turn(lecture)}};
  if (id == "plane") return {.knobs = {}, .figures = {plane(lecture)}};
  if (id == "ranking") {
    return {.knobs = {"query", "stretch", "measure"}, .figures = {plane(lecture), ranking(lecture)}};
  }
  return {.knobs = {"query", "stretch", "measure"},
          .figures = {ranking(lecture), shares(lecture), range_of_shares(lecture)}};
}

std::vector<Claim> claims(const Lecture& lecture) {
  const Point a = lecture.point("a");
  const Point b = lecture.point("b");
  const Meeting found = meeting(row_of(a), row_of(b));
  const Matrix dots = likeness(lecture, "dot");
  const Matrix cosines = likeness(lecture, "cosine");
  const Matrix dot_shares = attention::softmax_rows(dots).weights;
  const Matrix cosine_shares = attention::softmax_rows(cosines).weights;
  const Session& session = lecture.session();
  const Matrix query = lecture.snapshot().tensor(Tensor::kQueries, session.head)->row(session.query);
  const Matrix key = lecture.snapshot().tensor(Tensor::kKeys, session.head)->row(session.key);
  const Meeting score = meeting(query, key);
  return {{"a_first", a.x},
          {"a_second", a.y},
          {"b_first", b.x},
          {"b_second", b.y},
          {"product_first", a.x * b.x},
          {"product_second", a.y * b.y},
          {"dot", found.dot},
          {"square_dot", compared(row_of({2, 1}), row_of({-1, 2})).scores(0, 0)},
          {"length_a", found.length_a},
          {"length_b", found.length_b},
          {"cosine", found.cosine},
          {"degrees", found.degrees},
          {"shadow", found.shadow},
          {"dot_dog", dots(0, kDog)},
          {"dot_whale", dots(0, kWhale)},
          {"cosine_dog", cosines(0, kDog)},
          {"cosine_whale", cosines(0, kWhale)},
          {"stretch_even", stretch_even()},
          {"share_dog", dot_shares(0, kDog)},
          {"share_whale", dot_shares(0, kWhale)},
          {"cosine_share_dog", cosine_shares(0, kDog)},
          {"cosine_share_whale", cosine_shares(0, kWhale)},
          {"d_k", static_cast<double>(query.cols())},
          {"score", score.dot},
          {"score_length_query", score.length_a},
          {"score_length_key", score.length_b},
          {"score_degrees", score.degrees}};
}

}  // namespace
}  // namespace similarity_private

Lesson similarity_lesson() {
  return {"similarity", similarity_private::kKnobs, similarity_private::claims, similarity_private::exhibit};
}

}  // namespace playground
