// One head of 64 numbers in float32, on random inputs. Two ways to the same output:
//
// - plainly, with the whole table: all scores, then softmax of all rows in place, then the weighted sums. Each of the
//   three goes through the whole table before the next begins, as where each is a call of its own; only so does a large
//   table have to come from memory again and again. The trace of scaled_dot_product.hpp holds five such tables, which
//   is more than a page may take at 4,096 tokens (67 MB each).
// - by tiles, with the fast kernel, which has no table.
//
// A piece of work is some rows of one run, or several runs of few tokens: clocks of browsers tick in tenths of a
// millisecond. The time of a run is the sum of its pieces.
#include "core/playground/stopwatch.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

#include "core/attention/fast_attention.hpp"
#include "core/attention/matrix.hpp"
#include "core/attention/random.hpp"

namespace playground {
namespace {

using attention::FloatMatrix;
using Index = Eigen::Index;

constexpr int kVectorWidth = 64;
constexpr float kHeadScale = 0.125F;  // 1 / √kVectorWidth
constexpr std::uint32_t kInputSeed = 7;

/// Pairs of a query and a key in one piece of work: of one stage of the way with the table, of all its stages where
/// tokens are few, and of the tiles.
constexpr std::int64_t kStagePairs = std::int64_t{1} << 18;
constexpr std::int64_t kTablePairs = std::int64_t{1} << 17;
constexpr std::int64_t kTiledPairs = std::int64_t{1} << 20;

/// About how much longer the table takes; progress counts with it.
constexpr double kTableByTiled = 4;

/// Odd, so that the median is one of them. More with few tokens: a browser takes a while to find out that this is worth
/// compiling well.
int runs_of(int tokens) {
  if (tokens <= 512) return 9;
  return tokens <= 1024 ? 5 : 3;
}

std::int64_t pairs_of(int tokens) { return std::int64_t{tokens} * tokens; }

/// How often a run is made before the clock is looked at again.
std::int64_t repeats_of(int tokens, std::int64_t pairs) {
  constexpr std::int64_t kMost = 64;
  return std::clamp<std::int64_t>(pairs / pairs_of(tokens), 1, kMost);
}

double pairs_in_all(int tokens) {
  const auto repeats = static_cast<double>(repeats_of(tokens, kTiledPairs)) +
                       kTableByTiled * static_cast<double>(repeats_of(tokens, kTablePairs));
  return runs_of(tokens) * repeats * static_cast<double>(pairs_of(tokens));
}

double steady_milliseconds() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double median_of(std::vector<double> times) {
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());
  return *middle;
}

FloatMatrix drawn_inputs(attention::Generator& generator, int rows) {
  return generator.standard_normal(rows, kVectorWidth).cast<float>();
}

}  // namespace

/// The size at hand, and the run of it.
struct Stopwatch::Run {
  /// The stages of the way with the table, and the tiles.
  enum class Stage { kScores, kWeights, kSums, kTiled };

  std::size_t size = 0;  ///< of sizes_
  double done = 0, work = 0;

  int tokens = 0;
  FloatMatrix queries, keys, values;
  std::unique_ptr<float[]> cells;  ///< of the table
  FloatMatrix table_output, tiled_output;
  std::vector<double> table_ms, tiled_ms;

  Stage stage = Stage::kScores;
  Index first = 0;  ///< row of the next piece
  double spent = 0;

  bool tiled() const { return stage == Stage::kTiled; }
  std::int64_t repeats() const { return repeats_of(tokens, tiled() ? kTiledPairs : kTablePairs); }

  void compute(Stage what, Index from, Index rows) {
    Eigen::Map<FloatMatrix> table(cells.get(), tokens, tokens);
    switch (what) {
      case Stage::kScores:
        table.middleRows(from, rows).noalias() = queries.middleRows(from, rows) * keys.transpose();
        break;
      case Stage::kWeights:
        for (Index row = from; row < from + rows; ++row) {
          const float largest = table.row(row).maxCoeff();
          table.row(row) = ((table.row(row).array() - largest) * kHeadScale).exp();
          table.row(row) /= table.row(row).sum();
        }
        break;
      case Stage::kSums:
        table_output.middleRows(from, rows).noalias() = table.middleRows(from, rows) * values;
        break;
      case Stage::kTiled:
        attention::fast_attention_into(queries.middleRows(from, rows), keys, values,
                                       tiled_output.middleRows(from, rows));
        break;
    }
  }

