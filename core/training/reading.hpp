// A reader's own sentence, as numbers of words; or what is wrong with it, and what may have been meant.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/training/grammar.hpp"

namespace training {

inline constexpr Index kLongestSentence = 24;  ///< words that a reader may type

enum class ReadingProblem {
  kNone,
  kEmpty,
  kUnknownWords,
  kNoIt,     ///< no "it" to ask about
  kNoNoun,   ///< nothing that "it" could stand for
  kTooLong,  ///< more than kLongestSentence words
};

struct UnknownWord {
  Index position = 0;                         ///< among the words of the sentence
  std::string word;                           ///< as typed, without the signs around it
  std::vector<std::string_view> suggestions;  ///< up to 3 words of the language, the nearest first
};

struct Reading {
  ReadingProblem problem = ReadingProblem::kNone;
  Sentence sentence;                  ///< where there is no problem; "it" is the first one
  std::vector<UnknownWord> unknown;   ///< with kUnknownWords
  std::optional<Example> example;     ///< where the language has an answer: one noun of each kind and one adjective
  std::vector<Index> noun_positions;  ///< of all nouns, where there is no problem
};

/// Splits at white space; capitals and the signs . , ; : ! ? " ' around a word do not count. Signs alone are a word, and
/// none of the vocabulary.
Reading read_sentence(std::string_view text);

/// The least number of letters to add, take away, change, or swap with the next (optimal string alignment; Damerau 1964).
Index edit_distance(std::string_view a, std::string_view b);

/// Up to `most` words of the language nearest to `word` by edit distance, the nearest first; words of the same distance
/// in the order of the vocabulary. Words that share less than half their letters are left out.
std::vector<std::string_view> nearest_words(std::string_view word, std::size_t most = 3);

}  // namespace training
