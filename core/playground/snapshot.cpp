#include "core/playground/snapshot.hpp"

#include <span>
#include <utility>

#include "core/attention/norm.hpp"
#include "core/playground/cells.hpp"
#include "core/playground/places.hpp"

namespace playground {
namespace {

using attention::Index;
using attention::Matrix;

/// Writes the edits of one tensor over its cells. In queries, keys and values an edit's head chooses the columns:
/// `first_column(edit)` is where its head begins.
template <typename FirstColumn>
void apply_edits(const Model& model, Tensor tensor, Matrix& matrix, FirstColumn first_column) {
  for (const CellEdit& edit : model.edits) {
    if (edit.tensor == tensor) matrix(edit.row, first_column(edit) + edit.column) = edit.value;
  }
}

/// Queries and keys turned by their positions; as they were is kept for each query head.
void rotate(const Model& model, Projections& projected) {
  const Sizes& sizes = model.sizes;
  for (int head = 0; head < sizes.heads; ++head) {
    projected.unrotated_queries.push_back(attention::head_columns(projected.queries, head, sizes.d_k));
    projected.unrotated_keys.push_back(attention::head_columns(projected.keys, kv_head_of(head, sizes), sizes.d_k));
  }
  projected.queries = rotated(model, projected.queries);
  projected.keys = rotated(model, projected.keys);
}

std::shared_ptr<const Projections> project(const Model& model, const std::vector<std::string>& tokens) {
  const Sizes& sizes = model.sizes;
  const auto whole = [](const CellEdit&) { return 0; };
  const auto query_head = [&](const CellEdit& edit) { return edit.head * sizes.d_k; };
  const auto kv_head = [&](const CellEdit& edit) { return kv_head_of(edit.head, sizes) * sizes.d_k; };

  Projections projected;
  projected.drawn = draw(model, tokens);
  Matrix& x = projected.drawn.embeddings;
  attention::MultiHeadWeights& weights = projected.drawn.weights;
  apply_edits(model, Tensor::kEmbeddings, x, whole);
  apply_edits(model, Tensor::kWq, weights.wq, whole);
  apply_edits(model, Tensor::kWk, weights.wk, whole);
  apply_edits(model, Tensor::kWv, weights.wv, whole);
  if (weights.wo) apply_edits(model, Tensor::kWo, *weights.wo, whole);
  apply_edits(model, Tensor::kW1, projected.drawn.w1, whole);
  apply_edits(model, Tensor::kW2, projected.drawn.w2, whole);

  if (are_added(model.positions)) {
    projected.positions = sinusoids(model, static_cast<int>(tokens.size()));
    projected.inputs = x + *projected.positions;
  }
  const Matrix& inputs = projected.inputs ? *projected.inputs : x;
  projected.queries = inputs * weights.wq;
  projected.keys = inputs * weights.wk;
  projected.values = inputs * weights.wv;
  apply_edits(model, Tensor::kQueries, projected.queries, query_head);
  apply_edits(model, Tensor::kKeys, projected.keys, kv_head);
  apply_edits(model, Tensor::kValues, projected.values, kv_head);
  if (are_rotated(model.positions)) rotate(model, projected);
  return std::make_shared<const Projections>(std::move(projected));
}

bool same_projections(const Model& a, const Model& b) {
  return a.text == b.text && a.seed == b.seed && a.vectors == b.vectors && a.sizes == b.sizes &&
         a.positions == b.positions && a.edits == b.edits;
}

/// The options of every head: one for all, or one for each where ALiBi gives each its own bias.
std::vector<attention::AttentionOptions> options_of(const Model& model, const Snapshot& snapshot) {
  const attention::AttentionOptions shared{.scale = scale_factor(model.scale, model.sizes.d_k),
                                           .mask = mask_matrix(model.mask, snapshot.token_count())};
  std::vector<attention::AttentionOptions> options{shared};
  if (snapshot.position_biases.empty()) return options;
  options.resize(snapshot.position_biases.size(), shared);
  for (std::size_t head = 0; head < options.size(); ++head) options[head].bias = snapshot.position_biases[head];
  return options;
}

AddAndNorm add_and_norm(const Matrix& x, const Matrix& sublayer) {
  AddAndNorm result;
  result.residual = x + sublayer;
  attention::NormTrace norm =
      attention::layer_norm(result.residual, attention::plain_norm_weights<double>(result.residual.cols(), true));
  result.variance = (result.residual.colwise() - norm.mean.col(0)).array().square().rowwise().mean();
  result.mean = std::move(norm.mean);
  result.norm = std::move(norm.output);
  return result;
}

Block block_of(const Projections& projected, const Matrix& attention_output) {
  const Matrix& inputs = projected.inputs ? *projected.inputs : projected.drawn.embeddings;
  Block block;
  block.after_attention = add_and_norm(inputs, attention_output);
  block.hidden = block.after_attention.norm * projected.drawn.w1;
  block.activated = block.hidden.cwiseMax(0);
  block.feed_forward = block.activated * projected.drawn.w2;
  block.after_feed_forward = add_and_norm(block.after_attention.norm, block.feed_forward);
  return block;
}

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
  if (previous && previous->model == model) return previous;
  const bool reuse = previous && same_projections(previous->model, model);

  Snapshot snapshot;
  snapshot.model = model;
  snapshot.tokens = tokenize(model.text);
  snapshot.projections = reuse ? previous->projections : project(model, snapshot.tokens);
  const Projections& projected = *snapshot.projections;
  const Sizes& sizes = model.sizes;
  if (model.positions == Positions::kAlibi) {
    for (int head = 0; head < sizes.heads; ++head) {
      snapshot.position_biases.push_back(position_bias(model, head, snapshot.token_count()));
    }
  }
  snapshot.trace =
      attention::attend_heads(projected.queries, projected.keys, projected.values, projected.drawn.weights.wo,
                              {.heads = sizes.heads, .kv_heads = sizes.kv_heads},
                              std::span<const attention::AttentionOptions>(options_of(model, snapshot)));
  if (has_block(sizes)) snapshot.block = block_of(projected, snapshot.trace.output);
  return std::make_shared<const Snapshot>(std::move(snapshot));
}

}  // namespace playground
