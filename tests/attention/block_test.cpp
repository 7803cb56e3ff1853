// Encoder and decoder layers: both are residual blocks, checked alike.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/attention/decoder_layer.hpp"
#include "core/attention/encoder_layer.hpp"
#include "core/attention/initialise.hpp"
#include "core/attention/mask.hpp"
#include "tests/support/difference.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/gradient_check.hpp"
#include "tests/support/random_draw.hpp"
#include "tests/support/thrown.hpp"

namespace {

using attention::AttentionOptions;
using attention::DecoderLayerWeights;
using attention::EncoderLayerWeights;
using attention::Index;
using attention::LayerOptions;
using attention::Matrix;
using attention::MatrixOf;
using attention::MultiHeadWeights;
using attention::NormWeights;
using nlohmann::json;
using support::TorchCase;
using support::worst_difference;

MultiHeadWeights heads_from(const TorchCase& torch, const std::string& prefix) {
  return {.wq = torch.input(prefix + "_wq"),
          .wk = torch.input(prefix + "_wk"),
          .wv = torch.input(prefix + "_wv"),
          .wo = torch.input(prefix + "_wo")};
}

NormWeights norm_from(const TorchCase& torch, const std::string& number) {
  return {.gain = torch.input("gain_" + number), .bias = torch.input("bias_" + number)};
}

attention::FeedForwardWeights feed_forward_from(const TorchCase& torch) {
  return {.w1 = torch.input("w1"), .b1 = torch.input("b1"), .w2 = torch.input("w2"), .b2 = torch.input("b2")};
}

LayerOptions options_from(const json& test) {
  const Index heads = test["heads"];
  return {.counts = {.heads = heads, .kv_heads = heads},
          .order = test["order"] == "pre" ? attention::NormOrder::kPre : attention::NormOrder::kPost,
          .activation = test["activation"] == "gelu" ? attention::Activation::kGelu : attention::Activation::kRelu};
}

std::vector<AttentionOptions> mask_options(const json& test) {
  if (test["mask"].is_null()) return {};
  AttentionOptions options;
  options.mask = support::mask_from(test["mask"]);
  return {options};
}

void check_heads(const TorchCase& torch, const std::string& prefix, const MultiHeadWeights& gradients) {
  torch.check_gradient(prefix + "_wq", gradients.wq);
  torch.check_gradient(prefix + "_wk", gradients.wk);
  torch.check_gradient(prefix + "_wv", gradients.wv);
  torch.check_gradient(prefix + "_wo", gradients.wo);
}

void check_norm(const TorchCase& torch, const std::string& number, const NormWeights& gradients) {
  torch.check_gradient("gain_" + number, gradients.gain);
  torch.check_gradient("bias_" + number, gradients.bias);
}

void check_feed_forward(const TorchCase& torch, const attention::FeedForwardWeights& gradients) {
  torch.check_gradient("w1", gradients.w1);
  torch.check_gradient("b1", gradients.b1);
  torch.check_gradient("w2", gradients.w2);
  torch.check_gradient("b2", gradients.b2);
}

/// d_model is 4 at least and epsilon large: the norm of a few numbers that come close divides rounding by almost
/// nothing. Every combination of order, norm, activation, heads, masks and gating comes up among the seeds.
LayerOptions random_options(support::RandomDraw& draw, std::uint64_t seed) {
  const Index groups = draw.size(2);
  return {.counts = {.heads = groups * draw.size(2), .kv_heads = groups},
          .order = seed % 2 == 0 ? attention::NormOrder::kPost : attention::NormOrder::kPre,
          .norm = seed % 3 == 0 ? attention::NormKind::kRms : attention::NormKind::kLayer,
          .activation = static_cast<attention::Activation>(1 + seed % 3),  // smooth ones: relu's kink has no slope
          .epsilon = 0.1};
}

template <typename Scalar>
struct RandomEncoder {
  LayerOptions options;
  MatrixOf<Scalar> x, value_source, d_output;
  attention::EncoderLayerWeightsOf<Scalar> weights;
  std::vector<AttentionOptions> head_options;
  bool own_values;

