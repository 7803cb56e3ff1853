// What the lesson on masks shows of conventions: which rows padding empties, what a row without anything to see
// becomes, in three formats of numbers, and what a mask of trues and falses means.
#pragma once

#include <vector>

#include "core/attention/matrix.hpp"
#include "core/playground/claims.hpp"
#include "core/playground/exhibit.hpp"
#include "core/playground/lesson.hpp"

namespace playground::mask_private {

/// Weights [tokens x tokens] where all scores are equal and no word looks ahead.
attention::Matrix even_causal_weights(attention::Index tokens);

Exhibit fillers(const Lecture& lecture);
void add_claims_of_fillers(std::vector<Claim>& all);

Exhibit empty(const Lecture& lecture);
void add_claims_of_empty(const Lecture& lecture, std::vector<Claim>& all);

Exhibit meaning(const Lecture& lecture);
void add_claims_of_meaning(const Lecture& lecture, std::vector<Claim>& all);

}  // namespace playground::mask_private
