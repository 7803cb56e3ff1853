// The fast attention kernel: one source, compiled by attention_kernel_128.cpp, _avx2.cpp and _avx512.cpp.
//
// Each of them first defines AP_LANES (floats in a vector), AP_VECTORS and AP_ROWS (the register block), AP_UNROLL
// (steps of a product in one turn of its loop), AP_BLOCK (queries that share a pass over the keys) and AP_TILE (keys of
// one step).
//
// Vectors lie along the queries. A panel of AP_VECTORS vectors of queries, transposed, stays in the first cache while
// tiles of keys go by, as in FlashAttention-2 (Dao 2023, algorithm 1):
//
//   scores^T  [tile x panel] = K Q^T                           AP_ROWS keys at a time, each number of K broadcast
//   weights^T                = 2^(scores - running maximum)    lane by lane; no sum across a vector anywhere
//   output^T  [d_v x panel]  = rescaled output^T + V^T weights^T  AP_ROWS columns of V at a time, broadcast
//
// So keys and values are read where they lie, at any stride and width, and only the queries are padded.
#pragma once

#include "core/attention/attention_kernel.hpp"
#include "core/attention/attention_kernel_simd.hpp"

namespace attention {
namespace {

constexpr Size kRows = AP_ROWS;
constexpr Size kUnroll = AP_UNROLL;
constexpr Size kTile = AP_TILE;
constexpr Size kWidest = AP_VECTORS * kLanes;  // queries of a panel
constexpr Size kPanels = AP_BLOCK / kWidest;
static_assert(AP_BLOCK % kWidest == 0);

constexpr float kMinusInfinity = -__builtin_inff();
constexpr float kLowest = -3.402823466e38f;  // the maximum before any key: -infinity minus it is still -infinity

Size smaller_of(Size a, Size b) { return a < b ? a : b; }
Size larger_of(Size a, Size b) { return a > b ? a : b; }

/// Up to kWidest queries and what is known of them so far.
struct Panel {
  Size first, count;
  float* queries;  ///< [d_k x panel] times the scale
  float* output;   ///< [d_v x panel], not yet divided by the sum
  float* maximum;  ///< [panel] of the scores, so far
  float* sum;      ///< [panel] of the weights, so far
};

/// sum [R x V vectors] += a [R] b [V vectors], where row r's number is at rows[r] + at
template <int V, int R>
AP_INLINE void add_outer_product(const float* const (&rows)[R], Size at, const float* b, Floats (&sum)[R][V]) {
  Floats x[V];
#pragma GCC unroll 16
  for (int v = 0; v < V; ++v) x[v] = load(b + v * kLanes);
#pragma GCC unroll 16
  for (int r = 0; r < R; ++r) {
    const Floats y = splat(rows[r] + at);
#pragma GCC unroll 16
    for (int v = 0; v < V; ++v) sum[r][v] += y * x[v];
  }
}

/// sum [R x V vectors] += keys [R x width] queries [width x V vectors]. A pointer for each key, so that what is added
/// to it is a constant.
template <int V, int R>
AP_INLINE void add_scores(const float* keys, Size stride, Size width, const float* queries, Floats (&sum)[R][V]) {
  constexpr Size kPanel = V * kLanes;
  const float* rows[R];
#pragma GCC unroll 16
  for (int r = 0; r < R; ++r) rows[r] = keys + r * stride;
  const float* next = keys + R * stride;
  for (; width >= kUnroll; width -= kUnroll) {
    __builtin_prefetch(next);
    next += 4 * kUnroll;
#pragma GCC unroll 16
    for (Size d = 0; d < kUnroll; ++d) add_outer_product<V, R>(rows, d, queries + d * kPanel, sum);
#pragma GCC unroll 16
    for (int r = 0; r < R; ++r) rows[r] += kUnroll;
    queries += kUnroll * kPanel;
  }
  for (; width > 0; --width) {
    add_outer_product<V, R>(rows, 0, queries, sum);
#pragma GCC unroll 16
    for (int r = 0; r < R; ++r) ++rows[r];
    queries += kPanel;
  }
}

/// sum [R x V vectors] += values^T [R x keys] weights [keys x V vectors]
template <int V, int R>
AP_INLINE void add_products(const float* values, Size stride, Size keys, const float* weights, Floats (&sum)[R][V]) {
  constexpr Size kPanel = V * kLanes;
  const auto add_key = [&](const float* value, const float* weight) __attribute__((always_inline)) {
    const float* rows[R];
#pragma GCC unroll 16
    for (int r = 0; r < R; ++r) rows[r] = value + r;
    add_outer_product<V, R>(rows, 0, weight, sum);
  };
  for (; keys >= kUnroll; keys -= kUnroll) {
#pragma GCC unroll 16
    for (Size j = 0; j < kUnroll; ++j) add_key(values + j * stride, weights + j * kPanel);
    values += kUnroll * stride;
    weights += kUnroll * kPanel;
  }
  for (; keys > 0; --keys) {
    add_key(values, weights);
    values += stride;
    weights += kPanel;
  }
}

/// scores [R x panel] of R keys
template <int V, int R>
__attribute__((noinline)) void score(const HeadCall& call, const float* keys, const float* queries, float* scores) {
  Floats sum[R][V] = {};
  add_scores<V, R>(keys, call.key_stride, call.key_width, queries, sum);
#pragma GCC unroll 16
  for (int r = 0; r < R; ++r) {
#pragma GCC unroll 16
    for (int v = 0; v < V; ++v) store(scores + (r * V + v) * kLanes, sum[r][v]);
  }
}

/// output [R x panel] = output * rescale + R columns of values^T [R x keys] weights [keys x panel]
template <int V, int R>
__attribute__((noinline)) void add_values(const HeadCall& call, const float* values, Size keys, const float* weights,
                                          const Floats* rescale, float* output) {
  Floats sum[R][V];
#pragma GCC unroll 16
  for (int r = 0; r < R; ++r) {
#pragma GCC unroll 16
    for (int v = 0; v < V; ++v) sum[r][v] = load(output + (r * V + v) * kLanes) * rescale[v];
  }
  add_products<V, R>(values, call.value_stride, keys, weights, sum);
#pragma GCC unroll 16
  for (int r = 0; r < R; ++r) {
#pragma GCC unroll 16
    for (int v = 0; v < V; ++v) store(output + (r * V + v) * kLanes, sum[r][v]);
  }
}

/// scores [count x panel] of any number of keys
template <int V, int R = kRows>
void score_all(const HeadCall& call, Size count, const float* keys, const float* queries, float* scores) {
  for (; count >= R; count -= R) {
    score<V, R>(call, keys, queries, scores);
    keys += R * call.key_stride;
    scores += R * V * kLanes;
  }
  if constexpr (R > 1) {
    if (count > 0) score_all<V, R - 1>(call, count, keys, queries, scores);
  }
}

/// output [count x panel] of any number of columns of values
template <int V, int R = kRows>
void add_all_values(const HeadCall& call, Size count, const float* values, Size keys, const float* weights,
                    const Floats* rescale, float* output) {
  for (; count >= R; count -= R) {
    add_values<V, R>(call, values, keys, weights, rescale, output);
    values += R;
    output += R * V * kLanes;
  }
  if constexpr (R > 1) {
    if (count > 0) add_all_values<V, R - 1>(call, count, values, keys, weights, rescale, output);
  }
}

/// As add_all_values, but a key whose score is minus infinity adds nothing, whatever its value holds.
template <int V>
void add_values_of_allowed(const HeadCall& call, const float* values, Size keys, const float* scores,
                           const float* weights, const Floats* rescale, float* output) {
  for (Size c = 0; c < call.value_width; ++c) {
    for (Size v = 0; v < V; ++v) {
      float* o = output + (c * V + v) * kLanes;
      Floats sum = load(o) * rescale[v];
      for (Size j = 0; j < keys; ++j) {
        const Size at = (j * V + v) * kLanes;
        const Floats added = sum + load(weights + at) * splat(values + j * call.value_stride + c);
        sum = select(load(scores + at) == splat(kMinusInfinity), sum, added);
      }
      store(o, sum);
    }
  }
}

/// scores = -infinity for the pairs of rows [begin, end) that may not attend; row 0 is key `key`.
template <int V>
void mask_scores(const HeadCall& call, const Panel& panel, Size key, Size begin, Size end, float* scores) {
  for (Size row = begin; row < end; ++row) {
    const Size ahead = key + row - panel.first;  // lane i may attend where ahead - upper <= i <= ahead - lower
    const Ints from = splat(static_cast<std::int32_t>(larger_of(-1, smaller_of(ahead - call.upper, kWidest))));
    const Ints to = splat(static_cast<std::int32_t>(larger_of(-1, smaller_of(ahead - call.lower, kWidest))));
    for (Size v = 0; v < V; ++v) {
      const Ints lane = lanes_from(v * kLanes);
      float* s = scores + (row * V + v) * kLanes;
      store(s, select((lane >= from) & (lane <= to), load(s), splat(kMinusInfinity)));
    }
  }
}

/// weights = 2^(scores - maximum); takes maximum and sum forward and gives the factor for what was summed before.
template <int V>
AP_INLINE void weigh(const Panel& panel, Size keys, const float* scores, float* weights, Floats (&rescale)[V]) {
  Floats maximum[V], sum[V];
  for (int v = 0; v < V; ++v) maximum[v] = load(panel.maximum + v * kLanes);
  for (Size row = 0; row < keys; ++row) {
#pragma GCC unroll 16
    for (int v = 0; v < V; ++v) maximum[v] = larger(load(scores + (row * V + v) * kLanes), maximum[v]);
  }
  for (int v = 0; v < V; ++v) {
    rescale[v] = exp2_below_0(load(panel.maximum + v * kLanes) - maximum[v]);
    sum[v] = load(panel.sum + v * kLanes) * rescale[v];
    store(panel.maximum + v * kLanes, maximum[v]);
  }
  for (Size row = 0; row < keys; ++row) {
#pragma GCC unroll 16
    for (int v = 0; v < V; ++v) {
      const Size at = (row * V + v) * kLanes;
      const Floats weight = exp2_below_0(load(scores + at) - maximum[v]);
      sum[v] += weight;
      store(weights + at, weight);
    }
  }
  for (int v = 0; v < V; ++v) store(panel.sum + v * kLanes, sum[v]);
}

/// Keys [begin, end), kTile of them at most, for one panel. `scratch` holds two tiles of scores.
template <int V>
void attend_tile(const HeadCall& call, const Panel& panel, Size begin, Size end, bool values_may_be_nan,
                 float* scratch) {
  const Size last = panel.first + panel.count - 1;
  begin = larger_of(begin, panel.first + call.lower);
  end = smaller_of(end, last + call.upper + 1);
  if (begin >= end) return;
  const Size keys = end - begin;
  float* scores = scratch;
  score_all<V>(call, keys, call.keys + begin * call.key_stride, panel.queries, scores);

  // Between these two keys every query of the panel may attend.
  const Size open_begin = smaller_of(larger_of(begin, last + call.lower), end);
  const Size open_end = larger_of(smaller_of(end, panel.first + call.upper + 1), open_begin);
  mask_scores<V>(call, panel, begin, 0, open_begin - begin, scores);
  mask_scores<V>(call, panel, begin, open_end - begin, keys, scores);

  const float* values = call.values + begin * call.value_stride;
  float* weights = values_may_be_nan ? scratch + kTile * kWidest : scores;
  Floats rescale[V];
  weigh<V>(panel, keys, scores, weights, rescale);
  if (values_may_be_nan) {
    add_values_of_allowed<V>(call, values, keys, scores, weights, rescale, panel.output);
  } else {
    add_all_values<V>(call, call.value_width, values, keys, weights, rescale, panel.output);
  }
}

void attend_tile_of(const HeadCall& call, const Panel& panel, Size begin, Size end, bool values_may_be_nan,
                    float* scratch) {
  const Size vectors = (panel.count + kLanes - 1) / kLanes;
  if (vectors == 1) attend_tile<1>(call, panel, begin, end, values_may_be_nan, scratch);
  if (vectors == 2) attend_tile<2>(call, panel, begin, end, values_may_be_nan, scratch);
#if AP_VECTORS == 3
  if (vectors == 3) attend_tile<3>(call, panel, begin, end, values_may_be_nan, scratch);
#endif
}

Size panel_width(const Panel& panel) { return (panel.count + kLanes - 1) / kLanes * kLanes; }

void forget_keys(const HeadCall& call, const Panel& panel) {
  const Size width = panel_width(panel);
  for (Size i = 0; i < call.value_width * width; ++i) panel.output[i] = 0;
  for (Size i = 0; i < width; ++i) {
    panel.maximum[i] = kLowest;
    panel.sum[i] = 0;
  }
}

void load_queries(const HeadCall& call, const Panel& panel) {
  const Size width = panel_width(panel);
  if (panel.count < width) {
    for (Size i = 0; i < call.key_width * width; ++i) panel.queries[i] = 0;
  }
  transpose(call.queries + panel.first * call.query_stride, call.query_stride, panel.count, call.key_width,
            panel.queries, width);
  for (Size i = 0; i < call.key_width * width; i += kLanes) {
    store(panel.queries + i, load(panel.queries + i) * splat(call.scale));
  }
}

/// Divides by the sums; a sum of 0 gives 0. Returns whether a query's output has a NaN.
bool divide_by_sum(const HeadCall& call, const Panel& panel) {
  const Size width = panel_width(panel);
  Ints nan = {};
  for (Size i = 0; i < width; i += kLanes) {
    const Floats sum = load(panel.sum + i);
    const Floats factor = select(sum == splat(0.0f), splat(0.0f), splat(1.0f) / sum);
    const Ints used = lanes_from(i) < splat(static_cast<std::int32_t>(panel.count));
    for (Size c = 0; c < call.value_width; ++c) {
      float* o = panel.output + c * width + i;
      const Floats x = load(o) * factor;
      nan |= used & (x != x);
      store(o, x);
    }
  }
  for (Size i = 0; i < kLanes; ++i) {
    if (nan[i] != 0) return true;
  }
  return false;
}

Size workspace(Size key_width, Size value_width) {
  return (kPanels * (key_width + value_width + 2) + 2 * kTile) * kWidest;
}

void attend(const HeadCall& call, Size first, Size count, float* scratch) {
  Panel panels[kPanels];
  const Size used = (count + kWidest - 1) / kWidest;
  float* free = scratch + 2 * kTile * kWidest;
  for (Size p = 0; p < used; ++p) {
    Panel& panel = panels[p];
    panel.first = first + p * kWidest;
    panel.count = smaller_of(kWidest, first + count - panel.first);
    panel.queries = free;
    panel.output = panel.queries + call.key_width * kWidest;
    panel.maximum = panel.output + call.value_width * kWidest;
    panel.sum = panel.maximum + kWidest;
    free = panel.sum + kWidest;
    load_queries(call, panel);
    forget_keys(call, panel);
  }
  const Size begin = larger_of(0, first + call.lower), end = smaller_of(call.key_count, first + count + call.upper);
  for (Size tile = begin; tile < end; tile += kTile) {
    for (Size p = 0; p < used; ++p) {
      attend_tile_of(call, panels[p], tile, smaller_of(tile + kTile, end), false, scratch);
    }
  }
  for (Size p = 0; p < used; ++p) {
    const Panel& panel = panels[p];
    if (divide_by_sum(call, panel)) {
      // Perhaps only 0 times the NaN or infinity of a value that this query may not attend to: once more, with care.
      forget_keys(call, panel);
      for (Size tile = begin; tile < end; tile += kTile) {
        attend_tile_of(call, panel, tile, smaller_of(tile + kTile, end), true, scratch);
      }
      divide_by_sum(call, panel);
    }
    const Size width = panel_width(panel);
    transpose(panel.output, width, call.value_width, panel.count, call.output + panel.first * call.output_stride,
              call.output_stride);
  }
}

void exp2_of_each(const float* x, float* out, Size count) {
  for (Size i = 0; i < count; ++i) out[i] = exp2_below_0(splat(x[i]))[0];
}

constexpr AttentionKernel kKernel = {AP_BLOCK, workspace, attend, exp2_of_each};

}  // namespace
}  // namespace attention
