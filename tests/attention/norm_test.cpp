#include "core/attention/norm.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>

#include "tests/support/difference.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/gradient_check.hpp"
#include "tests/support/not_finite.hpp"
#include "tests/support/random_draw.hpp"
#include "tests/support/thrown.hpp"

namespace {

using attention::FloatMatrix;
using attention::Index;
using attention::Matrix;
using attention::MatrixOf;
using attention::NormTrace;
using attention::NormWeights;
using support::worst_difference;

using support::kInfinity;

template <typename Scalar>
struct RandomNorm {
  bool rms;
  double epsilon;
  MatrixOf<Scalar> x, d_output;
  attention::NormWeightsOf<Scalar> weights;

  explicit RandomNorm(std::uint64_t seed) : rms(seed % 2 == 0), epsilon(seed % 3 == 0 ? 1e-2 : 1e-5) {
    support::RandomDraw draw(seed);
    const Index T = draw.size(5), D = 1 + draw.size(7);
    x = draw.matrix<Scalar>(T, D);
    weights.gain = draw.matrix<Scalar>(1, D);
    if (seed % 4 < 2) weights.bias = draw.matrix<Scalar>(1, D);
    d_output = draw.matrix<Scalar>(T, D);
  }
  attention::NormTraceOf<Scalar> forward() const {
    return rms ? attention::rms_norm(x, weights, epsilon) : attention::layer_norm(x, weights, epsilon);
  }
  attention::NormGradientsOf<Scalar> backward() const {
    return rms ? attention::rms_norm_backward(forward(), weights, d_output)
               : attention::layer_norm_backward(forward(), weights, d_output);
  }
};

}  // namespace

TEST_CASE("norms and their gradients are PyTorch's") {
  for (const nlohmann::json& test : support::torch_cases("norm")) {
    const support::TorchCase torch{test};
    INFO(torch.name());
    const NormWeights weights{.gain = torch.input("gain"), .bias = torch.maybe("bias")};
    const bool rms = test["kind"] == "rms";
    const Matrix x = torch.input("x");
    const NormTrace trace =
        rms ? attention::rms_norm(x, weights, test["epsilon"]) : attention::layer_norm(x, weights, test["epsilon"]);
    torch.check_output(trace.output);
    const attention::NormGradientsOf<double> gradients =
        rms ? attention::rms_norm_backward(trace, weights, torch.d_output())
            : attention::layer_norm_backward(trace, weights, torch.d_output());
    torch.check_gradient("x", gradients.d_x);
    torch.check_gradient("gain", gradients.d_weights.gain);
    if (!rms) torch.check_gradient("bias", gradients.d_weights.bias);
  }
}

TEST_CASE("gradients of norms are central differences") {
  support::Worst worst;
  for (std::uint64_t seed = 0; seed < support::kGradientCases; ++seed) {
    INFO("seed ", seed);
    RandomNorm<double> random(seed);
    attention::NormGradientsOf<double> gradients = random.backward();
    attention::ParametersOf<double> at{&random.x}, slopes{&gradients.d_x};
    attention::append(at, attention::parameters(random.weights));
    attention::append(slopes, attention::parameters(gradients.d_weights));
    support::check_gradients(worst, at, slopes,
                             [&] { return support::weighted_total(random.forward().output, random.d_output); });
  }
  MESSAGE("worst ", worst.of_all);
}

TEST_CASE("norms in float are those in double") {
  support::Worst worst;
  for (std::uint64_t seed = 0; seed < support::kGradientCases; ++seed) {
    INFO("seed ", seed);
    const RandomNorm<float> in_float(seed);
    const RandomNorm<double> in_double(seed);
    auto f = in_float.forward();
    auto d = in_double.forward();
    // A row of two nearly equal numbers divides their rounding by their difference.
    if (d.inverse_std_dev.maxCoeff() > 10) continue;
    support::check_floats(worst, {&f.output}, {&d.output});
    auto f_back = in_float.backward();
    auto d_back = in_double.backward();
    support::check_floats(worst, {&f_back.d_weights.gain}, {&d_back.d_weights.gain});
    // d_x is what is left of r * d_output * gain after two projections, in a row of two hardly anything: the error is
    // relative to what they were taken from.
    const double magnitude = d.inverse_std_dev.maxCoeff() * in_double.d_output.cwiseAbs().maxCoeff() *
                             in_double.weights.gain.cwiseAbs().maxCoeff();
    CHECK(worst.add(worst_difference(f_back.d_x.cast<double>() / magnitude, d_back.d_x / magnitude)) <= 1e-5);
  }
  MESSAGE("worst ", worst.of_all);
}

