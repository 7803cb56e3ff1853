#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/attention/product.hpp"
#include "core/attention/softmax.hpp"
#include "core/playground/exercise.hpp"
#include "core/playground/kept.hpp"
#include "core/playground/leaky_training.hpp"
#include "core/playground/lessons/lessons.hpp"
#include "core/playground/lessons/mask_conventions.hpp"
#include "core/playground/wording.hpp"

namespace playground {
namespace mask_private {
namespace {

using attention::Matrix;
using Index = Eigen::Index;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

constexpr Knob kKnobs[] = {
    {"fill", Knob::Kind::kChoice, "0 -1 -5 -20 infinity", "0"},
    {"way", Knob::Kind::kChoice, "none zero infinity", "infinity"},
    {"word", Knob::Kind::kSlider, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16", "7"},
    {"renormalise", Knob::Kind::kChoice, "off on", "off"},
    {"format", Knob::Kind::kChoice, "float64 float32 float16", "float64"},
    {"meaning", Knob::Kind::kChoice, "keep drop", "keep"},
    {"align", Knob::Kind::kChoice, "left right", "left"},
    {"filler", Knob::Kind::kChoice, "end start", "end"},
    {"repair", Knob::Kind::kChoice, "zero after infinity small", "zero"},
};

std::string digits(double value, int count) { return number_text(value, count); }

// ---- 0 in place of minus infinity ----

constexpr std::array kSeenScores{2.0, 0.5, 0.8, 1.0};
constexpr auto kSeen = static_cast<Index>(kSeenScores.size());

/// "2" or "0.5".
std::string shortest(double score) { return digits(score, score == std::round(score) ? 0 : 1); }

/// Logits of four tokens that may be seen and of four of the future, which are masked by `hidden`.
Matrix leak_example(double hidden) {
  Matrix logits(1, 2 * kSeen);
  for (Index key = 0; key < kSeen; ++key) logits(0, key) = kSeenScores[static_cast<std::size_t>(key)];
  logits.rightCols(kSeen).setConstant(hidden);
  return attention::softmax_rows(logits).weights;
}

double fill_of(const Lecture& lecture) {
  return lecture.option("fill") == "infinity" ? -kInfinity : lecture.number("fill");
}

Exhibit leak(const Lecture& lecture) {
  const Matrix weights = leak_example(fill_of(lecture));
  const std::string hidden = option_label("mask", *find_knob(kKnobs, "fill"), lecture.option("fill"));
  Bars bars{.title = lecture.text("leak.title"), .bars = {}, .most = 1};
  for (Index key = 0; key < weights.cols(); ++key) {
    const bool seen = key < kSeen;
    const std::string score = seen ? shortest(kSeenScores[static_cast<std::size_t>(key)]) : hidden;
    bars.bars.push_back({.label = lecture.text(seen ? "leak.past" : "leak.future", {score}),
                         .value = weights(0, key),
                         .text = digits(weights(0, key), 3),
                         .hue = seen ? Hue::kWeight : Hue::kAccent});
  }
  const double leaked = weights.rightCols(kSeen).sum();
  const Remark remark{
      leaked == 0 ? lecture.text("leak.none") : lecture.text("leak.some", {digits(leaked, leaked < 1e-3 ? 9 : 3)}),
      leaked == 0 ? Remark::Tone::kGood : Remark::Tone::kBad};
  return {.knobs = {"fill"}, .figures = {{"weights", bars}, {"leaked", remark}}};
}

// ---- The words of the session ----

Attend attend_by(std::string_view way) {
  return
      [way](const Exercise& exercise) { return attention::product(causal_weights(exercise, way), exercise.values()); };
}

/// The word that the knob names, the last one at most.
Index word_of(const Lecture& lecture, const Exercise& exercise) {
  return std::min<Index>(lecture.whole("word"), exercise.tokens()) - 1;
}

Bars moves(const Exercise& exercise, Index changed, std::string_view way, std::string title) {
  Bars bars{.title = std::move(title), .bars = {}, .most = 0};
  const std::vector<double> moved = moved_by(exercise, changed, attend_by(way));
  for (std::size_t word = 0; word < moved.size(); ++word) {
    bars.bars.push_back({.label = exercise.words[word],
                         .value = moved[word],
                         .text = digits(moved[word], 3),
                         .hue = static_cast<Index>(word) < changed ? Hue::kWeight : Hue::kMuted});
  }
  return bars;
}

double largest_before(const std::vector<double>& moved, Index word) {
  return word == 0 ? 0 : *std::max_element(moved.begin(), moved.begin() + word);
}

Exhibit probe(const Lecture& lecture) {
  const Exercise exercise = exercise_of(lecture.session());
  const Index changed = word_of(lecture, exercise);
  const std::string_view way = lecture.option("way");
  const double before = largest_before(moved_by(exercise, changed, attend_by(way)), changed);
  const Remark remark{before == 0 ? lecture.text("probe.still") : lecture.text("probe.moves", {digits(before, 3)}),
                      before == 0 ? Remark::Tone::kGood : Remark::Tone::kBad};
  return {
      .knobs = {"word", "way"},
      .figures = {{"moves", moves(exercise, changed, way,
                                  lecture.text("probe.title", {exercise.words[static_cast<std::size_t>(changed)]}))},
                  {"before", remark}}};
}

double difference_from_infinity(const Exercise& exercise, std::string_view way) {
  return (causal_weights(exercise, way) - causal_weights(exercise, "infinity")).cwiseAbs().maxCoeff();
}

Exhibit after(const Lecture& lecture) {
  const Exercise exercise = exercise_of(lecture.session());
  const std::string_view way = lecture.on("renormalise") ? "renormalised" : "after";
  const Matrix weights = causal_weights(exercise, way);
  Bars bars{.title = lecture.text("after.title"), .bars = {}, .most = 1};
  for (Index word = 0; word < weights.rows(); ++word) {
    const double sum = weights.row(word).sum();
    bars.bars.push_back({.label = exercise.words[static_cast<std::size_t>(word)],
                         .value = sum,
                         .text = digits(sum, 3),
                         .hue = Hue::kWeight});
  }
  const double sums = error_of_sums(weights);
  const double off = difference_from_infinity(exercise, way);
  const Instruments instruments{.title = lecture.text("instruments"),
                                .readings = {{sums < 1e-9, lecture.text("check.rows", {digits(sums, 3)})},
                                             {weight_on_the_future(weights) == 0,
                                              lecture.text("check.future", {digits(weight_on_the_future(weights), 3)})},
                                             {off < 1e-9, lecture.text("after.same", {digits(off, 3)})}}};
  return {.knobs = {"renormalise"}, .figures = {{"sums", bars}, {"instruments", instruments}}};
}

// ---- Find the bug: a mask that leaks ----

struct Instrumented {
  Matrix weights;
  double sums = 0, future = 0, moved = 0, proportions = 0;
  bool found() const { return sums < 1e-9 && future == 0 && moved == 0; }
};

/// The words of the past share in the same proportions as without any mask: true of a leak as well.
double error_of_proportions(const Matrix& weights, const Matrix& open) {
  double worst = 0;
  for (Index row = 0; row < weights.rows(); ++row) {
    const double kept = weights.row(row).head(row + 1).sum();
    const double all = open.row(row).head(row + 1).sum();
    for (Index key = 0; key <= row; ++key) {
      worst = std::max(worst, std::abs(weights(row, key) / kept - open(row, key) / all));
    }
  }
  return worst;
}

Instrumented instrumented(const Lecture& lecture) {
  const Exercise exercise = exercise_of(lecture.session());
  const std::string_view repair = lecture.option("repair");
  Instrumented now;
  now.weights = causal_weights(exercise, repair);
  now.sums = error_of_sums(now.weights);
  now.future = weight_on_the_future(now.weights);
  const Index last = exercise.tokens() - 1;
  now.moved = largest_before(moved_by(exercise, last, attend_by(repair)), last);
  now.proportions = error_of_proportions(now.weights, causal_weights(exercise, "none"));
  return now;
}

Exhibit bug(const Lecture& lecture) {
  const Instrumented now = instrumented(lecture);
  const std::vector<std::string> words = exercise_of(lecture.session()).words;
  const Grid grid{.title = lecture.text("bug.title"),
                  .values = now.weights,
                  .rows = words,
                  .columns = words,
                  .digits = -1,
                  .limit = 0,
                  .marked = {},
                  .row_groups = {}};
  const Instruments instruments{.title = lecture.text("instruments"),
                                .readings = {{now.sums < 1e-9, lecture.text("check.rows", {digits(now.sums, 3)})},
                                             {now.proportions < 1e-9, lecture.text("bug.proportions")},
                                             {now.future == 0, lecture.text("check.future", {digits(now.future, 3)})},
                                             {now.moved == 0, lecture.text("bug.moved", {digits(now.moved, 3)})}}};
  const Remark remark{lecture.text(now.found() ? "bug.found" : "bug.wrong"),
                      now.found() ? Remark::Tone::kGood : Remark::Tone::kBad};
  return {.knobs = {"repair"}, .figures = {{"instruments", instruments}, {"weights", grid}, {"verdict", remark}}};
}

// ---- Where a leak hides ----

const LeakyTraining& kept_training(const std::string& seed) {
  static thread_local Kept<std::string, LeakyTraining> kept;
  return kept.of(seed, [](const std::string& key) { return leaky_training(key); });
}

Series losses(const LeakyRun& run, std::string label, Hue hue, int pattern) {
  Series series{
      .label = std::move(label), .hue = hue, .mark = Mark::kLine, .x = {}, .y = run.losses, .pattern = pattern};
  for (std::size_t mean = 0; mean < run.losses.size(); ++mean) {
    series.x.push_back(static_cast<double>(mean + 1) * kLeakyStepsOfAMean);
  }
  return series;
}

std::string percent(double share) { return digits(100 * share, 1) + " %"; }

Exhibit training(const Lecture& lecture) {
  const LeakyTraining& runs = kept_training(lecture.session().model.seed);
  const double last = kLeakySteps;
  const Plot plot{.title = lecture.text("training.title"),
                  .x = {.label = lecture.text("training.step"), .from = 0, .to = last},
                  .y = {.label = lecture.text("training.loss"), .from = 0},
                  .series = {losses(runs.leaky, lecture.text("training.leaky"), Hue::kAccent, 0),
                             losses(runs.right, lecture.text("training.right"), Hue::kWeight, 2),
                             {.label = lecture.text("training.floor"),
                              .hue = Hue::kInk,
                              .mark = Mark::kLine,
                              .x = {kLeakyStepsOfAMean, last},
                              .y = {leaky_floor(), leaky_floor()},
                              .pattern = 1}}};
  const auto row = [&](std::string_view name, const LeakyRun& run) {
    return std::vector<std::string>{lecture.text(name), digits(run.losses.back(), 2), percent(run.training_accuracy),
                                    percent(run.writing_accuracy)};
  };
  const Ledger ledger{.title = lecture.text("accuracy.title"),
                      .columns = {"", lecture.text("training.last"), lecture.text("accuracy.training"),
                                  lecture.text("accuracy.writing")},
                      .rows = {row("training.leaky", runs.leaky),
                               row("training.right", runs.right),
                               {lecture.text("training.floor"), digits(leaky_floor(), 2),
                                percent(leaky_honest_accuracy()), percent(1)}}};
  return {.knobs = {}, .figures = {{"losses", plot}, {"accuracy", ledger}}};
}

Exhibit exhibit(const Lecture& lecture) {
  using Make = Exhibit (*)(const Lecture&);
  constexpr std::pair<std::string_view, Make> kExhibits[] = {{"leak", leak},
                                                             {"probe", probe},
                                                             {"after", after},
                                                             {"fillers", fillers},
                                                             {"empty", empty},
                                                             {"meaning", meaning},
                                                             {"leaky_training", training}};
  for (const auto& [id, make] : kExhibits) {
    if (lecture.exhibit() == id) return make(lecture);
  }
  return bug(lecture);
}

void add_claims_of_exhibit(const Lecture& lecture, std::vector<Claim>& all) {
  const std::string_view shown = lecture.exhibit();
  const Session& session = lecture.session();
  if (shown == "leak") {
    const Matrix filled = leak_example(fill_of(lecture));
    all.push_back({"fill_leak", filled.rightCols(kSeen).sum()});
  }
  if (shown == "probe") {
    const Exercise exercise = exercise_of(session);
    const Index changed = word_of(lecture, exercise);
    const auto before = [&](std::string_view way) {
      return largest_before(moved_by(exercise, changed, attend_by(way)), changed);
    };
    all.push_back({"moved_before", before(lecture.option("way"))});
    all.push_back({"moved_before_with_zero", before("zero")});
    all.push_back({"moved_before_without", before("none")});
  }
  if (shown == "after") {
    const Exercise exercise = exercise_of(session);
    const Eigen::VectorXd sums = causal_weights(exercise, "after").rowwise().sum();
    all.push_back({"least_sum_after", sums.minCoeff()});
    all.push_back({"difference_after", difference_from_infinity(exercise, "after")});
    all.push_back({"difference_renormalised", difference_from_infinity(exercise, "renormalised")});
  }
  if (shown == "fillers") add_claims_of_fillers(all);
  if (shown == "empty") add_claims_of_empty(lecture, all);
  if (shown == "meaning") add_claims_of_meaning(lecture, all);
  if (shown == "bug") {
    const Instrumented now = instrumented(lecture);
    all.push_back({"found", now.found() ? 1.0 : 0.0});
    all.push_back({"bug_row_error", now.sums});
    all.push_back({"bug_future", now.future});
    all.push_back({"bug_moved", now.moved});
  }
  if (shown == "leaky_training") {
    const LeakyTraining& runs = kept_training(session.model.seed);
    all.push_back({"leaky_loss", runs.leaky.losses.back()});
    all.push_back({"right_loss", runs.right.losses.back()});
    all.push_back({"loss_floor", leaky_floor()});
    all.push_back({"leaky_training_percent", 100 * runs.leaky.training_accuracy});
    all.push_back({"right_training_percent", 100 * runs.right.training_accuracy});
    all.push_back({"leaky_writing_percent", 100 * runs.leaky.writing_accuracy});
    all.push_back({"right_writing_percent", 100 * runs.right.writing_accuracy});
    all.push_back({"honest_percent", 100 * leaky_honest_accuracy()});
  }
}

std::vector<Claim> claims(const Lecture& lecture) {
  const Session& session = lecture.session();
  const Snapshot& snapshot = lecture.snapshot();
  const Matrix& weights = *snapshot.tensor(Tensor::kWeights, session.head);
  const Matrix& scores = *snapshot.tensor(Tensor::kMaskedScores, session.head);
  const Index last = weights.cols() - 1;
  const Matrix even = even_causal_weights(weights.rows());
  const Matrix leaking = leak_example(0);
  const Matrix hidden = leak_example(-kInfinity);
  std::vector<Claim> all{{"future_weight", weight_on_the_future(weights)},
                         {"rows_that_see_the_last", static_cast<double>((weights.col(last).array() != 0).count())},
                         {"rows", static_cast<double>(weights.rows())},
                         {"cells", static_cast<double>(scores.size())},
                         {"hidden_cells", static_cast<double>((scores.array() == -kInfinity).count())},
                         {"first_column", weights.col(0).sum()},
                         {"first_column_even", even.col(0).sum()},
                         {"last_column_even", even.col(last).sum()},
                         {"leak_each", leaking(0, kSeen)},
                         {"leak_in_all", leaking.rightCols(kSeen).sum()},
                         {"first_with_leak", leaking(0, 0)},
                         {"first_without_leak", hidden(0, 0)},
                         {"hidden_each", hidden(0, kSeen)}};
  add_claims_of_exhibit(lecture, all);
  return all;
}

}  // namespace
}  // namespace mask_private

Lesson mask_lesson() { return {"mask", mask_private::kKnobs, mask_private::claims, mask_private::exhibit}; }

}  // namespace playground
