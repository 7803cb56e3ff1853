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
// A tile is packed once for all panels of a block, so that both products read it from first to last. Where keys and
// values lie, rows of a power of two apart share a few sets of the first cache and drive each other out.
#pragma once

#include "core/attention/attention_kernel.hpp"
#include "core/attention/attention_kernel_simd.hpp"

namespace attention {
namespace {

constexpr Size kRows = AP_ROWS;
constexpr Size kUnroll = AP_UNROLL;
constexpr Size kTile = AP_TILE;
constexpr Size kAhead = 8;                     // rows between asking for one and reading it
constexpr Size kWidest = AP_VECTORS * kLanes;  // queries of a panel
constexpr Size kPanels = AP_BLOCK / kWidest;
static_assert(AP_BLOCK % kWidest == 0);
static_assert(AP_TILE % AP_ROWS == 0 && AP_ROWS % 4 == 0);

constexpr float kMinusInfinity = -__builtin_inff();
constexpr float kLowest = -3.402823466e38f;  // the maximum before any key: -infinity minus it is still -infinity

Size smaller_of(Size a, Size b) { return a < b ? a : b; }
Size larger_of(Size a, Size b) { return a > b ? a : b; }

Size whole_groups(Size columns) { return (columns + kRows - 1) / kRows * kRows; }

/// Up to kWidest queries and what is known of them so far.
struct Panel {
  Size first, count;
  float* queries;  ///< [d_k x panel] times the scale
  float* output;   ///< [d_v x panel], not yet divided by the sum
  float* maximum;  ///< [panel] of the scores, so far
  float* sum;      ///< [panel] of the weights, so far
};

/// sum [kRows x panel] += a^T b, where a is [steps x kRows] and b [steps x panel]: every product of the kernel.
template <int V>
AP_INLINE void add_products(const float* a, const float* b, Size steps, Floats (&sum)[kRows][V]) {
  constexpr Size kPanel = V * kLanes;
  const auto add_step = [&](const float* a_row, const float* b_row) __attribute__((always_inline)) {
    Floats x[V];
    AP_EACH(v, V) x[v] = load(b_row + v * kLanes);
    AP_EACH(r, kRows) {
      const Floats y = splat(a_row + r);
      AP_EACH(v, V) sum[r][v] += y * x[v];
    }
  };
  for (; steps >= kUnroll; steps -= kUnroll) {
    AP_EACH(i, kUnroll) add_step(a + i * kRows, b + i * kPanel);
    a += kUnroll * kRows;
    b += kUnroll * kPanel;
  }
  for (; steps > 0; --steps) {
    add_step(a, b);
    a += kRows;
    b += kPanel;
  }
}

/// scores [kRows x panel] of kRows packed keys
template <int V>
__attribute__((noinline)) void score(const float* keys, const float* queries, Size width, float* scores) {
  Floats sum[kRows][V] = {};
  add_products<V>(keys, queries, width, sum);
  AP_EACH(r, kRows) { AP_EACH(v, V) store(scores + (r * V + v) * kLanes, sum[r][v]); }
}

/// output [kRows x panel] = output * rescale + kRows packed columns of values^T [kRows x keys] weights [keys x panel]
template <int V>
__attribute__((noinline)) void add_values(const float* values, const float* weights, Size keys, const Floats* rescale,
                                          float* output) {
  Floats sum[kRows][V];
  AP_EACH(r, kRows) { AP_EACH(v, V) sum[r][v] = load(output + (r * V + v) * kLanes) * rescale[v]; }
  add_products<V>(values, weights, keys, sum);
  AP_EACH(r, kRows) { AP_EACH(v, V) store(output + (r * V + v) * kLanes, sum[r][v]); }
}

/// As add_values for all columns, but a key whose score is minus infinity adds nothing, whatever its value holds.
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
    AP_EACH(v, V) maximum[v] = larger(load(scores + (row * V + v) * kLanes), maximum[v]);
  }
  AP_EACH(v, V) rescale[v] = load(panel.maximum + v * kLanes) - maximum[v];
  exp2_below_0<V>(rescale);
  AP_EACH(v, V) sum[v] = load(panel.sum + v * kLanes) * rescale[v];
  for (Size row = 0; row < keys; ++row) {
    Floats weight[V];
    AP_EACH(v, V) weight[v] = load(scores + (row * V + v) * kLanes) - maximum[v];
    exp2_below_0<V>(weight);
    AP_EACH(v, V) sum[v] += weight[v];
    AP_EACH(v, V) store(weights + (row * V + v) * kLanes, weight[v]);
  }
  AP_EACH(v, V) store(panel.maximum + v * kLanes, maximum[v]);
  for (int v = 0; v < V; ++v) store(panel.sum + v * kLanes, sum[v]);
}

