// The small language that the model learns: sentences in which "it" stands for one of two nouns, and the adjective
// alone says for which.
//
//   the animal did not cross the street because it was too tired       an animal can be tired
//   the animal did not cross the street because it was too wide        a street can be wide
//
// Ten animate nouns, ten places, six verbs, six adjectives for each kind of noun, and six forms, in which the nouns and
// "it" stand in varying order, so that a position gives nothing away.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/attention/matrix.hpp"

namespace training {

using attention::Index;

inline constexpr Index kAnimates = 10;  ///< animate nouns, words 0 to 9
inline constexpr Index kPlaces = 10;    ///< places, words 10 to 19
inline constexpr Index kNouns = kAnimates + kPlaces;
inline constexpr Index kVerbs = 6;  ///< each has two words, as in "cross" and "crossed"
inline constexpr Index kAdjectivesOfKind = 6;
inline constexpr Index kAdjectives = 2 * kAdjectivesOfKind;  ///< first those for animate nouns
inline constexpr Index kForms = 6;
inline constexpr Index kLongestForm = 13;  ///< words of the longest form

/// All words; the number of a word is its place here. The nouns come first.
std::span<const std::string_view> vocabulary();

/// The number of a word in lower case; nothing where the language has no such word.
std::optional<Index> word_number(std::string_view word);

/// The number of "it".
Index it_number();

inline bool is_noun(Index word) { return word < kNouns; }
inline bool is_animate(Index word) { return word < kAnimates; }

/// What makes a sentence: numbers of each kind, from 0.
struct Choice {
  Index animate = 0;
  Index place = 0;
  Index verb = 0;
  Index adjective = 0;  ///< below kAdjectivesOfKind it fits the animate noun, else the place
  Index form = 0;
};

struct Sentence {
  std::vector<Index> words;
  Index it = 0;  ///< the position of "it"
};

/// A sentence that knows its answer.
struct Example {
  Sentence sentence;
  Index referent_position = 0;  ///< of the noun that "it" stands for
  Index other_position = 0;     ///< of the other noun

  /// The number of the noun that "it" stands for, 0 to kNouns - 1.
  Index referent() const { return sentence.words[static_cast<std::size_t>(referent_position)]; }
};

/// The sentence of a choice, every number within its range.
Example example(const Choice& choice);

/// The words with blanks between.
std::string text_of(const Sentence& sentence);

}  // namespace training
