#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <numbers>
#include <string>

#include "core/attention/product.hpp"
#include "core/attention/rotary.hpp"
#include "core/attention/scaled_dot_product.hpp"
#include "core/attention/sinusoidal.hpp"
#include "core/playground/lessons/lessons.hpp"
#include "core/playground/lessons/rotary_figures.hpp"
#include "core/playground/wording.hpp"

namespace playground {
namespace positions_private {
namespace {

using attention::Matrix;
using attention::RotaryPairing;
using Index = Eigen::Index;

constexpr int kDigits = 2;
constexpr double kSame = 1e-12;  ///< two numbers this near differ by rounding alone

constexpr std::array<Knob, 12> kKnobs{{
    {"order", Knob::Kind::kChoice, "given swapped reversed", "given"},
    {"positions", Knob::Kind::kChoice, "none sinusoidal rotary alibi", "none"},
    {"table_width", Knob::Kind::kSlider, "4 8 16 32 64", "32"},
    {"place", Knob::Kind::kSlider, "0 4 8 12 16 20 24 28 31", "8"},
    {"query_at", Knob::Kind::kSlider, "0 1 2 3 4 5 6 7 8 9 10 11 12", "5"},
    {"key_at", Knob::Kind::kSlider, "0 1 2 3 4 5 6 7 8 9 10 11 12", "2"},
    {"pair", Knob::Kind::kChoice, "1 2 3 4", "1"},
    {"query_pairs", Knob::Kind::kChoice, "adjacent halves", "adjacent"},
    {"key_pairs", Knob::Kind::kChoice, "adjacent halves", "adjacent"},
    {"width", Knob::Kind::kSlider, "2 8 32 64 128", "128"},
    {"shift", Knob::Kind::kSlider, "0 1 10 100", "100"},
    {"turn_values", Knob::Kind::kChoice, "off on", "off"},
}};

double degrees(double radians) { return radians * 180 / std::numbers::pi; }

// ---- The words in another order ----

enum class Order { kGiven, kSwapped, kReversed };

Order order_named(std::string_view name) {
  return name == "swapped" ? Order::kSwapped : name == "reversed" ? Order::kReversed : Order::kGiven;
}

/// The word of the given sentence that stands at each place. Swapped are the first and the third, or the last of fewer.
std::vector<Index> places_of(Order order, Index tokens) {
  std::vector<Index> places = attention::consecutive_positions(tokens);
  if (order == Order::kSwapped)
    std::swap(places.front(), places[static_cast<std::size_t>(std::min<Index>(2, tokens - 1))]);
  if (order == Order::kReversed) std::reverse(places.begin(), places.end());
  return places;
}

Positions positions_named(std::string_view name) {
  return name == "sinusoidal" ? Positions::kSinusoidal
         : name == "rotary"   ? Positions::kRotary
         : name == "alibi"    ? Positions::kAlibi
                              : Positions::kNone;
}

std::string text_of_words(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

constexpr std::size_t kMostWords = 12;  ///< of a long text the first ones show it as well

/// The session's sentence with one vector a word, its own seed and sizes, every word free to attend to every other.
Model sentence_of(const Lecture& lecture) {
  std::vector<std::string> words = tokenize(lecture.session().model.text);
  words.resize(std::min(words.size(), kMostWords));
  Model model;
  model.text = text_of_words(words);
  model.seed = lecture.session().model.seed;
  model.sizes = lecture.session().model.sizes;
  model.sizes.d_ff = 0;
  model.vectors = Vectors::kWord;
  model.vectors_chosen = true;
  return model;
}

/// Drawing the matrices takes most of the time, and a knob changes none: what was derived of a sentence is kept.
const Snapshot& derived(const Model& sentence, Order order, Positions positions) {
  struct Kept {
    Model sentence;
    std::map<std::pair<Order, Positions>, std::shared_ptr<const Snapshot>> snapshots;
  };
  static thread_local Kept kept;
  if (!(kept.sentence == sentence)) kept = {sentence, {}};
  std::shared_ptr<const Snapshot>& found = kept.snapshots[{order, positions}];
  if (found == nullptr) {
    Model model = sentence;
    const std::vector<std::string> words = tokenize(sentence.text);
    std::vector<std::string> ordered;
    for (const Index word : places_of(order, static_cast<Index>(words.size()))) {
      ordered.push_back(words[static_cast<std::size_t>(word)]);
    }
    model.text = text_of_words(ordered);
    model.positions = positions;
    found = derive(model);
  }
  return *found;
}

const Matrix& output_of(const Snapshot& snapshot) { return *snapshot.tensor(Tensor::kHeadOutput, 0); }

/// How much the output of each word of the given sentence changes with the order, [T x 1].
Matrix changes(const Model& sentence, Order order, Positions positions) {
  const Matrix& before = output_of(derived(sentence, Order::kGiven, positions));
  const Matrix& after = output_of(derived(sentence, order, positions));
  const std::vector<Index> places = places_of(order, before.rows());
  Matrix changed(before.rows(), 1);
  for (Index place = 0; place < before.rows(); ++place) {
    const Index word = places[static_cast<std::size_t>(place)];
    changed(word, 0) = (after.row(place) - before.row(word)).cwiseAbs().maxCoeff();
  }
  return changed;
}

Figure outputs(const Lecture& lecture, const Model& sentence, Order order, Positions positions) {
  constexpr Index kShown = 5;
  const Snapshot& snapshot = derived(sentence, order, positions);
  const Matrix& output = output_of(snapshot);
  Grid grid{.title = lecture.text("outputs"),
            .values = output.leftCols(std::min(kShown, output.cols())),
            .rows = snapshot.tokens,
            .columns = {},
            .digits = kDigits,
            .marked = {},
            .row_groups = {}};
  for (Index column = 0; column < grid.values.cols(); ++column) grid.columns.push_back(std::to_string(column));
  return {"outputs", grid};
}

Figure moves(const Lecture& lecture, const Model& sentence, Order order, Positions positions) {
  const Matrix changed = changes(sentence, order, positions);
  const std::vector<std::string>& words = derived(sentence, Order::kGiven, positions).tokens;
  const std::vector<Index> places = places_of(order, changed.rows());
  Ledger ledger{.title = lecture.text("moves"),
                .columns = {lecture.text("moves.word"), lecture.text("moves.from"), lecture.text("moves.to"),
                            lecture.text("moves.change")},
                .rows = {}};
  for (Index word = 0; word < changed.rows(); ++word) {
    const Index now = std::find(places.begin(), places.end(), word) - places.begin();
    ledger.rows.push_back({words[static_cast<std::size_t>(word)], std::to_string(word), std::to_string(now),
                           number_text(changed(word, 0), 3)});
  }
  return {"moves", ledger};
}

Figure moved_along(const Lecture& lecture, const Model& sentence, Order order, Positions positions) {
  const bool same = changes(sentence, order, positions).maxCoeff() < kSame;
  return {"moved", Instruments{.title = lecture.text("moved"),
                               .readings = {{.holds = same, .text = lecture.text("moved.same")}},
                               .alarming = false}};
}

// ---- Sinusoids ----

constexpr Index kPlaces = 32;

Figure sinusoids(const Lecture& lecture) {
  Grid grid{.title = lecture.text("sinusoids"),
            .values = attention::sinusoidal_positions(kPlaces, lecture.whole("table_width")),
            .rows = {},
            .columns = {},
            .digits = -1,
            .limit = 1,
            .marked = {},
            .row_groups = {}};
  for (Index row = 0; row < kPlaces; ++row) grid.rows.push_back(std::to_string(row));
  for (Index column = 0; column < grid.values.cols(); ++column) grid.columns.push_back(std::to_string(column));
  return {"sinusoids", grid, true};
}

constexpr double kShortestWave = 2 * std::numbers::pi;

/// That of the last pair of columns: 2 pi base^((width - 2) / width).
double longest_wave(int width) { return kShortestWave * std::pow(1e4, static_cast<double>(width - 2) / width); }

Figure waves(const Lecture& lecture) {
  return {"waves", Remark{lecture.text("waves", {number_text(kShortestWave, kDigits),
                                                 number_text(longest_wave(lecture.whole("table_width")), 0)})}};
}

/// Dot products of the vector of one place with those of all places, [1 x places].
Matrix closeness_of(Index place, Index width) {
  const Matrix table = attention::sinusoidal_positions(kPlaces, width);
  return attention::product_with_transposed<double>(table.row(place), table);
}

Figure closeness(const Lecture& lecture) {
  const int place = lecture.whole("place");
  const Matrix products = closeness_of(place, lecture.whole("table_width"));
  Series series{
      .label = lecture.text("closeness.product"), .hue = Hue::kAccent, .mark = Mark::kLineAndDots, .x = {}, .y = {}};
  for (Index other = 0; other < kPlaces; ++other) {
    series.x.push_back(static_cast<double>(other));
    series.y.push_back(products(0, other));
  }
  return {"closeness",
          Plot{.title = lecture.text("closeness", {std::to_string(place)}),
               .x = {.label = lecture.text("closeness.place"), .from = 0, .to = static_cast<double>(kPlaces - 1)},
               .y = {.label = lecture.text("closeness.product")},
               .series = {series}}};
}

// ---- Rotary: values turned by mistake ----

/// Attention of the sentence that begins at position `first`, queries and keys turned, values too where asked for. An
/// odd last column is left as it is.
attention::AttentionTrace attention_from(const Snapshot& snapshot, Index first, bool turn_values) {
  const Matrix& queries = *snapshot.tensor(Tensor::kQueries, 0);
  const Matrix& keys = *snapshot.tensor(Tensor::kKeys, 0);
  const Matrix& values = *snapshot.tensor(Tensor::kValues, 0);
  const std::vector<Index> places = attention::consecutive_positions(queries.rows(), first);
  attention::RotaryOptions options;
  options.dimensions = queries.cols() / 2 * 2;
  const auto turn = [&](const Matrix& x) { return attention::rotary(x, places, x.cols(), options); };
  return attention::scaled_dot_product_attention(turn(queries), turn(keys), turn_values ? turn(values) : values);
}

struct Shifted {
  double weights = 0;  ///< the largest change of a weight
  Matrix outputs;      ///< [T x 1] the largest change of each word's output
};

Shifted shifted(const Model& sentence, Index shift, bool turn_values) {
  const Snapshot& snapshot = derived(sentence, Order::kGiven, Positions::kNone);
  const attention::AttentionTrace here = attention_from(snapshot, 0, turn_values);
  const attention::AttentionTrace there = attention_from(snapshot, shift, turn_values);
  return {.weights = (there.weights - here.weights).cwiseAbs().maxCoeff(),
          .outputs = (there.output - here.output).cwiseAbs().rowwise().maxCoeff()};
}

Exhibit values_exhibit(const Lecture& lecture, const Model& sentence) {
  const Shifted found = shifted(sentence, lecture.whole("shift"), lecture.on("turn_values"));
  const std::vector<std::string>& words = derived(sentence, Order::kGiven, Positions::kNone).tokens;
  Bars bars{.title = lecture.text("values"), .bars = {}, .most = 2};
  for (Index word = 0; word < found.outputs.rows(); ++word) {
    const double change = found.outputs(word, 0);
    bars.bars.push_back({.label = words[static_cast<std::size_t>(word)],
                         .value = change,
                         .text = number_text(change, 3),
                         .hue = Hue::kValue});
  }
  const Instruments checks{
      .title = lecture.text("checks"),
      .readings = {{.holds = found.weights < kSame, .text = lecture.text("values.weights")},
                   {.holds = found.outputs.maxCoeff() < kSame, .text = lecture.text("values.outputs")}}};
  return {.knobs = {"turn_values", "shift"}, .figures = {{"values", bars}, {"checks", checks}}};
}

Exhibit exhibit(const Lecture& lecture) {
  const std::string_view id = lecture.exhibit();
  const Model sentence = sentence_of(lecture);
  if (id == "order" || id == "shuffle") {
    const Order order = order_named(lecture.option("order"));
    const Positions positions = positions_named(lecture.option("positions"));
    return {.knobs = id == "order" ? std::vector<std::string_view>{"order"}
                                   : std::vector<std::string_view>{"order", "positions"},
            .figures = {outputs(lecture, sentence, order, positions), moves(lecture, sentence, order, positions),
                        moved_along(lecture, sentence, order, positions)}};
  }
  if (id == "sinusoids") {
    return {.knobs = {"table_width", "place"}, .figures = {sinusoids(lecture), closeness(lecture), waves(lecture)}};
  }
  if (id == "turning") {
    return {.knobs = {"query_at", "key_at", "pair"}, .figures = {turning(lecture), turns(lecture)}};
  }
  if (id == "distances") return {.knobs = {"query_at", "key_at"}, .figures = {distances(lecture)}};
  if (id == "pairing") {
    return {.knobs = {"query_pairs", "key_pairs", "query_at", "key_at"},
            .figures = {pairing_table(lecture), pairing_scores(lecture), pairing_checks(lecture)}};
  }
  if (id == "decay") return {.knobs = {"width"}, .figures = {decay_plot(lecture), decay_numbers(lecture)}};
  return values_exhibit(lecture, sentence);
}

std::vector<Claim> claims(const Lecture& lecture) {
  const Model sentence = sentence_of(lecture);
  const auto largest_change = [&](Order order, Positions positions) {
    return changes(sentence, order, positions).maxCoeff();
  };
  const Pairings adjacent = pairings(lecture, RotaryPairing::kAdjacent, RotaryPairing::kAdjacent);
  const Pairings halves = pairings(lecture, RotaryPairing::kHalves, RotaryPairing::kHalves);
  const Pairings mixed = pairings(lecture, RotaryPairing::kAdjacent, RotaryPairing::kHalves);
  const int table_width = lecture.whole("table_width");
  const Decay& faded = decay(lecture.whole("width"));
  const double speed = speed_of(lecture.whole("pair"));
  return {
      {"change_none", largest_change(Order::kSwapped, Positions::kNone)},
      {"change_sinusoidal", largest_change(Order::kSwapped, Positions::kSinusoidal)},
      {"change_rotary", largest_change(Order::kSwapped, Positions::kRotary)},
      {"change_alibi", largest_change(Order::kSwapped, Positions::kAlibi)},
      {"change_alibi_reversed", largest_change(Order::kReversed, Positions::kAlibi)},
      {"shortest_wave", kShortestWave},
      {"longest_wave", longest_wave(table_width)},
      {"closeness_self", closeness_of(lecture.whole("place"), table_width).maxCoeff()},
      {"query_at", lecture.number("query_at")},
      {"key_at", lecture.number("key_at")},
      {"query_far", lecture.number("query_at") + kFar},
      {"key_far", lecture.number("key_at") + kFar},
      {"distance", lecture.number("query_at") - lecture.number("key_at")},
      {"pair", lecture.number("pair")},
      {"speed_degrees", degrees(speed)},
      {"pair_product", turned_product(lecture, 0)},
      {"pair_difference", std::abs(turned_product(lecture, kFar) - turned_product(lecture, 0))},
      {"score", adjacent.now},
      {"score_far", adjacent.far},
      {"score_difference", std::abs(adjacent.far - adjacent.now)},
      {"score_halves", halves.now},
      {"score_reordered", adjacent.reordered},
      {"score_mixed", mixed.now},
      {"score_mixed_far", mixed.far},
      {"decay_10", faded.ones(0, 10)},
      {"decay_100", faded.ones(0, 100)},
      {"bound_100", faded.bound(0, 100)},
      {"weights_moved", shifted(sentence, kFar, true).weights},
      {"outputs_moved", shifted(sentence, kFar, false).outputs.maxCoeff()},
      {"outputs_moved_turned", shifted(sentence, kFar, true).outputs.maxCoeff()},
  };
}

}  // namespace
}  // namespace positions_private

Lesson positions_lesson() {
  return {"positions", positions_private::kKnobs, positions_private::claims, positions_private::exhibit};
}

}  // namespace playground
