#include "core/attention/feed_forward.hpp"

#include <doctest/doctest.h>

#include <string>

#include "tests/support/activations.hpp"
#include "tests/support/difference.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/gradient_check.hpp"
#include "tests/support/random_draw.hpp"
#include "tests/support/thrown.hpp"

namespace {

using attention::Activation;
using attention::FeedForwardWeights;
using attention::Index;
using attention::Matrix;
using attention::MatrixOf;

template <typename Scalar>
struct RandomFeedForward {
  Activation activation;
  MatrixOf<Scalar> x, d_output;
  attention::FeedForwardWeightsOf<Scalar> weights;

  explicit RandomFeedForward(std::uint64_t seed) : activation(static_cast<Activation>(seed % 4)) {
    support::RandomDraw draw(seed);
    const Index T = draw.size(4), D = draw.size(5), F = draw.size(5);
    x = draw.matrix<Scalar>(T, D);
    weights.w1 = draw.matrix<Scalar>(D, F);
    weights.w2 = draw.matrix<Scalar>(F, D);
    if (seed % 3 != 0) weights.b1 = draw.matrix<Scalar>(1, F);
    if (seed % 5 != 0) weights.b2 = draw.matrix<Scalar>(1, D);
    if (seed / 4 % 2 == 0) weights.v = draw.matrix<Scalar>(D, F);
    if (weights.v && seed % 3 != 0) weights.c = draw.matrix<Scalar>(1, F);
    d_output = draw.matrix<Scalar>(T, D);
  }
  attention::FeedForwardTraceOf<Scalar> forward() const { return attention::feed_forward(x, weights, activation); }
  attention::FeedForwardGradientsOf<Scalar> backward() const {
    return attention::feed_forward_backward(forward(), x, weights, activation, d_output);
  }
};

}  // namespace

TEST_CASE("feed-forward layers, gated or not, and their gradients are PyTorch's") {
  for (const nlohmann::json& test : support::torch_cases("feed_forward")) {
    const support::TorchCase torch{test};
    INFO(torch.name());
    const Activation activation = support::kActivations.at(test["activation"]);
    const FeedForwardWeights weights{.w1 = torch.input("w1"),
                                     .b1 = torch.maybe("b1"),
                                     .v = torch.maybe("v"),
                                     .c = torch.maybe("c"),
                                     .w2 = torch.input("w2"),
                                     .b2 = torch.maybe("b2")};
    const Matrix x = torch.input("x");
    const attention::FeedForwardTrace trace = attention::feed_forward(x, weights, activation);
    torch.check_output(trace.output);
    const attention::FeedForwardGradientsOf<double> back =
        attention::feed_forward_backward(trace, x, weights, activation, torch.d_output());
    torch.check_gradient("x", back.d_x);
    torch.check_gradient("w1", back.d_weights.w1);
    torch.check_gradient("b1", back.d_weights.b1);
    torch.check_gradient("v", back.d_weights.v);
    torch.check_gradient("c", back.d_weights.c);
    torch.check_gradient("w2", back.d_weights.w2);
    torch.check_gradient("b2", back.d_weights.b2);
  }
}

TEST_CASE("gradients of feed-forward layers are central differences, in float as in double") {
  support::Worst worst, worst_float;
  for (std::uint64_t seed = 0; seed < 2 * support::kGradientCases; ++seed) {
    INFO("seed ", seed);
    RandomFeedForward<double> random(seed);
    attention::FeedForwardGradientsOf<double> back = random.backward();
    attention::ParametersOf<double> at{&random.x}, slopes{&back.d_x};
    attention::append(at, attention::parameters(random.weights));
    attention::append(slopes, attention::parameters(back.d_weights));
    support::check_gradients(worst, at, slopes,
                             [&] { return support::weighted_total(random.forward().output, random.d_output); });
    attention::FeedForwardGradientsOf<float> f = RandomFeedForward<float>(seed).backward();
    attention::ParametersOf<float> narrow{&f.d_x};
    attention::append(narrow, attention::parameters(f.d_weights));
    support::check_floats(worst_float, narrow, slopes);
  }
  MESSAGE("worst ", worst.of_all, ", in float ", worst_float.of_all);
}

TEST_CASE("a feed-forward layer that does not fit is refused with both shapes") {
  const auto refused = [](const FeedForwardWeights& weights, const char* one, const char* other) {
    const std::string sentence = support::thrown_sentence(
        [&] { attention::feed_forward<double>(Matrix::Ones(2, 3), weights, Activation::kRelu); });
    CHECK_MESSAGE(support::contains(sentence, one), sentence);
    CHECK_MESSAGE(support::contains(sentence, other), sentence);
  };
  const Matrix w1 = Matrix::Ones(3, 5), w2 = Matrix::Ones(5, 3);
  refused({.w1 = Matrix::Ones(4, 5), .w2 = w2}, "X is 2 x 3", "W_1 is 4 x 5");
  refused({.w1 = w1, .w2 = Matrix::Ones(4, 3)}, "W_1 is 3 x 5", "W_2 is 4 x 3");
  refused({.w1 = w1, .v = Matrix::Ones(3, 4), .w2 = w2}, "W_1 is 3 x 5", "V is 3 x 4");
  refused({.w1 = w1, .b1 = Matrix::Ones(1, 4), .w2 = w2}, "b_1 is 1 x 4", "1 x 5");
  refused({.w1 = w1, .c = Matrix::Ones(1, 5), .w2 = w2}, "bias c", "no V");
}
