#include "core/attention/flash.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "core/attention/mask.hpp"

namespace attention {
namespace {

template <typename Scalar>
constexpr Scalar kMinusInfinity = -std::numeric_limits<Scalar>::infinity();

/// The larger one; NaN where one is NaN.
template <typename Scalar>
Scalar larger(Scalar a, Scalar b) {
  return std::isnan(a) || a > b ? a : b;
}

template <typename Scalar>
void require_step(const FlashStateOf<Scalar>& before, const MatrixOf<Scalar>& logits, const MatrixOf<Scalar>& values) {
  require(before.row_max.rows() == logits.rows(), "the state is of " + std::to_string(before.row_max.rows()) +
                                                      " queries and the tile's logits are " + shape_text(logits));
  require(logits.cols() == values.rows() && values.cols() == before.output.cols(),
          "the tile's logits are " + shape_text(logits) + ", its values " + shape_text(values) +
              " and the output so far " + shape_text(before.output) + ": they do not fit");
}

/// Calls visit(index, first, count) for every tile of `size` rows.
template <typename Visit>
void for_tiles(Index rows, Index size, Visit&& visit) {
  for (Index first = 0; first < rows; first += size) visit(first / size, first, std::min(size, rows - first));
}

/// The walk over tiles; what it meets goes to `met`.
template <typename Scalar>
class Walk {
 public:
  using Met = std::function<void(FlashTileOf<Scalar>&&)>;

  Walk(const MatrixOf<Scalar>& queries, const MatrixOf<Scalar>& keys, const MatrixOf<Scalar>& values,
       const FlashOptions& options, Met met)
      : queries_(queries), keys_(keys), values_(values), options_(options), met_(std::move(met)) {
    require(options.query_rows >= 1 && options.key_rows >= 1,
            "tiles of " + shape_text(options.query_rows, options.key_rows) + " cannot be: at least 1 x 1");
    // The scale that attention over the whole would use; its checks of the shapes run on a call without queries.
    AttentionOptions without_rows = options.attention;
    require_rows(options.attention);
    without_rows.mask.reset();
    without_rows.bias.reset();
    scale_ =
        scaled_dot_product_attention<Scalar>(MatrixOf<Scalar>(0, queries.cols()), keys, values, without_rows).scale;
    for_tiles(queries.rows(), options.query_rows,
              [&](Index, Index, Index count) { states_.push_back(flash_start<Scalar>(count, values.cols())); });
  }

  void run() {
    const bool queries_outside = options_.order == FlashOrder::kQueriesOutside;
    if (queries_outside) {
      for_tiles(queries_.rows(), options_.query_rows, [&](Index block, Index first_query, Index count) {
        for_tiles(keys_.rows(), options_.key_rows,
                  [&](Index, Index first_key, Index keys) { meet(block, first_query, count, first_key, keys); });
      });
    } else {
      for_tiles(keys_.rows(), options_.key_rows, [&](Index, Index first_key, Index keys) {
        for_tiles(queries_.rows(), options_.query_rows, [&](Index block, Index first_query, Index count) {
          meet(block, first_query, count, first_key, keys);
        });
      });
    }
  }

  const std::vector<FlashStateOf<Scalar>>& states() const { return states_; }

 private:
  void require_rows(const AttentionOptions& attention) const {
    const auto fits = [&](Index rows, Index columns, const char* name) {
      require(rows == queries_.rows() && columns == keys_.rows(),
              std::string("the ") + name + " is " + shape_text(rows, columns) + " and the scores are " +
                  shape_text(queries_.rows(), keys_.rows()) + ": they need the same shape");
    };
    if (attention.bias) fits(attention.bias->rows(), attention.bias->cols(), "bias");
    if (attention.mask) fits(attention.mask->rows(), attention.mask->cols(), "mask");
  }

  bool in_the_future(Index first_query, Index queries, Index first_key) const {
    return options_.causal && first_key > first_query + queries - 1 + options_.causal_offset;
  }

  void meet(Index block, Index first_query, Index queries, Index first_key, Index keys) {
    FlashTileOf<Scalar> tile;
    tile.first_query = first_query, tile.queries = queries;
    tile.first_key = first_key, tile.keys = keys;
    if (in_the_future(first_query, queries, first_key)) {
      tile.skipped = true;
      if (options_.order == FlashOrder::kQueriesOutside) count_output_alone(tile);
      met_(std::move(tile));
      return;
    }
    FlashStateOf<Scalar>& state = states_[static_cast<std::size_t>(block)];
    tile.before = state;
    set_logits(tile);
    tile.step = flash_step<Scalar>(state, tile.logits, values_.middleRows(first_key, keys));
    state = tile.step.after;
    count_bytes(tile);
    met_(std::move(tile));
  }

