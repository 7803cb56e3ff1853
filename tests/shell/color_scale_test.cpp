#include "shell/color_scale.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>
#include <limits>

using shell::color_share;
using shell::ColorScale;

TEST_CASE("the linear colour scale gives a number its share of the limit, with its sign") {
  CHECK(color_share(2, 8, ColorScale::kLinear) == 0.25);
  CHECK(color_share(-8, 8, ColorScale::kLinear) == -1);
  CHECK(color_share(-100, 8, ColorScale::kLinear) == -1);
}

TEST_CASE("the logarithmic colour scale is sign times log1p of x over c, divided by the same of the limit") {
  const double limit = 0.29;
  const double c = limit / 1000;
  double worst = 0;
  for (const double value : {-0.29, -0.1, -1e-3, 1e-9, 0.002, 0.05, 0.28}) {
    const double expected = std::copysign(std::log(1 + std::abs(value) / c) / std::log(1 + limit / c), value);
    worst = std::max(worst, std::abs(color_share(value, limit, ColorScale::kLogarithmic) - expected));
  }
  CAPTURE(worst);
  CHECK(worst < 1e-12);
  CHECK(color_share(0.0029, limit, ColorScale::kLogarithmic) > 0.3);
  CHECK(color_share(0, limit, ColorScale::kLogarithmic) == 0);
}

TEST_CASE("both colour scales grow with the number, are odd, and stay within full colour whatever comes") {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const ColorScale scale : {ColorScale::kLinear, ColorScale::kLogarithmic}) {
    double before = -1;
    for (int step = -20; step <= 20; ++step) {
      const double share = color_share(step, 20, scale);
      CHECK(share >= before);
      CHECK(share == -color_share(-step, 20, scale));
      before = share;
    }
    CHECK(color_share(infinity, 3, scale) == 1);
    CHECK(color_share(-infinity, 3, scale) == -1);
    CHECK(color_share(std::numeric_limits<double>::quiet_NaN(), 3, scale) == 0);
    CHECK(color_share(1, 0, scale) == 0);
    CHECK(color_share(1e-320, 5e-324, scale) == 1);
  }
}