  explicit RandomEncoder(std::uint64_t seed) : own_values(seed % 5 != 0) {
    support::RandomDraw draw(seed);
    options = random_options(draw, seed);
    const Index T = draw.size(4), D = 3 + draw.size(4), D_v = draw.size(3);
    const attention::LayerSizes sizes{.d_model = D,
                                      .d_k = draw.size(3),
                                      .d_v = draw.size(3),
                                      .d_ff = draw.size(4),
                                      .gated = seed % 7 < 3,
                                      .biases = seed % 4 != 0};
    weights = attention::random_encoder_layer<Scalar>(draw.normals(), sizes, options, own_values ? 0 : D_v);
    x = draw.matrix<Scalar>(T, D);
    value_source = draw.matrix<Scalar>(T, D_v);
    d_output = draw.matrix<Scalar>(T, D);
    head_options.resize(seed % 3);  // none, or one; for two heads also two
    if (static_cast<Index>(head_options.size()) > 1 && options.counts.heads != 2) head_options.resize(1);
    if (!head_options.empty()) head_options[0].mask = attention::causal_mask(T, T);
  }
  attention::EncoderLayerTraceOf<Scalar> forward() const {
    return attention::encoder_layer(x, weights, options, head_options, own_values ? nullptr : &value_source);
  }
  attention::EncoderLayerGradientsOf<Scalar> backward() const {
    return attention::encoder_layer_backward(forward(), weights, options, d_output, head_options);
  }
  /// Inputs, then weights: of this, or of its gradients.
  attention::ParametersOf<Scalar> matrices() { return listed(x, value_source, weights); }
  attention::ParametersOf<Scalar> matrices(attention::EncoderLayerGradientsOf<Scalar>& gradients) const {
    return listed(gradients.d_x, gradients.d_value_source, gradients.d_weights);
  }

 private:
  attention::ParametersOf<Scalar> listed(MatrixOf<Scalar>& of_x, MatrixOf<Scalar>& of_values,
                                         attention::EncoderLayerWeightsOf<Scalar>& of_weights) const {
    attention::ParametersOf<Scalar> list{&of_x};
    if (!own_values) list.push_back(&of_values);
    attention::append(list, attention::parameters(of_weights));
    return list;
  }
};

template <typename Scalar>
struct RandomDecoder {
  LayerOptions options;
  MatrixOf<Scalar> x, context, d_output;
  attention::DecoderLayerWeightsOf<Scalar> weights;
  std::vector<AttentionOptions> causal{1};

  explicit RandomDecoder(std::uint64_t seed) {
    support::RandomDraw draw(seed);
    options = random_options(draw, seed);
    const Index T = draw.size(3), S = draw.size(4), D = 3 + draw.size(3), D_c = draw.size(4);
    const attention::LayerSizes sizes{
        .d_model = D, .d_k = draw.size(3), .d_v = draw.size(3), .d_ff = draw.size(4), .gated = seed % 2 == 0};
    weights = attention::random_decoder_layer<Scalar>(draw.normals(), sizes, options, D_c);
    x = draw.matrix<Scalar>(T, D);
    context = draw.matrix<Scalar>(S, D_c);
    d_output = draw.matrix<Scalar>(T, D);
    causal[0].mask = attention::causal_mask(T, T);
  }
  attention::DecoderLayerTraceOf<Scalar> forward() const {
    return attention::decoder_layer<Scalar>(x, context, weights, options, causal);
  }
  attention::DecoderLayerGradientsOf<Scalar> backward() const {
    return attention::decoder_layer_backward<Scalar>(forward(), weights, options, d_output, causal);
  }
  attention::ParametersOf<Scalar> matrices() {
    attention::ParametersOf<Scalar> list{&x, &context};
    attention::append(list, attention::parameters(weights));
    return list;
  }
  attention::ParametersOf<Scalar> matrices(attention::DecoderLayerGradientsOf<Scalar>& gradients) const {
    attention::ParametersOf<Scalar> list{&gradients.d_x, &gradients.d_context};
    attention::append(list, attention::parameters(gradients.d_weights));
    return list;
  }
};

double largest(const attention::ParametersOf<double>& matrices) {
  double size = 0;
  for (const Matrix* matrix : matrices) size = std::max(size, matrix->cwiseAbs().maxCoeff());
  return size;
}

template <template <typename> typename Random>
void check_block() {
  support::Worst worst, worst_float;
  for (std::uint64_t seed = 0; seed < support::kGradientCases; ++seed) {
    INFO("seed ", seed);
    Random<double> random(seed);
    auto gradients = random.backward();
    support::check_gradients(worst, random.matrices(), random.matrices(gradients),
                             [&] { return support::weighted_total(random.forward().output, random.d_output); });
    const Random<float> in_float(seed);
    auto narrow = in_float.backward();
    auto output = in_float.forward().output;
    auto expected = random.forward().output;
    support::check_floats(worst_float, {&output}, {&expected});
    // Relative to the largest gradient of the layer: some matrices have next to none, which is what is left of it.
    support::check_floats(worst_float, in_float.matrices(narrow), random.matrices(gradients),
                          largest(random.matrices(gradients)));
  }
  MESSAGE("worst ", worst.of_all, ", in float ", worst_float.of_all);
}

}  // namespace

