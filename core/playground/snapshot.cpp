#include "core/playground/snapshot.hpp"

#include <utility>

#include "core/attention/mask.hpp"
#include "core/playground/cells.hpp"
#include "core/playground/draw.hpp"

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

std::shared_ptr<const Projections> project(const Model& model, const std::vector<std::string>& tokens) {
  const Sizes& sizes = model.sizes;
  const auto whole = [](const CellEdit&) { return 0; };
  const auto query_head = [&](const CellEdit& edit) { return edit.head * sizes.d_k; };
  const auto kv_head = [&](const CellEdit& edit) { return kv_head_of(edit.head, sizes) * sizes.d_k; };

  auto [x, weights] = draw(model, tokens);
  apply_edits(model, Tensor::kEmbeddings, x, whole);
  apply_edits(model, Tensor::kWq, weights.wq, whole);
  apply_edits(model, Tensor::kWk, weights.wk, whole);
  apply_edits(model, Tensor::kWv, weights.wv, whole);
  if (weights.wo) apply_edits(model, Tensor::kWo, *weights.wo, whole);

  Matrix queries = x * weights.wq;
  Matrix keys = x * weights.wk;
  Matrix values = x * weights.wv;
  apply_edits(model, Tensor::kQueries, queries, query_head);
  apply_edits(model, Tensor::kKeys, keys, kv_head);
  apply_edits(model, Tensor::kValues, values, kv_head);
  return std::make_shared<const Projections>(Projections{.embeddings = std::move(x),
                                                         .weights = std::move(weights),
                                                         .queries = std::move(queries),
                                                         .keys = std::move(keys),
                                                         .values = std::move(values)});
}

bool same_projections(const Model& a, const Model& b) {
  return a.text == b.text && a.seed == b.seed && a.vectors == b.vectors && a.sizes == b.sizes && a.edits == b.edits;
}

std::optional<attention::BoolMatrix> mask_matrix(const Mask& mask, Index tokens) {
  switch (mask.kind) {
    case MaskKind::kNone:
      return std::nullopt;
    case MaskKind::kCausal:
      return attention::causal_mask(tokens, tokens);
    case MaskKind::kPadding:
      return attention::padding_mask(tokens, tokens, tokens - mask.count);
  }
  return std::nullopt;
}

}  // namespace

const Matrix* Snapshot::tensor(Tensor name, int head) const {
  const attention::MultiHeadWeights& weights = projections->weights;
  const attention::AttentionTrace& of_head = trace.heads[static_cast<std::size_t>(info(name).per_head ? head : 0)];
  switch (name) {
    case Tensor::kEmbeddings:
      return &projections->embeddings;
    case Tensor::kWq:
      return &weights.wq;
    case Tensor::kWk:
      return &weights.wk;
    case Tensor::kWv:
      return &weights.wv;
    case Tensor::kWo:
      return weights.wo ? &*weights.wo : nullptr;
    case Tensor::kQueries:
      return &of_head.queries;
    case Tensor::kKeys:
      return &of_head.keys;
    case Tensor::kValues:
      return &of_head.values;
    case Tensor::kScores:
      return &of_head.scores;
    case Tensor::kScaledScores:
      return &of_head.scaled_scores;
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
  snapshot.trace = attention::attend_heads(
      projected.queries, projected.keys, projected.values, projected.weights.wo,
      {.heads = sizes.heads, .kv_heads = sizes.kv_heads},
      {.scale = scale_factor(model.scale, sizes.d_k), .mask = mask_matrix(model.mask, snapshot.token_count())});
  return std::make_shared<const Snapshot>(std::move(snapshot));
}

}  // namespace playground