  /// Computes a piece; true where a run has ended with it.
  bool compute_piece() {
    const std::int64_t all = pairs_of(tokens);
    if (all <= (tiled() ? kTiledPairs : kTablePairs)) {
      for (std::int64_t time = repeats(); time > 0; --time) compute_whole_run();
      done += static_cast<double>(repeats() * all) * (tiled() ? 1 : kTableByTiled);
      return true;
    }
    const std::int64_t pairs = tiled() ? kTiledPairs : kStagePairs;
    const Index rows = std::min(static_cast<Index>(std::max<std::int64_t>(1, pairs / tokens)), tokens - first);
    compute(stage, first, rows);
    done += static_cast<double>(rows * tokens) * (tiled() ? 1 : kTableByTiled / 3);
    first += rows;
    if (first < tokens) return false;
    first = 0;
    if (tiled() || stage == Stage::kSums) return true;
    stage = stage == Stage::kScores ? Stage::kWeights : Stage::kSums;
    return false;
  }

  void compute_whole_run() {
    if (tiled()) return compute(Stage::kTiled, 0, tokens);
    for (const Stage one : {Stage::kScores, Stage::kWeights, Stage::kSums}) compute(one, 0, tokens);
  }
};

Stopwatch::Stopwatch() : Stopwatch(steady_milliseconds, {128, 256, 512, 1024, 2048, 4096}) {}

Stopwatch::Stopwatch(Clock clock, std::vector<int> sizes) : clock_(std::move(clock)), sizes_(std::move(sizes)) {}

Stopwatch::~Stopwatch() = default;

void Stopwatch::start() {
  timings_ = {.rows = {}, .running = true, .progress = 0};
  difference_ = 0;
  run_ = std::make_unique<Run>();
  for (const int tokens : sizes_) run_->work += pairs_in_all(tokens);
  take_size();
}

void Stopwatch::stop() {
  timings_.running = false;
  run_.reset();
}

void Stopwatch::advance() {
  if (!running()) return;
  Run& run = *run_;
  const auto repeats = static_cast<double>(run.repeats());
  const double begun = clock_();
  const bool ended = run.compute_piece();
  run.spent += (clock_() - begun) / repeats;
  timings_.progress = run.done / run.work;
  if (ended) end_run();
}

/// The two ways take turns, so that both meet the same machine.
void Stopwatch::end_run() {
  Run& run = *run_;
  (run.tiled() ? run.tiled_ms : run.table_ms).push_back(std::exchange(run.spent, 0));
  run.stage = run.tiled() ? Run::Stage::kScores : Run::Stage::kTiled;
  if (static_cast<int>(run.tiled_ms.size()) < runs_of(run.tokens)) return;
  timings_.rows.push_back(
      {.tokens = run.tokens, .table_ms = median_of(run.table_ms), .tiled_ms = median_of(run.tiled_ms)});
  const double off = (run.table_output - run.tiled_output).cwiseAbs().maxCoeff();
  difference_ = std::max(difference_, off);
  ++run.size;
  take_size();
}

/// Memory and inputs of the next size; ends where there is none, or no memory for its table: a page gets less than it
/// asks for.
void Stopwatch::take_size() {
  Run& run = *run_;
  run.cells.reset();
  if (run.size == sizes_.size()) return stop();
  run.tokens = sizes_[run.size];
  run.cells.reset(new (std::nothrow) float[static_cast<std::size_t>(pairs_of(run.tokens))]);
  if (run.cells == nullptr) return stop();
  attention::Generator generator({kInputSeed});
  run.queries = drawn_inputs(generator, run.tokens);
  run.keys = drawn_inputs(generator, run.tokens);
  run.values = drawn_inputs(generator, run.tokens);
  run.table_output = FloatMatrix::Zero(run.tokens, kVectorWidth);
  run.tiled_output = FloatMatrix::Zero(run.tokens, kVectorWidth);
  run.table_ms.clear();
  run.tiled_ms.clear();
}

}  // namespace playground
