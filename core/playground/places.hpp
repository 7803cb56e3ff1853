// Places: how the model tells its tokens' positions apart (sinusoids, rotations, slopes).
#pragma once

#include "core/attention/matrix.hpp"
#include "core/playground/session.hpp"

namespace playground {

/// Sinusoids [T x D] to add to the embeddings (Vaswani et al. 2017, section 3.5).
attention::Matrix sinusoids(const Model& model, int tokens);

/// The base of sinusoids and rotations: wavelengths grow from 2 pi to this times 2 pi.
inline constexpr double kPositionBase = 10'000;

/// position times the frequency of the column's pair: the argument of a sinusoid, or the angle of a rotation.
double angle(const Model& model, int position, int column);

/// Whether a column of a sinusoid table is a cosine: every other one.
bool is_cosine(int column);

/// Whether a column of a head is rotated: the last of an odd width has no partner and stays.
bool is_rotated(const Model& model, int column);

/// The column that is rotated with this one; the column itself where it is not rotated.
int partner_column(const Model& model, int column);

/// Sign of the partner's share of a rotated column: x cos - y sin for the first of a pair, x cos + y sin for the other.
double partner_sign(const Model& model, int column);

/// Each head's columns of `projected` [T x heads*d_k] rotated by the row's position (Su et al. 2021, equation 34).
attention::Matrix rotated(const Model& model, const attention::Matrix& projected);

/// ALiBi's slope of a query head (Press et al. 2022, section 3).
double slope(const Model& model, int head);

/// -slope times the distance [T x T]; the future as far away as the past.
attention::Matrix position_bias(const Model& model, int head, int tokens);

}  // namespace playground
