#include "core/playground/cells.hpp"

#include "core/attention/multi_head.hpp"
#include "core/playground/wording.hpp"
#include "core/playground/words.hpp"

namespace playground {
namespace {

int length_of(Axis axis, const Sizes& sizes, int tokens) {
  switch (axis) {
    case Axis::kQueryToken:
    case Axis::kKeyToken:
      return tokens;
    case Axis::kModel:
      return sizes.d_model;
    case Axis::kHeadWidth:
      return sizes.d_k;
    case Axis::kHeadColumns:
    case Axis::kConcatenated:
      return sizes.heads * sizes.d_k;
    case Axis::kGroupColumns:
      return sizes.kv_heads * sizes.d_k;
    case Axis::kFeedForward:
      return sizes.d_ff;
    case Axis::kSingle:
      return 1;
  }
  return 0;
}

/// "scores row 12 does not exist: rows 0 to 11 are allowed."
std::optional<std::string> outside(Tensor tensor, Word sentence, int index, int count) {
  if (index >= 0 && index < count) return std::nullopt;
  return say(sentence, {info(tensor).name, grouped(index), grouped(count - 1)});
}

/// What a model without the tensor lacks.
Word missing_tensor(Tensor tensor) {
  switch (tensor) {
    case Tensor::kWo:
      return Word::kNoTensorWithOneHead;
    case Tensor::kPositions:
    case Tensor::kInputs:
      return Word::kNoTensorUnlessSinusoidal;
    case Tensor::kRotatedQueries:
    case Tensor::kRotatedKeys:
      return Word::kNoTensorUnlessRotary;
    case Tensor::kPositionBias:
      return Word::kNoTensorUnlessAlibi;
    default:
      return Word::kNoTensorWithoutBlock;
  }
}

}  // namespace

bool is_later_layer(const Model& model) { return model.weights == Weights::kTrained && model.layer > 0; }

std::string_view symbol_of(Tensor tensor, const Model& model) {
  return tensor == Tensor::kInputs && is_later_layer(model) ? "H" : info(tensor).symbol;
}

bool has_tensor(Tensor tensor, const Model& model) {
  switch (tensor) {
    case Tensor::kPositions:
      return are_added(model.positions);
    case Tensor::kInputs:
      return are_added(model.positions) || is_later_layer(model);
    case Tensor::kRotatedQueries:
    case Tensor::kRotatedKeys:
      return are_rotated(model.positions);
    case Tensor::kPositionBias:
      return model.positions == Positions::kAlibi;
    case Tensor::kWo:
      return has_projection(model.sizes);
    case Tensor::kW1:
    case Tensor::kW2:
      return has_block(model.sizes);
    default:
      return tensor < Tensor::kResidual1 || has_block(model.sizes);
  }
}

Tensor present_tensor(Tensor tensor, const Model& model) {
  if (has_tensor(tensor, model)) return tensor;
  switch (tensor) {
    case Tensor::kInputs:
      return Tensor::kEmbeddings;
    case Tensor::kRotatedQueries:
      return Tensor::kQueries;
    case Tensor::kRotatedKeys:
      return Tensor::kKeys;
    default:
      return tensor;
  }
}

Shape shape_of(Tensor tensor, const Sizes& sizes, int tokens) {
  const bool one_head_output = tensor == Tensor::kOutput && !has_projection(sizes);
  const Axis columns = one_head_output ? Axis::kConcatenated : info(tensor).columns;
  return {length_of(info(tensor).rows, sizes, tokens), length_of(columns, sizes, tokens)};
}

int kv_head_of(int head, const Sizes& sizes) {
  const attention::HeadCounts counts{.heads = sizes.heads, .kv_heads = sizes.kv_heads};
  return static_cast<int>(attention::kv_head_of(head, counts));
}

HeadColumns columns_of_head(Tensor tensor, int head, const Sizes& sizes) {
  switch (tensor) {
    case Tensor::kQueries:
    case Tensor::kRotatedQueries:
      return {head, sizes.heads};
    case Tensor::kKeys:
    case Tensor::kRotatedKeys:
    case Tensor::kValues:
      return {kv_head_of(head, sizes), sizes.kv_heads};
    default:
      return {};
  }
}

Cell canonical(const Cell& cell, const Sizes& sizes) {
  Cell result = cell;
  if (!info(cell.tensor).per_head) result.head = 0;
  if (cell.tensor == Tensor::kKeys || cell.tensor == Tensor::kValues) {
    result.head = kv_head_of(cell.head, sizes) * (sizes.heads / sizes.kv_heads);
  }
  return result;
}

std::optional<std::string> missing_cell(const Cell& cell, const Model& model, int tokens) {
  const Sizes& sizes = model.sizes;
  if (!has_tensor(cell.tensor, model)) {
    return say(missing_tensor(cell.tensor), {info(cell.tensor).name});
  }
  const Shape shape = shape_of(cell.tensor, sizes, tokens);
  if (auto sentence = outside(cell.tensor, Word::kNoRow, cell.row, shape.rows)) return sentence;
  if (auto sentence = outside(cell.tensor, Word::kNoColumn, cell.column, shape.columns)) return sentence;
  return info(cell.tensor).per_head ? outside(cell.tensor, Word::kNoHead, cell.head, sizes.heads) : std::nullopt;
}

}  // namespace playground
