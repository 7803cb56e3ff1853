// Masks: which key each query may attend to. True means "may attend".
#pragma once

#include "core/attention/matrix.hpp"

namespace attention {

/// Every query may attend to every key, shape [queries x keys].
BoolMatrix full_mask(Index queries, Index keys);

/// Query i may attend to key j where j <= i + offset; offset is the number of keys already cached.
BoolMatrix causal_mask(Index queries, Index keys, Index offset = 0);

/// The first `valid_keys` keys are real, the rest is padding that nobody may attend to.
/// 0 <= valid_keys <= keys, otherwise std::invalid_argument.
BoolMatrix padding_mask(Index queries, Index keys, Index valid_keys);

/// logits [T x S] with minus infinity where `allowed` [T x S] is false.
/// Throws std::invalid_argument naming both shapes where they differ.
/// Scalar: double, float.
template <typename Scalar>
MatrixOf<Scalar> apply_mask(const MatrixOf<Scalar>& logits, const BoolMatrix& allowed);

}  // namespace attention
