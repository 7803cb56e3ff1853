#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/attention/softmax.hpp"
#include "core/playground/kept.hpp"
#include "core/playground/lessons/lessons.hpp"
#include "core/playground/lessons/scale_exercise.hpp"
#include "core/playground/scale_experiment.hpp"
#include "core/playground/wording.hpp"

namespace playground {
namespace scale_private {
namespace {

using attention::Matrix;
using Index = Eigen::Index;

constexpr Knob kKnobs[] = {
    {"width", Knob::Kind::kSlider, "1 2 4 8 16 32 64 128 256 512 1024", "64"},
    {"scale", Knob::Kind::kChoice, "off on", "off"},
    {"divisor", Knob::Kind::kChoice, "width model after", "model"},
    {"repair", Knob::Kind::kChoice, "model width after tokens", "model"},
};

// ---- Many random queries ----

/// All of them up to a head of 256; wider ones take fewer, so that turning a knob stays quick.
int queries_of(int d_k) { return d_k <= 256 ? kManyQueries : kManyQueries / 4; }

// Of the histograms, to both sides: the widest scores, and those that are divided.
constexpr double kReach = 96;
constexpr double kScaledReach = 6;
constexpr int kBins = 64;

struct Measured {
  ScaleExperiment experiment;
  std::vector<double> raw, scaled;  ///< share of the scores in each bin
};

std::vector<double> histogram_of(const Matrix& numbers, double reach) {
  std::vector<double> bins(kBins, 0);
  for (const double number : numbers.reshaped()) {
    const double bin = std::floor((number + reach) / (2 * reach) * kBins);
    if (bin >= 0 && bin < kBins) bins[static_cast<std::size_t>(bin)] += 1 / static_cast<double>(numbers.size());
  }
  return bins;
}

const Measured& measured(const std::string& seed, int d_k) {
  static thread_local Kept<std::pair<std::string, int>, Measured> kept;
  return kept.of({seed, d_k}, [](const std::pair<std::string, int>& key) {
    const auto& [of_seed, width] = key;
    const Matrix scores = random_scores(of_seed, width, queries_of(width));
    return Measured{scale_experiment(scores, width), histogram_of(scores, kReach),
                    histogram_of(scores / root(width), kScaledReach)};
  });
}

/// Least, middle and largest of what several draws of keys gave.
struct Range {
  double least = 0, middle = 0, largest = 0;
};

struct Draws {
  Range deviation, top_weight, entropy, gradient, scaled_top_weight, scaled_entropy, scaled_gradient;
};

constexpr int kDraws = 8;
constexpr int kQueriesOfADraw = 64;

Range range_of(const std::vector<ScaleExperiment>& runs, double ScaleExperiment::*number) {
  std::vector<double> values;
  for (const ScaleExperiment& run : runs) values.push_back(run.*number);
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return {values.front(), (values[half - 1] + values[half]) / 2, values.back()};
}

const Draws& draws_of(const std::string& seed, int d_k) {
  static thread_local Kept<std::pair<std::string, int>, Draws> kept;
  return kept.of({seed, d_k}, [](const std::pair<std::string, int>& key) {
    std::vector<ScaleExperiment> runs;
    for (int draw = 0; draw < kDraws; ++draw) {
      runs.push_back(scale_experiment(random_scores(key.first, key.second, kQueriesOfADraw, draw), key.second));
    }
    return Draws{range_of(runs, &ScaleExperiment::deviation),         range_of(runs, &ScaleExperiment::top_weight),
                 range_of(runs, &ScaleExperiment::entropy),           range_of(runs, &ScaleExperiment::gradient),
                 range_of(runs, &ScaleExperiment::scaled_top_weight), range_of(runs, &ScaleExperiment::scaled_entropy),
                 range_of(runs, &ScaleExperiment::scaled_gradient)};
  });
}

std::vector<int> widths() {
  std::vector<int> all;
  for (const std::string_view stop : stops_of(kKnobs[0])) all.push_back(std::atoi(std::string(stop).c_str()));
  return all;
}

/// A line over all widths, of the middle of the draws.
Series over_widths(const Lecture& lecture, std::string_view label, Hue hue, Mark mark, Range Draws::*number) {
  Series series{.label = lecture.text(label), .hue = hue, .mark = mark, .x = {}, .y = {}};
  for (const int width : widths()) {
    series.x.push_back(width);
    series.y.push_back((draws_of(lecture.session().model.seed, width).*number).middle);
  }
  return series;
}

// ---- Exhibits ----

Plot histogram_plot(const Lecture& lecture, const Measured& found, int width) {
  const bool scaled = lecture.on("scale");
  const double reach = scaled ? kScaledReach : kReach;
  Plot plot{.title = lecture.text("spread.title", {grouped(queries_of(width)), grouped(kManyKeys)}),
            .x = {.label = lecture.text("spread.score"), .from = -reach, .to = reach},
            .y = {.label = lecture.text("spread.share"), .from = 0},
            .series = {}};
  Series bars{.label = lecture.text(scaled ? "scaled" : "unscaled"),
              .hue = scaled ? Hue::kWeight : Hue::kInk,
              .mark = Mark::kBars,
              .x = {},
              .y = scaled ? found.scaled : found.raw};
  for (int bin = 0; bin < kBins; ++bin) bars.x.push_back((bin + 0.5) * 2 * reach / kBins - reach);
  plot.series.push_back(std::move(bars));
  return plot;
}

Plot deviation_plot(const Lecture& lecture, int width) {
  Plot plot{.title = lecture.text("deviation.title"),
            .x = {.label = lecture.text("width"), .logarithmic = true},
            .y = {.label = lecture.text("deviation"), .logarithmic = true},
            .series = {}};
  Series theory{.label = lecture.text("root"), .hue = Hue::kMuted, .mark = Mark::kLine, .x = {}, .y = {}};
  for (const int each : widths()) {
    theory.x.push_back(each);
    theory.y.push_back(root(each));
  }
  Series found = over_widths(lecture, "unscaled", Hue::kInk, Mark::kDots, &Draws::deviation);
  Series divided = found;
  divided.label = lecture.text("scaled");
  divided.hue = Hue::kWeight;
  for (std::size_t at = 0; at < divided.y.size(); ++at) divided.y[at] /= theory.y[at];
  Series here{.label = lecture.text("here"),
              .hue = Hue::kAccent,
              .mark = Mark::kLine,
              .x = {double(width), double(width)},
              .y = {theory.y.front(), theory.y.back()}};
  plot.series = {std::move(theory), std::move(found), std::move(divided), std::move(here)};
  return plot;
}

std::string remark_on_means(const Lecture& lecture, int width) {
  const double even = std::log(static_cast<double>(kManyKeys));
  const std::string remark = lecture.text("spread.entropy", {number_text(even, 2), grouped(kManyKeys)});
  if (queries_of(width) == kManyQueries) return remark;
  return remark + " " + lecture.text("spread.fewer", {grouped(queries_of(width)), grouped(kManyQueries)});
}

Exhibit spread(const Lecture& lecture) {
  const int width = lecture.whole("width");
  const Measured& found = measured(lecture.session().model.seed, width);
  const ScaleExperiment& made = found.experiment;
  const auto row = [&](std::string_view name, double raw, double scaled, int digits) {
    return std::vector<std::string>{lecture.text(name), number_text(raw, digits), number_text(scaled, digits)};
  };
  const Ledger ledger{.title = lecture.text("means.title"),
                      .columns = {"", lecture.text("unscaled"), lecture.text("scaled")},
                      .rows = {row("deviation", made.deviation, made.deviation / root(width), 2),
                               row("top_weight", made.top_weight, made.scaled_top_weight, 3),
                               row("entropy", made.entropy, made.scaled_entropy, 2),
                               row("gradient", made.gradient, made.scaled_gradient, 3)}};
  return {.knobs = {"width", "scale"},
          .figures = {{"histogram", histogram_plot(lecture, found, width)},
                      {"deviation", deviation_plot(lecture, width)},
                      {"means", ledger},
                      {"entropy", Remark{remark_on_means(lecture, width)}}}};
}

Exhibit draws(const Lecture& lecture) {
  const int width = lecture.whole("width");
  const Draws& found = draws_of(lecture.session().model.seed, width);
  const Plot plot{
      .title = lecture.text("gradient.title"),
      .x = {.label = lecture.text("width"), .logarithmic = true},
      .y = {.label = lecture.text("gradient"), .from = 0, .to = 2},
      .series = {over_widths(lecture, "unscaled", Hue::kInk, Mark::kLineAndDots, &Draws::gradient),
                 over_widths(lecture, "scaled", Hue::kWeight, Mark::kLineAndDots, &Draws::scaled_gradient)}};
  const auto row = [&](std::string_view what, std::string_view how, const Range& range, int digits) {
    return std::vector<std::string>{lecture.text(what) + ", " + lecture.text(how), number_text(range.least, digits),
                                    number_text(range.middle, digits), number_text(range.largest, digits)};
  };
  const Ledger ledger{
      .title = lecture.text("draws.title", {grouped(kDraws), grouped(kQueriesOfADraw), grouped(width)}),
      .columns = {"", lecture.text("least"), lecture.text("middle"), lecture.text("largest")},
      .rows = {row("top_weight", "unscaled", found.top_weight, 3),
               row("top_weight", "scaled", found.scaled_top_weight, 3), row("entropy", "unscaled", found.entropy, 2),
               row("entropy", "scaled", found.scaled_entropy, 2), row("gradient", "unscaled", found.gradient, 3),
               row("gradient", "scaled", found.scaled_gradient, 3)}};
  return {.knobs = {"width"}, .figures = {{"gradient", plot}, {"draws", ledger}}};
}

// ---- Dividing by something else ----

constexpr int kHeadsOfTheModel = 8;
constexpr Index kMostBars = 16;

/// The row of the selected query by one way of dividing: by √d_k, by √d_model of a model with eight such heads, or by
/// √d_k once softmax has been taken.
Matrix divided_row(const Lecture& lecture, std::string_view divisor) {
  const Session& session = lecture.session();
  const int d_k = session.model.sizes.d_k;
  const Matrix scores = lecture.snapshot().tensor(Tensor::kScores, session.head)->row(session.query);
  if (divisor == "after") return attention::softmax_rows(scores).weights / root(d_k);
  return attention::softmax_rows(Matrix(scores / root(divisor == "model" ? kHeadsOfTheModel * d_k : d_k))).weights;
}

/// `asks`: the right row alone, without what tells the others.
Exhibit wrong(const Lecture& lecture, bool asks) {
  const Matrix row = divided_row(lecture, asks ? "width" : lecture.option("divisor"));
  const std::string& word = lecture.snapshot().tokens[static_cast<std::size_t>(lecture.session().query)];
  Bars bars{.title = lecture.text("wrong.title", {word}), .bars = {}, .most = 1};
  for (Index key = 0; key < std::min(row.cols(), kMostBars); ++key) {
    bars.bars.push_back({.label = lecture.snapshot().tokens[static_cast<std::size_t>(key)],
                         .value = row(0, key),
                         .text = number_text(row(0, key), 3),
                         .hue = Hue::kWeight});
  }
  if (asks) return {.knobs = {}, .figures = {{"row", bars}}};
  Ledger ledger{.title = lecture.text("ways.title"),
                .columns = {"", lecture.text("row_sum"), lecture.text("top_weight"), lecture.text("entropy")},
                .rows = {}};
  for (const std::string_view divisor : stops_of(kKnobs[2])) {
    const Matrix weights = divided_row(lecture, divisor);
    if (divisor == lecture.option("divisor")) ledger.emphasised = static_cast<int>(ledger.rows.size());
    ledger.rows.push_back({lecture.text("knob.divisor." + std::string(divisor)), number_text(weights.sum(), 3),
                           number_text(weights.maxCoeff(), 3), number_text(mean_entropy(weights), 2)});
  }
  return {.knobs = {"divisor"}, .figures = {{"row", bars}, {"ways", ledger}}};
}

Exhibit exhibit(const Lecture& lecture) {
  if (lecture.exhibit() == "spread") return spread(lecture);
  if (lecture.exhibit() == "draws") return draws(lecture);
  if (lecture.exhibit() == "wrong_question") return wrong(lecture, true);
  if (lecture.exhibit() == "wrong") return wrong(lecture, false);
  return bug(lecture);
}

std::vector<Claim> claims(const Lecture& lecture) {
  const Session& session = lecture.session();
  const std::string& seed = session.model.seed;
  const bool own_width = lecture.exhibit() == "spread" || lecture.exhibit() == "draws";
  const int d_k = own_width ? lecture.whole("width") : session.model.sizes.d_k;
  const ScaleExperiment& found = measured(seed, d_k).experiment;
  std::vector<Claim> all{
      {"d_k", static_cast<double>(d_k)},
      {"root", root(d_k)},
      {"score_deviation", found.deviation},
      {"top_weight_unscaled", found.top_weight},
      {"entropy_unscaled", found.entropy},
      {"gradient_unscaled", found.gradient},
      {"top_weight_scaled", found.scaled_top_weight},
      {"entropy_scaled", found.scaled_entropy},
      {"gradient_scaled", found.scaled_gradient},
      {"entropy_even", std::log(static_cast<double>(kManyKeys))},
      {"row_top", lecture.snapshot().tensor(Tensor::kWeights, session.head)->row(session.query).maxCoeff()}};
  if (lecture.exhibit() == "draws") {
    const Draws& made = draws_of(seed, d_k);
    all.push_back({"middle_gradient_unscaled", made.gradient.middle});
    all.push_back({"middle_gradient_scaled", made.scaled_gradient.middle});
    all.push_back({"least_top_weight", made.top_weight.least});
    all.push_back({"largest_top_weight", made.top_weight.largest});
  }
  if (lecture.exhibit().starts_with("wrong")) {
    all.push_back({"extra_temperature", root(kHeadsOfTheModel)});
    all.push_back({"d_model", static_cast<double>(kHeadsOfTheModel * d_k)});
    all.push_back({"sum_after", divided_row(lecture, "after").sum()});
    all.push_back({"top_by_d_k", divided_row(lecture, "width").maxCoeff()});
    all.push_back({"top_by_d_model", divided_row(lecture, "model").maxCoeff()});
  }
  if (lecture.exhibit() == "bug") add_claims_of_bug(lecture, all);
  return all;
}

}  // namespace
}  // namespace scale_private

Lesson scale_lesson() { return {"scale", scale_private::kKnobs, scale_private::claims, scale_private::exhibit}; }

}  // namespace playground
