// Rotary position embedding: queries and keys turned by an angle that grows with their position.
//
//   theta_i = base^(-2i / r),  pair i of position p turns by the angle p theta_i:
//   (a, b) -> (a cos - b sin, a sin + b cos)               (Su et al. 2021, "RoFormer", equations 14, 15 and 34)
//
// The dot product of a query turned by p theta and a key turned by s theta depends on p - s alone: docs/maths.md.
// Values are not turned. A key is turned once, at its own position, before it goes into a cache.
//
// T tokens, n heads side by side, d head width, r <= d rotated dimensions (an even number), r/2 pairs.
// Scalar: double, float; angles are computed in double either way.
#pragma once

#include <optional>
#include <vector>

#include "core/attention/matrix.hpp"

namespace attention {

/// Which columns of a head form pair i. Weights trained with one pairing give other scores with the other.
enum class RotaryPairing {
  kAdjacent,  ///< columns 2i and 2i + 1, as the paper has it ("interleaved")
  kHalves,    ///< columns i and r/2 + i, as GPT-NeoX and Llama's published weights have it ("rotate half")
};

struct RotaryOptions {
  RotaryPairing pairing = RotaryPairing::kAdjacent;
  double base = 10'000;  ///< above 0
  std::optional<Index> dimensions =
      std::nullopt;  ///< r: the first r columns of each head turn, the others stay; d where not given
};

/// Cosines and sines of every angle, [P x r/2]: row p for position p, or for the positions that were asked for.
template <typename Scalar>
struct RotaryTableOf {
  MatrixOf<Scalar> cosines;
  MatrixOf<Scalar> sines;
};
using RotaryTable = RotaryTableOf<double>;

/// count positions in a row: first, first + 1, ...
std::vector<Index> consecutive_positions(Index count, Index first = 0);

/// The angles' cosines and sines, one row for each of `positions`, for r = `dimensions`.
/// Throws std::invalid_argument for an odd or negative r, or a base that is not above 0.
template <typename Scalar>
RotaryTableOf<Scalar> rotary_table(const std::vector<Index>& positions, Index dimensions, double base = 10'000);

/// Rows `positions` of a given table. Throws std::invalid_argument for a position beyond its rows.
template <typename Scalar>
RotaryTableOf<Scalar> rotary_table_rows(const RotaryTableOf<Scalar>& table, const std::vector<Index>& positions);

/// x [T x n*d] with every head's first r columns turned by row t of `table` [T x r/2] in row t.
/// Throws std::invalid_argument naming the shapes where they do not fit.
template <typename Scalar>
MatrixOf<Scalar> rotary(const MatrixOf<Scalar>& x, const RotaryTableOf<Scalar>& table, Index head_width,
                        RotaryPairing pairing);

/// The same with the angles of `positions`, one a row of x [T x n*d].
template <typename Scalar>
MatrixOf<Scalar> rotary(const MatrixOf<Scalar>& x, const std::vector<Index>& positions, Index head_width,
                        const RotaryOptions& options = {});

/// Gradient by x from the gradient by the turned x, both [T x n*d]: the inverse rotation.
template <typename Scalar>
MatrixOf<Scalar> rotary_backward(const MatrixOf<Scalar>& d_rotated, const RotaryTableOf<Scalar>& table,
                                 Index head_width, RotaryPairing pairing);

template <typename Scalar>
MatrixOf<Scalar> rotary_backward(const MatrixOf<Scalar>& d_rotated, const std::vector<Index>& positions,
                                 Index head_width, const RotaryOptions& options = {});

}  // namespace attention
