#include "core/attention/sinusoidal.hpp"

#include <cmath>
#include <string>

namespace attention {

Matrix sinusoidal_positions(Index positions, Index d_model, const SinusoidOptions& options) {
  require(positions >= 0 && d_model >= 0, "position vectors of " + shape_text(positions, d_model) + " cannot be");
  require(options.base > 0, "a base of " + std::to_string(options.base) + " cannot be: it must be above 0");
  Matrix table(positions, d_model);
  const Index sines = (d_model + 1) / 2;
  for (Index row = 0; row < positions; ++row) {
    const double position = static_cast<double>(row + options.first_position);
    for (Index column = 0; column < d_model; ++column) {
      const bool interleaved = options.layout == SinusoidLayout::kInterleaved;
      const bool is_sine = interleaved ? column % 2 == 0 : column < sines;
      const Index pair = interleaved ? column / 2 : column % sines;
      const double exponent = 2 * static_cast<double>(pair) / static_cast<double>(d_model);
      const double angle = position / std::pow(options.base, exponent);
      table(row, column) = is_sine ? std::sin(angle) : std::cos(angle);
    }
  }
  return table;
}

}  // namespace attention
