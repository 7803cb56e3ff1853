#include "core/attention/initialise.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "tests/support/difference.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/random_attention.hpp"
#include "tests/support/thrown.hpp"

namespace {

using attention::FloatMatrix;
using attention::Generator;
using attention::Index;
using attention::Matrix;
using support::worst_difference;

}  // namespace

TEST_CASE("uniform numbers and both initialisations are NumPy's, drawn one after the other") {
  const nlohmann::json golden = support::golden("layers")["draws"];
  Generator generator(support::entropy_of(golden["seed"]));
  CHECK(worst_difference(generator.uniform(2, 3), support::matrix_from(golden["random"])) <= 0);
  CHECK(worst_difference(attention::xavier_uniform<double>(generator, 3, 4),
                         support::matrix_from(golden["xavier_3_4"])) <= 1e-15);
  CHECK(worst_difference(attention::normal_by_fan_in<double>(generator, 4, 2),
                         support::matrix_from(golden["normal_by_fan_in_4_2"])) <= 1e-15);
}

TEST_CASE("a model in float is the model in double of the same seed, rounded") {
  const attention::LayerSizes sizes{.d_model = 4, .d_k = 2, .d_v = 3, .d_ff = 5, .gated = true};
  const attention::LayerOptions options{.counts = {.heads = 4, .kv_heads = 2}};
  Generator one(support::entropy_of(3)), two(support::entropy_of(3));
  attention::EncoderLayerWeights in_double = attention::random_encoder_layer<double>(one, sizes, options);
  attention::EncoderLayerWeightsOf<float> in_float = attention::random_encoder_layer<float>(two, sizes, options);
  const auto wide = attention::parameters(in_double);
  const auto narrow = attention::parameters(in_float);
  REQUIRE(wide.size() == narrow.size());
  for (std::size_t i = 0; i < wide.size(); ++i) {
    const FloatMatrix rounded = wide[i]->cast<float>();
    CHECK(worst_difference(narrow[i]->cast<double>(), rounded.cast<double>()) <= 0);
  }
}

TEST_CASE("a layer has the parameters that its sizes say") {
  Generator generator(support::entropy_of(1));
  // The 2017 base model: 4 x 512 x 512 in attention, 2 x 512 x 2048 + 2048 + 512 in feed-forward, 4 x 512 in norms.
  const attention::LayerSizes base{.d_model = 512, .d_k = 64, .d_v = 64, .d_ff = 2'048};
  const attention::LayerOptions eight{.counts = {.heads = 8, .kv_heads = 8}};
  attention::EncoderLayerWeightsOf<float> layer = attention::random_encoder_layer<float>(generator, base, eight);
  CHECK(attention::parameter_count(attention::parameters(layer.attention)) == 1'048'576);
  CHECK(attention::parameter_count(attention::parameters(layer)) == 1'048'576 + 2'097'152 + 2'560 + 2'048);
  // One head as wide as the model, or eight that share the width, or 64: W_q, W_k, W_v and W_o hold the same count.
  for (const Index heads : {1, 64}) {
    const attention::LayerSizes sizes{.d_model = 512, .d_k = 512 / heads, .d_v = 512 / heads, .d_ff = 1};
    attention::MultiHeadWeightsOf<float> weights =
        attention::random_multi_head<float>(generator, sizes, {.heads = heads, .kv_heads = heads}, 512);
    CHECK(attention::parameter_count(attention::parameters(weights)) == 1'048'576);
  }
}

TEST_CASE("without biases a layer has none, and an RMS norm never has one") {
  Generator generator(support::entropy_of(2));
  attention::EncoderLayerWeights bare = attention::random_encoder_layer<double>(generator, {.biases = false}, {});
  CHECK(attention::parameters(bare).size() == 4 + 1 + 2 + 1);
  attention::EncoderLayerWeights rms =
      attention::random_encoder_layer<double>(generator, {.gated = true}, {.norm = attention::NormKind::kRms});
  CHECK(attention::parameters(rms).size() == 4 + 1 + 6 + 1);
  CHECK(!rms.norm_1.bias);
}
