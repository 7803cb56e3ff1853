// Gradients held against central differences, and float results against double ones.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/attention/matrix.hpp"
#include "tests/support/difference.hpp"

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

}  // namespace support