/// Keys [begin, end), kTile of them at most, that lie in memory in the order in which the products read them.
struct Tile {
  Size begin, end;
  float* keys;    ///< [groups of kRows keys x d_k x kRows]
  float* values;  ///< [groups of kRows columns x kTile x kRows]
};

AP_INLINE void prefetch_row(const float* row, Size width) {
  for (Size i = 0; i < width; i += 16) __builtin_prefetch(row + i);
}

/// A group that is not full is filled with zeros.
void pack_keys(const HeadCall& call, const Tile& tile) {
  float* to = tile.keys;
  for (Size key = tile.begin; key < tile.end; key += kRows, to += call.key_width * kRows) {
    const Size rows = smaller_of(kRows, tile.end - key);
    if (rows < kRows) {
      for (Size i = 0; i < call.key_width * kRows; ++i) to[i] = 0;
    }
    const float* from = call.keys + key * call.key_stride;
    for (Size r = 0; r < kRows; ++r) prefetch_row(from + (kAhead + r) * call.key_stride, call.key_width);
    transpose(from, call.key_stride, rows, call.key_width, to, kRows);
  }
}

void pack_values(const HeadCall& call, const Tile& tile) {
  const Size whole = call.value_width / kRows * kRows;
  for (Size key = tile.begin; key < tile.end; ++key) {
    const float* from = call.values + key * call.value_stride;
    float* to = tile.values + (key - tile.begin) * kRows;
    prefetch_row(from + kAhead * call.value_stride, call.value_width);
    for (Size column = 0; column < whole; column += kRows, to += kTile * kRows) {
      for (Size i = 0; i < kRows; i += 4) copy_quad(from + column + i, to + i);
    }
    if (whole == call.value_width) continue;
    for (Size i = 0; i < kRows; ++i) to[i] = whole + i < call.value_width ? from[whole + i] : 0;
  }
}

/// The keys of one tile for one panel. `scratch` holds two tiles of scores.
template <int V>
void attend_tile(const HeadCall& call, const Panel& panel, const Tile& tile, bool values_may_be_nan, float* scratch) {
  const Size last = panel.first + panel.count - 1;
  Size begin = larger_of(tile.begin, panel.first + call.lower);
  const Size end = smaller_of(tile.end, last + call.upper + 1);
  if (begin >= end) return;
  begin -= (begin - tile.begin) % kRows;  // what is too much is masked
  const Size keys = end - begin;
  float* scores = scratch;
  for (Size row = 0; row < keys; row += kRows) {
    score<V>(tile.keys + (begin + row - tile.begin) * call.key_width, panel.queries, call.key_width,
             scores + row * V * kLanes);
  }

  // Between these two keys every query of the panel may attend.
  const Size open_begin = smaller_of(larger_of(begin, last + call.lower), end);
  const Size open_end = larger_of(smaller_of(end, panel.first + call.upper + 1), open_begin);
  mask_scores<V>(call, panel, begin, 0, open_begin - begin, scores);
  mask_scores<V>(call, panel, begin, open_end - begin, keys, scores);

  float* weights = values_may_be_nan ? scratch + kTile * kWidest : scores;
  Floats rescale[V];
  weigh<V>(panel, keys, scores, weights, rescale);
  if (values_may_be_nan) {
    add_values_of_allowed<V>(call, call.values + begin * call.value_stride, keys, scores, weights, rescale,
                             panel.output);
    return;
  }
  for (Size column = 0; column < call.value_width; column += kRows) {
    add_values<V>(tile.values + column * kTile + (begin - tile.begin) * kRows, weights, keys, rescale,
                  panel.output + column * V * kLanes);
  }
}

