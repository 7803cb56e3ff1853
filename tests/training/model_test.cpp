// The model that is trained in the page: gradients, the trace, and its parameters as a list.
#include "core/training/model.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "core/training/examples.hpp"
#include "core/training/pass.hpp"
#include "core/training/trace.hpp"
#include "tests/support/gradient_check.hpp"

namespace {

using attention::Index;
using attention::Matrix;
using training::ModelOptions;

struct NamedOptions {
  const char* name;
  ModelOptions options;
};

/// The default and every ablation, in small.
const std::vector<NamedOptions>& small_models() {
  static const std::vector<NamedOptions> models{
      {"default", {.d_model = 6, .d_k = 3, .d_ff = 5}},
      {"plain last layer", {.d_model = 6, .d_k = 3, .d_ff = 5, .value_from_embedding = false}},
      {"no scale", {.d_model = 6, .d_k = 3, .d_ff = 5, .scale = false}},
      {"no positions", {.d_model = 6, .d_k = 3, .d_ff = 5, .positions = false}},
      {"no residual", {.d_model = 6, .d_k = 3, .d_ff = 5, .residual = false}},
      {"plain, no residual", {.d_model = 6, .d_k = 3, .d_ff = 5, .residual = false, .value_from_embedding = false}},
      {"one layer", {.d_model = 6, .d_k = 3, .layers = 1, .d_ff = 5}},
      {"one plain layer", {.d_model = 6, .d_k = 3, .layers = 1, .d_ff = 5, .value_from_embedding = false}},
      {"three layers", {.d_model = 6, .d_k = 3, .layers = 3, .d_ff = 5}},
      {"two heads", {.d_model = 6, .d_k = 4, .heads = 2, .d_ff = 5}},
      {"two heads, plain", {.d_model = 6, .d_k = 4, .heads = 2, .d_ff = 5, .value_from_embedding = false}},
      {"an odd width", {.d_model = 5, .d_k = 1, .d_ff = 1}},
  };
  return models;
}

training::Model model_of(const ModelOptions& options, std::uint32_t seed) {
  attention::Generator generator(attention::Entropy{seed});
  return training::random_model<double>(options, generator);
}

training::Batch some_sentences(Index count, std::uint32_t seed) {
  attention::Generator generator(attention::Entropy{seed, 1});
  return training::batch_of(training::draw_examples(generator, count));
}

/// softmax(x row) written down plainly.
Matrix softmax(const Matrix& row) {
  const Matrix exponentials = (row.array() - row.maxCoeff()).exp().matrix();
  return exponentials / exponentials.sum();
}

}  // namespace

TEST_CASE("the gradient by every parameter of every model is central differences") {
  support::Worst worst;
  for (const NamedOptions& named : small_models()) {
    INFO(named.name);
    training::Model model = model_of(named.options, 11);
    const training::Batch batch = some_sentences(3, 12);
    training::GradientsOf<double> gradients = training::backward(model, batch, training::forward(model, batch));
    CHECK(gradients.loss == training::mean_loss(training::forward(model, batch), batch));
    support::check_gradients(worst, training::parameters(model.weights), training::parameters(gradients.d_weights),
                             [&] { return training::mean_loss(training::forward(model, batch), batch); });
  }
  MESSAGE("worst ", worst.of_all);
}

TEST_CASE("the gradient in float is the one in double") {
  for (const NamedOptions& named : small_models()) {
    INFO(named.name);
    const training::FloatModel in_float = training::model_cast<float>(model_of(named.options, 13));
    const training::Model in_double = training::model_cast<double>(in_float);
    const training::Batch batch = some_sentences(5, 14);
    auto a = training::backward(in_float, batch, training::forward(in_float, batch));
    auto b = training::backward(in_double, batch, training::forward(in_double, batch));
    support::Worst worst;
    support::check_floats(worst, training::parameters(a.d_weights), training::parameters(b.d_weights), 1.0);
    CHECK(static_cast<double>(a.loss) == doctest::Approx(b.loss).epsilon(1e-5));
  }
}

