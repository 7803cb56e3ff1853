#include <algorithm>
#include <cmath>
#include <string>

#include "core/attention/mask.hpp"
#include "core/attention/product.hpp"
#include "core/attention/scaled_dot_product.hpp"
#include "core/playground/lessons/lessons.hpp"
#include "core/playground/wording.hpp"

namespace playground {
namespace cross_private {
namespace {

using attention::Index;
using attention::Matrix;

constexpr Knob kKnobs[] = {
    {"asks", Knob::Kind::kChoice, "target source", "target"},
    {"target", Knob::Kind::kSlider, "1 2 3 4", "4"},
    {"source", Knob::Kind::kSlider, "1 2 3 4 5 6 7", "7"},
    {"mask", Knob::Kind::kChoice, "none padding causal", "none"},
    {"padding", Knob::Kind::kSlider, "0 1 2 3", "0"},
};

// Data of the lesson, not words of the interface: the same in every language.
constexpr const char* kSource[] = {"el", "gato", "negro", "duerme", "en", "la", "casa"};
constexpr const char* kTarget[] = {"the", "black", "cat", "sleeps"};
constexpr const char* kPadding = "∅";
constexpr Index kSourceWords = 7, kTargetWords = 4, kMeanings = 6;
constexpr Index kFillers = 2;  ///< words of padding that the text speaks of
enum Target { kThe, kBlack, kCat, kSleeps };
enum Source { kEl, kGato, kNegro, kDuerme, kEn, kLa, kCasa };

/// Made by hand. Columns: article, cat, black, sleep, inside, house.
Matrix source_vectors() {
  Matrix x(kSourceWords, kMeanings);
  x << 1.0, 0.3, 0.0, 0.0, 0.0, 0.0,  //
      0.0, 1.0, 0.2, 0.1, 0.0, 0.0,   //
      0.0, 0.3, 1.0, 0.0, 0.0, 0.0,   //
      0.0, 0.1, 0.0, 1.0, 0.2, 0.0,   //
      0.1, 0.0, 0.0, 0.1, 1.0, 0.2,   //
      1.0, 0.0, 0.0, 0.0, 0.0, 0.3,   //
      0.0, 0.0, 0.0, 0.0, 0.3, 1.0;
  return x;
}

Matrix target_vectors() {
  Matrix x(kTargetWords, kMeanings);
  x << 1.0, 0.3, 0.0, 0.0, 0.0, 0.0,  //
      0.0, 0.3, 1.0, 0.0, 0.0, 0.0,   //
      0.0, 1.0, 0.2, 0.0, 0.0, 0.0,   //
      0.0, 0.1, 0.0, 1.0, 0.0, 0.0;
  return x;
}

/// A query asks four times as loudly for what its word means, and one that sleeps asks where as well.
Matrix query_matrix() {
  Matrix w = 4 * Matrix::Identity(kMeanings, kMeanings);
  w(3, 4) = 2;
  return w;
}

Matrix key_matrix() { return 2 * Matrix::Identity(kMeanings, kMeanings); }

/// Words of one side: the first `count`, then padding, whose vectors are zeros.
struct Side {
  std::vector<std::string> words;
  Matrix x;
};

Side source_side(Index count, Index padding = 0) {
  Side side{{kSource, kSource + count}, Matrix::Zero(count + padding, kMeanings)};
  side.x.topRows(count) = source_vectors().topRows(count);
  side.words.insert(side.words.end(), static_cast<std::size_t>(padding), kPadding);
  return side;
}

Side target_side(Index count) { return {{kTarget, kTarget + count}, target_vectors().topRows(count)}; }

/// Values are the vectors themselves (W_v = I), so that an output can be read.
attention::AttentionTrace asked(const Side& asks, const Side& answers,
                                const attention::AttentionOptions& options = {}) {
  const Matrix queries = attention::product(asks.x, query_matrix()), keys = attention::product(answers.x, key_matrix());
  return attention::scaled_dot_product_attention<double>(queries, keys, answers.x, options);
}

Index real_words(const Lecture& lecture) { return lecture.whole("source"); }

struct Masked {
  Side source, target;
  attention::BoolMatrix mask;
  attention::AttentionTrace trace;
};

Masked masked(const Lecture& lecture, std::string_view mask, Index padding) {
  const Index words = real_words(lecture);
  Masked result{
      .source = source_side(words, padding), .target = target_side(lecture.whole("target")), .mask = {}, .trace = {}};
  const Index queries = result.target.x.rows(), keys = result.source.x.rows();
  result.mask = mask == "causal"    ? attention::causal_mask(queries, keys)
                : mask == "padding" ? attention::padding_mask(queries, keys, words)
                                    : attention::full_mask(queries, keys);
  attention::AttentionOptions options;
  options.mask = result.mask;
  result.trace = asked(result.target, result.source, options);
  return result;
}

/// The largest share that a query gives to padding.
double padding_share(const Masked& one, Index words) {
  if (one.trace.weights.cols() == words) return 0;
  return one.trace.weights.rightCols(one.trace.weights.cols() - words).rowwise().sum().maxCoeff();
}

/// Words of the source that nobody may look at.
Index unseen(const Masked& one, Index words) {
  Index count = 0;
  for (Index word = 0; word < words; ++word) count += one.mask.col(word).any() ? 0 : 1;
  return count;
}

std::vector<Claim> claims(const Lecture& lecture) {
  const Side source = source_side(kSourceWords), target = target_side(kTargetWords);
  const attention::AttentionTrace there = asked(target, source), back = asked(source, target);
  const Masked causal = masked(lecture, "causal", 0);
  const Index padding = std::max(lecture.whole("padding"), 1);
  const auto number = [](auto value) { return static_cast<double>(value); };
  const Matrix& weights = there.weights;
  return {{"target_words", number(lecture.whole("target"))},
          {"source_words", number(real_words(lecture))},
          {"cells", number(lecture.whole("target") * real_words(lecture))},
          {"the_el", weights(kThe, kEl)},
          {"the_la", weights(kThe, kLa)},
          {"black_negro", weights(kBlack, kNegro)},
          {"cat_gato", weights(kCat, kGato)},
          {"sleeps_duerme", weights(kSleeps, kDuerme)},
          {"sleeps_en", weights(kSleeps, kEn)},
          {"en_sleeps", back.weights(kEn, kSleeps)},
          {"row_sum", weights.rowwise().sum().maxCoeff()},
          {"note_black", there.output(kBlack, 2)},
          {"casa_most", back.weights.row(kCasa).maxCoeff()},
          {"casa_even", 1.0 / number(kTargetWords)},
          {"scores_differ", (there.scores - back.scores.transpose()).cwiseAbs().maxCoeff()},
          {"weights_differ", (weights - back.weights.transpose()).cwiseAbs().maxCoeff()},
          {"causal_unseen", number(unseen(causal, real_words(lecture)))},
          {"causal_black_negro",
           lecture.whole("target") > kBlack && real_words(lecture) > kNegro ? causal.trace.weights(kBlack, kNegro) : 0},
          {"padding", number(padding)},
          {"padding_leak", padding_share(masked(lecture, "none", padding), real_words(lecture))},
          {"padding_masked", padding_share(masked(lecture, "padding", padding), real_words(lecture))},
          // What the texts say of the whole sentences and of two fillers, wherever the knobs stand.
          {"source_all", number(kSourceWords)},
          {"target_all", number(kTargetWords)},
          {"fillers", number(kFillers)},
          {"fillers_leak", padding_share(masked(lecture, "none", kFillers), real_words(lecture))}};
}

std::string shape_words(Index rows, Index columns) { return grouped(rows) + " × " + grouped(columns); }

/// The largest cell of each row, where there is a single one.
std::vector<Grid::Place> best_of(const Matrix& weights) {
  constexpr double kAlike = 1e-9;
  std::vector<Grid::Place> places;
  for (Index row = 0; row < weights.rows(); ++row) {
    Index best = 0;
    const double most = weights.row(row).maxCoeff(&best);
    if (weights.cols() > 1 && (weights.row(row).array() > most - kAlike).count() > 1) continue;
    places.push_back({static_cast<int>(row), static_cast<int>(best)});
  }
  return places;
}

Grid weights_grid(const Lecture& lecture, std::string_view title, const Side& asks, const Side& answers,
                  const Matrix& weights) {
  return {.title = lecture.text(title, {shape_words(weights.rows(), weights.cols())}),
          .values = weights,
          .rows = asks.words,
          .columns = answers.words,
          .digits = 2,
          .limit = 1,
          .marked = best_of(weights),
          .row_groups = {}};
}

std::string sentence_of(const Side& side) {
  std::string text;
  for (const std::string& word : side.words) text += (text.empty() ? "" : " ") + word;
  return text;
}

/// The two sentences, without a word about the table that they make.
Exhibit sentences(const Lecture& lecture) {
  const Side source = source_side(kSourceWords), target = target_side(kTargetWords);
  return {.knobs = {},
          .figures = {{"sentences",
                       Ledger{.title = lecture.text("sentences"),
                              .columns = {lecture.text("side"), lecture.text("sentence"), lecture.text("words")},
                              .rows = {{lecture.text("read"), sentence_of(source), grouped(kSourceWords)},
                                       {lecture.text("written"), sentence_of(target), grouped(kTargetWords)}}},
                       true}}};
}

Exhibit who(const Lecture& lecture) {
  const bool forward = lecture.option("asks") == "target";
  const Side source = source_side(kSourceWords), target = target_side(kTargetWords);
  const Side& asks = forward ? target : source;
  const Side& answers = forward ? source : target;
  const attention::AttentionTrace trace = asked(asks, answers);
  const std::string asking = lecture.text(forward ? "english" : "spanish");
  const std::string answering = lecture.text(forward ? "spanish" : "english");
  const auto shape = [](const Matrix& matrix) { return shape_words(matrix.rows(), matrix.cols()); };
  Ledger shapes{.title = lecture.text("shapes"),
                .columns = {lecture.text("matrix"), lecture.text("shape"), lecture.text("from")},
                .rows = {{"Q", shape(trace.queries), asking},
                         {"K", shape(trace.keys), answering},
                         {"V", shape(trace.values), answering},
                         {"Q Kᵀ", shape(trace.scores), lecture.text("both")},
                         {lecture.text("output"), shape(trace.output), asking}},
                .emphasised = 3};
  return {.knobs = {"asks"},
          .figures = {{"weights", weights_grid(lecture, forward ? "weights.target" : "weights.source", asks, answers,
                                               trace.weights)},
                      {"shapes", shapes}}};
}

Exhibit note(const Lecture& lecture) {
  const Side source = source_side(kSourceWords), target = target_side(kTargetWords);
  std::vector<std::string> meanings;
  for (const char* meaning : {"article", "cat", "black", "sleep", "inside", "house"}) {
    meanings.push_back(lecture.text("meaning." + std::string(meaning)));
  }
  const auto grid = [&](std::string_view title, const Side& side, const Matrix& values) {
    return Grid{.title = lecture.text(title),
                .values = values,
                .rows = side.words,
                .columns = meanings,
                .digits = 2,
                .limit = 1,
                .marked = {},
                .row_groups = {}};
  };
  const attention::AttentionTrace trace = asked(target, source);
  const Side black{{target.words[kBlack]}, target.x.row(kBlack)};
  Grid outputs = grid("outputs", target, trace.output);
  outputs.marked = {{kBlack, 2}};
  Grid values = grid("values", source, source.x);
  for (int word = 0; word < kSourceWords; ++word) values.marked.push_back({word, 2});
  return {.knobs = {},
          .figures = {{"outputs", outputs},
                      {"black", weights_grid(lecture, "weights.black", black, source, trace.weights.row(kBlack))},
                      {"values", values}}};
}

Exhibit lengths(const Lecture& lecture) {
  const Index target = lecture.whole("target"), source = real_words(lecture);
  const attention::AttentionTrace trace = asked(target_side(target), source_side(source));
  Ledger ledger{.title = lecture.text("lengths"),
                .columns = {lecture.text("matrix"), lecture.text("shape"), lecture.text("assumed")},
                .rows = {}};
  Instruments checks{.title = lecture.text("checks"), .readings = {}};
  const auto add = [&](const std::string& name, const Matrix& matrix, Index rows, Index columns) {
    const std::string is = shape_words(matrix.rows(), matrix.cols()), expected = shape_words(rows, columns);
    ledger.rows.push_back({name, is, expected});
    if (is == expected) return;
    if (ledger.emphasised < 0) ledger.emphasised = static_cast<int>(ledger.rows.size()) - 1;
    checks.readings.push_back({false, lecture.text("misfit", {name, expected, is})});
  };
  add("Q", trace.queries, target, kMeanings);
  add("K", trace.keys, target, kMeanings);
  add("V", trace.values, target, kMeanings);
  add("Q Kᵀ", trace.scores, target, target);
  add(lecture.text("output"), trace.output, target, kMeanings);
  if (checks.readings.empty()) checks.readings.push_back({true, lecture.text("hidden", {grouped(target)})});
  return {.knobs = {"source", "target"}, .figures = {{"lengths", ledger}, {"checks", checks}}};
}

Exhibit masks(const Lecture& lecture) {
  const Index words = real_words(lecture);
  const Masked now = masked(lecture, lecture.option("mask"), lecture.whole("padding"));
  const double padded = padding_share(now, words);
  const Index missing = unseen(now, words);
  const double sum = now.trace.weights.rowwise().sum().minCoeff();
  Instruments checks{.title = lecture.text("checks"),
                     .readings = {{std::abs(sum - 1) < 1e-12, lecture.text("check.rows")},
                                  {missing == 0, lecture.text("check.seen", {grouped(missing)})},
                                  {padded == 0, lecture.text("check.padding", {number_text(padded, 3)})}}};
  return {.knobs = {"mask", "padding"},
          .figures = {{"masked", weights_grid(lecture, "weights.target", now.target, now.source, now.trace.weights)},
                      {"checks", checks}}};
}

Exhibit exhibit(const Lecture& lecture) {
  if (lecture.exhibit() == "sentences") return sentences(lecture);
  if (lecture.exhibit() == "note") return note(lecture);
  if (lecture.exhibit() == "lengths") return lengths(lecture);
  if (lecture.exhibit() == "masks") return masks(lecture);
  return who(lecture);
}

}  // namespace
}  // namespace cross_private

Lesson cross_lesson() { return {"cross", cross_private::kKnobs, cross_private::claims, cross_private::exhibit}; }

}  // namespace playground
