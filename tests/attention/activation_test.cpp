#include "core/attention/activation.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>

#include "tests/support/activations.hpp"
#include "tests/support/difference.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/gradient_check.hpp"
#include "tests/support/thrown.hpp"

namespace {

using attention::activate;
using attention::Activation;
using attention::activation_slope;
using attention::FloatMatrix;
using attention::Matrix;
using support::worst_difference;

/// -6, -5.99 .. 6, without 0, where relu has a kink.
Matrix grid() {
  Matrix x(1, 1200);
  for (attention::Index i = 0; i < 1200; ++i) x(0, i) = (static_cast<double>(i) - 599.5) / 100;
  return x;
}

}  // namespace

TEST_CASE("activations and their slopes are PyTorch's") {
  for (const nlohmann::json& test : support::torch_cases("activation")) {
    const support::TorchCase torch{test};
    INFO(torch.name());
    const Activation activation = support::kActivations.at(torch.name());
    torch.check_output(activate(activation, torch.input("x")));
    torch.check_gradient("x", attention::activate_backward(activation, torch.input("x"), torch.d_output()));
  }
}

TEST_CASE("slopes of activations are central differences") {
  support::Worst worst;
  for (const auto& named : support::kActivations) {
    INFO(named.first);
    Matrix x = grid();
    const Matrix ones = Matrix::Ones(1, x.cols());
    const Matrix slopes = attention::activate_backward(named.second, x, ones);
    for (attention::Index i = 0; i < x.cols(); ++i) {
      Matrix cell = x.col(i);
      const auto value = [&] { return activate(named.second, cell(0, 0)); };
      CHECK(worst.add(worst_difference(Matrix(slopes.col(i)), support::central_differences(cell, value))) <= 1e-9);
    }
  }
  MESSAGE("worst ", worst.of_all);
}

TEST_CASE("activations in float are those in double") {
  support::Worst worst;
  const Matrix x = grid();
  const FloatMatrix narrow = x.cast<float>();
  for (const auto& named : support::kActivations) {
    INFO(named.first);
    CHECK(worst.add(worst_difference(activate(named.second, narrow).cast<double>(), activate(named.second, x))) <=
          1e-5);
    const Matrix slopes = attention::activate_backward<double>(named.second, x, Matrix::Ones(1, x.cols()));
    const FloatMatrix of_float =
        attention::activate_backward<float>(named.second, narrow, FloatMatrix::Ones(1, x.cols()));
    CHECK(worst.add(worst_difference(of_float.cast<double>(), slopes)) <= 1e-5);
  }
  MESSAGE("worst ", worst.of_all);
}

TEST_CASE("activations have their limits at infinity, 0 at 0, and pass NaN on") {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  for (const auto& named : support::kActivations) {
    INFO(named.first);
    const Activation f = named.second;
    CHECK(activate(f, -kInfinity) == 0);
    CHECK(activate(f, kInfinity) == kInfinity);
    CHECK(activate(f, 0.0) == 0);
    CHECK(std::isnan(activate(f, kNaN)));
    CHECK(activation_slope(f, -kInfinity) == 0);
    CHECK(activation_slope(f, kInfinity) == 1);
    CHECK(std::isnan(activation_slope(f, kNaN)));
    // Far out, where a square or a cube overflows, and in float too.
    CHECK(activate(f, -1e200) == 0);
    CHECK(activate(f, 1e200) == 1e200);
    CHECK(activation_slope(f, 1e30f) == 1.0f);
    CHECK(activation_slope(f, -1e30f) == 0.0f);
  }
}

TEST_CASE("exact GELU keeps its digits far below 0") {
  // x Phi(x) at -8 and -20 from the tail of the normal distribution: Phi(-8) = 6.22096057427178e-16 and
  // Phi(-20) = 2.75362411860623e-89 (Python: math.erfc(20 / math.sqrt(2)) / 2).
  CHECK(activate(Activation::kGelu, -8.0) == doctest::Approx(-8 * 6.22096057427178e-16).epsilon(1e-12));
  CHECK(activate(Activation::kGelu, -20.0) == doctest::Approx(-20 * 2.75362411860623e-89).epsilon(1e-12));
}

TEST_CASE("a gradient of another shape than the argument is refused with both shapes") {
  const std::string sentence = support::thrown_sentence(
      [] { attention::activate_backward<double>(Activation::kRelu, Matrix::Ones(2, 3), Matrix::Ones(3, 2)); });
  CHECK_MESSAGE(support::contains(sentence, "2 x 3"), sentence);
  CHECK_MESSAGE(support::contains(sentence, "3 x 2"), sentence);
}
