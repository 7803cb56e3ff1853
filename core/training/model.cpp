#include "core/training/model.hpp"

#include <algorithm>
#include <cmath>

#include "core/attention/initialise.hpp"
#include "core/training/grammar.hpp"

namespace training {
namespace {

/// The variance of PyTorch's nn.Linear, a third of normal_by_fan_in's.
const double kLayerShare = 1 / std::sqrt(3.0);

template <typename Scalar>
LayerWeightsOf<Scalar> random_layer(const ModelOptions& options, Index layer, attention::Generator& generator) {
  const attention::LayerSizes sizes{
      .d_model = options.d_model, .d_k = options.d_k, .d_v = value_width(options), .d_ff = options.d_ff};
  const attention::HeadCounts counts{.heads = options.heads, .kv_heads = options.heads};
  const attention::NormWeightsOf<Scalar> first_norm = attention::plain_norm_weights<Scalar>(options.d_model, true);
  LayerWeightsOf<Scalar> weights;
  weights.attention = attention::random_multi_head<Scalar>(generator, sizes, counts, options.d_model);
  weights.norm_1 = first_norm;
  if (!reads_embeddings(options, layer)) {
    weights.feed_forward = attention::random_feed_forward<Scalar>(generator, sizes);
    weights.norm_2 = first_norm;
  }
  attention::ParametersOf<Scalar> matrices = attention::parameters(weights.attention);
  if (weights.feed_forward) matrices.insert(matrices.end(), {&weights.feed_forward->w1, &weights.feed_forward->w2});
  for (MatrixOf<Scalar>* matrix : matrices) *matrix *= static_cast<Scalar>(kLayerShare);
  return weights;
}

}  // namespace

double score_scale(const ModelOptions& options) {
  return options.scale ? 1 / std::sqrt(static_cast<double>(options.d_k)) : 1;
}

void require_options(const ModelOptions& options) {
  attention::require(std::min({options.d_model, options.d_k, options.heads, options.layers, options.d_ff}) >= 1 &&
                         options.d_model % options.heads == 0,
                     "a model of width " + std::to_string(options.d_model) + ", " + std::to_string(options.heads) +
                         " heads of " + std::to_string(options.d_k) + ", " + std::to_string(options.layers) +
                         " layers and an inner width of " + std::to_string(options.d_ff) +
                         " cannot be: all must be at least 1, and the heads must divide the width");
}

template <typename Scalar>
ModelOf<Scalar> random_model(const ModelOptions& options, attention::Generator& generator) {
  require_options(options);
  ModelOf<Scalar> model{.options = options, .weights = {}};
  const Index words = static_cast<Index>(vocabulary().size());
  model.weights.word_embeddings = generator.standard_normal(words, options.d_model).template cast<Scalar>();
  for (Index layer = 0; layer < options.layers; ++layer) {
    model.weights.layers.push_back(random_layer<Scalar>(options, layer, generator));
  }
  model.weights.noun_bias = MatrixOf<Scalar>::Zero(1, kNouns);
  return model;
}

template <typename Scalar>
attention::ParametersOf<Scalar> parameters(ModelWeightsOf<Scalar>& weights) {
  attention::ParametersOf<Scalar> list{&weights.word_embeddings};
  for (LayerWeightsOf<Scalar>& layer : weights.layers) {
    attention::append(list, attention::parameters(layer.attention));
    attention::append(list, attention::parameters(layer.norm_1));
    if (layer.feed_forward) attention::append(list, attention::parameters(*layer.feed_forward));
    if (layer.norm_2) attention::append(list, attention::parameters(*layer.norm_2));
  }
  list.push_back(&weights.noun_bias);
  return list;
}

template <typename Scalar>
attention::LinearWeightsOf<Scalar> noun_classifier(const ModelWeightsOf<Scalar>& weights) {
  const Scalar width = static_cast<Scalar>(weights.word_embeddings.cols());
  return {.weight = weights.word_embeddings.topRows(kNouns).transpose() / std::sqrt(width), .bias = weights.noun_bias};
}

std::vector<ParameterName> parameter_names(const ModelOptions& options) {
  const Index width = options.d_model, keys = options.heads * options.d_k;
  const Index values = options.heads * value_width(options);
  std::vector<ParameterName> names{{"word_embeddings", static_cast<Index>(vocabulary().size()), width}};
  for (Index layer = 0; layer < options.layers; ++layer) {
    const std::string of = "layer_" + std::to_string(layer + 1) + ".";
    const auto add = [&](const char* name, Index rows, Index columns) { names.push_back({of + name, rows, columns}); };
    add("w_q", width, keys);
    add("w_k", width, keys);
    add("w_v", width, values);
    add("w_o", values, width);
    add("norm_1.gain", 1, width);
    add("norm_1.bias", 1, width);
    if (reads_embeddings(options, layer)) continue;
    add("w_1", width, options.d_ff);
    add("b_1", 1, options.d_ff);
    add("w_2", options.d_ff, width);
    add("b_2", 1, width);
    add("norm_2.gain", 1, width);
    add("norm_2.bias", 1, width);
  }
  names.push_back({"noun_bias", 1, kNouns});
  return names;
}

Index parameter_count(const ModelOptions& options) {
  Index count = 0;
  for (const ParameterName& parameter : parameter_names(options)) count += parameter.rows * parameter.columns;
  return count;
}

template <typename Scalar>
ModelOf<Scalar> zero_model(const ModelOptions& options) {
  attention::Generator any(attention::Entropy{0});
  ModelOf<Scalar> model = random_model<Scalar>(options, any);
  attention::set_zero(parameters(model.weights));
  return model;
}

template <typename To, typename From>
ModelOf<To> model_cast(const ModelOf<From>& model) {
  ModelOf<From> source = model;
  ModelOf<To> target = zero_model<To>(model.options);
  const attention::ParametersOf<From> from = parameters(source.weights);
  const attention::ParametersOf<To> to = parameters(target.weights);
  for (std::size_t i = 0; i < from.size(); ++i) *to[i] = from[i]->template cast<To>();
  return target;
}

std::vector<float> flat_parameters(const FloatModel& model) {
  FloatModel copy = model;
  std::vector<float> numbers;
  for (const MatrixOf<float>* matrix : parameters(copy.weights)) {
    numbers.insert(numbers.end(), matrix->data(), matrix->data() + matrix->size());
  }
  return numbers;
}

std::optional<FloatModel> model_from_flat(const ModelOptions& options, const std::vector<float>& numbers) {
  FloatModel model = zero_model<float>(options);
  const attention::ParametersOf<float> list = parameters(model.weights);
  if (attention::parameter_count(list) != static_cast<Index>(numbers.size())) return std::nullopt;
  std::size_t next = 0;
  for (MatrixOf<float>* matrix : list) {
    std::copy_n(numbers.begin() + static_cast<std::ptrdiff_t>(next), matrix->size(), matrix->data());
    next += static_cast<std::size_t>(matrix->size());
  }
  return model;
}

#define AP_INSTANTIATE(Scalar)                                                                \
  template ModelOf<Scalar> random_model(const ModelOptions&, attention::Generator&);          \
  template attention::ParametersOf<Scalar> parameters(ModelWeightsOf<Scalar>&);               \
  template attention::LinearWeightsOf<Scalar> noun_classifier(const ModelWeightsOf<Scalar>&); \
  template ModelOf<Scalar> zero_model(const ModelOptions&);
AP_INSTANTIATE(double)
AP_INSTANTIATE(float)
#undef AP_INSTANTIATE
template ModelOf<double> model_cast(const ModelOf<float>&);
template ModelOf<float> model_cast(const ModelOf<double>&);

}  // namespace training
