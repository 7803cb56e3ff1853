// Random inputs of one attention call, all from one seed.
#pragma once

#include <cstdint>

#include "core/attention/matrix.hpp"
#include "core/attention/random.hpp"
#include "core/attention/scaled_dot_product.hpp"

namespace support {

inline constexpr std::uint64_t kRandomCases = 60;  ///< seeds that a property is tried with

struct RandomAttention {
  attention::Matrix queries;   ///< [T x d_k]
  attention::Matrix keys;      ///< [S x d_k]
  attention::Matrix values;    ///< [S x d_v]
  attention::BoolMatrix mask;  ///< [T x S], about two thirds allowed
};

inline attention::Entropy entropy_of(std::uint64_t seed) {
  attention::Entropy entropy;
  attention::append_entropy(entropy, seed);
  return entropy;
}

/// A number from 1 to `largest`.
inline attention::Index random_size(attention::Pcg64& bits, std::uint64_t largest) {
  return static_cast<attention::Index>(1 + bits.next_uint64() % largest);
}

inline RandomAttention random_attention(std::uint64_t seed) {
  attention::Generator normals(entropy_of(seed));
  attention::Pcg64 bits{attention::SeedSequence(entropy_of(seed))};
  const attention::Index T = random_size(bits, 9), S = random_size(bits, 9);
  const attention::Index d_k = random_size(bits, 17), d_v = random_size(bits, 5);
  RandomAttention inputs;
  inputs.queries = normals.standard_normal(T, d_k);
  inputs.keys = normals.standard_normal(S, d_k);
  inputs.values = normals.standard_normal(S, d_v);
  inputs.mask.resize(T, S);
  for (attention::Index i = 0; i < T; ++i) {
    for (attention::Index j = 0; j < S; ++j) inputs.mask(i, j) = bits.next_uint64() % 3 != 0;
  }
  return inputs;
}

inline attention::AttentionTrace attend(const RandomAttention& inputs, const attention::AttentionOptions& options) {
  return attention::scaled_dot_product_attention(inputs.queries, inputs.keys, inputs.values, options);
}

}  // namespace support
