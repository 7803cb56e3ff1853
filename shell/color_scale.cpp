#include "shell/color_scale.hpp"

#include <algorithm>
#include <cmath>

namespace shell {
namespace {

/// The limit in units of c.
constexpr double kReach = 1000;

}  // namespace

double color_share(double value, double limit, ColorScale scale) {
  if (!(limit > 0) || std::isnan(value)) {
    return 0;
  }
  // The limit may be infinite, or so small that a quotient overflows.
  const double ratio = std::abs(value) >= limit ? 1.0 : std::abs(value) / limit;
  const double share = scale == ColorScale::kLinear ? ratio : std::log1p(ratio * kReach) / std::log1p(kReach);
  return std::copysign(std::min(1.0, share), value);
}

}  // namespace shell
