#include "core/playground/lessons/mask_conventions.hpp"

#include <cmath>
#include <limits>
#include <string>

#include "core/attention/mask.hpp"
#include "core/attention/scaled_dot_product.hpp"
#include "core/attention/softmax.hpp"
#include "core/playground/exercise.hpp"
#include "core/playground/number_format.hpp"
#include "core/playground/wording.hpp"

namespace playground::mask_private {

namespace {

using attention::Matrix;
using Index = Eigen::Index;

/// Weights of as many rows as columns of equal scores, by what each may attend to.
Matrix even_weights(const attention::BoolMatrix& mask) {
  const Matrix scores =
      mask.select(Matrix::Zero(mask.rows(), mask.cols()),
                  Matrix::Constant(mask.rows(), mask.cols(), -std::numeric_limits<double>::infinity()));
  return attention::softmax_rows(scores).weights;
}

}  // namespace

Matrix even_causal_weights(Index tokens) { return even_weights(attention::causal_mask(tokens, tokens)); }

// ---- Filler at one end, and no look ahead ----

namespace {

constexpr Index kPlaces = 6;
constexpr Index kFillers = 2;

bool is_filler(Index place, bool at_start) { return at_start ? place < kFillers : place >= kPlaces - kFillers; }

Matrix weights_beside_fillers(bool at_start) {
  attention::BoolMatrix mask = attention::causal_mask(kPlaces, kPlaces);
  for (Index key = 0; key < kPlaces; ++key) {
    if (is_filler(key, at_start)) mask.col(key).setConstant(false);
  }
  return even_weights(mask);
}

Index empty_rows(const Matrix& weights) { return (weights.rowwise().sum().array() == 0).count(); }

}  // namespace

Exhibit fillers(const Lecture& lecture) {
  const bool at_start = lecture.option("filler") == "start";
  Grid grid{.title = lecture.text("fillers.title"),
            .values = weights_beside_fillers(at_start),
            .rows = {},
            .columns = {},
            .digits = 2,
            .limit = 1,
            .marked = {},
            .row_groups = {}};
  Index word = 0;
  for (Index place = 0; place < kPlaces; ++place) {
    grid.rows.push_back(is_filler(place, at_start) ? lecture.text("fillers.filler")
                                                   : lecture.text("fillers.word", {grouped(++word)}));
  }
  grid.columns = grid.rows;
  const Index empty_now = empty_rows(grid.values);
  const Remark remark{lecture.text("fillers.empty", {grouped(empty_now)}),
                      empty_now == 0 ? Remark::Tone::kGood : Remark::Tone::kBad};
  return {.knobs = {"filler"}, .figures = {{"fillers", grid}, {"empty_rows", remark}}};
}

void add_claims_of_fillers(std::vector<Claim>& all) {
  all.push_back({"places", static_cast<double>(kPlaces)});
  all.push_back({"fillers", static_cast<double>(kFillers)});
  all.push_back({"empty_rows_at_end", static_cast<double>(empty_rows(weights_beside_fillers(false)))});
  all.push_back({"empty_rows_at_start", static_cast<double>(empty_rows(weights_beside_fillers(true)))});
}

// ---- The empty row, in three formats ----

namespace {

constexpr double kBillion = -1e9;  ///< what many programs write for minus infinity

NumberFormat format_of(const Lecture& lecture) {
  const std::string_view name = lecture.option("format");
  return name == "float64"   ? NumberFormat::kFloat64
         : name == "float32" ? NumberFormat::kFloat32
                             : NumberFormat::kFloat16;
}

constexpr std::string_view kPolicies[] = {"infinity", "replaced", "added", "lowest", "safe"};

/// Weights of a row in which every key is hidden.
Matrix empty_row(std::string_view policy, NumberFormat format) {
  Matrix scores(1, 4);
  scores << 0.3, -1, 2, 0.1;
  const auto all = [](double value) { return Matrix(Matrix::Constant(1, 4, value)); };
  if (policy == "infinity") return plain_softmax(all(-std::numeric_limits<double>::infinity()), format);
  if (policy == "replaced") return plain_softmax(all(kBillion), format);
  if (policy == "safe") return attention::softmax_rows(all(-std::numeric_limits<double>::infinity())).weights;
  const double added = rounded(policy == "added" ? kBillion : lowest_of(format), format);
  for (double& score : scores.reshaped()) score = rounded(rounded(score, format) + added, format);
  return plain_softmax(scores, format);
}

/// Short ones as they are, those with many digits by their exponent.
std::string format_number(double value) { return number_text(value, std::abs(value) < 1e6 ? 0 : 1); }

}  // namespace

Exhibit empty(const Lecture& lecture) {
  const NumberFormat format = format_of(lecture);
  Ledger rows{.title = lecture.text("empty.title"), .columns = {"", "1", "2", "3", "4"}, .rows = {}};
  for (const std::string_view policy : kPolicies) {
    std::vector<std::string> row{lecture.text("empty." + std::string(policy))};
    const Matrix weights = empty_row(policy, format);
    for (const double weight : weights.reshaped()) row.push_back(number_text(weight, 2));
    rows.rows.push_back(std::move(row));
  }
  const double lowest = lowest_of(format);
  const Ledger numbers{.title = lecture.text("format.title"),
                       .columns = {"", lecture.text("format.becomes")},
                       .rows = {{lecture.text("format.billion"), format_number(rounded(kBillion, format))},
                                {lecture.text("format.lowest"), format_number(lowest)}}};
  return {.knobs = {"format"}, .figures = {{"policies", rows}, {"numbers", numbers}}};
}

void add_claims_of_empty(const Lecture& lecture, std::vector<Claim>& all) {
  const NumberFormat format = format_of(lecture);
  for (const std::string_view policy : kPolicies) {
    all.push_back({"naive_" + std::string(policy), empty_row(policy, format)(0, 2)});
  }
  all.push_back({"added_in_64", empty_row("added", NumberFormat::kFloat64)(0, 2)});
  all.push_back({"added_in_32", empty_row("added", NumberFormat::kFloat32)(0, 2)});
  all.push_back({"safe_weight", empty_row("safe", format)(0, 2)});
  all.push_back({"naive_billion_in_16", rounded(kBillion, NumberFormat::kFloat16)});
  all.push_back({"lowest_in_16", lowest_of(NumberFormat::kFloat16)});
}

// ---- What a mask means ----

namespace {

constexpr Index kShortWords = 4;
constexpr Index kNewQueries = 2;
constexpr Index kAllKeys = 5;

/// Weights of the first words by a causal mask of trues and falses, which the reader takes as "keep" or as "drop".
Matrix weights_read_as(const Exercise& exercise, bool keep) {
  attention::AttentionOptions options;
  const attention::BoolMatrix given = attention::causal_mask(kShortWords, kShortWords);
  options.mask = keep ? given : attention::BoolMatrix(!given.array());
  return attention::scaled_dot_product_attention<double>(exercise.queries().topRows(kShortWords).eval(),
                                                         exercise.keys().topRows(kShortWords).eval(),
                                                         exercise.values().topRows(kShortWords).eval(), options)
      .weights;
}

attention::BoolMatrix aligned_mask(bool right) {
  return attention::causal_mask(kNewQueries, kAllKeys, right ? kAllKeys - kNewQueries : 0);
}

}  // namespace

Exhibit meaning(const Lecture& lecture) {
  const Exercise exercise = exercise_of(lecture.session());
  const std::vector<std::string> words(exercise.words.begin(), exercise.words.begin() + kShortWords);
  const bool keep = lecture.option("meaning") == "keep";
  const Grid grid{.title = lecture.text("meaning.title"),
                  .values = weights_read_as(exercise, keep),
                  .rows = words,
                  .columns = words,
                  .digits = 2,
                  .limit = 1,
                  .marked = {},
                  .row_groups = {}};
  Grid shape{.title = lecture.text("align.title"),
             .values = aligned_mask(lecture.option("align") == "right").cast<double>(),
             .rows = {},
             .columns = {},
             .digits = 0,
             .limit = 1,
             .marked = {},
             .row_groups = {}};
  for (Index row = 0; row < kNewQueries; ++row)
    shape.rows.push_back(lecture.text("align.query", {grouped(kAllKeys - kNewQueries + row + 1)}));
  for (Index key = 0; key < kAllKeys; ++key) shape.columns.push_back(lecture.text("align.key", {grouped(key + 1)}));
  return {.knobs = {"meaning", "align"}, .figures = {{"read", grid}, {"aligned", shape}}};
}

void add_claims_of_meaning(const Lecture& lecture, std::vector<Claim>& all) {
  const Exercise exercise = exercise_of(lecture.session());
  all.push_back({"future_if_dropped", weight_on_the_future(weights_read_as(exercise, false))});
  all.push_back({"future_if_kept", weight_on_the_future(weights_read_as(exercise, true))});
  all.push_back({"keys_seen_left", static_cast<double>(aligned_mask(false).count())});
  all.push_back({"keys_seen_right", static_cast<double>(aligned_mask(true).count())});
}

}  // namespace playground::mask_private
