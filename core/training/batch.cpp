#include "core/training/batch.hpp"

namespace training {
namespace {

void add_sentence(Batch& batch, const Sentence& sentence) {
  batch.it.push_back(batch.tokens() + sentence.it);
  for (std::size_t position = 0; position < sentence.words.size(); ++position) {
    batch.words.push_back(sentence.words[position]);
    batch.positions.push_back(static_cast<Index>(position));
  }
  batch.starts.push_back(batch.tokens());
}

}  // namespace

Batch batch_of(std::span<const Example> examples) {
  Batch batch;
  batch.starts.push_back(0);
  for (const Example& example : examples) {
    add_sentence(batch, example.sentence);
    batch.referents.push_back(example.referent());
  }
  return batch;
}

Batch batch_of(const Sentence& sentence) {
  Batch batch;
  batch.starts.push_back(0);
  add_sentence(batch, sentence);
  return batch;
}

}  // namespace training
