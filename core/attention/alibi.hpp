// ALiBi: attention with linear biases, positions as a penalty on distance instead of vectors.
//
//   logits_ij = q_i k_j / sqrt(d_k) - m_h |p_i - j|,   p_i = i + offset          (Press et al. 2022, section 3)
//
// The paper is causal, so that only keys j <= p_i count; without a causal mask the penalty grows on both sides.
#pragma once

#include <vector>

#include "core/attention/matrix.hpp"

namespace attention {

/// The slope m_h of every head. For H a power of two the geometric sequence 2^(-8/H), 2^(-16/H), ... 2^-8. Otherwise,
/// as the authors' program has it, the slopes of the next lower power of two n, then every second one of 2n. Throws
/// std::invalid_argument for fewer than one head.
std::vector<double> alibi_slopes(Index heads);

/// The bias of one head [queries x keys], to be given as AttentionOptions::bias; offset counts the cached keys.
Matrix alibi_bias(Index queries, Index keys, double slope, Index offset = 0);

}  // namespace attention
