// The model that learns which noun "it" stands for: word embeddings, one or two encoder layers, and a classifier that
// compares what stands at "it" with the embedding of every noun.
//
//   X = E[words] + PE                              word embeddings plus sinusoidal positions
//   layer 1   the encoder layer of 2017: attention, residual, norm, feed-forward, residual, norm
//   layer 2   queries from "it", keys from all of layer 1, values from the word embeddings E[words] alone:
//             output = norm(Attention(Q, K, V) W_o)
//   logits = output E[nouns]^T / sqrt(D) + b       one for each noun, shared with the embeddings (Press and Wolf 2017)
//
// So that the model can name a noun only by attending to it, the last layer has neither residual nor feed-forward, and
// its values do not read the mixed state of layer 1. Without `value_from_embedding` the last layer is an encoder layer
// like the first: as accurate, and its weights often point elsewhere, since layer 1 has spread the nouns.
//
// D model width, H heads, d_k and d_v widths of a head, F inner width, V words. Scalar: double, float.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/attention/feed_forward.hpp"
#include "core/attention/linear.hpp"
#include "core/attention/matrix.hpp"
#include "core/attention/multi_head.hpp"
#include "core/attention/norm.hpp"
#include "core/attention/parameters.hpp"
#include "core/attention/random.hpp"

namespace training {

using attention::Index;
using attention::MatrixOf;

struct ModelOptions {
  Index d_model = 32;                ///< D, divided by the heads
  Index d_k = 32;                    ///< of one head
  Index heads = 1;                   ///< H
  Index layers = 2;                  ///< 1 or more
  Index d_ff = 64;                   ///< F
  bool scale = true;                 ///< divide the scores by sqrt(d_k)
  bool positions = true;             ///< add the positions
  bool residual = true;              ///< where a layer has residuals
  bool value_from_embedding = true;  ///< in the last layer; see above

  friend bool operator==(const ModelOptions&, const ModelOptions&) = default;
};

/// d_v, the width of a value of one head: D / H, whatever d_k is, so that d_k changes the scores alone.
inline Index value_width(const ModelOptions& options) { return options.d_model / options.heads; }

/// The factor of the scores.
double score_scale(const ModelOptions& options);

/// Whether layer `layer`, from 0, is the last one and reads its values from the word embeddings.
inline bool reads_embeddings(const ModelOptions& options, Index layer) {
  return options.value_from_embedding && layer == options.layers - 1;
}

/// Whether layer `layer`, from 0, has residuals.
inline bool has_residual(const ModelOptions& options, Index layer) {
  return options.residual && !reads_embeddings(options, layer);
}

/// Throws std::invalid_argument unless every size is at least 1 and the heads divide d_model.
void require_options(const ModelOptions& options);

template <typename Scalar>
struct LayerWeightsOf {
  attention::MultiHeadWeightsOf<Scalar> attention;
  attention::NormWeightsOf<Scalar> norm_1;
  std::optional<attention::FeedForwardWeightsOf<Scalar>> feed_forward;  ///< none where the values are embeddings
  std::optional<attention::NormWeightsOf<Scalar>> norm_2;               ///< together with it
};

/// Parameters, or the gradients by them.
template <typename Scalar>
struct ModelWeightsOf {
  MatrixOf<Scalar> word_embeddings;  ///< [V x D]
  std::vector<LayerWeightsOf<Scalar>> layers;
  MatrixOf<Scalar> noun_bias;  ///< [1 x nouns] b
};

template <typename Scalar>
struct ModelOf {
  ModelOptions options;
  ModelWeightsOf<Scalar> weights;
};
using Model = ModelOf<double>;
using FloatModel = ModelOf<float>;

/// A model drawn from rng = `generator`, in this order, each standard_normal((rows, columns)):
///
///   E [V x D]; for each layer W_q, W_k and W_v / sqrt(3 D), W_o / sqrt(3 H d_v), then W_1 / sqrt(3 D) and
///   W_2 / sqrt(3 F) where there is a feed-forward layer
///
/// Biases are 0 and gains 1. The 3 is that of PyTorch's nn.Linear: of its uniform numbers up to 1 / sqrt(rows).
template <typename Scalar>
ModelOf<Scalar> random_model(const ModelOptions& options, attention::Generator& generator);

/// The classifier: weight [D x nouns] is E[nouns]^T / sqrt(D), the bias is b.
template <typename Scalar>
attention::LinearWeightsOf<Scalar> noun_classifier(const ModelWeightsOf<Scalar>& weights);

/// All matrices in the order above, b at the end; of a norm the gain, then the bias; of a feed-forward layer W_1, b_1,
/// W_2, b_2.
template <typename Scalar>
attention::ParametersOf<Scalar> parameters(ModelWeightsOf<Scalar>& weights);

struct ParameterName {
  std::string name;  ///< "word_embeddings", "layer_1.w_q", "layer_2.norm_1.gain", "noun_bias"
  Index rows = 0;
  Index columns = 0;
};

/// Names and shapes, in the order of parameters().
std::vector<ParameterName> parameter_names(const ModelOptions& options);

/// Numbers in all parameters together.
Index parameter_count(const ModelOptions& options);

/// Every parameter 0.
template <typename Scalar>
ModelOf<Scalar> zero_model(const ModelOptions& options);

/// The same numbers in another scalar type.
template <typename To, typename From>
ModelOf<To> model_cast(const ModelOf<From>& model);

/// All parameters after each other, each row by row.
std::vector<float> flat_parameters(const FloatModel& model);

/// A model of these numbers; nothing where their count does not fit the options.
std::optional<FloatModel> model_from_flat(const ModelOptions& options, const std::vector<float>& numbers);

}  // namespace training
