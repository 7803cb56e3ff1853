// The exhibits of the lesson `block` about one word on its way through the block of the main view.
#pragma once

#include "core/playground/lesson.hpp"

namespace playground::block_private {

// block_parts.cpp. Precondition: the session's model has a block.
Exhibit sum_exhibit(const Lecture& lecture);
Exhibit norm_exhibit(const Lecture& lecture);
Exhibit widened_exhibit(const Lecture& lecture);

/// Of a row of both.
double cosine(const attention::Matrix& a, const attention::Matrix& b, attention::Index row);
/// What comes into the block of the main view [T x D].
const attention::Matrix& block_input(const Snapshot& snapshot);

}  // namespace playground::block_private