TEST_CASE("layer norm tells the mean and the inverse standard deviation of each row") {
  const NormTrace trace = attention::layer_norm<double>(Matrix{{1, 2, 3, 6}, {-1, -1, 1, 1}},
                                                        attention::plain_norm_weights<double>(4, true), 0.5);
  CHECK(worst_difference(trace.mean, Matrix{{3}, {0}}) <= 0);
  CHECK(worst_difference(trace.inverse_std_dev, Matrix{{0.5}, {1 / std::sqrt(1.5)}}) <= 1e-15);  // variances 3.5 and 1
  CHECK(worst_difference(Matrix(trace.output.row(0)), Matrix{{-1, -0.5, 0, 1.5}}) <= 1e-15);
}

TEST_CASE("RMS norm subtracts no mean") {
  const NormTrace trace =
      attention::rms_norm<double>(Matrix{{3, 4}}, attention::plain_norm_weights<double>(2, false), 0);
  CHECK(worst_difference(trace.mean, Matrix{{0}}) <= 0);
  CHECK(worst_difference(trace.output, Matrix{{3 / std::sqrt(12.5), 4 / std::sqrt(12.5)}}) <= 1e-15);
}

TEST_CASE("a constant row has layer norm bias, a row of zeros RMS norm 0") {
  const NormWeights weights{.gain = Matrix{{2, 2, 2}}, .bias = Matrix{{7, 8, 9}}};
  CHECK(worst_difference(attention::layer_norm<double>(Matrix::Constant(1, 3, 5), weights).output, *weights.bias) <= 0);
  const NormWeights plain = attention::plain_norm_weights<double>(3, false);
  CHECK(worst_difference(attention::rms_norm<double>(Matrix::Zero(1, 3), plain).output, Matrix::Zero(1, 3)) <= 0);
}

TEST_CASE("layer norm does not notice what is added to a row, and hardly what it is multiplied with") {
  const Matrix x{{1, -2, 3, 0.5, 4}};
  const NormWeights plain = attention::plain_norm_weights<double>(5, true);
  const Matrix before = attention::layer_norm(x, plain, 0).output;
  CHECK(worst_difference(attention::layer_norm<double>(x.array() + 1'000'000, plain, 0).output, before) <= 1e-9);
  CHECK(worst_difference(attention::layer_norm<double>(x * 1e-3, plain, 0).output, before) <= 1e-12);
}

TEST_CASE("a row with NaN or infinity becomes NaN in a norm, and its neighbours do not notice") {
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), kInfinity, -kInfinity}) {
    const Matrix x{{1, 2}, {bad, 1}, {1, 2}};
    const NormWeights plain = attention::plain_norm_weights<double>(2, false);
    for (const Matrix& y : {attention::layer_norm(x, plain).output, attention::rms_norm(x, plain).output}) {
      CHECK_MESSAGE(y.row(1).array().isNaN().all(), "with ", bad);
      CHECK(y.row(0).allFinite());
      CHECK(worst_difference(Matrix(y.row(2)), Matrix(y.row(0))) <= 0);
    }
  }
}

TEST_CASE("a gain, bias or gradient that does not fit is refused with both shapes") {
  const Matrix x = Matrix::Ones(3, 4);
  const auto refused = [](const auto& call, const char* one, const char* other) {
    const std::string sentence = support::thrown_sentence(call);
    CHECK_MESSAGE(support::contains(sentence, one), sentence);
    CHECK_MESSAGE(support::contains(sentence, other), sentence);
  };
  const NormWeights narrow{.gain = Matrix::Ones(1, 3), .bias = {}};
  const NormWeights tall{.gain = Matrix::Ones(1, 4), .bias = Matrix::Ones(2, 4)};
  refused([&] { attention::layer_norm(x, narrow); }, "gain is 1 x 3", "1 x 4");
  refused([&] { attention::rms_norm(x, tall); }, "bias is 2 x 4", "1 x 4");
  refused([&] { attention::layer_norm<double>(Matrix(3, 0), narrow); }, "3 x 0", "at least one");
  const NormWeights fits = attention::plain_norm_weights<double>(4, true);
  const NormTrace trace = attention::layer_norm(x, fits);
  refused([&] { attention::layer_norm_backward<double>(trace, fits, Matrix::Ones(2, 4)); }, "3 x 4", "2 x 4");
}
