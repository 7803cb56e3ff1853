#include "core/playground/derivation.hpp"

#include <algorithm>
#include <array>
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

using attention::AttentionTrace;
using attention::Index;

// In multiply-adds, measured roughly.
constexpr double kDrawnNumber = 60;
constexpr double kCopiedNumber = 3;
constexpr double kSoftmaxCell = 60;  ///< of one cell from score to weight
constexpr double kTrainingStep = 5e6;
constexpr double kNormCell = 10;  ///< of one cell of a residual and its norm

/// What a slice takes of a product or a head.
constexpr double kSliceWork = 2e7;

/// Slices take so many columns or rows, or a multiple: each sum is then added up in the order of the whole product,
/// whose panels are of 4, 6 or 12.
constexpr Index kSliceStep = 12;

/// How many of the `left` rows or columns a slice takes, each of which is so much work.
Index share_of(Index left, double work) {
  const Index count = std::max<Index>(1, static_cast<Index>(kSliceWork / work) / kSliceStep) * kSliceStep;
  return left < count + kSliceStep ? left : count;
}

/// A cell by its edit, in the columns of its head.
double& cell_of(Matrix& matrix, const CellEdit& edit, const Sizes& sizes) {
  return matrix(edit.row, columns_of_head(edit.tensor, edit.head, sizes).head * sizes.d_k + edit.column);
}

/// Writes the edits of one tensor over its cells.
void apply_edits(const Model& model, Tensor tensor, Matrix& matrix) {
  for (const CellEdit& edit : model.edits) {
    if (edit.tensor == tensor) cell_of(matrix, edit, model.sizes) = edit.value;
  }
}

/// Whether the weights of both are the same numbers before any edit; X may still be another.
bool same_draw(const Snapshot& before, const Model& model, int tokens) {
  const Model& other = before.model;
  return model.weights == Weights::kRandom && other.weights == Weights::kRandom && other.seed == model.seed &&
         other.vectors == model.vectors && other.sizes == model.sizes &&
         (model.vectors == Vectors::kWord || before.token_count() == tokens);
}

