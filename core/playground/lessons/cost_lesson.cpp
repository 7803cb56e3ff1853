#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/attention/cost.hpp"
#include "core/playground/byte_text.hpp"
#include "core/playground/lessons/lessons.hpp"
#include "core/playground/wording.hpp"

namespace playground {
namespace cost_private {
namespace {

constexpr std::array kKnobs{
    Knob{"tokens", Knob::Kind::kSlider, "128 256 512 1000 2048 4096 10000 100000 1000000", "1000"}};

constexpr int kHeads = 8;
constexpr int kLayers = 12;
constexpr int kWidth = 64;
constexpr double kCardBytes = 80e9;  // the memory of an A100 or H100 of 80 GB

/// What the article that inspired this page measured, in milliseconds.
constexpr std::array<std::pair<int, double>, 6> kArticle{
    {{128, 0.27}, {256, 0.69}, {512, 2.42}, {1024, 9.28}, {2048, 134.95}, {4096, 303.96}}};

/// Bytes of all weight tables in float32.
double table_bytes(attention::Index tokens, int heads, int layers) {
  attention::ModelShape shape;
  shape.d_model = attention::Index{heads} * kWidth;
  shape.heads = heads;
  shape.kv_heads = heads;
  shape.d_k = kWidth;
  shape.d_v = kWidth;
  shape.encoder_layers = layers;
  const attention::Cost cost = attention::memory_bytes(shape, {.tokens = tokens});
  return static_cast<double>(attention::part_of(cost, "scores")) * layers;  // it counts those of one layer
}

/// Bytes of queries, keys, values and output of one head.
double vectors_bytes(attention::Index tokens) { return 4.0 * static_cast<double>(tokens) * kWidth * 4; }

double cells_of(std::int64_t tokens) { return static_cast<double>(tokens) * static_cast<double>(tokens); }

std::string cells_text(double cells) { return grouped(static_cast<std::int64_t>(cells)); }

struct Points {
  std::vector<double> tokens, ms;
};

Points article_points(std::size_t count = kArticle.size()) {
  Points points;
  for (const auto& [tokens, ms] : kArticle) {
    if (points.tokens.size() == count) break;
    points.tokens.push_back(tokens);
    points.ms.push_back(ms);
  }
  return points;
}

Points measured_points(const Timings& timings, double Timing::*way) {
  Points points;
  for (const Timing& row : timings.rows) {
    if (!(row.*way > 0)) continue;  // the clock did not tick
    points.tokens.push_back(row.tokens);
    points.ms.push_back(row.*way);
  }
  return points;
}

/// The slope of the line of least squares through the points in a plot with two logarithmic axes: e where the time
/// grows like tokens^e. 0 for fewer than two points.
double growth(const Points& points) {
  const auto count = static_cast<double>(points.tokens.size());
  if (count < 2) return 0;
  double mean_x = 0, mean_y = 0;
  for (std::size_t at = 0; at < points.tokens.size(); ++at) {
    mean_x += std::log(points.tokens[at]) / count;
    mean_y += std::log(points.ms[at]) / count;
  }
  double along = 0, across = 0;
  for (std::size_t at = 0; at < points.tokens.size(); ++at) {
    const double x = std::log(points.tokens[at]) - mean_x;
    along += x * x;
    across += x * (std::log(points.ms[at]) - mean_y);
  }
  return across / along;
}

double article_step(std::size_t to) { return kArticle[to].second / kArticle[to - 1].second; }

std::vector<Claim> claims(const Lecture& lecture) {
  const int tokens = lecture.whole("tokens");
  const auto words = static_cast<std::int64_t>(tokenize(lecture.session().model.text).size());
  std::vector<Claim> claims{{"tokens_here", static_cast<double>(words)},
                            {"cells_here", cells_of(words)},
                            {"tokens_here_twice", static_cast<double>(2 * words)},
                            {"cells_here_twice", cells_of(2 * words)},
                            {"tokens", static_cast<double>(tokens)},
                            {"cells", cells_of(tokens)},
                            {"cells_1000", cells_of(1'000)},
                            {"cells_10000", cells_of(10'000)},
                            {"table_mb_4096", table_bytes(4'096, 1, 1) / 1e6},
                            {"tables_gb_4096", table_bytes(4'096, kHeads, kLayers) / 1e9},
                            {"vectors_mb_4096", vectors_bytes(4'096) / 1e6},
                            {"table_tb_million", table_bytes(1'000'000, 1, 1) / 1e12},
                            {"vectors_gb_million", vectors_bytes(1'000'000) / 1e9},
                            {"article_growth", growth(article_points())},
                            {"article_step_1024", article_step(3)},
                            {"article_step_2048", article_step(4)},
                            {"article_step_4096", article_step(5)},
                            {"table_mb_1024", table_bytes(1'024, 1, 1) / 1e6},
                            {"table_mb_2048", table_bytes(2'048, 1, 1) / 1e6},
                            {"sizes_measured", static_cast<double>(lecture.timings().rows.size())}};
  for (const Timing& row : lecture.timings().rows) {
    claims.push_back({"table_ms_" + std::to_string(row.tokens), row.table_ms});
    claims.push_back({"tiled_ms_" + std::to_string(row.tokens), row.tiled_ms});
  }
  if (lecture.timings().rows.size() >= 2) {
    claims.push_back({"table_growth", growth(measured_points(lecture.timings(), &Timing::table_ms))});
    claims.push_back({"tiled_growth", growth(measured_points(lecture.timings(), &Timing::tiled_ms))});
  }
  return claims;
}

Exhibit cells_exhibit(const Lecture& lecture) {
  const int tokens = lecture.whole("tokens");
  Bars bars{.title = lecture.text("cells.title"), .bars = {}};
  for (const std::int64_t times : {1, 2, 4}) {
    const double cells = cells_of(times * tokens);
    bars.bars.push_back({.label = lecture.text("cells.of", {grouped(times * tokens)}),
                         .value = cells,
                         .text = cells_text(cells),
                         .hue = Hue::kWeight});
  }
  const std::string here = grouped(tokens);
  return {.knobs = {"tokens"},
          .figures = {
              {"cells", std::move(bars)},
              {"reason", Remark{.text = lecture.text("cells.reason", {here, here, cells_text(cells_of(tokens))})}}}};
}

Exhibit memory_exhibit(const Lecture& lecture) {
  const int tokens = lecture.whole("tokens");
  const double one = table_bytes(tokens, 1, 1);
  const double all = table_bytes(tokens, kHeads, kLayers);
  const auto row = [&](const char* label, double bytes) {
    return std::vector<std::string>{lecture.text(label), cells_text(bytes / 4), byte_text(bytes)};
  };
  Ledger ledger{.title = lecture.text("memory.title", {grouped(tokens)}),
                .columns = {lecture.text("memory.what"), lecture.text("memory.numbers"), lecture.text("memory.bytes")},
                .rows = {row("memory.one", one), row("memory.heads", table_bytes(tokens, kHeads, 1)),
                         row("memory.layers", all), row("memory.vectors", vectors_bytes(tokens))},
                .emphasised = 0};
  const bool fits = all <= kCardBytes;
  return {.knobs = {"tokens"},
          .figures = {{"memory", std::move(ledger)},
                      {"card", Remark{.text = lecture.text(fits ? "memory.fits" : "memory.bursts",
                                                           {byte_text(kCardBytes), byte_text(all)}),
                                      .tone = fits ? Remark::Tone::kGood : Remark::Tone::kBad}}}};
}

Series series_of(std::string label, Hue hue, Points points, int pattern) {
  return {.label = std::move(label),
          .hue = hue,
          .mark = Mark::kLineAndDots,
          .x = std::move(points.tokens),
          .y = std::move(points.ms),
          .pattern = pattern};
}

/// Four times as long at each doubling, from the article's first time on.
Series square_series(const Lecture& lecture) {
  Points square;
  for (const auto& [tokens, ms] : kArticle) {
    square.tokens.push_back(tokens);
    square.ms.push_back(kArticle[0].second * cells_of(tokens) / cells_of(kArticle[0].first));
  }
  Series series = series_of(lecture.text("time.square"), Hue::kMuted, std::move(square), 3);
  series.mark = Mark::kLine;
  return series;
}

Plot time_plot(const Lecture& lecture, const char* title) {
  return {.title = lecture.text(title),
          .x = {.label = lecture.text("time.tokens"), .logarithmic = true, .from = 100, .to = 5'000},
          .y = {.label = lecture.text("time.ms"), .logarithmic = true},
          .series = {}};
}

/// Its points to `count`, with what each takes by the one before.
Exhibit article_exhibit(const Lecture& lecture, std::size_t count) {
  const bool whole = count == kArticle.size();
  Plot plot = time_plot(lecture, "article.title");
  plot.y.from = 0.1;
  plot.y.to = 1'000;
  plot.series.push_back(series_of(lecture.text("time.article"), Hue::kAccent, article_points(count), 0));
  if (whole) plot.series.push_back(square_series(lecture));
  Ledger ledger{.title = lecture.text("article.steps"),
                .columns = {lecture.text("time.tokens"), lecture.text("time.ms"), lecture.text("article.times"),
                            lecture.text("article.table")},
                .rows = {},
                .emphasised = whole ? 4 : -1};
  for (std::size_t at = 0; at < count; ++at) {
    ledger.rows.push_back({grouped(kArticle[at].first), number_text(kArticle[at].second, 2),
                           at == 0 ? "–" : number_text(article_step(at), 1),
                           byte_text(table_bytes(kArticle[at].first, 1, 1))});
  }
  Exhibit exhibit{.figures = {{"time", std::move(plot)}, {"steps", std::move(ledger)}}};
  if (whole) {
    exhibit.figures.push_back(
        {"growth", Remark{.text = lecture.text("article.growth", {number_text(growth(article_points()), 2)})}});
  }
  return exhibit;
}

/// What the numbers say, as soon as there are two of them.
Remark measured_remark(const Lecture& lecture) {
  const Timings& timings = lecture.timings();
  if (timings.rows.empty()) return {.text = lecture.text(timings.running ? "measure.running" : "measure.none")};
  const Timing& last = timings.rows.back();
  if (timings.rows.size() < 2 || !(last.tiled_ms > 0)) return {.text = lecture.text("measure.running")};
  return {.text =
              lecture.text("measure.growth", {number_text(growth(measured_points(timings, &Timing::table_ms)), 2),
                                              number_text(growth(measured_points(timings, &Timing::tiled_ms)), 2),
                                              grouped(last.tokens), number_text(last.table_ms / last.tiled_ms, 1)})};
}

Exhibit measure_exhibit(const Lecture& lecture) {
  const Timings& timings = lecture.timings();
  Plot plot = time_plot(lecture, "measure.title");
  plot.series = {series_of(lecture.text("time.article"), Hue::kAccent, article_points(), 0)};
  const auto add = [&](const char* label, Hue hue, double Timing::*way, int pattern) {
    Points points = measured_points(timings, way);
    if (points.tokens.empty()) return;
    plot.series.push_back(series_of(lecture.text(label), hue, std::move(points), pattern));
  };
  add("time.table", Hue::kQuery, &Timing::table_ms, 1);
  add("time.tiled", Hue::kValue, &Timing::tiled_ms, 2);
  plot.series.push_back(square_series(lecture));
  Exhibit exhibit{.figures = {{"time", std::move(plot)}}};
  if (!timings.rows.empty()) {
    Ledger ledger{.title = lecture.text("measure.ledger"),
                  .columns = {lecture.text("time.tokens"), lecture.text("time.table"), lecture.text("time.tiled")},
                  .rows = {}};
    for (const Timing& row : timings.rows) {
      ledger.rows.push_back({grouped(row.tokens), number_text(row.table_ms, 2), number_text(row.tiled_ms, 2)});
    }
    exhibit.figures.push_back({"measured", std::move(ledger)});
  }
  exhibit.figures.push_back({"growth", measured_remark(lecture)});
  const char* label = timings.running ? "measure.stop" : timings.rows.empty() ? "measure.start" : "measure.again";
  exhibit.commands = {{.id = "measure", .label = lecture.text(label), .action = Measure{!timings.running}}};
  if (timings.running) exhibit.progress = timings.progress;
  return exhibit;
}

Exhibit exhibit(const Lecture& lecture) {
  const std::string_view id = lecture.exhibit();
  if (id == "cells") return cells_exhibit(lecture);
  if (id == "memory") return memory_exhibit(lecture);
  if (id == "article_half") return article_exhibit(lecture, 4);
  if (id == "article") return article_exhibit(lecture, kArticle.size());
  return measure_exhibit(lecture);
}

}  // namespace
}  // namespace cost_private

Lesson cost_lesson() { return {"cost", cost_private::kKnobs, cost_private::claims, cost_private::exhibit}; }

}  // namespace playground
