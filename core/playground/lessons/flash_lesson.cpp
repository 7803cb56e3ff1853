#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/attention/fast_attention.hpp"
#include "core/attention/flash.hpp"
#include "core/attention/product.hpp"
#include "core/attention/random.hpp"
#include "core/attention/scaled_dot_product.hpp"
#include "core/playground/lessons/flash_exhibits.hpp"
#include "core/playground/lessons/lessons.hpp"
#include "core/playground/wording.hpp"

namespace playground {
namespace flash_private {
namespace {

using attention::FlashState;
using attention::FlashStep;
using attention::FloatMatrix;
using attention::Matrix;
using Index = Eigen::Index;

constexpr std::array kKnobs{Knob{"tile", Knob::Kind::kChoice, "1 2 3 4 6 12", "3"},
                            Knob{"step", Knob::Kind::kSlider, "1 2 3 4 5 6 7 8 9 10 11 12", "1"},
                            Knob{"rescale", Knob::Kind::kChoice, "on off", "on"},
                            Knob{"draw", Knob::Kind::kSlider, "0 1 2 3 4 5 6 7", "0"},
                            Knob{"length", Knob::Kind::kSlider, "1024 2048 4096 16384 65536", "1024"},
                            Knob{"fast", Knob::Kind::kSlider, "1024 4096 16384 65536 98304", "98304"}};

// Where the knobs stand at first.
constexpr Index kFirstTile = 3;
constexpr std::int64_t kFirstLength = 1024, kFirstFast = 98'304;

constexpr Index kColumnsShown = 12;
constexpr std::size_t kTilesShown = 12;

// ---- One row, tile by tile ----

struct Tile {
  Index first = 0, keys = 0;
  double rescale = 1;  ///< what was summed before is multiplied by it
  FlashState after;
};

/// A row of logits [1 x S] with its values [S x d_v].
struct Row {
  Matrix logits, values;
};

Row row_of(const Lecture& lecture) {
  const Session& session = lecture.session();
  return {.logits = lecture.snapshot().tensor(Tensor::kMaskedScores, session.head)->row(session.query),
          .values = *lecture.snapshot().tensor(Tensor::kValues, session.head)};
}

/// The row tile by tile. The states' outputs are wider than the values: behind them they keep what each key has got so
/// far, as the output of values that are 1 for one key and 0 for all others. With `rescales` false what was summed
/// under a smaller maximum stays as it was: the bug.
std::vector<Tile> tiles_of(const Row& row, Index width, bool rescales) {
  const Index keys = row.logits.cols();
  Matrix values(keys, row.values.cols() + keys);
  values << row.values, Matrix::Identity(keys, keys);
  std::vector<Tile> tiles;
  FlashState state = attention::flash_start<double>(1, values.cols());
  for (Index first = 0; first < keys; first += width) {
    const Index count = std::min(width, keys - first);
    const Matrix tile_values = values.middleRows(first, count);
    const FlashStep step = attention::flash_step<double>(state, row.logits.middleCols(first, count), tile_values);
    const FlashState before = std::exchange(state, step.after);
    if (!rescales) {
      state.row_sum = before.row_sum.array() + step.exponentials.sum();
      state.output = before.output + attention::product<double>(step.exponentials, tile_values);
    }
    tiles.push_back({.first = first, .keys = count, .rescale = rescales ? step.rescale(0, 0) : 1, .after = state});
  }
  return tiles;
}

/// The row's output where the text ended after this tile [1 x d_v], and the keys' shares in it [1 x S].
Matrix output_after(const Row& row, const Tile& tile) {
  return attention::flash_finish(tile.after).leftCols(row.values.cols());
}
Matrix shares_after(const Row& row, const Tile& tile) {
  return attention::flash_finish(tile.after).rightCols(row.logits.cols());
}

/// Largest difference from the output that the main view has, which came from the whole row at once.
double difference_of(const Lecture& lecture, const Row& row, const Tile& last) {
  const Session& session = lecture.session();
  const Matrix whole = lecture.snapshot().tensor(Tensor::kHeadOutput, session.head)->row(session.query);
  return (output_after(row, last) - whole).cwiseAbs().maxCoeff();
}

/// The tile that the step knob stands at; the last one where there are fewer.
std::size_t tile_at(const Lecture& lecture, const std::vector<Tile>& tiles) {
  return std::min(static_cast<std::size_t>(lecture.whole("step")), tiles.size()) - 1;
}

// ---- Rounding ----

constexpr Index kTokens = 64;
constexpr Index kNarrow = 16;

struct Way {
  std::string label;  ///< of the narration
  std::string tile;   ///< its width, for the label
  double error = 0;   ///< largest difference from the answer in double
  bool same_bits = false;
};

/// Attention of 64 tokens in float32, in several ways: Q, K and V [64 x 16] from default_rng(draw), rounded to float32.
std::vector<Way> made_ways(std::uint32_t draw) {
  std::vector<Way> made;
  attention::Generator generator({draw});
  const FloatMatrix queries = generator.standard_normal(kTokens, kNarrow).cast<float>();
  const FloatMatrix keys = generator.standard_normal(kTokens, kNarrow).cast<float>();
  const FloatMatrix values = generator.standard_normal(kTokens, kNarrow).cast<float>();
  const Matrix exact = attention::scaled_dot_product_attention<double>(queries.cast<double>(), keys.cast<double>(),
                                                                       values.cast<double>())
                           .output;
  const FloatMatrix table = attention::scaled_dot_product_attention<float>(queries, keys, values).output;
  const auto add = [&](const char* label, const std::string& tile, const FloatMatrix& output) {
    const bool same = (output.array() == table.array()).all();
    made.push_back({label, tile, (output.cast<double>() - exact).cwiseAbs().maxCoeff(), same});
  };
  add("exact.table", "", table);
  for (const Index width : {1, 4, 16}) {
    attention::FlashOptions options;
    options.query_rows = kTokens;
    options.key_rows = width;
    add("exact.tiles", std::to_string(width), attention::flash_attention<float>(queries, keys, values, options));
  }
  add("exact.kernel", "", attention::fast_attention(queries, keys, values));
  return made;
}

/// The claims ask for them at every change.
const std::vector<Way>& ways(std::uint32_t draw) {
  struct Kept {
    std::uint32_t draw = 0;
    std::vector<Way> ways;
  };
  static thread_local Kept kept;
  if (kept.ways.empty() || kept.draw != draw) kept = {draw, made_ways(draw)};
  return kept.ways;
}

constexpr double kPerTenMillionth = 1e7;

/// What the trace of this session's head counts in the same order of loops.
double counted_here(const Lecture& lecture) {
  const auto tensor = [&](Tensor name) { return *lecture.snapshot().tensor(name, lecture.session().head); };
  attention::FlashOptions options;
  options.key_rows = lecture.whole("tile");
  options.order = attention::FlashOrder::kKeysOutside;
  options.bytes_per_number = 1;
  // The counts follow from the shapes alone. A few tokens are enough: a trace keeps every tile.
  const Index tokens = std::min<Index>(kColumnsShown, lecture.snapshot().token_count());
  const auto trace = attention::flash_attention_trace<double>(tensor(Tensor::kQueries).topRows(tokens),
                                                              tensor(Tensor::kKeys).topRows(tokens),
                                                              tensor(Tensor::kValues).topRows(tokens), options);
  return static_cast<double>(trace.bytes_read + trace.bytes_written);
}

std::vector<Claim> claims(const Lecture& lecture) {
  const Row row = row_of(lecture);
  const Index width = lecture.whole("tile");
  const std::vector<Tile> tiles = tiles_of(row, width, lecture.on("rescale"));
  const std::size_t at = tile_at(lecture, tiles);
  const Tile& now = tiles[at];
  const std::vector<Tile> right = tiles_of(row, width, true);
  const std::vector<Tile> broken = tiles_of(row, width, false);
  const int length = lecture.whole("length");
  const int fast = lecture.whole("fast");
  const double plain = plain_numbers(length);
  const double tiled = tiled_numbers(length, fast);
  const std::vector<Way>& rounded = ways(static_cast<std::uint32_t>(lecture.whole("draw")));
  const std::vector<Tile> threes = tiles_of(row, kFirstTile, true);
  const Tile& first = threes.front();
  const Tile& second = threes[std::min<std::size_t>(1, threes.size() - 1)];
  const double plain_here = plain_numbers(kFirstLength), tiled_here = tiled_numbers(kFirstLength, kFirstFast);
  return {{"keys", static_cast<double>(row.logits.cols())},
          {"tile", static_cast<double>(width)},
          {"tiles", static_cast<double>(tiles.size())},
          {"step", static_cast<double>(at + 1)},
          {"running_max", now.after.row_max(0, 0)},
          {"running_sum", now.after.row_sum(0, 0)},
          {"rescale", now.rescale},
          {"output_so_far", output_after(row, now)(0, 0)},
          {"share_of_first", shares_after(row, now)(0, 0)},
          {"difference", difference_of(lecture, row, right.back())},
          {"error_without_rescale", difference_of(lecture, row, broken.back())},
          {"table_error_e7", rounded.front().error * kPerTenMillionth},
          {"kernel_error_e7", rounded.back().error * kPerTenMillionth},
          {"length", static_cast<double>(length)},
          {"fast", static_cast<double>(fast)},
          {"plain_numbers", plain},
          {"tiled_numbers", tiled},
          {"times_fewer", plain / tiled},
          {"tiled_by_theorem", tiled / theorem_numbers(length, fast)},
          {"counted_here", counted_here(lecture)},
          // What the texts say of tiles of three words, and of the first length and memory, wherever the knobs stand.
          {"first_tile", static_cast<double>(kFirstTile)},
          {"first_max", first.after.row_max(0, 0)},
          {"first_sum", first.after.row_sum(0, 0)},
          {"second_max", second.after.row_max(0, 0)},
          {"second_rescale", second.rescale},
          {"error_with_first_tile", difference_of(lecture, row, tiles_of(row, kFirstTile, false).back())},
          {"first_length", static_cast<double>(kFirstLength)},
          {"first_plain_numbers", plain_here},
          {"first_tiled_numbers", tiled_here},
          {"first_times_fewer", plain_here / tiled_here},
          {"tiles_pay_from", static_cast<double>(tiles_pay_from(length))},
          // Dao et al. 2022, "FlashAttention", abstract.
          {"gpt2_times_faster", 3},
          {"bert_percent_faster", 15},
          {"long_range_times_faster", 2.4},
          {"perplexity_better", 0.7},
          {"path_x_percent", 61.4},
          {"path_256_percent", 63.1}};
}

// ---- Exhibits ----

/// The scores of the row, and what each key has got of it so far.
Grid row_grid(const Lecture& lecture, const Row& row, const Tile& now) {
  const Index keys = row.logits.cols();
  const Index shown = std::min(keys, std::max(kColumnsShown, now.keys));
  const Index first = std::clamp<Index>(now.first + now.keys - shown, 0, keys - shown);
  Grid grid{.title = lecture.text("tiles.row", {lecture.snapshot().tokens[lecture.session().query]}),
            .values = Matrix(2, shown),
            .rows = {lecture.text("tiles.score"), lecture.text("tiles.share")},
            .columns = {},
            .marked = {},
            .row_groups = {}};
  grid.values << row.logits.middleCols(first, shown), shares_after(row, now).middleCols(first, shown);
  for (Index column = 0; column < shown; ++column) {
    grid.columns.push_back(lecture.snapshot().tokens[static_cast<std::size_t>(first + column)]);
    const Index key = first + column;
    if (key < now.first || key >= now.first + now.keys) continue;
    for (const int line : {0, 1}) grid.marked.push_back({line, static_cast<int>(column)});
  }
  return grid;
}

Ledger tile_ledger(const Lecture& lecture, const Row& row, const std::vector<Tile>& tiles, std::size_t at) {
  Ledger ledger{.title = lecture.text("tiles.ledger"),
                .columns = {lecture.text("tiles.tile"), lecture.text("tiles.max"), lecture.text("tiles.rescale"),
                            lecture.text("tiles.sum"), lecture.text("tiles.output")},
                .rows = {}};
  for (std::size_t tile = at + 1 > kTilesShown ? at + 1 - kTilesShown : 0; tile <= at; ++tile) {
    const Tile& one = tiles[tile];
    ledger.rows.push_back({std::to_string(tile + 1), number_text(one.after.row_max(0, 0), 2),
                           tile == 0 ? "–" : number_text(one.rescale, 2), number_text(one.after.row_sum(0, 0), 2),
                           number_text(output_after(row, one)(0, 0), 2)});
  }
  ledger.emphasised = static_cast<int>(ledger.rows.size()) - 1;
  return ledger;
}

/// Small differences are rounding, and have no digits that anyone would read.
constexpr double kRounding = 1e-12;

std::string difference_text(double difference) {
  if (difference == 0) return "0";
  if (difference >= 1e-4) return number_text(difference, 2);
  const int power = static_cast<int>(std::floor(std::log10(difference)));
  return number_text(difference / std::pow(10.0, power), 1) + "e" + number_text(power, 0);
}

Instruments answer_instruments(const Lecture& lecture, const Row& row, const Tile& last) {
  const double sum = shares_after(row, last).sum();
  const double difference = difference_of(lecture, row, last);
  return {.title = lecture.text("answer.title"),
          .readings = {
              {.holds = std::abs(sum - 1) < kRounding, .text = lecture.text("answer.sum", {number_text(sum, 2)})},
              {.holds = difference < kRounding, .text = lecture.text("answer.equal", {difference_text(difference)})}}};
}

Exhibit tiles_exhibit(const Lecture& lecture) {
  const Row row = row_of(lecture);
  const std::vector<Tile> tiles = tiles_of(row, lecture.whole("tile"), lecture.on("rescale"));
  const std::size_t at = tile_at(lecture, tiles);
  Exhibit exhibit{
      .knobs = {"tile"},
      .figures = {{"row", row_grid(lecture, row, tiles[at]), true}, {"tiles", tile_ledger(lecture, row, tiles, at)}}};
  if (tiles.size() > 1) exhibit.knobs.push_back("step");
  if (at + 1 == tiles.size()) {
    exhibit.figures.push_back({"answer", answer_instruments(lecture, row, tiles.back())});
  } else {
    exhibit.figures.push_back(
        {"waiting",
         Remark{.text = lecture.text("tiles.waiting", {std::to_string(at + 1), std::to_string(tiles.size())})}});
  }
  return exhibit;
}

Exhibit broken_exhibit(const Lecture& lecture) {
  const Row row = row_of(lecture);
  const std::vector<Tile> tiles = tiles_of(row, lecture.whole("tile"), lecture.on("rescale"));
  return {.knobs = {"rescale", "tile"},
          .figures = {{"row", row_grid(lecture, row, tiles.back()), true},
                      {"tiles", tile_ledger(lecture, row, tiles, tiles.size() - 1)},
                      {"answer", answer_instruments(lecture, row, tiles.back())}}};
}

Exhibit exact_exhibit(const Lecture& lecture) {
  Ledger ledger{.title = lecture.text("exact.title"),
                .columns = {lecture.text("exact.way"), lecture.text("exact.error"), lecture.text("exact.bits")},
                .rows = {}};
  for (const Way& way : ways(static_cast<std::uint32_t>(lecture.whole("draw")))) {
    ledger.rows.push_back({lecture.text(way.label, {way.tile}), number_text(way.error * kPerTenMillionth, 1),
                           lecture.text(way.same_bits ? "exact.same" : "exact.other")});
  }
  return {.knobs = {"draw"},
          .figures = {{"ways", std::move(ledger)}, {"fair", Remark{.text = lecture.text("exact.fair")}}}};
}

Exhibit exhibit(const Lecture& lecture) {
  const std::string_view id = lecture.exhibit();
  if (id == "tiles") return tiles_exhibit(lecture);
  if (id == "broken") return broken_exhibit(lecture);
  if (id == "exact") return exact_exhibit(lecture);
  if (id == "traffic") return traffic_exhibit(lecture);
  return results_exhibit(lecture);
}

}  // namespace
}  // namespace flash_private

Lesson flash_lesson() { return {"flash", flash_private::kKnobs, flash_private::claims, flash_private::exhibit}; }

}  // namespace playground
