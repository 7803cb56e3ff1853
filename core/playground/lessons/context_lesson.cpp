#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>

#include "core/attention/scaled_dot_product.hpp"
#include "core/playground/lessons/lessons.hpp"
#include "core/playground/wording.hpp"

namespace playground {
namespace context_private {
namespace {

using attention::Matrix;
using Index = Eigen::Index;

constexpr int kDigits = 2;
constexpr double kUsualStrength = 2.5, kSharp = 4;

constexpr std::array<Knob, 7> kKnobs{{
    {"sentence", Knob::Kind::kChoice, "river account", "river"},
    {"place", Knob::Kind::kChoice, "river bridge desk loan", "river"},
    {"strength", Knob::Kind::kSlider, "0 0.5 1 1.5 2 2.5 3", "2.5"},
    {"sharpness", Knob::Kind::kSlider, "0.5 1 2 4", "1"},
    {"bank", Knob::Kind::kPoint, "-3 3", "1;1"},  // water and money of a word
    {"boat", Knob::Kind::kPoint, "-3 3", "1.8;-0.4"},
    {"account", Knob::Kind::kPoint, "-3 3", "-1;2.5"},
}};

// ---- Words made by hand: how much each has to do with water, with money, with doing something ----

constexpr std::array<std::string_view, 3> kDimensions{"water", "money", "doing"};
constexpr Index kWater = 0, kMoney = 1;

struct WordVector {
  std::string_view word;
  std::array<double, 3> numbers;
};
constexpr std::array<WordVector, 11> kWords{{{"the", {0, 0, 0.2}},
                                             {"an", {0, 0, 0.2}},
                                             {"boat", {1.8, -0.4, 0.2}},  // water and money as its knob has them
                                             {"reached", {0.2, 0, 1.5}},
                                             {"river", {2.5, -1, 0}},  // the first number is the knob's
                                             {"bridge", {1.2, 0, 0}},
                                             {"desk", {-0.2, 0.6, 0}},
                                             {"loan", {-1, 2.5, 0.2}},
                                             {"bank", {1, 1, 0}},  // as its knob
                                             {"opened", {0, 0.4, 1.5}},
                                             {"account", {-1, 2.5, 0}}}};  // as its knob

/// What the reader can change of the words' numbers.
struct Changes {
  double strength = kUsualStrength;               ///< water in "river"
  std::map<std::string_view, Point> places = {};  ///< water and money of those that are not as they were made
};

constexpr std::array<std::string_view, 3> kMovable{"bank", "boat", "account"};

Changes changes_of(const Lecture& lecture) {
  Changes changes{.strength = lecture.number("strength")};
  for (const std::string_view word : kMovable) changes.places[word] = lecture.point(word);
  return changes;
}

/// [1 x 3]
Matrix vector_of(std::string_view word, const Changes& changes) {
  const auto found =
      std::find_if(kWords.begin(), kWords.end(), [&](const WordVector& one) { return one.word == word; });
  Matrix vector(1, 3);
  vector << found->numbers[0], found->numbers[1], found->numbers[2];
  if (word == "river") vector(0, kWater) = changes.strength;
  if (const auto moved = changes.places.find(word); moved != changes.places.end()) {
    vector(0, kWater) = moved->second.x;
    vector(0, kMoney) = moved->second.y;
  }
  return vector;
}

enum class Sentence { kRiver, kAccount };

std::vector<std::string> words_of(Sentence sentence, std::string_view place) {
  if (sentence == Sentence::kAccount) return {"the", "bank", "opened", "an", "account"};
  return {"the", "boat", "reached", "the", std::string(place), "bank"};
}

/// "bank" in one sentence: W_q, W_k and W_v are the identity, so that each word's vector is its query, key and value.
struct Listening {
  std::vector<std::string> words;
  Matrix before;   ///< [1 x 3]
  Matrix weights;  ///< [1 x T]
  Matrix output;   ///< [1 x 3]
  Matrix pulls;    ///< [T x 3] weight times (word − bank): together they lead from before to output
};

Listening listening(Sentence sentence, std::string_view place, const Changes& changes, double sharpness) {
  Listening found;
  found.words = words_of(sentence, place);
  const auto count = static_cast<Index>(found.words.size());
  Matrix vectors(count, 3);
  for (Index word = 0; word < count; ++word) {
    vectors.row(word) = vector_of(found.words[static_cast<std::size_t>(word)], changes);
  }
  found.before = vector_of("bank", changes);
  attention::AttentionOptions options;
  options.scale = sharpness / std::sqrt(3.0);
  const attention::AttentionTrace trace =
      attention::scaled_dot_product_attention(found.before, vectors, vectors, options);
  found.weights = trace.weights;
  found.output = trace.output;
  found.pulls = vectors.rowwise() - found.before.row(0);
  for (Index word = 0; word < count; ++word) found.pulls.row(word) *= found.weights(0, word);
  return found;
}

Listening listening(const Lecture& lecture, Sentence sentence) {
  return listening(sentence, lecture.option("place"), changes_of(lecture), lecture.number("sharpness"));
}

Sentence sentence_now(const Lecture& lecture) {
  return lecture.option("sentence") == "account" ? Sentence::kAccount : Sentence::kRiver;
}

std::string written(double value) { return number_text(value, kDigits); }

std::string text_of_sentence(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

/// 0 where one of the two has no direction.
double cosine(const Matrix& a, const Matrix& b) {
  const double lengths = a.norm() * b.norm();
  return lengths > 0 ? a.cwiseProduct(b).sum() / lengths : 0;
}

std::vector<std::string> dimension_names(const Lecture& lecture) {
  std::vector<std::string> names;
  for (const std::string_view dimension : kDimensions)
    names.push_back(lecture.text("dimension." + std::string(dimension)));
  return names;
}

// ---- Figures ----

Figure sentences(const Lecture& lecture) {
  const std::string_view place = lecture.option("place");
  return {"sentences", Ledger{.title = lecture.text("sentences"),
                              .columns = {"", lecture.text("sentence")},
                              .rows = {{"1", text_of_sentence(words_of(Sentence::kRiver, place))},
                                       {"2", text_of_sentence(words_of(Sentence::kAccount, place))}}}};
}

/// Each word of the two sentences once.
Figure vectors(const Lecture& lecture) {
  std::vector<std::string> names;
  for (const Sentence sentence : {Sentence::kRiver, Sentence::kAccount}) {
    for (const std::string& word : words_of(sentence, lecture.option("place"))) {
      if (std::find(names.begin(), names.end(), word) == names.end()) names.push_back(word);
    }
  }
  Grid grid{.title = lecture.text("vectors"),
            .values = Matrix(static_cast<Index>(names.size()), 3),
            .rows = names,
            .columns = dimension_names(lecture),
            .digits = 1,
            .marked = {},
            .row_groups = {}};
  const Changes changes = changes_of(lecture);
  for (std::size_t row = 0; row < names.size(); ++row) {
    grid.values.row(static_cast<Index>(row)) = vector_of(names[row], changes);
    if (names[row] == "bank") {
      for (int column = 0; column < 3; ++column) grid.marked.push_back({static_cast<int>(row), column});
    }
  }
  return {"vectors", grid};
}

Figure weights(const Lecture& lecture, Sentence sentence) {
  const Listening found = listening(lecture, sentence);
  Bars bars{.title = lecture.text("weights", {text_of_sentence(found.words)}), .bars = {}, .most = 1};
  for (Index word = 0; word < found.weights.cols(); ++word) {
    const double weight = found.weights(0, word);
    bars.bars.push_back({.label = found.words[static_cast<std::size_t>(word)],
                         .value = weight,
                         .text = written(weight),
                         .hue = Hue::kWeight});
  }
  return {sentence == Sentence::kRiver ? "weights_river" : "weights_account", bars};
}

Arrow arrow_to(const std::string& label, const Matrix& vector, Hue hue) {
  return {.label = label, .x = vector(0, kWater), .y = vector(0, kMoney), .hue = hue};
}

constexpr double kReach = 2;

/// The words that can be moved, by their tips.
Figure movable(const Lecture& lecture) {
  const Changes changes = changes_of(lecture);
  Arrows picture{.title = lecture.text("plane"), .reach = 3, .arrows = {}};
  for (const std::string_view word : kMovable) {
    Arrow arrow =
        arrow_to(std::string(word), vector_of(word, changes), word == std::string_view("bank") ? Hue::kInk : Hue::kKey);
    arrow.knob = word;
    picture.arrows.push_back(arrow);
  }
  return {"movable", picture};
}

Figure two_banks(const Lecture& lecture) {
  const Listening river = listening(lecture, Sentence::kRiver);
  const Listening account = listening(lecture, Sentence::kAccount);
  return {"plane", Arrows{.title = lecture.text("plane"),
                          .reach = kReach,
                          .arrows = {arrow_to(lecture.text("bank.before"), river.before, Hue::kInk),
                                     arrow_to(lecture.text("bank.one"), river.output, Hue::kQuery),
                                     arrow_to(lecture.text("bank.two"), account.output, Hue::kKey)}}};
}

Figure in_and_out(const Lecture& lecture) {
  const Listening river = listening(lecture, Sentence::kRiver);
  const Listening account = listening(lecture, Sentence::kAccount);
  Grid grid{.title = lecture.text("out"),
            .values = Matrix(3, 3),
            .rows = {lecture.text("bank.before"), lecture.text("bank.one"), lecture.text("bank.two")},
            .columns = dimension_names(lecture),
            .digits = kDigits,
            .limit = 2.5,
            .marked = {},
            .row_groups = {}};
  grid.values << river.before, river.output, account.output;
  return {"out", grid};
}

Figure likeness(const Lecture& lecture) {
  const Listening river = listening(lecture, Sentence::kRiver);
  const Listening account = listening(lecture, Sentence::kAccount);
  return {"likeness", Ledger{.title = lecture.text("likeness"),
                             .columns = {"", lecture.text("likeness.cosine")},
                             .rows = {{lecture.text("likeness.before"), written(cosine(river.before, account.before))},
                                      {lecture.text("likeness.after"), written(cosine(river.output, account.output))}},
                             .emphasised = 1}};
}

/// From the vector of "bank" to what comes out, one step a word.
Figure pull_path(const Lecture& lecture) {
  constexpr double kLabelFrom = 0.2;  ///< length of a step that has room for its word
  const Listening found = listening(lecture, sentence_now(lecture));
  Arrows picture{.title = lecture.text("pull.path"), .reach = kReach, .arrows = {}};
  picture.arrows.push_back(arrow_to(lecture.text("bank.before"), found.before, Hue::kInk));
  Matrix at = found.before;
  for (Index word = 0; word < found.pulls.rows(); ++word) {
    const Matrix next = at + found.pulls.row(word);
    const double length = (next - at).leftCols(2).norm();
    if (length > 0) {
      Arrow step = arrow_to(length < kLabelFrom ? "" : found.words[static_cast<std::size_t>(word)], next, Hue::kValue);
      step.from_x = at(0, kWater);
      step.from_y = at(0, kMoney);
      picture.arrows.push_back(step);
    }
    at = next;
  }
  picture.arrows.push_back(arrow_to(lecture.text("bank.after"), found.output, Hue::kAccent));
  return {"path", picture};
}

Figure pulls(const Lecture& lecture) {
  const Listening found = listening(lecture, sentence_now(lecture));
  const std::vector<std::string> dimensions = dimension_names(lecture);
  const auto row = [&](const std::string& name, const std::string& weight, const Matrix& numbers) {
    return std::vector<std::string>{name, weight, written(numbers(0, kWater)), written(numbers(0, kMoney))};
  };
  Ledger ledger{.title = lecture.text("pull"),
                .columns = {"", lecture.text("pull.weight"), dimensions[0], dimensions[1]},
                .rows = {row(lecture.text("bank.before"), "", found.before)}};
  for (Index word = 0; word < found.pulls.rows(); ++word) {
    ledger.rows.push_back(
        row(found.words[static_cast<std::size_t>(word)], written(found.weights(0, word)), found.pulls.row(word)));
  }
  ledger.rows.push_back(row(lecture.text("bank.after"), "", found.output));
  ledger.emphasised = static_cast<int>(ledger.rows.size()) - 1;
  return {"pull", ledger};
}

Exhibit exhibit(const Lecture& lecture) {
  const std::string_view id = lecture.exhibit();
  Exhibit shown;
  const auto whom = [&] {
    return std::vector{weights(lecture, Sentence::kRiver), weights(lecture, Sentence::kAccount)};
  };
  if (id == "vectors") {
    shown = {.knobs = {"bank", "boat", "account", "place"},
             .figures = {sentences(lecture), vectors(lecture), movable(lecture)}};
  } else if (id == "weights") {
    shown = {.knobs = {"place"}, .figures = whom()};
  } else if (id == "two") {
    shown = {.knobs = {"place", "sharpness", "bank", "boat", "account"},
             .figures = {in_and_out(lecture), two_banks(lecture), likeness(lecture)}};
  } else if (id == "alike") {
    shown = {.knobs = {"place"}, .figures = {likeness(lecture), two_banks(lecture), in_and_out(lecture)}};
  } else if (id == "sharp") {
    shown = {.knobs = {"sharpness"}, .figures = whom()};
    shown.figures.push_back(in_and_out(lecture));
  } else {
    shown = {.knobs = {"sentence"}, .figures = {pulls(lecture), pull_path(lecture)}};
    if (sentence_now(lecture) == Sentence::kRiver) shown.knobs.push_back("place");
  }
  // Only where the river is in a sentence does it matter how much it means water.
  const bool has_place = std::find(shown.knobs.begin(), shown.knobs.end(), "place") != shown.knobs.end();
  if (has_place && lecture.option("place") == "river") shown.knobs.push_back("strength");
  return shown;
}

std::vector<Claim> claims(const Lecture& lecture) {
  const Listening river = listening(lecture, Sentence::kRiver);
  const Listening account = listening(lecture, Sentence::kAccount);
  const Listening now = listening(lecture, sentence_now(lecture));
  constexpr Index kBoat = 1, kPlace = 4, kBankOfRiver = 5, kBankOfAccount = 1, kAccount = 4;
  // What the texts say of a loan at the bank, and of sharp attention, wherever the knobs stand.
  const Listening loan = listening(Sentence::kRiver, "loan", {}, 1);
  const Listening sharp = listening(Sentence::kRiver, "river", {}, kSharp);
  const Listening sharp_account = listening(Sentence::kAccount, "river", {}, kSharp);
  return {{"bank_water", river.before(0, kWater)},
          {"bank_money", river.before(0, kMoney)},
          {"water_one", river.output(0, kWater)},
          {"money_one", river.output(0, kMoney)},
          {"water_two", account.output(0, kWater)},
          {"money_two", account.output(0, kMoney)},
          {"weight_place", river.weights(0, kPlace)},
          {"weight_boat", river.weights(0, kBoat)},
          {"weight_self_one", river.weights(0, kBankOfRiver)},
          {"weight_account", account.weights(0, kAccount)},
          {"weight_self_two", account.weights(0, kBankOfAccount)},
          {"pull_place_water", river.pulls(kPlace, kWater)},
          {"pull_place_money", river.pulls(kPlace, kMoney)},
          {"pull_sum_water", now.before(0, kWater) + now.pulls.col(kWater).sum()},
          {"now_water", now.output(0, kWater)},
          {"now_money", now.output(0, kMoney)},
          {"cosine_before", cosine(river.before, account.before)},
          {"cosine_after", cosine(river.output, account.output)},
          {"loan_water", loan.output(0, kWater)},
          {"loan_money", loan.output(0, kMoney)},
          {"sharp", kSharp},
          {"sharp_self_one", sharp.weights(0, kBankOfRiver)},
          {"sharp_self_two", sharp_account.weights(0, kBankOfAccount)},
          {"tokens", static_cast<double>(lecture.snapshot().token_count())}};
}

}  // namespace
}  // namespace context_private

Lesson context_lesson() {
  return {"context", context_private::kKnobs, context_private::claims, context_private::exhibit};
}

}  // namespace playground
