// Which sentences the model learns from, and which are kept from it.
//
// Animate noun a and place p are held out as a pair where a + p is 0 modulo 10: ten pairs, every noun in one of them,
// animal and street among them. The model sees each noun, never a held-out pair.
#pragma once

#include <vector>

#include "core/attention/random.hpp"
#include "core/training/grammar.hpp"

namespace training {

/// Whether sentences with these two nouns, counted from 0, are kept from training.
inline bool is_held_out(Index animate, Index place) { return (animate + place) % kPlaces == 0; }

/// `count` sentences without a held-out pair: u = rng.random((count, 5)), row by row, and of each row
///
///   animate = floor(10 u_0);  place = (11 - animate + floor(9 u_1)) modulo 10
///   verb = floor(6 u_2);  adjective = floor(12 u_3);  form = floor(6 u_4)
std::vector<Example> draw_examples(attention::Generator& generator, Index count);

/// All sentences with a held-out pair: 4,320.
std::vector<Example> held_out_examples();

/// 120 of them, quick to try: every pair in every form with an adjective of either kind, verbs and adjectives in turn.
std::vector<Example> few_held_out_examples();

}  // namespace training
