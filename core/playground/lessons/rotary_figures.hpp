// What the lesson on positions shows of rotary positions: one pair as arrows, a whole score, its decay with distance.
#pragma once

#include "core/attention/matrix.hpp"
#include "core/attention/rotary.hpp"
#include "core/playground/exhibit.hpp"
#include "core/playground/lesson.hpp"

namespace playground::positions_private {

inline constexpr int kFar = 100;  ///< how much further on the same query and key are looked at again

// One pair of a head of width 8, its query and key as arrows.
Figure turning(const Lecture& lecture);
Figure turns(const Lecture& lecture);
/// Their dot product, both so many positions further on than their knobs say.
double turned_product(const Lecture& lecture, int further);
/// By how much a pair turns from one position to the next, in radians; pairs count from 1.
double speed_of(int pair);

// A whole score of eight numbers each.
Figure distances(const Lecture& lecture);
Figure pairing_table(const Lecture& lecture);
Figure pairing_scores(const Lecture& lecture);
Figure pairing_checks(const Lecture& lecture);

/// The scores of two pairings, here and far on, beside what a model trained with adjacent pairs expects.
struct Pairings {
  double trained = 0, now = 0, far = 0;
  double reordered = 0;  ///< by halves, after the columns were put where the halves are looked for
};
Pairings pairings(const Lecture& lecture, attention::RotaryPairing query_pairs, attention::RotaryPairing key_pairs);

/// At every distance from 0 on, as shares of the value at 0, [1 x distances].
struct Decay {
  attention::Matrix ones;   ///< score of two vectors of ones
  attention::Matrix bound;  ///< mean of |S_j|, S_j the sum of the first j turns: Su et al. 2021, section 3.4.3
};
const Decay& decay(int width);
Figure decay_plot(const Lecture& lecture);
Figure decay_numbers(const Lecture& lecture);

}  // namespace playground::positions_private
