#include "core/playground/stack_experiment.hpp"

#include "core/attention/feed_forward.hpp"
#include "core/attention/initialise.hpp"
#include "core/attention/multi_head.hpp"
#include "core/attention/product.hpp"
#include "core/attention/random.hpp"

namespace playground {
namespace {

using attention::Index;
using attention::Matrix;

attention::LayerOptions layer_options(attention::NormOrder order) {
  return {.counts = kStackCounts, .order = order, .activation = attention::Activation::kRelu};
}

/// residual.hpp has this with the residual always there.
template <typename Sublayer>
Matrix sub_layer(const Matrix& x, const attention::NormWeights& weights, const StackOptions& options,
                 Sublayer&& sublayer) {
  const attention::LayerOptions layer = layer_options(options.order);
  const bool pre = options.order == attention::NormOrder::kPre;
  Matrix sum = pre ? sublayer(attention::norm(x, weights, layer).output) : sublayer(x);
  if (options.residuals) sum += x;
  return pre ? sum : attention::norm(sum, weights, layer).output;
}

}  // namespace

StackDraw draw_stack(std::string_view seed, int tokens) {
  attention::Generator rng(attention::entropy_from_decimal(seed).value_or(attention::Entropy{}));
  StackDraw draw{.x = rng.standard_normal(tokens, kStackSizes.d_model), .layers = {}};
  for (int layer = 0; layer < kMostStacked; ++layer) {
    draw.layers.push_back(
        attention::random_encoder_layer<double>(rng, kStackSizes, layer_options(attention::NormOrder::kPost)));
  }
  return draw;
}

std::vector<Matrix> stack_states(const StackDraw& draw, const StackOptions& options) {
  const attention::LayerOptions layer = layer_options(options.order);
  std::vector<Matrix> states{draw.x};
  for (int at = 0; at < options.layers; ++at) {
    const attention::EncoderLayerWeights& weights = draw.layers[static_cast<std::size_t>(at)];
    Matrix x = sub_layer(states.back(), weights.norm_1, options, [&](const Matrix& input) -> Matrix {
      return attention::multi_head_attention<double>(input, weights.attention, layer.counts).output;
    });
    if (options.feed_forward) {
      x = sub_layer(x, weights.norm_2, options, [&](const Matrix& input) -> Matrix {
        return attention::feed_forward(input, weights.feed_forward, layer.activation).output;
      });
    }
    states.push_back(std::move(x));
  }
  return states;
}

Matrix row_cosines(const Matrix& rows) {
  const Matrix directions = rows.rowwise().normalized();
  return attention::product_with_transposed(directions, directions);
}

double mean_cosine(const Matrix& rows) {
  const auto count = static_cast<double>(rows.rows());
  if (rows.rows() < 2) return 1;
  const Matrix cosines = row_cosines(rows);
  return (cosines.sum() - cosines.trace()) / (count * (count - 1));
}

}  // namespace playground