/// What is drawn, taken over from before its edits.
Drawn drawn_alike(const Projections& before, const Model& model, const std::vector<std::string>& tokens) {
  Drawn drawn = before.drawn;
  for (const CellEdit& covered : before.covered) {
    cell_of(*drawn_matrix(drawn, covered.tensor), covered, model.sizes) = covered.value;
  }
  if (model.vectors == Vectors::kWord) drawn.embeddings = word_vectors(model, tokens);
  return drawn;
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

/// The stages of attention that have a row for each query.
constexpr std::array kByQuery{&AttentionTrace::queries,       &AttentionTrace::scores,  &AttentionTrace::scaled_scores,
                              &AttentionTrace::masked_scores, &AttentionTrace::row_max, &AttentionTrace::exponentials,
                              &AttentionTrace::row_sum,       &AttentionTrace::weights, &AttentionTrace::output};

/// Puts what was computed for some of the queries into the whole, from row `first` on.
void put_rows(AttentionTrace& whole, const AttentionTrace& part, Index first, Index all) {
  for (Matrix AttentionTrace::*stage : kByQuery) {
    const Matrix& rows = part.*stage;
    if (first == 0) (whole.*stage).resize(all, rows.cols());
    (whole.*stage).middleRows(first, rows.rows()) = rows;
  }
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
  drawn_before_ = previous && same_draw(*previous, model, snapshot_.token_count()) ? previous->projections : nullptr;
  all_work_ = stage_ == Stage::kTrain ? steps_awaited(model) * kTrainingStep : 0;
  for (Stage stage = std::max(stage_, Stage::kDraw); stage != Stage::kDone;
       stage = static_cast<Stage>(static_cast<int>(stage) + 1)) {
    all_work_ += work_of(stage);
  }
}

double Derivation::work_of(Stage stage) const {
  const Model& model = snapshot_.model;
  const Sizes& sizes = model.sizes;
  const double tokens = snapshot_.token_count();
  const double width = sizes.d_model;
  const double query_columns = static_cast<double>(sizes.heads) * sizes.d_k;
  const double key_columns = static_cast<double>(sizes.kv_heads) * sizes.d_k;
  switch (stage) {
    case Stage::kDraw: {
      const double output_columns = has_projection(sizes) ? query_columns : 0;
      const double matrices = width * (query_columns + 2 * key_columns + output_columns + 2.0 * sizes.d_ff);
      const bool takes_x = drawn_before_ && model.vectors == Vectors::kArticle;
      return (drawn_before_ ? kCopiedNumber : kDrawnNumber) * matrices +
             (takes_x ? kCopiedNumber : kDrawnNumber) * tokens * width;
    }
    case Stage::kQueries:
      return tokens * width * query_columns;
    case Stage::kKeys:
    case Stage::kValues:
      return tokens * width * key_columns;
    case Stage::kHeads:
      return sizes.heads * tokens * tokens * (2.0 * sizes.d_k + kSoftmaxCell);
    case Stage::kJoin:
      return tokens * query_columns * (has_projection(sizes) ? width : 1);
    case Stage::kHidden:
    case Stage::kFeedForward:
      return has_block(sizes) ? tokens * width * (sizes.d_ff + kNormCell) : 0;
    case Stage::kTrain:
    case Stage::kDone:
      break;
  }
  return 0;
}

void Derivation::advance() {
  const Model& model = snapshot_.model;
  const attention::MultiHeadWeights& weights = projections_.drawn.weights;
  attention::MultiHeadTrace& trace = snapshot_.trace;
  if (stage_ == Stage::kTrain && steps_awaited(model) == 0) stage_ = Stage::kDraw;
  switch (stage_) {
    case Stage::kTrain:
      advance_run(*model.training, 1);
      done_work_ += kTrainingStep;
      break;
    case Stage::kDraw:
      if (draw_on()) stage_ = Stage::kQueries;
      break;
    case Stage::kQueries:
      if (!multiply_on(inputs_of(projections_), weights.wq, projections_.queries)) break;
      apply_edits(model, Tensor::kQueries, projections_.queries);
      stage_ = Stage::kKeys;
      break;
    case Stage::kKeys:
      if (!multiply_on(inputs_of(projections_), weights.wk, projections_.keys)) break;
      apply_edits(model, Tensor::kKeys, projections_.keys);
      stage_ = Stage::kValues;
      break;
    case Stage::kValues: {
      const Matrix& source = reads_words(model) ? projections_.drawn.embeddings : inputs_of(projections_);
      if (!multiply_on(source, weights.wv, projections_.values)) break;
      apply_edits(model, Tensor::kValues, projections_.values);
      if (are_rotated(model.positions)) rotate(model, projections_);
      snapshot_.projections = std::make_shared<const Projections>(std::move(projections_));
      stage_ = Stage::kHeads;
      break;
    }
    case Stage::kHeads:
      if (attend_on() && static_cast<int>(trace.heads.size()) == model.sizes.heads) stage_ = Stage::kJoin;
      break;
    case Stage::kJoin: {
      const std::optional<Matrix>& wo = snapshot_.projections->drawn.weights.wo;
      if (at_ == 0) trace.concatenated = attention::concatenate_heads(trace.heads);
      if (!wo) {
        trace.output = trace.concatenated;
        done_work_ += work_of(Stage::kJoin);
      } else if (!multiply_on(trace.concatenated, *wo, trace.output)) {
        break;
      }
      if (has_block(model.sizes)) {
        stage_ = Stage::kHidden;
      } else {
        end();
      }
      break;
    }
    case Stage::kHidden: {
      if (at_ == 0) {
        snapshot_.block.emplace().after_attention = add_and_norm(inputs_of(*snapshot_.projections), trace.output);
        done_work_ += kNormCell * static_cast<double>(trace.output.size());
      }
      Block& block = *snapshot_.block;
      if (!multiply_on(block.after_attention.norm, snapshot_.projections->drawn.w1, block.hidden)) break;
      block.activated = block.hidden.cwiseMax(0);
      stage_ = Stage::kFeedForward;
      break;
    }
    case Stage::kFeedForward: {
      Block& block = *snapshot_.block;
      if (!multiply_on(block.activated, snapshot_.projections->drawn.w2, block.feed_forward)) break;
      block.after_feed_forward = add_and_norm(block.after_attention.norm, block.feed_forward);
      end();
      break;
    }
    case Stage::kDone:
      break;
  }
}

void Derivation::end() {
  result_ = std::make_shared<const Snapshot>(std::move(snapshot_));
  stage_ = Stage::kDone;
}

/// Draws on; whether X and the weights are there, with edits and positions in them.
bool Derivation::draw_on() {
  const Model& model = snapshot_.model;
  const std::vector<std::string>& tokens = snapshot_.tokens;
  if (model.weights == Weights::kTrained) {
    TrainedNumbers numbers = trained_numbers(model);
    projections_.drawn = std::move(numbers.drawn);
    projections_.inputs = std::move(numbers.inputs);
    done_work_ += work_of(Stage::kDraw);
  } else if (drawn_before_) {
    projections_.drawn = drawn_alike(*drawn_before_, model, tokens);
    done_work_ += work_of(Stage::kDraw);
  } else {
    constexpr auto kNumbers = static_cast<Index>(kSliceWork / kDrawnNumber);
    if (!drawing_) drawing_.emplace(model, snapshot_.token_count());
    done_work_ += kDrawnNumber * static_cast<double>(drawing_->advance(model, tokens, kNumbers));
    if (!drawing_->done()) return false;
    projections_.drawn = std::move(*drawing_).take();
  }
  for (const CellEdit& edit : model.edits) {
    Matrix* matrix = drawn_matrix(projections_.drawn, edit.tensor);
    if (matrix == nullptr) continue;
    double& cell = cell_of(*matrix, edit, model.sizes);
    projections_.covered.push_back(edit);
    projections_.covered.back().value = std::exchange(cell, edit.value);
  }
  if (are_added(model.positions)) {
    projections_.positions = sinusoids(model, snapshot_.token_count());
    projections_.inputs = projections_.drawn.embeddings + *projections_.positions;
  }
  return true;
}

/// The next columns of a b; whether they were its last.
bool Derivation::multiply_on(const Matrix& a, const Matrix& b, Matrix& product) {
  const auto column_work = static_cast<double>(a.size());
  const Index columns = share_of(b.cols() - at_, column_work);
  if (at_ == 0) product.resize(a.rows(), b.cols());
  product.middleCols(at_, columns).noalias() = a * b.middleCols(at_, columns);
  done_work_ += column_work * static_cast<double>(columns);
  at_ += columns;
  if (at_ < b.cols()) return false;
  at_ = 0;
  return true;
}

/// The next queries of a head; whether they were its last.
bool Derivation::attend_on() {
  const Model& model = snapshot_.model;
  const Sizes& sizes = model.sizes;
  const Projections& projected = *snapshot_.projections;
  std::vector<AttentionTrace>& heads = snapshot_.trace.heads;
  const Index tokens = snapshot_.token_count();
  const auto head = static_cast<int>(heads.size()) - (at_ > 0 ? 1 : 0);
  if (head == 0 && at_ == 0) {
    options_.scale = scale_factor(model.scale, sizes.d_k);
    options_.mask = mask_matrix(model.mask, snapshot_.token_count());
    heads.reserve(static_cast<std::size_t>(sizes.heads));
  }
  if (model.positions == Positions::kAlibi && at_ == 0) {
    snapshot_.position_biases.push_back(position_bias(model, head, snapshot_.token_count()));
    options_.bias = snapshot_.position_biases.back();
  }
  const double row_work = work_of(Stage::kHeads) / sizes.heads / static_cast<double>(tokens);
  const Index rows = share_of(tokens - at_, row_work);
  const Index group = kv_head_of(head, sizes);
  const Matrix queries = attention::head_columns(projected.queries, head, sizes.d_k);
  const Matrix keys = attention::head_columns(projected.keys, group, sizes.d_k);
  const Matrix values = attention::head_columns(projected.values, group, sizes.d_k);
  done_work_ += row_work * static_cast<double>(rows);
  if (rows == tokens) {
    heads.push_back(attention::scaled_dot_product_attention(queries, keys, values, options_));
    return true;
  }
  attention::AttentionOptions options{.scale = options_.scale};
  if (options_.mask) options.mask = options_.mask->middleRows(at_, rows);
  if (options_.bias) options.bias = options_.bias->middleRows(at_, rows);
  AttentionTrace part =
      attention::scaled_dot_product_attention<double>(queries.middleRows(at_, rows), keys, values, options);
  if (at_ == 0) heads.emplace_back();
  AttentionTrace& whole = heads.back();
  put_rows(whole, part, at_, tokens);
  whole.keys = std::move(part.keys);
  whole.values = std::move(part.values);
  whole.scale = part.scale;
  at_ += rows;
  if (at_ < tokens) return false;
  at_ = 0;
  return true;
}

double Derivation::progress() const { return done() || all_work_ <= 0 ? 1 : done_work_ / all_work_; }

std::shared_ptr<const Snapshot> Derivation::finish() {
  while (!done()) advance();
  return result_;
}

}  // namespace playground
