// The fixed position vectors of the first transformer, added to the token vectors.
//
//   PE(p, 2i)     = sin(p / base^(2i / d_model))
//   PE(p, 2i + 1) = cos(p / base^(2i / d_model))              (Vaswani et al. 2017, section 3.5; base 10,000)
//
// Wavelengths grow from 2 pi to base * 2 pi. PE(p + k) is a rotation of PE(p) that depends on k alone.
#pragma once

#include "core/attention/matrix.hpp"

namespace attention {

enum class SinusoidLayout {
  kInterleaved,  ///< sin, cos, sin, cos ... as the paper writes it
  kHalves,       ///< all sines, then all cosines, as the authors' program (Tensor2Tensor) stores it
};

struct SinusoidOptions {
  double base = 10'000;  ///< above 0
  SinusoidLayout layout = SinusoidLayout::kInterleaved;
  Index first_position = 0;  ///< position of the first row
};

/// Position vectors [positions x d_model], one row a position. With an odd d_model there is one sine more than cosines.
/// Throws std::invalid_argument for a negative size or a base that is not above 0.
Matrix sinusoidal_positions(Index positions, Index d_model, const SinusoidOptions& options = {});

}  // namespace attention
