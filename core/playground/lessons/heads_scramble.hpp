// What the lesson on heads shows of cutting and joining them in the wrong order: a small example, and an exercise to
// repair.
#pragma once

#include <vector>

#include "core/playground/claims.hpp"
#include "core/playground/exhibit.hpp"
#include "core/playground/lesson.hpp"

namespace playground::heads_private {

Exhibit scramble(const Lecture& lecture);
void add_claims_of_scramble(std::vector<Claim>& all);

Exhibit bug(const Lecture& lecture);
void add_claims_of_bug(const Lecture& lecture, std::vector<Claim>& all);

}  // namespace playground::heads_private
