#include "core/attention/linear.hpp"

#include <doctest/doctest.h>

#include <string>

#include "tests/support/difference.hpp"
#include "tests/support/gradient_check.hpp"
#include "tests/support/random_draw.hpp"
#include "tests/support/thrown.hpp"

namespace {

using attention::LinearWeights;
using attention::Matrix;
using support::worst_difference;

template <typename Scalar>
struct RandomLinear {
  attention::MatrixOf<Scalar> x, d_output;
  attention::LinearWeightsOf<Scalar> weights;

  explicit RandomLinear(std::uint64_t seed) {
    support::RandomDraw draw(seed);
    const attention::Index T = draw.size(5), in = draw.size(5), out = draw.size(5);
    x = draw.matrix<Scalar>(T, in);
    weights.weight = draw.matrix<Scalar>(in, out);
    if (seed % 2 == 0) weights.bias = draw.matrix<Scalar>(1, out);
    d_output = draw.matrix<Scalar>(T, out);
  }
};

}  // namespace

TEST_CASE("a linear layer adds its bias to each row") {
  const LinearWeights weights{.weight = Matrix{{1, 0}, {2, 1}}, .bias = Matrix{{10, 20}}};
  CHECK(worst_difference(attention::linear<double>(Matrix{{1, 1}, {0, 3}}, weights), Matrix{{13, 21}, {16, 23}}) <= 0);
}

TEST_CASE("gradients of a linear layer are central differences, in float as in double") {
  support::Worst worst, worst_float;
  for (std::uint64_t seed = 0; seed < support::kGradientCases; ++seed) {
    INFO("seed ", seed);
    RandomLinear<double> random(seed);
    attention::LinearGradientsOf<double> back = linear_backward(random.x, random.weights, random.d_output);
    attention::ParametersOf<double> at{&random.x}, slopes{&back.d_x};
    attention::append(at, attention::parameters(random.weights));
    attention::append(slopes, attention::parameters(back.d_weights));
    support::check_gradients(worst, at, slopes, [&] {
      return support::weighted_total(attention::linear(random.x, random.weights), random.d_output);
    });
    RandomLinear<float> in_float(seed);
    attention::LinearGradientsOf<float> f = linear_backward(in_float.x, in_float.weights, in_float.d_output);
    attention::ParametersOf<float> narrow{&f.d_x};
    attention::append(narrow, attention::parameters(f.d_weights));
    support::check_floats(worst_float, narrow, slopes);
  }
  MESSAGE("worst ", worst.of_all, ", in float ", worst_float.of_all);
}

TEST_CASE("a linear layer that does not fit is refused with both shapes") {
  const auto refused = [](const auto& call, const char* one, const char* other) {
    const std::string sentence = support::thrown_sentence(call);
    CHECK_MESSAGE(support::contains(sentence, one), sentence);
    CHECK_MESSAGE(support::contains(sentence, other), sentence);
  };
  const Matrix x = Matrix::Ones(3, 4);
  const LinearWeights fits{.weight = Matrix::Ones(4, 2), .bias = {}};
  refused([&] { attention::linear<double>(x, {.weight = Matrix::Ones(5, 2), .bias = {}}); }, "3 x 4", "5 x 2");
  refused([&] { attention::linear<double>(x, {.weight = Matrix::Ones(4, 2), .bias = Matrix::Ones(1, 4)}); }, "4 x 2",
          "1 x 4");
  refused([&] { attention::linear_backward<double>(x, fits, Matrix::Ones(3, 3)); }, "3 x 2", "3 x 3");
}
