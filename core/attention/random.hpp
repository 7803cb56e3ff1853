// NumPy's random numbers: default_rng(seed).standard_normal(), the same to the last bit or 1e-15; .random() to the bit.
//
// SeedSequence hashes a seed of any length into state, PCG64 makes 64-bit numbers of it, the ziggurat turns them into
// normal ones. Why these three: NEP 19. The 1e-15: a draw from the tail (1 in 3,900) goes through the platform's log1p.
#pragma once

#include "core/attention/matrix.hpp"
#include "core/attention/pcg64.hpp"
#include "core/attention/seed_sequence.hpp"

namespace attention {

/// numpy.random.default_rng(entropy), as far as this project draws from it.
class Generator {
 public:
  explicit Generator(const Entropy& entropy);

  double standard_normal();

  /// rng.standard_normal((rows, columns)), filled row by row.
  Matrix standard_normal(Index rows, Index columns);

  /// rng.random((rows, columns)): uniform in [0, 1), filled row by row.
  Matrix uniform(Index rows, Index columns);

 private:
  Pcg64 bits_;
};

}  // namespace attention
