#include "core/playground/number_format.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace playground {
namespace {

constexpr double kLargestHalf = 65504;

/// A double has all digits of a half and more, so that one rounding is enough.
double half_of(double value) {
  constexpr int kDigits = 11;          // of the significand, the leading one with them
  constexpr int kLeastExponent = -24;  // of the last digit of a subnormal number
  if (value == 0 || !std::isfinite(value)) return value;
  const int last_digit = std::max(std::ilogb(value) + 1 - kDigits, kLeastExponent);
  const double nearest = std::ldexp(std::nearbyint(std::ldexp(value, -last_digit)), last_digit);
  return std::abs(nearest) > kLargestHalf ? std::copysign(std::numeric_limits<double>::infinity(), value) : nearest;
}

}  // namespace

double rounded(double value, NumberFormat format) {
  switch (format) {
    case NumberFormat::kFloat64:
      break;
    case NumberFormat::kFloat32:
      return static_cast<double>(static_cast<float>(value));
    case NumberFormat::kFloat16:
      return half_of(value);
  }
  return value;
}

double lowest_of(NumberFormat format) {
  switch (format) {
    case NumberFormat::kFloat64:
      break;
    case NumberFormat::kFloat32:
      return static_cast<double>(std::numeric_limits<float>::lowest());
    case NumberFormat::kFloat16:
      return -kLargestHalf;
  }
  return std::numeric_limits<double>::lowest();
}

attention::Matrix plain_softmax(const attention::Matrix& logits, NumberFormat format) {
  double most = -std::numeric_limits<double>::infinity();
  for (const double logit : logits.reshaped()) most = std::max(most, rounded(logit, format));
  attention::Matrix weights = logits;
  double sum = 0;
  for (double& each : weights.reshaped()) {
    each = rounded(std::exp(rounded(rounded(each, format) - most, format)), format);
    sum = rounded(sum + each, format);
  }
  for (double& each : weights.reshaped()) each = rounded(each / sum, format);
  return weights;
}

}  // namespace playground
