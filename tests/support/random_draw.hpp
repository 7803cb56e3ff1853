// Random sizes and matrices from one seed, the same numbers for double and for float, where they are rounded.
#pragma once

#include <cstdint>
#include <vector>

#include "core/attention/matrix.hpp"
#include "core/attention/random.hpp"
#include "tests/support/random_attention.hpp"

namespace support {

inline constexpr std::uint64_t kGradientCases = 20;  ///< seeds that gradients are checked with

class RandomDraw {
 public:
  explicit RandomDraw(std::uint64_t seed)
      : bits_(attention::SeedSequence(entropy_of(seed))), normals_(entropy_of(seed)) {}

  /// 1 to `largest`.
  attention::Index size(std::uint64_t largest) { return random_size(bits_, largest); }

  template <typename Scalar>
  attention::MatrixOf<Scalar> matrix(attention::Index rows, attention::Index columns) {
    return normals_.standard_normal(rows, columns).cast<Scalar>();
  }

  /// `count` numbers of 0 to below - 1.
  std::vector<attention::Index> labels(attention::Index count, attention::Index below) {
    std::vector<attention::Index> labels;
    for (attention::Index i = 0; i < count; ++i) labels.push_back(size(static_cast<std::uint64_t>(below)) - 1);
    return labels;
  }

  attention::Generator& normals() { return normals_; }

 private:
  attention::Pcg64 bits_;
  attention::Generator normals_;
};

}  // namespace support