void attend_tile_of(const HeadCall& call, const Panel& panel, const Tile& tile, bool values_may_be_nan,
                    float* scratch) {
  const Size vectors = (panel.count + kLanes - 1) / kLanes;
  if (vectors == 1) attend_tile<1>(call, panel, tile, values_may_be_nan, scratch);
  if (vectors == 2) attend_tile<2>(call, panel, tile, values_may_be_nan, scratch);
#if AP_VECTORS == 3
  if (vectors == 3) attend_tile<3>(call, panel, tile, values_may_be_nan, scratch);
#endif
}

Size panel_width(const Panel& panel) { return (panel.count + kLanes - 1) / kLanes * kLanes; }

void forget_keys(const HeadCall& call, const Panel& panel) {
  const Size width = panel_width(panel);
  for (Size i = 0; i < whole_groups(call.value_width) * width; ++i) panel.output[i] = 0;
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
  for (Size i = 0; i < panel.count; i += 4) {
    const float* from = call.queries + (panel.first + i) * call.query_stride;
    for (Size r = 0; r < 4; ++r) prefetch_row(from + (kAhead + r) * call.query_stride, call.key_width);
    transpose(from, call.query_stride, smaller_of(4, panel.count - i), call.key_width, panel.queries + i, width);
  }
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
  const Size columns = whole_groups(value_width);
  return (kPanels * (key_width + columns + 2) + 2 * kTile) * kWidest + kTile * (key_width + columns);
}

void attend(const HeadCall& call, Size first, Size count, float* scratch) {
  Panel panels[kPanels];
  const Size used = (count + kWidest - 1) / kWidest, columns = whole_groups(call.value_width);
  float* free = scratch + 2 * kTile * kWidest;
  for (Size p = 0; p < used; ++p) {
    Panel& panel = panels[p];
    panel.first = first + p * kWidest;
    panel.count = smaller_of(kWidest, first + count - panel.first);
    panel.queries = free;
    panel.output = panel.queries + call.key_width * kWidest;
    panel.maximum = panel.output + columns * kWidest;
    panel.sum = panel.maximum + kWidest;
    free = panel.sum + kWidest;
    load_queries(call, panel);
    forget_keys(call, panel);
  }
  // Tiles begin at the same keys for every block, so that the sizes of blocks do not change the result.
  const Size begin = larger_of(0, first + call.lower) / kTile * kTile;
  const Size end = smaller_of(call.key_count, first + count + call.upper);
  Tile tile = {begin, begin, free, free + kTile * call.key_width};
  const auto for_each_tile = [&](const auto& attend_to) {
    for (tile.begin = begin; tile.begin < end; tile.begin = tile.end) {
      tile.end = smaller_of(tile.begin + kTile, end);
      pack_keys(call, tile);
      attend_to();
    }
  };
  for_each_tile([&] {
    pack_values(call, tile);
    for (Size p = 0; p < used; ++p) attend_tile_of(call, panels[p], tile, false, scratch);
  });
  for (Size p = 0; p < used; ++p) {
    const Panel& panel = panels[p];
    if (divide_by_sum(call, panel)) {
      // Perhaps only 0 times the NaN or infinity of a value that this query may not attend to: once more, with care.
      forget_keys(call, panel);
      for_each_tile([&] { attend_tile_of(call, panel, tile, true, scratch); });
      divide_by_sum(call, panel);
    }
    const Size width = panel_width(panel);
    for (Size i = 0; i < panel.count; i += 4) {  // whole rows of the output, four at a time
      transpose(panel.output + i, width, call.value_width, smaller_of(4, panel.count - i),
                call.output + (panel.first + i) * call.output_stride, call.output_stride);
    }
  }
}

void exp2_of_each(const float* x, float* out, Size count) {
  for (Size i = 0; i < count; ++i) {
    Floats power[1] = {splat(x[i])};
    exp2_below_0<1>(power);
    out[i] = power[0][0];
  }
}

constexpr AttentionKernel kKernel = {AP_BLOCK, workspace, attend, exp2_of_each};

}  // namespace
}  // namespace attention
