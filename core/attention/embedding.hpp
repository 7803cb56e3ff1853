// Learned tables: the vector of a word by its number, the vector of a position by its place.
//
// V rows of the vocabulary, P rows of the position table, T tokens, D width of a vector. Scalar: double, float.
#pragma once

#include <span>

#include "core/attention/matrix.hpp"

namespace attention {

/// Row ids[t] of `table` [V x D] for each token: [T x D]. Throws std::invalid_argument naming an id out of range.
template <typename Scalar>
MatrixOf<Scalar> embed(const MatrixOf<Scalar>& table, std::span<const Index> ids);

/// Backward of embed: the gradient by the table [vocabulary x D] from that by the vectors, `d_output` [T x D].
/// A word that stands twice gets the sum of both.
template <typename Scalar>
MatrixOf<Scalar> embed_backward(std::span<const Index> ids, const MatrixOf<Scalar>& d_output, Index vocabulary);

/// Rows first .. first + tokens - 1 of a learned position table [P x D]: [T x D], to be added to the word vectors
/// (Gehring et al. 2017, section 3.1; Vaswani et al. 2017, section 3.5, row E of table 3).
/// Throws std::invalid_argument where the table ends before the last token.
template <typename Scalar>
MatrixOf<Scalar> learned_positions(const MatrixOf<Scalar>& table, Index tokens, Index first = 0);

/// Backward of learned_positions: the gradient by the table [positions x D] from `d_output` [T x D].
template <typename Scalar>
MatrixOf<Scalar> learned_positions_backward(const MatrixOf<Scalar>& d_output, Index positions, Index first = 0);

}  // namespace attention
