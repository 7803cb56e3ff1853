#include "core/training/evaluation.hpp"

#include <algorithm>

#include "core/training/pass.hpp"

namespace training {
namespace {

/// Sentences of one batch: enough to be fast, few enough to be small.
constexpr std::size_t kChunk = 64;

struct Counts {
  Index named = 0;
  Index looked = 0;
  double weight = 0;
  double loss = 0;
};

/// Comparisons with NaN are false, so a model that is not finite gets nothing.
void count_examples(const FloatModel& model, std::span<const Example> examples, Counts& counts) {
  const Batch batch = batch_of(examples);
  const PassOf<float> pass = forward(model, batch);
  counts.loss += static_cast<double>(mean_loss(pass, batch)) * static_cast<double>(examples.size());
  for (std::size_t i = 0; i < examples.size(); ++i) {
    const Index sentence = static_cast<Index>(i);
    const Index referent = examples[i].referent();
    bool largest = true;
    for (Index noun = 0; noun < kNouns; ++noun) {
      largest = largest && (noun == referent || pass.logits(sentence, referent) > pass.logits(sentence, noun));
    }
    const MatrixOf<float> weights = pass.it_weights(sentence);
    counts.named += largest;
    counts.looked += weights(0, examples[i].referent_position) > weights(0, examples[i].other_position);
    counts.weight += static_cast<double>(weights(0, examples[i].referent_position));
  }
}

}  // namespace

Evaluation evaluate(const FloatModel& model, std::span<const Example> examples) {
  Counts counts;
  for (std::size_t first = 0; first < examples.size(); first += kChunk) {
    count_examples(model, examples.subspan(first, std::min(kChunk, examples.size() - first)), counts);
  }
  const double all = static_cast<double>(std::max<std::size_t>(examples.size(), 1));
  return {.accuracy = static_cast<double>(counts.named) / all,
          .looks = static_cast<double>(counts.looked) / all,
          .referent_weight = counts.weight / all,
          .loss = counts.loss / all};
}

}  // namespace training
