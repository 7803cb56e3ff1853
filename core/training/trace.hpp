// What the model does with one sentence, every stage in double and every row of every layer: what a page shows.
#pragma once

#include <optional>
#include <vector>

#include "core/attention/feed_forward.hpp"
#include "core/attention/multi_head.hpp"
#include "core/attention/norm.hpp"
#include "core/training/grammar.hpp"
#include "core/training/model.hpp"

namespace training {

/// One layer. T tokens, D model width.
struct LayerTrace {
  attention::Matrix x;             ///< [T x D] what queries and keys read
  attention::Matrix value_source;  ///< [T x D] what values read: X, or the word embeddings in the last layer
  attention::MultiHeadWeights weights;
  attention::MultiHeadTrace attention;
  attention::Matrix residual_1;  ///< [T x D] attention, plus X where the layer has residuals
  attention::NormTrace norm_1;
  std::optional<attention::FeedForwardTrace> feed_forward;  ///< none in a layer that reads the embeddings
  std::optional<attention::Matrix> residual_2;
  std::optional<attention::NormTrace> norm_2;
  attention::Matrix output;  ///< [T x D]
};

struct Trace {
  attention::Matrix embeddings;  ///< [T x D] of the words
  attention::Matrix positions;   ///< [T x D] what is added to them: 0 without positions
  std::vector<LayerTrace> layers;
  attention::Matrix logits;         ///< [1 x nouns] at "it"
  attention::Matrix probabilities;  ///< [1 x nouns] softmax of the logits

  /// [1 x T] what "it" attends to in the last layer, the mean over the heads.
  attention::Matrix it_weights(Index it) const;
};

Trace trace(const Model& model, const Sentence& sentence);
Trace trace(const FloatModel& model, const Sentence& sentence);

}  // namespace training
