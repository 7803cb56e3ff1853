#include "core/playground/derivation.hpp"

#include <utility>

#include "core/attention/mask.hpp"
#include "core/playground/cells.hpp"
#include "core/playground/draw.hpp"

namespace playground {
namespace {

using attention::Index;
using attention::Matrix;

// In multiply-adds, measured roughly.
constexpr double kDrawnNumber = 60;
constexpr double kSoftmaxCell = 60;  ///< of one cell from score to weight

/// Writes the edits of one tensor over its cells. In queries, keys and values an edit's head chooses the columns:
/// `first_column(edit)` is where its head begins.
template <typename FirstColumn>
void apply_edits(const Model& model, Tensor tensor, Matrix& matrix, FirstColumn first_column) {
  for (const CellEdit& edit : model.edits) {
    if (edit.tensor == tensor) matrix(edit.row, first_column(edit) + edit.column) = edit.value;
  }
}

void draw_into(Projections& projections, const Model& model, const std::vector<std::string>& tokens) {
  const auto whole = [](const CellEdit&) { return 0; };
  auto [x, weights] = draw(model, tokens);
  apply_edits(model, Tensor::kEmbeddings, x, whole);
  apply_edits(model, Tensor::kWq, weights.wq, whole);
  apply_edits(model, Tensor::kWk, weights.wk, whole);
  apply_edits(model, Tensor::kWv, weights.wv, whole);
  if (weights.wo) apply_edits(model, Tensor::kWo, *weights.wo, whole);
  projections.embeddings = std::move(x);
  projections.weights = std::move(weights);
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

Derivation::Derivation(const Model& model, const std::shared_ptr<const Snapshot>& previous) {
  if (previous && previous->model == model) {
    result_ = previous;
    stage_ = Stage::kDone;
    return;
  }
  snapshot_.model = model;
  snapshot_.tokens = tokenize(model.text);
  if (previous && same_projections(previous->model, model)) {
    snapshot_.projections = previous->projections;
    stage_ = Stage::kHeads;
  }
  for (Stage stage = stage_; stage != Stage::kDone; stage = static_cast<Stage>(static_cast<int>(stage) + 1)) {
    all_work_ += work_of(stage) * (stage == Stage::kHeads ? model.sizes.heads : 1);
  }
}

double Derivation::work_of(Stage stage) const {
  const Sizes& sizes = snapshot_.model.sizes;
  const double tokens = snapshot_.token_count();
  const double width = sizes.d_model;
  const double query_columns = static_cast<double>(sizes.heads) * sizes.d_k;
  const double key_columns = static_cast<double>(sizes.kv_heads) * sizes.d_k;
  switch (stage) {
    case Stage::kDraw:
      return kDrawnNumber * width * (tokens + 2 * query_columns + 2 * key_columns);
    case Stage::kQueries:
      return tokens * width * query_columns;
    case Stage::kKeys:
    case Stage::kValues:
      return tokens * width * key_columns;
    case Stage::kHeads:
      return tokens * tokens * (2.0 * sizes.d_k + kSoftmaxCell);
    case Stage::kJoin:
      return tokens * query_columns * (has_projection(sizes) ? width : 1);
    case Stage::kDone:
      break;
  }
  return 0;
}

void Derivation::advance() {
  const Model& model = snapshot_.model;
  const Sizes& sizes = model.sizes;
  const auto query_head = [&](const CellEdit& edit) { return edit.head * sizes.d_k; };
  const auto kv_head = [&](const CellEdit& edit) { return kv_head_of(edit.head, sizes) * sizes.d_k; };
  const Matrix& x = projections_.embeddings;
  attention::MultiHeadTrace& trace = snapshot_.trace;
  done_work_ += work_of(stage_);
  switch (stage_) {
    case Stage::kDraw:
      draw_into(projections_, model, snapshot_.tokens);
      stage_ = Stage::kQueries;
      break;
    case Stage::kQueries:
      projections_.queries = x * projections_.weights.wq;
      apply_edits(model, Tensor::kQueries, projections_.queries, query_head);
      stage_ = Stage::kKeys;
      break;
    case Stage::kKeys:
      projections_.keys = x * projections_.weights.wk;
      apply_edits(model, Tensor::kKeys, projections_.keys, kv_head);
      stage_ = Stage::kValues;
      break;
    case Stage::kValues:
      projections_.values = x * projections_.weights.wv;
      apply_edits(model, Tensor::kValues, projections_.values, kv_head);
      snapshot_.projections = std::make_shared<const Projections>(std::move(projections_));
      stage_ = Stage::kHeads;
      break;
    case Stage::kHeads:
      attend(static_cast<int>(trace.heads.size()));
      stage_ = static_cast<int>(trace.heads.size()) == sizes.heads ? Stage::kJoin : Stage::kHeads;
      break;
    case Stage::kJoin: {
      const std::optional<Matrix>& wo = snapshot_.projections->weights.wo;
      trace.concatenated = attention::concatenate_heads(trace.heads);
      trace.output = wo ? Matrix(trace.concatenated * *wo) : trace.concatenated;
      result_ = std::make_shared<const Snapshot>(std::move(snapshot_));
      stage_ = Stage::kDone;
      break;
    }
    case Stage::kDone:
      break;
  }
}

void Derivation::attend(int head) {
  const Model& model = snapshot_.model;
  const Sizes& sizes = model.sizes;
  const Projections& projected = *snapshot_.projections;
  attention::MultiHeadTrace& trace = snapshot_.trace;
  if (head == 0) {
    trace.counts = {.heads = sizes.heads, .kv_heads = sizes.kv_heads};
    trace.queries = projected.queries;
    trace.keys = projected.keys;
    trace.values = projected.values;
    trace.heads.reserve(static_cast<std::size_t>(sizes.heads));
  }
  const Index group = kv_head_of(head, sizes);
  trace.heads.push_back(attention::scaled_dot_product_attention(
      attention::head_columns(projected.queries, head, sizes.d_k),
      attention::head_columns(projected.keys, group, sizes.d_k),
      attention::head_columns(projected.values, group, sizes.d_k),
      {.scale = scale_factor(model.scale, sizes.d_k), .mask = mask_matrix(model.mask, snapshot_.token_count())}));
}

double Derivation::progress() const { return done() || all_work_ <= 0 ? 1 : done_work_ / all_work_; }

std::shared_ptr<const Snapshot> Derivation::finish() {
  while (!done()) advance();
  return result_;
}

double derivation_work(const Model& model, int tokens) {
  const Sizes& sizes = model.sizes;
  const double columns = static_cast<double>(sizes.heads + sizes.kv_heads) * sizes.d_k;
  const double drawn = static_cast<double>(sizes.d_model) * (tokens + 2 * columns);
  const double cells = static_cast<double>(tokens) * tokens * sizes.heads;
  return kDrawnNumber * drawn + kSoftmaxCell * cells + 2 * cells * sizes.d_k +
         2 * static_cast<double>(tokens) * sizes.d_model * columns;
}

}  // namespace playground
