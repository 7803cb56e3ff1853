// PCG64: numpy.random.PCG64, a stream of 64-bit numbers from 128 bits of state.
#pragma once

#include <cstdint>

#include "core/attention/seed_sequence.hpp"

namespace attention {

/// An unsigned integer modulo 2^128; compilers' own 128-bit types are not everywhere, and not in wasm as instructions.
struct Uint128 {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
};

/// PCG XSL-RR 128/64 (M. E. O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms for
/// Random Number Generation", 2014).
class Pcg64 {
 public:
  explicit Pcg64(const SeedSequence& seed_sequence);

  std::uint64_t next_uint64();

  /// Uniform in [0, 1), a multiple of 2^-53.
  double next_double();

 private:
  void step();

  Uint128 state_;
  Uint128 increment_;
};

}  // namespace attention