TEST_CASE("a sentence in a batch is the sentence alone: nothing looks across") {
  for (const NamedOptions& named : small_models()) {
    INFO(named.name);
    const training::Model model = model_of(named.options, 15);
    const training::Batch batch = some_sentences(7, 16);
    const training::PassOf<double> together = training::forward(model, batch);
    attention::Generator generator(attention::Entropy{16, 1});
    const std::vector<training::Example> examples = training::draw_examples(generator, 7);
    for (Index i = 0; i < 7; ++i) {
      const training::PassOf<double> alone =
          training::forward(model, training::batch_of(examples[static_cast<std::size_t>(i)].sentence));
      CHECK(support::worst_difference(together.logits.row(i), alone.logits) <= 1e-12);
      CHECK(support::worst_difference(together.it_weights(i), alone.it_weights(0)) <= 1e-12);
    }
  }
}

TEST_CASE("the trace of a sentence has the logits and the weights of the batch, and shows its stages") {
  for (const NamedOptions& named : small_models()) {
    INFO(named.name);
    const training::Model model = model_of(named.options, 17);
    attention::Generator generator(attention::Entropy{18});
    for (const training::Example& example : training::draw_examples(generator, 3)) {
      const training::PassOf<double> pass = training::forward(model, training::batch_of(example.sentence));
      const training::Trace trace = training::trace(model, example.sentence);
      CHECK(support::worst_difference(trace.logits, pass.logits) <= 1e-12);
      CHECK(support::worst_difference(trace.it_weights(example.sentence.it), pass.it_weights(0)) <= 1e-12);
      CHECK(support::worst_difference(trace.probabilities, softmax(trace.logits)) <= 1e-12);
      REQUIRE(static_cast<Index>(trace.layers.size()) == named.options.layers);
      CHECK(support::worst_difference(trace.layers[0].x, trace.embeddings + trace.positions) <= 0.0);
      CHECK((trace.positions.norm() > 0) == named.options.positions);
      const training::LayerTrace& last = trace.layers.back();
      const Matrix& values = named.options.value_from_embedding ? trace.embeddings : last.x;
      CHECK(support::worst_difference(last.attention.values, values * last.weights.wv) <= 1e-12);
      CHECK(last.attention.heads[0].scale ==
            doctest::Approx(named.options.scale ? 1 / std::sqrt(static_cast<double>(named.options.d_k)) : 1.0));
    }
  }
}

TEST_CASE("parameters have the names, shapes and count that are said") {
  for (const NamedOptions& named : small_models()) {
    INFO(named.name);
    training::Model model = model_of(named.options, 19);
    const auto list = training::parameters(model.weights);
    const std::vector<training::ParameterName> names = training::parameter_names(named.options);
    REQUIRE(list.size() == names.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
      INFO(names[i].name);
      CHECK(list[i]->rows() == names[i].rows);
      CHECK(list[i]->cols() == names[i].columns);
    }
    CHECK(training::parameter_count(named.options) == attention::parameter_count(list));
    const training::FloatModel in_float = training::model_cast<float>(model);
    const std::vector<float> flat = training::flat_parameters(in_float);
    const std::optional<training::FloatModel> back = training::model_from_flat(named.options, flat);
    REQUIRE(back.has_value());
    CHECK(training::flat_parameters(*back) == flat);
    CHECK_FALSE(training::model_from_flat(named.options, std::vector<float>(flat.begin() + 1, flat.end())).has_value());
  }
}

TEST_CASE("a model keeps its first weights where an option leaves the sizes alone") {
  training::Model with = model_of({.d_model = 6, .d_k = 3, .d_ff = 5}, 20);
  training::Model without = model_of({.d_model = 6, .d_k = 3, .d_ff = 5, .scale = false, .positions = false}, 20);
  const auto a = training::parameters(with.weights), b = training::parameters(without.weights);
  for (std::size_t i = 0; i < a.size(); ++i) CHECK(support::worst_difference(*a[i], *b[i]) <= 0.0);
}

TEST_CASE("sizes that cannot be are refused") {
  attention::Generator generator(attention::Entropy{1});
  CHECK_THROWS_AS(training::random_model<float>({.d_model = 5, .heads = 2}, generator), std::invalid_argument);
  CHECK_THROWS_AS(training::random_model<float>({.layers = 0}, generator), std::invalid_argument);
}
