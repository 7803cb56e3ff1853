// Exercises: attention to be broken and repaired, on the words of the session: what is drawn for it, and the probes
// that its instruments read.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/attention/matrix.hpp"
#include "core/attention/product.hpp"
#include "core/playground/session.hpp"

namespace playground {

inline constexpr int kExerciseWidth = 64;

/// Words, one random vector each, and their queries, keys and values, 64 wide, which heads may cut.
struct Exercise {
  std::vector<std::string> words;  ///< 4 to 16 of the session's; the opening sentence's where it has fewer
  attention::Matrix x;             ///< [T x 64]
  attention::Matrix wq, wk, wv;    ///< [64 x 64]

  attention::Matrix queries() const { return attention::product(x, wq); }
  attention::Matrix keys() const { return attention::product(x, wk); }
  attention::Matrix values() const { return attention::product(x, wv); }
  attention::Index tokens() const { return x.rows(); }
};

/// From default_rng([seed, draw]): X, then W_q, W_k and W_v divided by √64.
Exercise exercise_of(const Session& session, int draw = 0);

/// Attention as the exercise has it, right or broken: outputs [T x 64] of words [T x 64].
using Attend = std::function<attention::Matrix(const Exercise&)>;

/// How far each output moves when this word becomes its opposite: the largest change in its row.
std::vector<double> moved_by(const Exercise& exercise, attention::Index word, const Attend& attend);

/// How far the outputs are from moving along when the first and the last word change places: 0 without positions.
double error_of_swap(const Exercise& exercise, const Attend& attend);

/// The weights [T x T] of one head that must not see the future, by what is done with the scores of the future: "none"
/// (nothing), "zero" (they become 0), "small" (−1e−9 is added), "after" (their weights become 0), "renormalised" (and
/// the rows are divided by what is left), "infinity" (they become −∞).
attention::Matrix causal_weights(const Exercise& exercise, std::string_view way);

/// The sum of all weights on what comes later.
double weight_on_the_future(const attention::Matrix& weights);

/// The largest distance of a row's sum from 1.
double error_of_sums(const attention::Matrix& weights);

}  // namespace playground
