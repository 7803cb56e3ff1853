// Sentences of different lengths one below the other: T tokens in all, no padding.
#pragma once

#include <span>
#include <vector>

#include "core/training/grammar.hpp"

namespace training {

struct Batch {
  std::vector<Index> words;      ///< T, of all sentences
  std::vector<Index> positions;  ///< T, each in its sentence
  std::vector<Index> starts;     ///< where each sentence begins, and T at the end
  std::vector<Index> it;         ///< the row of "it" of each sentence
  std::vector<Index> referents;  ///< the noun that "it" stands for, of each sentence; none where not known

  Index sentences() const { return static_cast<Index>(it.size()); }
  Index tokens() const { return static_cast<Index>(words.size()); }
};

Batch batch_of(std::span<const Example> examples);
Batch batch_of(const Sentence& sentence);

}  // namespace training
