// The exhibits of the lesson `flash` about memory: how many numbers are moved, and what came of it.
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "core/attention/fast_attention.hpp"
#include "core/attention/flash.hpp"
#include "core/playground/byte_text.hpp"
#include "core/playground/lessons/flash_exhibits.hpp"
#include "core/playground/wording.hpp"

namespace playground::flash_private {
namespace {

constexpr std::int64_t kHeadWidth = 64;  // d
constexpr std::int64_t kHalfBytes = 2;

/// Which of both moves fewer numbers, and how many times.
Remark compared(const Lecture& lecture, double plain, double tiled) {
  const bool pays = tiled < plain;
  return {.text = lecture.text(pays ? "traffic.pays" : "traffic.pays_not",
                               {number_text(pays ? plain / tiled : tiled / plain, 1)}),
          .tone = pays ? Remark::Tone::kGood : Remark::Tone::kBad};
}

}  // namespace

/// Numbers that FlashAttention moves between slow and fast memory (Dao et al. 2022, Algorithm 1, with docs/maths.md's
/// count of it): tiles of M / 4d keys, M numbers of fast memory; keys and values are read once, queries and their state
/// for every tile of keys.
double tiled_numbers(std::int64_t tokens, std::int64_t fast) {
  const std::int64_t keys = std::min(tokens, (fast + 4 * kHeadWidth - 1) / (4 * kHeadWidth));
  const std::int64_t tiles = (tokens + keys - 1) / keys;
  const std::int64_t read = tokens * 2 * kHeadWidth + tiles * tokens * (2 * kHeadWidth + 2);
  return static_cast<double>(read + tiles * tokens * (kHeadWidth + 2));
}

double plain_numbers(std::int64_t tokens) {
  const auto rows = static_cast<attention::Index>(tokens);
  const attention::MemoryTraffic traffic = attention::plain_attention_traffic(rows, rows, kHeadWidth, kHeadWidth, 1);
  return static_cast<double>(traffic.bytes_read + traffic.bytes_written);
}

double theorem_numbers(std::int64_t tokens, std::int64_t fast) {
  const auto square = static_cast<double>(tokens) * static_cast<double>(tokens);
  return square * static_cast<double>(kHeadWidth * kHeadWidth) / static_cast<double>(fast);
}

std::int64_t tiles_pay_from(std::int64_t tokens) {
  std::int64_t low = 0, high = tokens * 4 * kHeadWidth;  // with that much, one tile holds all keys
  const double plain = plain_numbers(tokens);
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (tiled_numbers(tokens, middle) <= plain ? high : low) = middle;
  }
  return high;
}

Exhibit traffic_exhibit(const Lecture& lecture) {
  const int length = lecture.whole("length");
  const int fast = lecture.whole("fast");
  const double plain = plain_numbers(length);
  const double tiled = tiled_numbers(length, fast);
  Plot plot{
      .title = lecture.text("traffic.title", {grouped(length)}),
      .x = {.label = lecture.text("traffic.fast"), .logarithmic = true},
      .y = {.label = lecture.text("traffic.moved"), .logarithmic = true},
      .series = {
          {.label = lecture.text("traffic.table"), .hue = Hue::kQuery, .mark = Mark::kLine, .x = {}, .y = {}},
          {.label = lecture.text("traffic.tiles"), .hue = Hue::kValue, .mark = Mark::kLineAndDots, .x = {}, .y = {}},
          {.label = lecture.text("traffic.now"), .hue = Hue::kAccent, .mark = Mark::kDots, .x = {}, .y = {}},
          {.label = lecture.text("traffic.same"), .hue = Hue::kInk, .mark = Mark::kDots, .x = {}, .y = {}}}};
  for (const std::string_view stop : stops_of(*find_knob(knobs_of("flash"), "fast"))) {
    const double numbers = std::stod(std::string(stop));
    plot.series[0].x.push_back(numbers);
    plot.series[0].y.push_back(plain);
    plot.series[1].x.push_back(numbers);
    plot.series[1].y.push_back(tiled_numbers(length, static_cast<std::int64_t>(numbers)));
  }
  plot.series[2].x = {static_cast<double>(fast)};
  plot.series[2].y = {tiled};
  plot.series[3].x = {static_cast<double>(tiles_pay_from(length))};
  plot.series[3].y = {plain};
  const auto row = [&](const char* label, double numbers) {
    return std::vector<std::string>{lecture.text(label), grouped(static_cast<std::int64_t>(numbers)),
                                    byte_text(numbers * kHalfBytes)};
  };
  Ledger ledger{
      .title = lecture.text("traffic.ledger"),
      .columns = {lecture.text("traffic.what"), lecture.text("traffic.numbers"), lecture.text("traffic.bytes")},
      .rows = {row("traffic.table", plain), row("traffic.tiles", tiled)},
      .emphasised = 1};
  const std::string sums = grouped(std::int64_t{2} * length * length * kHeadWidth);
  return {.knobs = {"length", "fast"},
          .figures = {{"compared", compared(lecture, plain, tiled)},
                      {"traffic", std::move(plot)},
                      {"moved", std::move(ledger)},
                      {"formula",
                       Remark{.text = lecture.text("traffic.formula",
                                                   {sums, number_text(tiled / theorem_numbers(length, fast), 1)})}}}};
}

Exhibit results_exhibit(const Lecture& lecture) {
  Ledger ledger{.title = lecture.text("results.title"),
                .columns = {lecture.text("results.what"), lecture.text("results.length"), lecture.text("results.gain")},
                .rows = {}};
  const auto add = [&](const char* name, const char* length) {
    const std::string label = std::string("results.") + name;
    ledger.rows.push_back({lecture.text(label), length, lecture.text(label + ".gain")});
  };
  // Dao et al. 2022, abstract and tables 1 to 4 and 6.
  add("bert", "512");
  add("gpt2", "1K");
  add("long_range", "1K–4K");
  add("perplexity", "4K");
  add("path_x", "16K");
  add("path_256", "64K");
  return {.knobs = {}, .figures = {{"results", std::move(ledger)}}};
}

}  // namespace playground::flash_private
