// Gradients held against central differences and against PyTorch's, float results against double ones.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <string>

#include "core/attention/matrix.hpp"
#include "core/attention/parameters.hpp"
#include "tests/support/difference.hpp"
#include "tests/support/golden.hpp"

namespace support {

/// Of each cell x of `at`: (loss(x + h) - loss(x - h)) / 2h. `loss` reads `at` itself, which is restored.
/// Good to about 1e-10 where the loss and its third derivative are of order 1.
inline attention::Matrix central_differences(attention::Matrix& at, const std::function<double()>& loss) {
  constexpr double kStep = 1e-5;
  attention::Matrix slopes(at.rows(), at.cols());
  for (attention::Index row = 0; row < at.rows(); ++row) {
    for (attention::Index column = 0; column < at.cols(); ++column) {
      const double x = at(row, column);
      at(row, column) = x + kStep;
      const double above = loss();
      at(row, column) = x - kStep;
      const double below = loss();
      at(row, column) = x;
      slopes(row, column) = (above - below) / (2 * kStep);
    }
  }
  return slopes;
}

/// The loss whose gradient by `output` is `d_output`.
inline double weighted_total(const attention::Matrix& output, const attention::Matrix& d_output) {
  return (output.array() * d_output.array()).sum();
}

/// The worst difference relative to the largest number of `expected`: for matrices whose cells are sums that cancel.
inline Difference relative_difference(const attention::Matrix& actual, const attention::Matrix& expected) {
  if (expected.size() == 0) return worst_difference(actual, expected);
  const double magnitude = std::max(1e-3, expected.array().abs().maxCoeff());
  return worst_difference(actual / magnitude, expected / magnitude);
}

/// The worst of several differences, for one line of report at the end of a test.
struct Worst {
  Difference of_all;
  Difference add(const Difference& difference) {
    if (difference.size > of_all.size) of_all = difference;
    return difference;
  }
};

/// Each of `gradients` is the slope of `loss` at the matrix of `at` in the same place, to 1e-6.
inline void check_gradients(Worst& worst, const attention::ParametersOf<double>& at,
                            const attention::ParametersOf<double>& gradients, const std::function<double()>& loss) {
  REQUIRE(at.size() == gradients.size());
  for (std::size_t i = 0; i < at.size(); ++i) {
    INFO("matrix ", i);
    CHECK(worst.add(relative_difference(*gradients[i], central_differences(*at[i], loss))) <= 1e-6);
  }
}

/// Float results are the double ones to 1e-5 of `magnitude`, which is the largest number of each where 0.
inline void check_floats(Worst& worst, const attention::ParametersOf<float>& in_float,
                         const attention::ParametersOf<double>& in_double, double magnitude = 0) {
  REQUIRE(in_float.size() == in_double.size());
  for (std::size_t i = 0; i < in_float.size(); ++i) {
    INFO("matrix ", i);
    const attention::Matrix actual = in_float[i]->cast<double>();
    const Difference difference = magnitude > 0 ? worst_difference(actual / magnitude, *in_double[i] / magnitude)
                                                : relative_difference(actual, *in_double[i]);
    CHECK(worst.add(difference) <= 1e-5);
  }
}

/// The cases of one layer in layers.json.
inline const nlohmann::json& torch_cases(const std::string& layer) { return golden("layers").at(layer); }

/// One case of layers.json: inputs by name, what PyTorch makes of them, and its gradients by the same names.
struct TorchCase {
  const nlohmann::json& test;

  std::string name() const { return test["name"]; }
  attention::Matrix input(const std::string& key) const { return matrix_from(test["inputs"].at(key)); }
  std::optional<attention::Matrix> maybe(const std::string& key) const {
    if (!test["inputs"].contains(key)) return std::nullopt;
    return input(key);
  }
  attention::Matrix output() const { return matrix_from(test["output"]); }
  attention::Matrix d_output() const { return matrix_from(test["d_output"]); }

  void check_output(const attention::Matrix& actual) const { CHECK(worst_difference(actual, output()) <= 1e-11); }
  void check_gradient(const std::string& key, const attention::Matrix& actual) const {
    INFO("gradient by ", key);
    CHECK(worst_difference(actual, matrix_from(test["gradients"].at(key))) <= 1e-11);
  }
  /// Nothing where PyTorch was given nothing.
  void check_gradient(const std::string& key, const std::optional<attention::Matrix>& actual) const {
    REQUIRE(actual.has_value() == test["gradients"].contains(key));
    if (actual) check_gradient(key, *actual);
  }
};

}  // namespace support
