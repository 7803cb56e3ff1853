// A stack of random transformer blocks, and what becomes of the tokens' vectors in it.
#pragma once

#include <string_view>
#include <vector>

#include "core/attention/encoder_layer.hpp"
#include "core/attention/layer_options.hpp"
#include "core/attention/matrix.hpp"

namespace playground {

inline constexpr int kMostStacked = 24;        ///< layers
inline constexpr int kMostStackedTokens = 12;  ///< so that a stack is computed at once
inline constexpr attention::LayerSizes kStackSizes{.d_model = 32, .d_k = 8, .d_v = 8, .d_ff = 128};
inline constexpr attention::HeadCounts kStackCounts{.heads = 4, .kv_heads = 4};

/// All numbers from default_rng(seed): X = normal(T, 32), then layer after layer W_q, W_k, W_v, W_o, W_1 and W_2, each
/// divided by the root of its rows; biases 0, gains 1. So the first layer is the block that the main view shows with
/// these sizes.
struct StackDraw {
  attention::Matrix x;                                 ///< [T x D]
  std::vector<attention::EncoderLayerWeights> layers;  ///< kMostStacked of them
};

/// Precondition: 1 <= tokens <= kMostStackedTokens, and a seed that the Session may have.
StackDraw draw_stack(std::string_view seed, int tokens);

struct StackOptions {
  int layers = 6;
  attention::NormOrder order = attention::NormOrder::kPost;
  bool residuals = true;
  bool feed_forward = true;
};

/// What comes in and what each layer gives: 1 + layers matrices [T x D]. Without residuals a sub-layer's output takes
/// the place of its input; without feed-forward a layer is its attention alone.
std::vector<attention::Matrix> stack_states(const StackDraw& draw, const StackOptions& options);

/// Cosines between all rows [T x T]; 0 with a row of zeros.
attention::Matrix row_cosines(const attention::Matrix& rows);

/// The mean of those between different rows: 1 where all point the same way. 1 for a single row.
double mean_cosine(const attention::Matrix& rows);

}  // namespace playground
