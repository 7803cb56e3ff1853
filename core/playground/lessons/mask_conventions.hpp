// What the lesson on masks shows of conventions: what a row without anything to see becomes, in three formats of
// numbers, and what a mask of trues and falses means.
#pragma once

#include <vector>

#include "core/playground/claims.hpp"
#include "core/playground/exhibit.hpp"
#include "core/playground/lesson.hpp"

namespace playground::mask_private {

Exhibit empty(const Lecture& lecture);
void add_claims_of_empty(const Lecture& lecture, std::vector<Claim>& all);

Exhibit meaning(const Lecture& lecture);
void add_claims_of_meaning(const Lecture& lecture, std::vector<Claim>& all);

}  // namespace playground::mask_private
