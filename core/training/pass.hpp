// Forward and backward through the model, a batch of sentences at a time.
//
// Everything but attention works on all T tokens of the batch as one matrix; a sentence attends to itself alone. Of the
// last layer only the rows of "it" are computed: nothing reads the others. B sentences. Scalar: double, float.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/attention/cross_entropy.hpp"
#include "core/training/batch.hpp"
#include "core/training/model.hpp"

namespace training {

/// Every stage of one layer. Q rows ask: T in all layers but the last, B there.
template <typename Scalar>
struct LayerPassOf {
  MatrixOf<Scalar> x;                                          ///< [T x D]
  MatrixOf<Scalar> query_source;                               ///< [Q x D] the rows of X that ask
  std::vector<attention::AttentionTraceOf<Scalar>> attention;  ///< B * H, the heads of a sentence after each other
  MatrixOf<Scalar> concatenated;                               ///< [Q x H*d_v]
  attention::NormTraceOf<Scalar> norm_1;
  std::optional<attention::FeedForwardTraceOf<Scalar>> feed_forward;
  std::optional<attention::NormTraceOf<Scalar>> norm_2;

  /// [Q x D]
  const MatrixOf<Scalar>& output() const { return norm_2 ? norm_2->output : norm_1.output; }
};

template <typename Scalar>
struct PassOf {
  MatrixOf<Scalar> embeddings;  ///< [T x D] of the words, without positions
  std::vector<LayerPassOf<Scalar>> layers;
  MatrixOf<Scalar> logits;  ///< [B x nouns]

  /// What "it" of a sentence attends to: [1 x tokens of the sentence], the mean over the heads of the last layer.
  MatrixOf<Scalar> it_weights(Index sentence) const;
};

template <typename Scalar>
PassOf<Scalar> forward(const ModelOf<Scalar>& model, const Batch& batch);

template <typename Scalar>
struct GradientsOf {
  Scalar loss = 0;  ///< mean cross-entropy of the nouns, in nats
  ModelWeightsOf<Scalar> d_weights;
};

/// The loss of a forward pass, and its gradient by every parameter.
template <typename Scalar>
GradientsOf<Scalar> backward(const ModelOf<Scalar>& model, const Batch& batch, const PassOf<Scalar>& pass);

/// The loss alone.
template <typename Scalar>
Scalar mean_loss(const PassOf<Scalar>& pass, const Batch& batch);

}  // namespace training
