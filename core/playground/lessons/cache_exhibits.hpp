// The exhibits of the lesson `cache` that stand in files of their own, and what they share with the first.
#pragma once

#include <string>
#include <vector>

#include "core/attention/kv_cache.hpp"
#include "core/attention/matrix.hpp"
#include "core/playground/claims.hpp"
#include "core/playground/exhibit.hpp"
#include "core/playground/lesson.hpp"

namespace playground::cache_private {

struct HeadInputs {
  attention::Matrix queries, keys, values;  ///< [T x d]
};

attention::KvCacheShape shape_of(const HeadInputs& inputs);
/// What a decoder finds word by word with a cache [count x d_v].
attention::Matrix decoded(const HeadInputs& inputs, const attention::KvCacheShape& shape, attention::Index count);
/// Everything anew: causal attention over the whole text.
attention::Matrix recomputed(const HeadInputs& inputs, attention::Index count);

/// Small differences are rounding.
constexpr double kRounding = 1e-12;
std::string difference_text(double difference);

// cache_memory.cpp: what the caches of published models take, and what fewer heads for keys and values save.

/// `asks`: without what the cue asks for, and without knobs that tell it.
Exhibit memory_exhibit(const Lecture& lecture, bool asks);
Exhibit groups_exhibit(const Lecture& lecture);
void add_claims_of_memory(const Lecture& lecture, std::vector<Claim>& all);

// cache_turning.cpp: keys that are turned (rotary) once, or once more as they are read.

Exhibit turn_exhibit(const Lecture& lecture);
void add_claims_of_turning(const Lecture& lecture, std::vector<Claim>& all);

}  // namespace playground::cache_private
