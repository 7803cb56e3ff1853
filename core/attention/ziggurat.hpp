// The ziggurat: turns 64-bit numbers into standard normal ones, as NumPy does.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/attention/pcg64.hpp"

namespace attention {

/// The area below f(x) = exp(-x^2 / 2), x >= 0, covered by 256 layers of equal area (G. Marsaglia and W. W. Tsang, "The
/// Ziggurat Method for Generating Random Variables", 2000). Layer i reaches from 0 to x_i: x_255 = r is where the tail
/// begins, x_1 belongs to the topmost box; layer 0 is the lowest one, together with the tail.
struct Ziggurat {
  static constexpr std::size_t kLayers = 256;
  std::array<double, kLayers> width;        ///< x_i / 2^52; in layer 0 its area divided by f(r)
  std::array<double, kLayers> height;       ///< f(x_i); 1 in layer 0
  std::array<std::uint64_t, kLayers> core;  ///< a draw below this many 2^-52 of the layer's width lies below f for sure
};

/// Computed on the first call; each of the 768 entries is NumPy's to the last bit.
const Ziggurat& ziggurat();

/// numpy.random.Generator.standard_normal() from the numbers that `bits` gives next.
double standard_normal(Pcg64& bits);

}  // namespace attention
