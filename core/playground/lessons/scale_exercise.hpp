// The exercise of the lesson on the scale: an attention that is scaled by the wrong d, to repair.
#pragma once

#include <cmath>
#include <vector>

#include "core/playground/claims.hpp"
#include "core/playground/exhibit.hpp"
#include "core/playground/lesson.hpp"

namespace playground::scale_private {

inline double root(int number) { return std::sqrt(static_cast<double>(number)); }

Exhibit bug(const Lecture& lecture);
void add_claims_of_bug(const Lecture& lecture, std::vector<Claim>& all);

}  // namespace playground::scale_private
