// What an encoder and a decoder layer may be: heads, where the norms stand and which they are, the activation.
#pragma once

#include "core/attention/activation.hpp"
#include "core/attention/multi_head.hpp"
#include "core/attention/norm.hpp"

namespace attention {

/// Where a sub-layer's norm stands.
enum class NormOrder {
  kPost,  ///< norm(x + sublayer(x)), as in 2017 (Vaswani et al., section 3.1)
  kPre,   ///< x + sublayer(norm(x)), which trains without warm-up (Xiong et al. 2020, table 1)
};

struct LayerOptions {
  HeadCounts counts = {};
  NormOrder order = NormOrder::kPost;
  NormKind norm = NormKind::kLayer;
  Activation activation = Activation::kRelu;
  double epsilon = kNormEpsilon;
};

/// Widths of a layer, from which its weights are drawn (initialise.hpp).
struct LayerSizes {
  Index d_model = 1;
  Index d_k = 1;       ///< of one head
  Index d_v = 1;       ///< of one head
  Index d_ff = 1;      ///< F, inner width of the feed-forward layer
  bool gated = false;  ///< with V, for SwiGLU
  bool biases = true;  ///< of the feed-forward layer and, with layer norm, of the norms
};

/// The norm that `options` name.
template <typename Scalar>
NormTraceOf<Scalar> norm(const MatrixOf<Scalar>& x, const NormWeightsOf<Scalar>& weights, const LayerOptions& options) {
  if (options.norm == NormKind::kRms) return rms_norm(x, weights, options.epsilon);
  return layer_norm(x, weights, options.epsilon);
}

template <typename Scalar>
NormGradientsOf<Scalar> norm_backward(const NormTraceOf<Scalar>& trace, const NormWeightsOf<Scalar>& weights,
                                      const LayerOptions& options, const MatrixOf<Scalar>& d_output) {
  if (options.norm == NormKind::kRms) return rms_norm_backward(trace, weights, d_output);
  return layer_norm_backward(trace, weights, d_output);
}

}  // namespace attention