  /// Scale, softcap, bias and mask of this tile alone, by the stages of plain attention.
  void set_logits(FlashTileOf<Scalar>& tile) const {
    const Index i = tile.first_query, j = tile.first_key, rows = tile.queries, columns = tile.keys;
    AttentionOptions options;
    options.scale = static_cast<double>(scale_);
    options.softcap = options_.attention.softcap;
    if (options_.attention.bias) options.bias = options_.attention.bias->block(i, j, rows, columns);
    BoolMatrix allowed = full_mask(rows, columns);
    if (options_.attention.mask) allowed = options_.attention.mask->block(i, j, rows, columns);
    if (options_.causal) {
      allowed = mask_intersection(allowed, causal_mask(rows, columns, i + options_.causal_offset - j));
    }
    options.mask = std::move(allowed);
    AttentionTraceOf<Scalar> plain = scaled_dot_product_attention<Scalar>(
        queries_.middleRows(i, rows), keys_.middleRows(j, columns), MatrixOf<Scalar>::Zero(columns, 0), options);
    tile.scores = std::move(plain.scores);
    tile.logits = std::move(plain.masked_scores);
  }

  std::int64_t bytes_of(Index numbers) const { return numbers * options_.bytes_per_number; }

  bool last_keys(const FlashTileOf<Scalar>& tile) const { return tile.first_key + tile.keys == keys_.rows(); }

  void count_bytes(FlashTileOf<Scalar>& tile) const {
    const Index d_k = queries_.cols(), d_v = values_.cols();
    const Index of_queries = tile.queries * d_k, of_keys = tile.keys * (d_k + d_v);
    const Index of_state = tile.queries * (d_v + 2);  // output, maximum and sum
    if (options_.order == FlashOrder::kQueriesOutside) {
      tile.bytes_read = bytes_of(of_keys + (tile.first_key == 0 ? of_queries : 0));
      if (last_keys(tile)) tile.bytes_written = bytes_of(tile.queries * d_v);
    } else {
      const bool starts_keys = met_first_of_keys(tile);
      tile.bytes_read = bytes_of((starts_keys ? of_keys : 0) + of_queries + of_state);
      tile.bytes_written = bytes_of(of_state);
    }
  }

  /// A row's last tile may be a skipped one: its output is written all the same.
  void count_output_alone(FlashTileOf<Scalar>& tile) const {
    if (last_keys(tile)) tile.bytes_written = bytes_of(tile.queries * values_.cols());
  }

  /// The first tile that is not skipped among those of these keys: the later a query, the less it skips.
  bool met_first_of_keys(const FlashTileOf<Scalar>& tile) const {
    return tile.first_query == 0 ||
           in_the_future(tile.first_query - options_.query_rows, options_.query_rows, tile.first_key);
  }

