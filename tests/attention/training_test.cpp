// A model of two encoder layers learns which noun "it" stands for: all layers, their gradients and Adam together.
#include <doctest/doctest.h>

#include <array>
#include <span>
#include <vector>

#include "core/attention/adam.hpp"
#include "core/attention/cross_entropy.hpp"
#include "core/attention/embedding.hpp"
#include "core/attention/encoder_layer.hpp"
#include "core/attention/initialise.hpp"
#include "core/attention/linear.hpp"
#include "tests/support/gradient_check.hpp"
#include "tests/support/random_draw.hpp"

namespace {

using attention::Index;
using attention::MatrixOf;

// "animal crossed street it tired": words 0 to 2 are animate nouns, 3 to 5 places, 6 and 7 verbs, 8 is "it", 9 and 10
// fit animate nouns, 11 and 12 places. The label is the noun that the last word fits.
constexpr Index kWords = 13, kNouns = 6, kLength = 5, kIt = 3;
constexpr Index kWidth = 16;

struct Sentence {
  std::array<Index, kLength> words;
  Index referent;           ///< the noun
  Index referent_position;  ///< 0 or 2
};

Sentence sentence(bool animate_first, Index animate, Index place, Index verb, bool fits_animate, Index adjective) {
  const Index first = animate_first ? animate : 3 + place, second = animate_first ? 3 + place : animate;
  return {.words = {first, 6 + verb, second, 8, (fits_animate ? 9 : 11) + adjective},
          .referent = fits_animate ? animate : 3 + place,
          .referent_position = fits_animate == animate_first ? 0 : 2};
}

std::vector<Sentence> all_sentences() {
  std::vector<Sentence> all;
  for (Index i = 0; i < 2 * 3 * 3 * 2 * 2 * 2; ++i) {
    all.push_back(sentence(i % 2 == 0, i / 2 % 3, i / 6 % 3, i / 18 % 2, i / 36 % 2 == 0, i / 72 % 2));
  }
  return all;
}

template <typename Scalar>
struct SmallEncoder {
  MatrixOf<Scalar> words;      ///< [kWords x kWidth]
  MatrixOf<Scalar> positions;  ///< [kLength x kWidth]
  std::array<attention::EncoderLayerWeightsOf<Scalar>, 2> layers;
  attention::LinearWeightsOf<Scalar> head;  ///< [kWidth x kNouns]
};

template <typename Scalar>
attention::ParametersOf<Scalar> parameters(SmallEncoder<Scalar>& model) {
  attention::ParametersOf<Scalar> list{&model.words, &model.positions};
  for (auto& layer : model.layers) attention::append(list, attention::parameters(layer));
  attention::append(list, attention::parameters(model.head));
  return list;
}

const attention::LayerOptions kOptions{.activation = attention::Activation::kGelu};

template <typename Scalar>
SmallEncoder<Scalar> random_model(std::uint64_t seed) {
  attention::Generator generator(support::entropy_of(seed));
  const attention::LayerSizes sizes{.d_model = kWidth, .d_k = kWidth, .d_v = kWidth, .d_ff = 2 * kWidth};
  SmallEncoder<Scalar> model;
  model.words = generator.standard_normal(kWords, kWidth).cast<Scalar>();
  model.positions = generator.standard_normal(kLength, kWidth).cast<Scalar>();
  for (auto& layer : model.layers) layer = attention::random_encoder_layer<Scalar>(generator, sizes, kOptions);
  model.head = {.weight = attention::normal_by_fan_in<Scalar>(generator, kWidth, kNouns),
                .bias = MatrixOf<Scalar>::Zero(1, kNouns)};
  return model;
}

template <typename Scalar>
struct Pass {
  MatrixOf<Scalar> embeddings;  ///< what W_v of the last layer reads
  std::array<attention::EncoderLayerTraceOf<Scalar>, 2> layers;
  MatrixOf<Scalar> logits;  ///< [1 x kNouns], read off "it"
};

template <typename Scalar>
Pass<Scalar> forward(const SmallEncoder<Scalar>& model, const Sentence& sentence) {
  Pass<Scalar> pass;
  pass.embeddings = attention::embed(model.words, std::span<const Index>(sentence.words));
  const MatrixOf<Scalar> x = pass.embeddings + attention::learned_positions(model.positions, kLength);
  pass.layers[0] = attention::encoder_layer(x, model.layers[0], kOptions);
  pass.layers[1] = attention::encoder_layer(pass.layers[0].output, model.layers[1], kOptions, {}, &pass.embeddings);
  pass.logits = attention::linear<Scalar>(pass.layers[1].output.row(kIt), model.head);
  return pass;
}

/// The loss of one sentence; its gradients are added to `d_model`.
template <typename Scalar>
Scalar learn(const SmallEncoder<Scalar>& model, const Sentence& sentence, Scalar share, SmallEncoder<Scalar>& d_model) {
  const Pass<Scalar> pass = forward(model, sentence);
  const std::span<const Index> label(&sentence.referent, 1);
  const auto loss = attention::softmax_cross_entropy(pass.logits, label);
  const auto back_head = attention::linear_backward<Scalar>(
      pass.layers[1].output.row(kIt), model.head, share * attention::softmax_cross_entropy_backward(loss, label));
  MatrixOf<Scalar> d_last = MatrixOf<Scalar>::Zero(kLength, kWidth);
  d_last.row(kIt) = back_head.d_x;
  const auto back_1 = attention::encoder_layer_backward(pass.layers[1], model.layers[1], kOptions, d_last);
  const auto back_0 = attention::encoder_layer_backward(pass.layers[0], model.layers[0], kOptions, back_1.d_x);
  SmallEncoder<Scalar> gradients{
      .words = attention::embed_backward<Scalar>(std::span<const Index>(sentence.words),
                                                 back_0.d_x + back_1.d_value_source, kWords),
      .positions = attention::learned_positions_backward(back_0.d_x, kLength),
      .layers = {back_0.d_weights, back_1.d_weights},
      .head = back_head.d_weights,
  };
  attention::add_scaled(parameters(d_model), parameters(gradients));
  return loss.loss(0, 0);
}

struct Run {
  SmallEncoder<float> model;
  std::vector<float> losses;  ///< mean of each batch
};

Run train(std::uint64_t seed, int steps) {
  constexpr int kBatch = 16;
  const std::vector<Sentence> all = all_sentences();
  Run run{.model = random_model<float>(seed), .losses = {}};
  attention::Pcg64 bits{attention::SeedSequence(support::entropy_of(seed + 1'000))};
  attention::AdamStateOf<float> state;
  SmallEncoder<float> d_model = run.model;
  for (int step = 0; step < steps; ++step) {
    attention::set_zero(parameters(d_model));
    float total = 0;
    for (int i = 0; i < kBatch; ++i) {
      total += learn(run.model, all[bits.next_uint64() % all.size()], 1.0f / kBatch, d_model);
    }
    run.losses.push_back(total / kBatch);
    attention::adam_step(parameters(run.model), parameters(d_model), state, {.learning_rate = 5e-3});
  }
  return run;
}

}  // namespace

TEST_CASE("a small model learns which noun \"it\" stands for, and looks at it") {
  const Run run = train(1, 150);
  int right = 0, looks = 0;
  const std::vector<Sentence> all = all_sentences();
  for (const Sentence& sentence : all) {
    const Pass<float> pass = forward(run.model, sentence);
    Index named = 0, seen = 0;
    pass.logits.row(0).maxCoeff(&named);
    pass.layers[1].attention.heads[0].weights.row(kIt).maxCoeff(&seen);
    right += named == sentence.referent;
    looks += seen == sentence.referent_position;
  }
  CHECK(run.losses.front() > 1.0f);
  CHECK(run.losses.back() < 0.1f);
  CHECK(right == static_cast<int>(all.size()));
  CHECK(looks > static_cast<int>(all.size()) / 2);
  MESSAGE("loss ", run.losses.front(), " to ", run.losses.back(), ", right ", right, ", looks ", looks, " of ",
          all.size());
}

TEST_CASE("one seed trains the same model twice, bit for bit, and another seed another one") {
  const Run one = train(2, 20), two = train(2, 20), other = train(3, 20);
  CHECK(one.losses == two.losses);
  CHECK(one.losses != other.losses);
}

TEST_CASE("the gradient of the whole model is central differences") {
  support::Worst worst;
  SmallEncoder<double> model = random_model<double>(4);
  SmallEncoder<double> d_model = model;
  attention::set_zero(parameters(d_model));
  const Sentence one = sentence(true, 1, 2, 0, false, 1);
  learn(model, one, 1.0, d_model);
  const std::span<const Index> label(&one.referent, 1);
  support::check_gradients(worst, parameters(model), parameters(d_model), [&] {
    return attention::softmax_cross_entropy(forward(model, one).logits, label).loss(0, 0);
  });
  MESSAGE("worst ", worst.of_all);
}
