#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "core/playground/lessons/lessons.hpp"
#include "core/playground/signal_experiment.hpp"
#include "core/playground/wording.hpp"

namespace playground {
namespace recurrence_private {
namespace {

using attention::Index;
using attention::Matrix;

constexpr Knob kKnobs[] = {
    {"steps", Knob::Kind::kSlider, "2 5 10 15 20 30 40 50 64", "20"},
    {"cell", Knob::Kind::kChoice, "tanh linear", "tanh"},
    {"gain", Knob::Kind::kSlider, "0.5 0.7 0.9 1 1.1 1.3 1.5", "1"},
    {"words", Knob::Kind::kSlider, "2 3 4 5 6 7 8 9 10 11 12", "8"},
    {"layers", Knob::Kind::kSlider, "1 2 3 4 5 6", "3"},
    {"length", Knob::Kind::kNumber, "1 100000", "20"},
    {"width", Knob::Kind::kNumber, "1 10000", "512"},
};

/// A change of a number relative to it that float32 can still hold: 2^-24.
constexpr double kFloatRounding = 1.0 / (1 << 24);

struct Kept {
  std::string seed;
  SignalDraw draw;
  std::vector<double> attention;
};

/// The way back through attention takes some milliseconds, and only the seed decides it.
const Kept& kept_signal(const std::string& seed) {
  static thread_local Kept kept;
  if (kept.attention.empty() || kept.seed != seed) {
    kept.seed = seed;
    kept.draw = draw_signal(seed);
    kept.attention = left_in_attention(kept.draw);
  }
  return kept;
}

std::vector<double> left_now(const Lecture& lecture) {
  return left_in_state(kept_signal(lecture.session().model.seed).draw, lecture.number("gain"),
                       lecture.option("cell") == "tanh");
}

/// When each word's number can be there at the earliest, each tick as long as one cell: in a recurrent layer after the
/// word before and the layer below, in attention after the whole layer below. [layers x words]
Matrix recurrent_ticks(int layers, int words) {
  Matrix ticks(layers, words);
  for (Index layer = 0; layer < layers; ++layer) {
    for (Index word = 0; word < words; ++word) {
      const double below = layer > 0 ? ticks(layer - 1, word) : 0;
      const double before = word > 0 ? ticks(layer, word - 1) : 0;
      ticks(layer, word) = 1 + std::max(below, before);
    }
  }
  return ticks;
}

Matrix attention_ticks(int layers, int words) {
  Matrix ticks(layers, words);
  for (Index layer = 0; layer < layers; ++layer) {
    ticks.row(layer).setConstant(1 + (layer > 0 ? ticks.row(layer - 1).maxCoeff() : 0));
  }
  return ticks;
}

/// How the cell was at first: with tanh, and a gain of 1.
std::vector<double> left_at_first(const Lecture& lecture) {
  return left_in_state(kept_signal(lecture.session().model.seed).draw, 1, true);
}

// What the texts speak of, wherever the knobs stand.
constexpr int kSomeWords = 20, kAllWords = kSignalSteps, kWaveWords = 8, kWaveLayers = 3;
constexpr double kLargeGain = 1.1, kUsualWidth = 512, kLongText = 10'000;

void add_fixed(std::vector<Claim>& claims, const Lecture& lecture) {
  const std::vector<double> cell = left_at_first(lecture);
  const double some = cell[kSomeWords - 1];
  const double attention = kept_signal(lecture.session().model.seed).attention[kSomeWords - 1];
  const auto add = [&](const char* name, double value) { claims.push_back({name, value}); };
  add("some_words", kSomeWords);
  add("all_words", kAllWords);
  add("some_left", some);
  add("some_left_one_in", 1 / some);
  add("some_kept_per_step", std::pow(some, 1.0 / (kSomeWords - 1)));
  add("some_left_attention", attention);
  add("all_left", cell.back());
  add("large_gain", kLargeGain);
  add("exploded", left_in_state(kept_signal(lecture.session().model.seed).draw, kLargeGain, false).back());
  add("wave_words", kWaveWords);
  add("wave_layers", kWaveLayers);
  add("wave_ticks", recurrent_ticks(kWaveLayers, kWaveWords).maxCoeff());
  add("wave_ticks_attention", attention_ticks(kWaveLayers, kWaveWords).maxCoeff());
  add("usual_width", kUsualWidth);
  add("short_times_less", kUsualWidth / kSomeWords);
  add("long_words", kLongText);
  add("long_times_more", kLongText / kUsualWidth);
}

std::vector<Claim> claims(const Lecture& lecture) {
  const int steps = lecture.whole("steps");
  const auto at = static_cast<std::size_t>(steps - 1);
  const double left = left_now(lecture)[at];
  const int words = lecture.whole("words"), layers = lecture.whole("layers");
  const double n = lecture.number("length"), d = lecture.number("width");
  std::vector<Claim> claims{{"steps", static_cast<double>(steps)},
                            {"gain", lecture.number("gain")},
                            {"left", left},
                            {"left_one_in", 1 / left},
                            {"kept_per_step", std::pow(left, 1.0 / (steps - 1))},
                            {"left_attention", kept_signal(lecture.session().model.seed).attention[at]},
                            {"words", static_cast<double>(words)},
                            {"layers", static_cast<double>(layers)},
                            {"ticks_recurrence", recurrent_ticks(layers, words).maxCoeff()},
                            {"ticks_attention", attention_ticks(layers, words).maxCoeff()},
                            {"length", n},
                            {"width", d},
                            {"work_attention", n * n * d},
                            {"work_recurrence", n * d * d},
                            {"times_more", std::max(n / d, d / n)}};
  add_fixed(claims, lecture);
  return claims;
}

/// What is left, as the remarks have it.
std::string left_text(double left) {
  constexpr double kSmall = 0.00005, kLarge = 10;
  constexpr int kDigits = 4;
  if (left < kSmall) return "< 0.0001";
  return number_text(left, left < kLarge ? kDigits : 0);
}

/// Whether the change fades or grows, in a sentence.
Figure signal_now(const Lecture& lecture, double left, std::string_view attended) {
  constexpr double kAsMuch = 1e-9;
  const std::string words = std::to_string(lecture.whole("steps"));
  const auto said = [&](std::string_view label, const std::string& number) {
    std::string text = lecture.text(label, {words, number});
    if (!attended.empty()) text += " " + lecture.text("now.attention", {attended});
    return Figure{"now", Remark{text}};
  };
  if (std::abs(left - 1) < kAsMuch) return said("now.stays", "1");
  if (left > 1) return said("now.grows", left_text(left));
  if (left < kFloatRounding) return said("now.lost", number_text(1 / left, 0));
  return said("now.fades", left_text(left));
}

/// Which of the lines a cue shows beside the cell's; each keeps its look.
struct Lines {
  bool attention = false, rounding = false, as_much = false;
};

Exhibit signal(const Lecture& lecture, std::vector<std::string_view> knobs, const Lines& lines) {
  const auto steps = static_cast<std::size_t>(lecture.whole("steps"));
  const std::vector<double>& attended = kept_signal(lecture.session().model.seed).attention;
  const std::vector<double> left = left_now(lecture);
  Plot plot{.title = lecture.text("signal"),
            .x = {lecture.text("words_read")},
            .y = {lecture.text("left"), true},
            .series = {}};
  const auto add = [&](std::string_view label, Hue hue, int pattern, auto&& number) {
    const Mark mark = pattern < 2 ? Mark::kLineAndDots : Mark::kLine;
    Series series{.label = lecture.text(label), .hue = hue, .mark = mark, .x = {}, .y = {}, .pattern = pattern};
    for (std::size_t word = 0; word < steps; ++word) {
      series.x.push_back(static_cast<double>(word + 1));
      series.y.push_back(number(word));
    }
    plot.series.push_back(std::move(series));
  };
  add("cell", Hue::kAccent, 0, [&](std::size_t word) { return left[word]; });
  if (lines.attention) add("attention", Hue::kWeight, 1, [&](std::size_t word) { return attended[word]; });
  if (lines.rounding) add("rounding", Hue::kMuted, 2, [](std::size_t) { return kFloatRounding; });
  if (lines.as_much) add("as_much", Hue::kInk, 3, [](std::size_t) { return 1.0; });
  const std::string beside = lines.attention ? left_text(attended[steps - 1]) : "";
  return {.knobs = std::move(knobs),
          .figures = {signal_now(lecture, left[steps - 1], beside), {"signal", std::move(plot)}}};
}

/// What the numbers of a recurrent layer wait for; when the last one is there is the question.
Exhibit waits(const Lecture& lecture) {
  const auto place = [&](int word, int layer) {
    return lecture.text("waits.place", {std::to_string(word), std::to_string(layer)});
  };
  const auto both = [&](int word, int layer) {
    return lecture.text("waits.both", {place(word - 1, layer), place(word, layer - 1)});
  };
  return {.knobs = {},
          .figures = {{"waits", Ledger{.title = lecture.text("waits"),
                                       .columns = {lecture.text("waits.cell"), lecture.text("waits.for"),
                                                   lecture.text("waits.tick")},
                                       .rows = {{place(1, 1), "–", "1"},
                                                {place(2, 1), place(1, 1), "2"},
                                                {place(1, 2), place(1, 1), "2"},
                                                {place(2, 2), both(2, 2), "3"},
                                                {"…", "…", "…"},
                                                {place(kWaveWords, kWaveLayers), both(kWaveWords, kWaveLayers), "?"}},
                                       .emphasised = 5}}}};
}

Exhibit ticks(const Lecture& lecture) {
  const int words = lecture.whole("words"), layers = lecture.whole("layers");
  std::vector<std::string> columns, rows;
  for (int word = 1; word <= words; ++word) columns.push_back(std::to_string(word));
  for (int layer = 1; layer <= layers; ++layer) rows.push_back(lecture.text("layer", {std::to_string(layer)}));
  const auto grid = [&](std::string_view label, const Matrix& values) {
    return Grid{.title = lecture.text(label, {number_text(values.maxCoeff(), 0)}),
                .values = values,
                .rows = rows,
                .columns = columns,
                .digits = 0,
                .limit = static_cast<double>(words + layers - 1),
                .marked = {},
                .row_groups = {}};
  };
  return {.knobs = {"words", "layers"},
          .figures = {{"recurrence", grid("ticks.recurrence", recurrent_ticks(layers, words))},
                      {"attention", grid("ticks.attention", attention_ticks(layers, words))}}};
}

/// Vaswani et al. 2017, table 1, without the constants that its O( ) leaves out.
Exhibit price(const Lecture& lecture) {
  const std::int64_t n = lecture.whole("length"), d = lecture.whole("width");
  Ledger ledger{.title = lecture.text("price", {grouped(n), grouped(d)}),
                .columns = {lecture.text("what"), lecture.text("attention"), lecture.text("recurrence")},
                .rows = {{lecture.text("formula"), "n² · d", "n · d²"},
                         {lecture.text("work"), grouped(n * n * d), grouped(n * d * d)},
                         {lecture.text("sequential"), "1", grouped(n)},
                         {lecture.text("path"), "1", grouped(n)}}};
  ledger.emphasised = 1;
  const std::string_view verdict = n < d ? "cheaper.attention" : n > d ? "cheaper.recurrence" : "cheaper.neither";
  const double times =
      std::max(static_cast<double>(n) / static_cast<double>(d), static_cast<double>(d) / static_cast<double>(n));
  return {.knobs = {"length", "width"},
          .figures = {{"price", ledger}, {"cheaper", Remark{lecture.text(verdict, {number_text(times, 1)})}}}};
}

Exhibit exhibit(const Lecture& lecture) {
  if (lecture.exhibit() == "ticks") return ticks(lecture);
  if (lecture.exhibit() == "price") return price(lecture);
  if (lecture.exhibit() == "waits") return waits(lecture);
  if (lecture.exhibit() == "fading") return signal(lecture, {"steps"}, {});
  if (lecture.exhibit() == "gain") return signal(lecture, {"steps", "gain"}, {.rounding = true});
  const std::vector<std::string_view> all{"steps", "cell", "gain"};
  if (lecture.exhibit() == "growing") return signal(lecture, all, {.rounding = true, .as_much = true});
  return signal(lecture, all, {.attention = true, .rounding = true});
}

}  // namespace
}  // namespace recurrence_private

Lesson recurrence_lesson() {
  return {"recurrence", recurrence_private::kKnobs, recurrence_private::claims, recurrence_private::exhibit};
}

}  // namespace playground
