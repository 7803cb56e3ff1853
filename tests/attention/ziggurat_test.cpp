#include "core/attention/ziggurat.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "tests/support/checksum.hpp"
#include "tests/support/golden.hpp"

namespace {

constexpr std::size_t kLast = attention::Ziggurat::kLayers - 1;

double x_of(std::size_t layer) { return std::ldexp(attention::ziggurat().width[layer], 52); }

}  // namespace

TEST_CASE("the ziggurat's tables are NumPy's to the last bit") {
  const nlohmann::json golden = support::golden("random");
  support::Checksum width, height, core;
  for (std::size_t i = 0; i <= kLast; ++i) {
    width.add(attention::ziggurat().width[i]);
    height.add(attention::ziggurat().height[i]);
    core.add_bits(attention::ziggurat().core[i]);
  }
  CHECK(width.sum == golden["ziggurat"]["width"]);
  CHECK(height.sum == golden["ziggurat"]["height"]);
  CHECK(core.sum == golden["ziggurat"]["core"]);
}

TEST_CASE("all layers of the ziggurat have the same area") {
  const attention::Ziggurat& table = attention::ziggurat();
  // Tail of a normal distribution: integral of exp(-x^2 / 2) from r on.
  const double r = x_of(kLast);
  const double tail = std::sqrt(std::acos(0.0)) * std::erfc(r / std::sqrt(2.0));
  const double area = r * table.height[kLast] + tail;
  for (std::size_t i = 1; i <= kLast; ++i) {
    const double above = table.height[i - 1];  // 1 above the topmost box
    const double of_layer = x_of(i) * (above - table.height[i]);
    CHECK_MESSAGE(std::abs(of_layer / area - 1) <= 1e-11, "layer ", i, ": ", of_layer, ", not ", area);
  }
  CHECK(std::abs(x_of(0) * table.height[kLast] / area - 1) <= 1e-14);
}

TEST_CASE("a layer's core ends where the layer above does") {
  const attention::Ziggurat& table = attention::ziggurat();
  CHECK(table.core[1] == 0);
  for (std::size_t i = 2; i <= kLast; ++i) {
    const double end = static_cast<double>(table.core[i]) * table.width[i];
    CHECK_MESSAGE(std::abs(end / x_of(i - 1) - 1) <= 1e-15, "layer ", i);
  }
}
