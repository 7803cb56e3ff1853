#include "core/playground/derivation.hpp"

#include <utility>

#include "core/attention/norm.hpp"
#include "core/playground/cells.hpp"
#include "core/playground/masks.hpp"
#include "core/playground/places.hpp"
#include "core/playground/trained.hpp"
#include "core/playground/training_runs.hpp"

namespace playground {
namespace {

using attention::Matrix;

// In multiply-adds, measured roughly.
constexpr double kDrawnNumber = 60;
constexpr double kSoftmaxCell = 60;  ///< of one cell from score to weight
constexpr double kTrainingStep = 5e6;
constexpr double kNormCell = 10;  ///< of one cell of a residual and its norm

/// Writes the edits of one tensor over its cells, in the columns of their heads.
void apply_edits(const Model& model, Tensor tensor, Matrix& matrix) {
  for (const CellEdit& edit : model.edits) {
    if (edit.tensor != tensor) continue;
    const int first_column = columns_of_head(tensor, edit.head, model.sizes).head * model.sizes.d_k;
    matrix(edit.row, first_column + edit.column) = edit.value;
  }
}

/// X and the weights, with edits and positions in them.
void draw_into(Projections& projected, const Model& model, const std::vector<std::string>& tokens) {
  if (model.weights == Weights::kTrained) {
    TrainedNumbers numbers = trained_numbers(model);
    projected.drawn = std::move(numbers.drawn);
    projected.inputs = std::move(numbers.inputs);
  } else {
    projected.drawn = draw(model, tokens);
  }
  Matrix& x = projected.drawn.embeddings;
  attention::MultiHeadWeights& weights = projected.drawn.weights;
  apply_edits(model, Tensor::kEmbeddings, x);
  apply_edits(model, Tensor::kWq, weights.wq);
  apply_edits(model, Tensor::kWk, weights.wk);
  apply_edits(model, Tensor::kWv, weights.wv);
  if (weights.wo) apply_edits(model, Tensor::kWo, *weights.wo);
  apply_edits(model, Tensor::kW1, projected.drawn.w1);
  apply_edits(model, Tensor::kW2, projected.drawn.w2);
  if (are_added(model.positions)) {
    projected.positions = sinusoids(model, static_cast<int>(tokens.size()));
    projected.inputs = x + *projected.positions;
  }
}

/// What is projected and added to the residual: X, or X with its positions.
const Matrix& inputs_of(const Projections& projected) {
  return projected.inputs ? *projected.inputs : projected.drawn.embeddings;
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

bool same_projections(const Model& a, const Model& b) {
  return a.weights == b.weights && a.training == b.training && a.layer == b.layer && a.text == b.text &&
         a.seed == b.seed && a.vectors == b.vectors && a.sizes == b.sizes && a.positions == b.positions &&
         a.edits == b.edits;
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
  Block block;
  block.after_attention = add_and_norm(inputs_of(projected), attention_output);
  block.hidden = block.after_attention.norm * projected.drawn.w1;
  block.activated = block.hidden.cwiseMax(0);
  block.feed_forward = block.activated * projected.drawn.w2;
  block.after_feed_forward = add_and_norm(block.after_attention.norm, block.feed_forward);
  return block;
}

}  // namespace

int steps_awaited(const Model& model) {
  return model.weights == Weights::kTrained && model.training ? missing_steps(*model.training) : 0;
}

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
  all_work_ = work_from(stage_, model, snapshot_.token_count());
}

/// Of one slice of the stage.
double Derivation::work_of(Stage stage, const Sizes& sizes, int token_count) {
  const double tokens = token_count;
  const double width = sizes.d_model;
  const double query_columns = static_cast<double>(sizes.heads) * sizes.d_k;
  const double key_columns = static_cast<double>(sizes.kv_heads) * sizes.d_k;
  switch (stage) {
    case Stage::kDraw: {
      const double output_columns = has_projection(sizes) ? query_columns : 0;
      return kDrawnNumber * width * (tokens + query_columns + 2 * key_columns + output_columns + 2.0 * sizes.d_ff);
    }
    case Stage::kQueries:
      return tokens * width * query_columns;
    case Stage::kKeys:
    case Stage::kValues:
      return tokens * width * key_columns;
    case Stage::kHeads:
      return tokens * tokens * (2.0 * sizes.d_k + kSoftmaxCell);
    case Stage::kJoin:
      return tokens * query_columns * (has_projection(sizes) ? width : 1);
    case Stage::kBlock:
      return has_block(sizes) ? 2 * tokens * width * (sizes.d_ff + kNormCell) : 0;
    case Stage::kTrain:
      return kTrainingStep;
    case Stage::kDone:
      break;
  }
  return 0;
}

double Derivation::work_from(Stage first, const Model& model, int tokens) {
  const Sizes& sizes = model.sizes;
  double work = 0;
  if (first == Stage::kTrain) {
    work = steps_awaited(model) * kTrainingStep;
    first = Stage::kDraw;
  }
  for (Stage stage = first; stage != Stage::kDone; stage = static_cast<Stage>(static_cast<int>(stage) + 1)) {
    work += work_of(stage, sizes, tokens) * (stage == Stage::kHeads ? sizes.heads : 1);
  }
  return work;
}

double Derivation::whole_work(const Model& model, int tokens) { return work_from(Stage::kTrain, model, tokens); }

void Derivation::advance() {
  const Model& model = snapshot_.model;
  const Sizes& sizes = model.sizes;
  const attention::MultiHeadWeights& weights = projections_.drawn.weights;
  attention::MultiHeadTrace& trace = snapshot_.trace;
  if (stage_ == Stage::kTrain && steps_awaited(model) == 0) stage_ = Stage::kDraw;
  done_work_ += work_of(stage_, sizes, snapshot_.token_count());
  switch (stage_) {
    case Stage::kTrain:
      advance_run(*model.training, 1);
      break;
    case Stage::kDraw:
      draw_into(projections_, model, snapshot_.tokens);
      stage_ = Stage::kQueries;
      break;
    case Stage::kQueries:
      projections_.queries = inputs_of(projections_) * weights.wq;
      apply_edits(model, Tensor::kQueries, projections_.queries);
      stage_ = Stage::kKeys;
      break;
    case Stage::kKeys:
      projections_.keys = inputs_of(projections_) * weights.wk;
      apply_edits(model, Tensor::kKeys, projections_.keys);
      stage_ = Stage::kValues;
      break;
    case Stage::kValues:
      projections_.values = (reads_words(model) ? projections_.drawn.embeddings : inputs_of(projections_)) * weights.wv;
      apply_edits(model, Tensor::kValues, projections_.values);
      if (are_rotated(model.positions)) rotate(model, projections_);
      snapshot_.projections = std::make_shared<const Projections>(std::move(projections_));
      stage_ = Stage::kHeads;
      break;
    case Stage::kHeads:
      attend(static_cast<int>(trace.heads.size()));
      stage_ = static_cast<int>(trace.heads.size()) == sizes.heads ? Stage::kJoin : Stage::kHeads;
      break;
    case Stage::kJoin: {
      const std::optional<Matrix>& wo = snapshot_.projections->drawn.weights.wo;
      trace.concatenated = attention::concatenate_heads(trace.heads);
      trace.output = wo ? Matrix(trace.concatenated * *wo) : trace.concatenated;
      stage_ = Stage::kBlock;
      break;
    }
    case Stage::kBlock:
      if (has_block(sizes)) snapshot_.block = block_of(*snapshot_.projections, trace.output);
      result_ = std::make_shared<const Snapshot>(std::move(snapshot_));
      stage_ = Stage::kDone;
      break;
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
    options_.scale = scale_factor(model.scale, sizes.d_k);
    options_.mask = mask_matrix(model.mask, snapshot_.token_count());
    trace.heads.reserve(static_cast<std::size_t>(sizes.heads));
  }
  if (model.positions == Positions::kAlibi) {
    snapshot_.position_biases.push_back(position_bias(model, head, snapshot_.token_count()));
    options_.bias = snapshot_.position_biases.back();
  }
  const attention::Index group = kv_head_of(head, sizes);
  trace.heads.push_back(
      attention::scaled_dot_product_attention(attention::head_columns(projected.queries, head, sizes.d_k),
                                              attention::head_columns(projected.keys, group, sizes.d_k),
                                              attention::head_columns(projected.values, group, sizes.d_k), options_));
}

double Derivation::progress() const { return done() || all_work_ <= 0 ? 1 : done_work_ / all_work_; }

std::shared_ptr<const Snapshot> Derivation::finish() {
  while (!done()) advance();
  return result_;
}

}  // namespace playground
