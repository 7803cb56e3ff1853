#include "core/attention/recurrent.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "tests/support/difference.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/gradient_check.hpp"
#include "tests/support/random_draw.hpp"
#include "tests/support/thrown.hpp"

namespace {

using attention::Index;
using attention::Matrix;
using attention::MatrixOf;
using attention::RecurrentTrace;
using attention::RecurrentWeights;
using support::worst_difference;

template <typename Scalar>
struct RandomRecurrent {
  MatrixOf<Scalar> x, initial_state, d_states;
  attention::RecurrentWeightsOf<Scalar> weights;

  explicit RandomRecurrent(std::uint64_t seed) {
    support::RandomDraw draw(seed);
    const Index T = draw.size(6), D = draw.size(4), N = draw.size(4);
    x = draw.matrix<Scalar>(T, D);
    initial_state = draw.matrix<Scalar>(1, N);
    weights.wx = draw.matrix<Scalar>(D, N);
    weights.wh = draw.matrix<Scalar>(N, N);
    if (seed % 2 == 0) weights.b = draw.matrix<Scalar>(1, N);
    d_states = draw.matrix<Scalar>(T, N);
  }
  attention::RecurrentTraceOf<Scalar> forward() const { return attention::recurrent(x, weights, &initial_state); }
  attention::RecurrentGradientsOf<Scalar> backward() const {
    return attention::recurrent_backward(forward(), x, weights, d_states);
  }
};

}  // namespace

TEST_CASE("the recurrent cell and its gradients through time are torch.nn.RNN's") {
  for (const nlohmann::json& test : support::torch_cases("recurrent")) {
    const support::TorchCase torch{test};
    const RecurrentWeights weights{.wx = torch.input("wx"), .wh = torch.input("wh"), .b = torch.input("b")};
    const Matrix x = torch.input("x"), start = torch.input("initial_state");
    const RecurrentTrace trace = attention::recurrent(x, weights, &start);
    torch.check_output(trace.states);
    const attention::RecurrentGradientsOf<double> back =
        attention::recurrent_backward(trace, x, weights, torch.d_output());
    torch.check_gradient("x", back.d_x);
    torch.check_gradient("initial_state", back.d_initial_state);
    torch.check_gradient("wx", back.d_weights.wx);
    torch.check_gradient("wh", back.d_weights.wh);
    torch.check_gradient("b", back.d_weights.b);
  }
}

TEST_CASE("gradients of the recurrent cell are central differences, in float as in double") {
  support::Worst worst, worst_float;
  for (std::uint64_t seed = 0; seed < support::kGradientCases; ++seed) {
    INFO("seed ", seed);
    RandomRecurrent<double> random(seed);
    attention::RecurrentGradientsOf<double> back = random.backward();
    attention::ParametersOf<double> at{&random.x, &random.initial_state};
    attention::ParametersOf<double> slopes{&back.d_x, &back.d_initial_state};
    attention::append(at, attention::parameters(random.weights));
    attention::append(slopes, attention::parameters(back.d_weights));
    support::check_gradients(worst, at, slopes,
                             [&] { return support::weighted_total(random.forward().states, random.d_states); });
    attention::RecurrentGradientsOf<float> f = RandomRecurrent<float>(seed).backward();
    support::check_floats(worst_float, {&f.d_x, &f.d_weights.wh}, {&back.d_x, &back.d_weights.wh});
  }
  MESSAGE("worst ", worst.of_all, ", in float ", worst_float.of_all);
}

TEST_CASE("a state knows of the tokens before it and of none after") {
  RandomRecurrent<double> random(11);
  REQUIRE(random.x.rows() > 1);
  const Matrix before = random.forward().states;
  random.x.bottomRows(1).array() += 1;
  const Matrix after = random.forward().states;
  CHECK(worst_difference(Matrix(after.topRows(after.rows() - 1)), Matrix(before.topRows(before.rows() - 1))) <= 0);
  CHECK((after.bottomRows(1) - before.bottomRows(1)).norm() > 0);
}

TEST_CASE("the gradient of the last state fades with each step back where W_h is small") {
  const RecurrentWeights weights{.wx = Matrix{{1}}, .wh = Matrix{{0.5}}};
  Matrix d_states = Matrix::Zero(20, 1);
  d_states(19, 0) = 1;
  const Matrix x = Matrix::Zero(20, 1);  // states stay 0, where tanh has slope 1: each step back halves
  const Matrix by_state =
      attention::recurrent_backward(attention::recurrent(x, weights), x, weights, d_states).d_states;
  for (Index t = 0; t < 20; ++t) CHECK(by_state(t, 0) == std::ldexp(1.0, static_cast<int>(t) - 19));
}

TEST_CASE("a recurrent cell that does not fit is refused with both shapes") {
  const auto refused = [](const RecurrentWeights& weights, const char* one, const char* other) {
    const std::string sentence =
        support::thrown_sentence([&] { attention::recurrent<double>(Matrix::Ones(2, 3), weights); });
    CHECK_MESSAGE(support::contains(sentence, one), sentence);
    CHECK_MESSAGE(support::contains(sentence, other), sentence);
  };
  refused({.wx = Matrix::Ones(4, 2), .wh = Matrix::Ones(2, 2)}, "X is 2 x 3", "W_x is 4 x 2");
  refused({.wx = Matrix::Ones(3, 2), .wh = Matrix::Ones(2, 3)}, "W_x is 3 x 2", "W_h is 2 x 3");
  refused({.wx = Matrix::Ones(3, 2), .wh = Matrix::Ones(2, 2), .b = Matrix::Ones(1, 3)}, "W_x is 3 x 2", "b is 1 x 3");
}