TEST_CASE("an encoder layer and its gradients are torch.nn.TransformerEncoderLayer's") {
  for (const json& test : support::torch_cases("encoder_layer")) {
    const TorchCase torch{test};
    INFO(torch.name());
    const EncoderLayerWeights weights{.attention = heads_from(torch, "s"),
                                      .norm_1 = norm_from(torch, "1"),
                                      .feed_forward = feed_forward_from(torch),
                                      .norm_2 = norm_from(torch, "2")};
    const LayerOptions options = options_from(test);
    const std::vector<AttentionOptions> mask = mask_options(test);
    const attention::EncoderLayerTrace trace = attention::encoder_layer(torch.input("x"), weights, options, mask);
    torch.check_output(trace.output);
    const attention::EncoderLayerGradientsOf<double> back =
        attention::encoder_layer_backward(trace, weights, options, torch.d_output(), mask);
    torch.check_gradient("x", back.d_x);
    check_heads(torch, "s", back.d_weights.attention);
    check_norm(torch, "1", back.d_weights.norm_1);
    check_feed_forward(torch, back.d_weights.feed_forward);
    check_norm(torch, "2", back.d_weights.norm_2);
  }
}

TEST_CASE("a decoder layer and its gradients are torch.nn.TransformerDecoderLayer's") {
  for (const json& test : support::torch_cases("decoder_layer")) {
    const TorchCase torch{test};
    INFO(torch.name());
    const DecoderLayerWeights weights{.self_attention = heads_from(torch, "s"),
                                      .norm_1 = norm_from(torch, "1"),
                                      .cross_attention = heads_from(torch, "x"),
                                      .norm_2 = norm_from(torch, "2"),
                                      .feed_forward = feed_forward_from(torch),
                                      .norm_3 = norm_from(torch, "3")};
    const LayerOptions options = options_from(test);
    const std::vector<AttentionOptions> mask = mask_options(test);
    const attention::DecoderLayerTrace trace =
        attention::decoder_layer<double>(torch.input("x"), torch.input("context"), weights, options, mask);
    torch.check_output(trace.output);
    const attention::DecoderLayerGradientsOf<double> back =
        attention::decoder_layer_backward(trace, weights, options, torch.d_output(), mask);
    torch.check_gradient("x", back.d_x);
    torch.check_gradient("context", back.d_context);
    check_heads(torch, "s", back.d_weights.self_attention);
    check_norm(torch, "1", back.d_weights.norm_1);
    check_heads(torch, "x", back.d_weights.cross_attention);
    check_norm(torch, "2", back.d_weights.norm_2);
    check_feed_forward(torch, back.d_weights.feed_forward);
    check_norm(torch, "3", back.d_weights.norm_3);
  }
}

TEST_CASE("gradients of encoder layers are central differences, in float as in double") {
  check_block<RandomEncoder>();
}

TEST_CASE("gradients of decoder layers are central differences, in float as in double") {
  check_block<RandomDecoder>();
}

TEST_CASE("the stages of an encoder layer add up, in both orders") {
  for (const std::uint64_t seed : {2, 4, 7, 8}) {
    INFO("seed ", seed);
    const RandomEncoder<double> random(seed);
    const attention::EncoderLayerTrace trace = random.forward();
    const bool pre = random.options.order == attention::NormOrder::kPre;
    const Matrix& stream = pre ? trace.residual_1 : trace.norm_1.output;
    CHECK(worst_difference(trace.residual_1, Matrix(trace.x + trace.attention.output)) <= 0);
    CHECK(worst_difference(trace.residual_2, Matrix(stream + trace.feed_forward.output)) <= 0);
    CHECK(worst_difference(trace.output, pre ? trace.residual_2 : trace.norm_2.output) <= 0);
  }
}

TEST_CASE("a causal decoder layer's output does not move when the future changes") {
  for (std::uint64_t seed = 0; seed < support::kGradientCases; ++seed) {
    INFO("seed ", seed);
    RandomDecoder<double> random(seed);
    const Matrix before = random.forward().output;
    random.x.bottomRows(1).array() += 10;
    const Matrix after = random.forward().output;
    CHECK(worst_difference(Matrix(after.topRows(after.rows() - 1)), Matrix(before.topRows(before.rows() - 1))) <= 0);
  }
}

TEST_CASE("attention that does not give the width of the stream is refused with both shapes") {
  RandomEncoder<double> random(1);
  random.weights.attention.wo = Matrix::Ones(random.weights.attention.wo->rows(), 9);
  const std::string sentence = support::thrown_sentence([&] { random.forward(); });
  CHECK_MESSAGE(support::contains(sentence, attention::shape_text(random.x.rows(), 9)), sentence);
  CHECK_MESSAGE(support::contains(sentence, attention::shape_text(random.x)), sentence);
}
