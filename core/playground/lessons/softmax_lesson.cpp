#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "core/attention/softmax.hpp"
#include "core/playground/lessons/lessons.hpp"
#include "core/playground/scale_experiment.hpp"
#include "core/playground/wording.hpp"

namespace playground {
namespace softmax_private {
namespace {

using attention::FloatMatrix;
using attention::Matrix;
using Index = Eigen::Index;

constexpr Knob kKnobs[] = {
    {"shift", Knob::Kind::kSlider, "-1000 -100 -10 0 10 100 1000", "1000"},
    {"size", Knob::Kind::kSlider, "1 10 50 100 400 1000", "1"},
    {"temperature", Knob::Kind::kSlider, "0.05 0.1 0.25 0.5 1 2 5 20", "1"},
    {"axis", Knob::Kind::kChoice, "rows columns", "rows"},
};

constexpr Index kMostWords = 16;  ///< shown of a row
constexpr int kDigits = 3;

/// What the selected word's softmax is given.
Matrix row_of(const Lecture& lecture) {
  const Session& session = lecture.session();
  return lecture.snapshot().tensor(Tensor::kMaskedScores, session.head)->row(session.query);
}

const std::string& chosen_word(const Lecture& lecture) {
  return lecture.snapshot().tokens[static_cast<std::size_t>(lecture.session().query)];
}

// ---- Why exponentials ----

/// The selected word's scores before any mask, and what becomes of them without exponentials and with them, [4 x S]:
/// scores, scores divided by their sum, exponentials, those divided by their sum.
Matrix plain_and_softmax(const Lecture& lecture) {
  const Session& session = lecture.session();
  const Matrix scores = lecture.snapshot().tensor(Tensor::kScaledScores, session.head)->row(session.query);
  Matrix all(4, scores.cols());
  all << scores, scores / scores.sum(), Matrix(scores.array().exp()), attention::softmax_rows(scores).weights;
  return all;
}

Exhibit plain(const Lecture& lecture) {
  const Matrix all = plain_and_softmax(lecture);
  Ledger ledger{.title = lecture.text("plain.title", {chosen_word(lecture)}),
                .columns = {"", lecture.text("score"), lecture.text("plain.divided"), lecture.text("plain.exponential"),
                            lecture.text("plain.share")},
                .rows = {}};
  const auto add = [&](const std::string& name, const Matrix& numbers) {
    ledger.rows.push_back({name, number_text(numbers(0), kDigits), number_text(numbers(1), kDigits),
                           number_text(numbers(2), kDigits), number_text(numbers(3), kDigits)});
  };
  const Index shown = std::min(all.cols(), kMostWords);
  for (Index key = 0; key < shown; ++key) {
    add(lecture.snapshot().tokens[static_cast<std::size_t>(key)], all.col(key));
  }
  if (shown == all.cols()) {
    ledger.emphasised = static_cast<int>(shown);
    add(lecture.text("plain.sum"), all.rowwise().sum());
  }
  const auto end = [](double value) { return number_text(value, kDigits); };
  const Remark remark{lecture.text("plain.range", {end(all.row(1).minCoeff()), end(all.row(1).maxCoeff()),
                                                   end(all.row(3).minCoeff()), end(all.row(3).maxCoeff())})};
  return {.knobs = {}, .figures = {{"plain", ledger}, {"range", remark}}};
}

// ---- A shift changes nothing ----

double shift_difference(const Matrix& row, double shift) {
  return (attention::softmax_rows(Matrix(row.array() + shift)).weights - attention::softmax_rows(row).weights)
      .cwiseAbs()
      .maxCoeff();
}

Exhibit shift(const Lecture& lecture) {
  const double by = lecture.number("shift");
  const Matrix row = row_of(lecture);
  const Matrix moved = row.array() + by;
  const Matrix before = attention::softmax_rows(row).weights;
  const Matrix after = attention::softmax_rows(moved).weights;
  Ledger ledger{
      .title = lecture.text("shift.title"),
      .columns = {"", lecture.text("score"), lecture.text("share"), lecture.text("shift.score"), lecture.text("share")},
      .rows = {}};
  for (Index key = 0; key < std::min(row.cols(), kMostWords); ++key) {
    ledger.rows.push_back({lecture.snapshot().tokens[static_cast<std::size_t>(key)], number_text(row(0, key), 2),
                           number_text(before(0, key), 3), number_text(moved(0, key), 2),
                           number_text(after(0, key), 3)});
  }
  const Remark remark{lecture.text("shift.same", {number_text(shift_difference(row, by), 15)}), Remark::Tone::kGood};
  return {.knobs = {"shift"}, .figures = {{"shifted", ledger}, {"same", remark}}};
}

// ---- Overflow in single precision ----

FloatMatrix scores_of_size(float size) {
  FloatMatrix scores(1, 5);
  scores << 1, 0.8F, 0.5F, 0, -1;
  return scores * size;
}

/// The formula without the maximum.
FloatMatrix naive_exponentials(const FloatMatrix& scores) {
  return scores.unaryExpr([](float score) { return std::exp(score); });
}
FloatMatrix naive_shares(const FloatMatrix& scores) {
  const FloatMatrix exponentials = naive_exponentials(scores);
  float sum = 0;
  for (const float each : exponentials.reshaped()) sum += each;
  return exponentials.unaryExpr([sum](float each) { return each / sum; });
}

bool is_share(const FloatMatrix& shares) {
  double sum = 0;
  for (const float share : shares.reshaped()) sum += static_cast<double>(share);
  return std::abs(sum - 1) < 1e-6;
}

Exhibit overflow(const Lecture& lecture) {
  const FloatMatrix scores = scores_of_size(static_cast<float>(lecture.number("size")));
  const FloatMatrix exponentials = naive_exponentials(scores);
  const FloatMatrix shares = naive_shares(scores);
  const attention::SoftmaxTraceOf<float> safe = attention::softmax_rows(scores);
  Ledger ledger{.title = lecture.text("overflow.title"),
                .columns = {lecture.text("score"), lecture.text("overflow.exp"), lecture.text("share"),
                            lecture.text("overflow.exp_off"), lecture.text("share")},
                .rows = {}};
  const auto written = [](float number, int digits) { return number_text(static_cast<double>(number), digits); };
  for (Index key = 0; key < scores.cols(); ++key) {
    ledger.rows.push_back({written(scores(0, key), scores(0, 0) < 10 ? 1 : 0), written(exponentials(0, key), 3),
                           written(shares(0, key), 3), written(safe.exponentials(0, key), 3),
                           written(safe.weights(0, key), 3)});
  }
  const Instruments instruments{.title = lecture.text("overflow.instruments"),
                                .readings = {{is_share(shares), lecture.text("overflow.plain")},
                                             {is_share(safe.weights), lecture.text("overflow.safe")}}};
  return {.knobs = {"size"}, .figures = {{"exponentials", ledger}, {"sums", instruments}}};
}

// ---- Temperature ----

Matrix row_at(const Lecture& lecture, double temperature) {
  return attention::softmax_rows(Matrix(row_of(lecture) / temperature)).weights;
}

Exhibit temperature(const Lecture& lecture) {
  const Matrix row = row_at(lecture, lecture.number("temperature"));
  Bars bars{.title = lecture.text("temperature.title", {chosen_word(lecture)}), .bars = {}, .most = 1};
  for (Index key = 0; key < std::min(row.cols(), kMostWords); ++key) {
    bars.bars.push_back({.label = lecture.snapshot().tokens[static_cast<std::size_t>(key)],
                         .value = row(0, key),
                         .text = number_text(row(0, key), 3),
                         .hue = Hue::kWeight});
  }
  Series top{
      .label = lecture.text("temperature.top"), .hue = Hue::kWeight, .mark = Mark::kLineAndDots, .x = {}, .y = {}};
  for (const std::string_view stop : stops_of(kKnobs[2])) {
    top.x.push_back(std::atof(std::string(stop).c_str()));
    top.y.push_back(row_at(lecture, top.x.back()).maxCoeff());
  }
  const Plot plot{.title = lecture.text("temperature.curve"),
                  .x = {.label = lecture.text("temperature"), .logarithmic = true, .from = {}, .to = {}},
                  .y = {.label = lecture.text("temperature.top"), .logarithmic = false, .from = 0, .to = 1},
                  .series = {top}};
  return {.knobs = {"temperature"}, .figures = {{"row", bars}, {"curve", plot}}};
}

// ---- Along rows or along columns ----

Matrix weights_along(const Lecture& lecture, bool columns) {
  const Matrix& logits = *lecture.snapshot().tensor(Tensor::kMaskedScores, lecture.session().head);
  if (!columns) return attention::softmax_rows(logits).weights;
  return attention::softmax_rows(Matrix(logits.transpose())).weights.transpose();
}

Exhibit axis(const Lecture& lecture) {
  const Matrix weights = weights_along(lecture, lecture.option("axis") == "columns");
  const Matrix rows = weights.rowwise().sum().transpose();
  const Matrix columns = weights.colwise().sum();
  const auto bars = [&](std::string_view title, const Matrix& sums, Hue hue) {
    Bars made{.title = lecture.text(title), .bars = {}, .most = std::max(rows.maxCoeff(), columns.maxCoeff())};
    for (Index word = 0; word < std::min(sums.cols(), kMostWords); ++word) {
      made.bars.push_back({.label = lecture.snapshot().tokens[static_cast<std::size_t>(word)],
                           .value = sums(word),
                           .text = number_text(sums(word), 2),
                           .hue = hue});
    }
    return made;
  };
  const auto reading = [&](std::string_view text, const Matrix& sums) {
    const std::string least = number_text(sums.minCoeff(), 2), largest = number_text(sums.maxCoeff(), 2);
    return Reading{(sums.array() - 1).abs().maxCoeff() < 1e-9, lecture.text(text, {least, largest})};
  };
  const Instruments instruments{.title = lecture.text("overflow.instruments"),
                                .readings = {reading("axis.row_sums", rows), reading("axis.column_sums", columns)},
                                .alarming = false};
  return {.knobs = {"axis"},
          .figures = {{"row_sums", bars("axis.rows", rows, Hue::kQuery)},
                      {"column_sums", bars("axis.columns", columns, Hue::kKey)},
                      {"axis", instruments}}};
}

Exhibit exhibit(const Lecture& lecture) {
  if (lecture.exhibit() == "plain") return plain(lecture);
  if (lecture.exhibit() == "shift") return shift(lecture);
  if (lecture.exhibit() == "overflow") return overflow(lecture);
  if (lecture.exhibit() == "axis") return axis(lecture);
  return temperature(lecture);
}

std::vector<Claim> claims(const Lecture& lecture) {
  const Session& session = lecture.session();
  const Matrix& weights = *lecture.snapshot().tensor(Tensor::kWeights, session.head);
  const Matrix row = row_of(lecture);
  constexpr double kShift = 1000;
  const double naive = std::exp(kShift);
  const Eigen::RowVectorXd columns = weights.colwise().sum();
  const Eigen::VectorXd rows_of_columns = weights_along(lecture, true).rowwise().sum();
  const double at = lecture.number("temperature");
  const Matrix warmed = row_at(lecture, at);
  const Matrix divided = *lecture.snapshot().tensor(Tensor::kScores, session.head) / std::sqrt(session.model.sizes.d_k);
  const Matrix plain_shares = plain_and_softmax(lecture).row(1);
  const FloatMatrix large = scores_of_size(static_cast<float>(lecture.number("size")));
  return {{"row_sum", weights.row(session.query).sum()},
          {"top_weight", weights.row(session.query).maxCoeff()},
          {"even_weight", 1.0 / static_cast<double>(weights.cols())},
          {"factor", scale_factor(session.model.scale, session.model.sizes.d_k)},
          {"divided_top", attention::softmax_rows(Matrix(divided.row(session.query))).weights.maxCoeff()},
          {"naive_plain_least", plain_shares.minCoeff()},
          {"naive_plain_largest", plain_shares.maxCoeff()},
          {"shift", lecture.number("shift")},
          {"size", lecture.number("size")},
          {"shift_difference", shift_difference(row, lecture.number("shift"))},
          {"naive_exponential", naive},
          {"naive_share", naive / naive},
          {"naive_float_exponential", static_cast<double>(naive_exponentials(large)(0, 0))},
          {"naive_float_share", static_cast<double>(naive_shares(large)(0, 0))},
          {"safe_float_share", static_cast<double>(attention::softmax_rows(large).weights(0, 0))},
          {"largest_exponential",
           lecture.snapshot().tensor(Tensor::kExponentials, session.head)->row(session.query).maxCoeff()},
          {"overflow_from", std::log(static_cast<double>(std::numeric_limits<float>::max()))},
          {"temperature", at},
          {"temperature_top", warmed.maxCoeff()},
          {"temperature_entropy", mean_entropy(warmed)},
          {"least_column_sum", columns.minCoeff()},
          {"largest_column_sum", columns.maxCoeff()},
          {"least_row_by_columns", rows_of_columns.minCoeff()},
          {"largest_row_by_columns", rows_of_columns.maxCoeff()}};
}

}  // namespace
}  // namespace softmax_private

Lesson softmax_lesson() {
  return {"softmax", softmax_private::kKnobs, softmax_private::claims, softmax_private::exhibit};
}

}  // namespace playground
