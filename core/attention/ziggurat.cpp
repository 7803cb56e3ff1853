// NumPy's tables were computed in double precision, so their last bits carry the rounding errors of that computation.
// compute() repeats it operation by operation; what cannot be derived from the definition is named in two constants.
#include "core/attention/ziggurat.hpp"

#include <cmath>

namespace attention {
namespace {

constexpr double kTailStart = 3.6541528853610087963519472518;  // r
constexpr double kInverseTailStart = 0.27366123732975827203338247596;

/// Area of a layer, v = r f(r) + integral of f from r on. The exact value is 0.00492867323397465493...; NumPy's tables
/// follow from this double, 4 units in the last place below it.
constexpr double kLayerArea = 0x1.43016a5a4372ep-8;

/// exp(-x_38^2 / 2) lies 0.498 units in the last place above the double that std::exp gives and 0.502 below this one,
/// which is NumPy's.
constexpr std::size_t kOddLayer = 38;
constexpr double kOddHeight = 0x1.5ad29acc85c89p-1;

constexpr double kTwoTo52 = 0x1p52;
constexpr std::uint64_t kMantissa = 0x000fffffffffffffu;

/// A draw's place in a layer in units of 2^-52, rounded half to even without a look at the rounding mode.
std::uint64_t rounded(double value) {
  const double below = std::floor(value);
  const auto integer = static_cast<std::uint64_t>(below);
  const double rest = value - below;
  return integer + (rest > 0.5 || (rest == 0.5 && integer % 2 == 1) ? 1 : 0);
}

Ziggurat compute() {
  constexpr std::size_t kLast = Ziggurat::kLayers - 1;
  std::array<double, Ziggurat::kLayers> x{};
  Ziggurat table{};
  x[kLast] = kTailStart;
  for (std::size_t i = kLast; i > 0; --i) {
    table.height[i] = i == kOddLayer ? kOddHeight : std::exp(-0.5 * x[i] * x[i]);
    // The layer above is as large: x_i (f(x_i-1) - f(x_i)) = v, solved for x_i-1. Above the topmost there is none.
    if (i > 1) x[i - 1] = std::sqrt(-2 * std::log(kLayerArea / x[i] + table.height[i]));
  }
  x[0] = kLayerArea / table.height[kLast];
  table.height[0] = 1;
  table.core[0] = rounded(kTailStart / x[0] * kTwoTo52);
  table.core[1] = 0;  // nothing lies above the topmost box: always compare with f
  for (std::size_t i = 2; i <= kLast; ++i) table.core[i] = rounded(x[i - 1] / x[i] * kTwoTo52);
  for (std::size_t i = 0; i <= kLast; ++i) table.width[i] = x[i] / kTwoTo52;
  return table;
}

/// How far beyond r a draw from the tail lies (Marsaglia 1964).
double beyond_tail_start(Pcg64& bits) {
  for (;;) {
    // Two draws, so two statements: the order of evaluation inside one expression is the compiler's choice.
    const double x = -kInverseTailStart * std::log1p(-bits.next_double());
    const double y = -std::log1p(-bits.next_double());
    if (y + y > x * x) return x;
  }
}

}  // namespace

const Ziggurat& ziggurat() {
  static const Ziggurat table = compute();
  return table;
}

double standard_normal(Pcg64& bits) {
  const Ziggurat& table = ziggurat();
  for (;;) {
    // One number of 64 bits: 8 for the layer, 1 for the sign, 52 for the place in the layer; the top 3 are not used.
    const std::uint64_t random = bits.next_uint64();
    const std::size_t layer = random & 0xff;
    const bool negative = (random >> 8 & 1) != 0;
    const std::uint64_t place = random >> 9 & kMantissa;
    const double magnitude = static_cast<double>(place) * table.width[layer];
    const double x = negative ? -magnitude : magnitude;
    if (place < table.core[layer]) return x;  // 99 of 100 draws
    if (layer == 0) {
      // NumPy takes the sign of the tail from another bit than that of the layers: bit 8 of the place.
      const double tail = kTailStart + beyond_tail_start(bits);
      return (place >> 8 & 1) != 0 ? -tail : tail;
    }
    const double f_inner = table.height[layer - 1], f_outer = table.height[layer];
    if ((f_inner - f_outer) * bits.next_double() + f_outer < std::exp(-0.5 * x * x)) return x;
  }
}

}  // namespace attention
