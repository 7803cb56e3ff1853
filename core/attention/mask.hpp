// Masks: which key each query may attend to. True means "may attend".
//
// A query's position is p = i + offset: i counts the queries of this call from 0, `offset` the keys that were there
// before them (a KV cache). Keys are counted from 0. The offset may be negative (more queries than keys, the ends
// aligned) and is never clamped: then the first queries have nothing to attend to. empty_rows names such queries.
// Any painted BoolMatrix is a mask too.
#pragma once

#include <optional>
#include <vector>

#include "core/attention/matrix.hpp"

namespace attention {

/// Every query may attend to every key, shape [queries x keys].
BoolMatrix full_mask(Index queries, Index keys);

/// Query i may attend to key j where j <= i + offset; offset is the number of keys already cached.
BoolMatrix causal_mask(Index queries, Index keys, Index offset = 0);

/// The first `valid_keys` keys are real, the rest is padding that nobody may attend to.
/// 0 <= valid_keys <= keys, otherwise std::invalid_argument.
BoolMatrix padding_mask(Index queries, Index keys, Index valid_keys);

/// The query at position p = i + offset may attend to the keys p - left <= j <= p + right.
/// No bound on a side that is not given, or -1; below that std::invalid_argument. `right` 0 is causal, with
/// `left` it is the local attention of Mistral 7B (Jiang et al. 2023, section 2: window W there is left + 1).
BoolMatrix sliding_window_mask(Index queries, Index keys, std::optional<Index> left, std::optional<Index> right,
                               Index offset = 0);

/// The first `prefix` keys are visible to every query, the others causally: j < prefix or j <= i + offset (prefix LM:
/// Raffel et al. 2020, section 3.2.1). 0 <= prefix <= keys, otherwise std::invalid_argument.
BoolMatrix prefix_mask(Index queries, Index keys, Index prefix, Index offset = 0);

/// Allowed where both allow: a causal mask with padding, for example. Throws naming both shapes where they differ.
BoolMatrix mask_intersection(const BoolMatrix& one, const BoolMatrix& other);

/// Allowed where at least one allows: a window with global tokens, for example. Throws as mask_intersection does.
BoolMatrix mask_union(const BoolMatrix& one, const BoolMatrix& other);

/// The queries with nothing to attend to, in order; their weights and output are 0.
std::vector<Index> empty_rows(const BoolMatrix& allowed);

/// logits [T x S] with minus infinity where `allowed` [T x S] is false.
/// Throws std::invalid_argument naming both shapes where they differ.
/// Scalar: double, float.
template <typename Scalar>
MatrixOf<Scalar> apply_mask(const MatrixOf<Scalar>& logits, const BoolMatrix& allowed);

}  // namespace attention
