#include "core/playground/snapshot.hpp"

#include "core/playground/derivation.hpp"

namespace playground {
namespace {

using attention::Matrix;

const Matrix* pointer(const std::optional<Matrix>& matrix) { return matrix ? &*matrix : nullptr; }

const Matrix* at(const std::vector<Matrix>& heads, int head) {
  return heads.empty() ? nullptr : &heads[static_cast<std::size_t>(head)];
}

}  // namespace

const Matrix* Snapshot::tensor(Tensor name, int head) const {
  const Drawn& drawn = projections->drawn;
  const attention::AttentionTrace& of_head = trace.heads[static_cast<std::size_t>(info(name).per_head ? head : 0)];
  const bool rotated = are_rotated(model.positions);
  switch (name) {
    case Tensor::kEmbeddings:
      return &drawn.embeddings;
    case Tensor::kPositions:
      return pointer(projections->positions);
    case Tensor::kInputs:
      return pointer(projections->inputs);
    case Tensor::kWq:
      return &drawn.weights.wq;
    case Tensor::kWk:
      return &drawn.weights.wk;
    case Tensor::kWv:
      return &drawn.weights.wv;
    case Tensor::kWo:
      return pointer(drawn.weights.wo);
    case Tensor::kW1:
      return block ? &drawn.w1 : nullptr;
    case Tensor::kW2:
      return block ? &drawn.w2 : nullptr;
    case Tensor::kQueries:
      return rotated ? at(projections->unrotated_queries, head) : &of_head.queries;
    case Tensor::kKeys:
      return rotated ? at(projections->unrotated_keys, head) : &of_head.keys;
    case Tensor::kValues:
      return &of_head.values;
    case Tensor::kRotatedQueries:
      return rotated ? &of_head.queries : nullptr;
    case Tensor::kRotatedKeys:
      return rotated ? &of_head.keys : nullptr;
    case Tensor::kScores:
      return &of_head.scores;
    case Tensor::kScaledScores:
      return &of_head.scaled_scores;
    case Tensor::kPositionBias:
      return at(position_biases, head);
    case Tensor::kMaskedScores:
      return &of_head.masked_scores;
    case Tensor::kRowMax:
      return &of_head.row_max;
    case Tensor::kExponentials:
      return &of_head.exponentials;
    case Tensor::kRowSum:
      return &of_head.row_sum;
    case Tensor::kWeights:
      return &of_head.weights;
    case Tensor::kHeadOutput:
      return &of_head.output;
    case Tensor::kConcatenated:
      return &trace.concatenated;
    case Tensor::kOutput:
      return &trace.output;
    case Tensor::kResidual1:
      return block ? &block->after_attention.residual : nullptr;
    case Tensor::kMean1:
      return block ? &block->after_attention.mean : nullptr;
    case Tensor::kVariance1:
      return block ? &block->after_attention.variance : nullptr;
    case Tensor::kNorm1:
      return block ? &block->after_attention.norm : nullptr;
    case Tensor::kHidden:
      return block ? &block->hidden : nullptr;
    case Tensor::kActivated:
      return block ? &block->activated : nullptr;
    case Tensor::kFeedForward:
      return block ? &block->feed_forward : nullptr;
    case Tensor::kResidual2:
      return block ? &block->after_feed_forward.residual : nullptr;
    case Tensor::kMean2:
      return block ? &block->after_feed_forward.mean : nullptr;
    case Tensor::kVariance2:
      return block ? &block->after_feed_forward.variance : nullptr;
    case Tensor::kNorm2:
      return block ? &block->after_feed_forward.norm : nullptr;
  }
  return nullptr;
}

std::shared_ptr<const Snapshot> derive(const Model& model, const std::shared_ptr<const Snapshot>& previous) {
  return Derivation(model, previous).finish();
}

}  // namespace playground