  const MatrixOf<Scalar>& queries_;
  const MatrixOf<Scalar>& keys_;
  const MatrixOf<Scalar>& values_;
  const FlashOptions& options_;
  Met met_;
  Scalar scale_ = 1;
  std::vector<FlashStateOf<Scalar>> states_;  ///< one a tile of queries
};

template <typename Scalar>
MatrixOf<Scalar> joined_output(const std::vector<FlashStateOf<Scalar>>& states, Index rows, Index columns) {
  MatrixOf<Scalar> output(rows, columns);
  Index row = 0;
  for (const FlashStateOf<Scalar>& state : states) {
    output.middleRows(row, state.output.rows()) = flash_finish(state);
    row += state.output.rows();
  }
  return output;
}

}  // namespace

template <typename Scalar>
FlashStateOf<Scalar> flash_start(Index queries, Index value_width) {
  return {MatrixOf<Scalar>::Constant(queries, 1, kMinusInfinity<Scalar>), MatrixOf<Scalar>::Zero(queries, 1),
          MatrixOf<Scalar>::Zero(queries, value_width)};
}

template <typename Scalar>
FlashStepOf<Scalar> flash_step(const FlashStateOf<Scalar>& before, const MatrixOf<Scalar>& logits,
                               const MatrixOf<Scalar>& values) {
  require_step(before, logits, values);
  FlashStepOf<Scalar> step{MatrixOf<Scalar>::Zero(logits.rows(), logits.cols()),
                           MatrixOf<Scalar>::Ones(logits.rows(), 1), before};
  FlashStateOf<Scalar>& after = step.after;
  for (Index row = 0; row < logits.rows(); ++row) {
    Scalar row_max = before.row_max(row, 0);
    for (Index key = 0; key < logits.cols(); ++key) row_max = larger(row_max, logits(row, key));
    if (row_max == kMinusInfinity<Scalar>) continue;  // still empty: -inf - -inf would be NaN
    step.rescale(row, 0) = std::exp(before.row_max(row, 0) - row_max);
    after.row_max(row, 0) = row_max;
    after.row_sum(row, 0) *= step.rescale(row, 0);
    after.output.row(row) *= step.rescale(row, 0);
    for (Index key = 0; key < logits.cols(); ++key) {
      if (logits(row, key) == kMinusInfinity<Scalar>) continue;  // adds nothing, even where its value is NaN
      const Scalar exponential = std::exp(logits(row, key) - row_max);
      step.exponentials(row, key) = exponential;
      after.row_sum(row, 0) += exponential;
      after.output.row(row) += exponential * values.row(key);
    }
  }
  return step;
}

template <typename Scalar>
MatrixOf<Scalar> flash_finish(const FlashStateOf<Scalar>& state) {
  MatrixOf<Scalar> output = state.output;
  for (Index row = 0; row < output.rows(); ++row) {
    if (state.row_max(row, 0) != kMinusInfinity<Scalar>) output.row(row) /= state.row_sum(row, 0);
  }
  return output;
}

template <typename Scalar>
FlashTraceOf<Scalar> flash_attention_trace(const MatrixOf<Scalar>& queries, const MatrixOf<Scalar>& keys,
                                           const MatrixOf<Scalar>& values, const FlashOptions& options) {
  FlashTraceOf<Scalar> trace;
  Walk<Scalar> walk(queries, keys, values, options, [&trace](FlashTileOf<Scalar>&& tile) {
    trace.bytes_read += tile.bytes_read;
    trace.bytes_written += tile.bytes_written;
    trace.tiles.push_back(std::move(tile));
  });
  walk.run();
  trace.output = joined_output(walk.states(), queries.rows(), values.cols());
  trace.log_sum_exp.resize(queries.rows(), 1);
  Index row = 0;
  for (const FlashStateOf<Scalar>& state : walk.states()) {
    const Index count = state.row_max.rows();
    trace.log_sum_exp.middleRows(row, count) = state.row_max.array() + state.row_sum.array().log();
    row += count;
  }
  return trace;
}

template <typename Scalar>
MatrixOf<Scalar> flash_attention(const MatrixOf<Scalar>& queries, const MatrixOf<Scalar>& keys,
                                 const MatrixOf<Scalar>& values, const FlashOptions& options) {
  Walk<Scalar> walk(queries, keys, values, options, [](FlashTileOf<Scalar>&&) {});
  walk.run();
  return joined_output(walk.states(), queries.rows(), values.cols());
}

MemoryTraffic plain_attention_traffic(Index queries, Index keys, Index key_width, Index value_width,
                                      std::int64_t bytes_per_number) {
  require(queries >= 0 && keys >= 0 && key_width >= 0 && value_width >= 0,
          "attention of " + shape_text(queries, keys) + " scores, widths " + std::to_string(key_width) + " and " +
              std::to_string(value_width) + ", cannot be");
  const std::int64_t pairs = std::int64_t{queries} * keys;
  const std::int64_t inputs = std::int64_t{queries} * key_width + std::int64_t{keys} * (key_width + value_width);
  return {.bytes_read = (inputs + 2 * pairs) * bytes_per_number,
          .bytes_written = (2 * pairs + std::int64_t{queries} * value_width) * bytes_per_number};
}

#define ATTENTION_FLASH(Scalar)                                                                                        \
  template FlashStateOf<Scalar> flash_start<Scalar>(Index, Index);                                                     \
  template FlashStepOf<Scalar> flash_step(const FlashStateOf<Scalar>&, const MatrixOf<Scalar>&,                        \
                                          const MatrixOf<Scalar>&);                                                    \
  template MatrixOf<Scalar> flash_finish(const FlashStateOf<Scalar>&);                                                 \
  template FlashTraceOf<Scalar> flash_attention_trace(const MatrixOf<Scalar>&, const MatrixOf<Scalar>&,                \
                                                      const MatrixOf<Scalar>&, const FlashOptions&);                   \
  template MatrixOf<Scalar> flash_attention(const MatrixOf<Scalar>&, const MatrixOf<Scalar>&, const MatrixOf<Scalar>&, \
                                            const FlashOptions&)
ATTENTION_FLASH(double);
ATTENTION_FLASH(float);
#undef ATTENTION_FLASH

}  // namespace attention
