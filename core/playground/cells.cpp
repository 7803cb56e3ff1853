#include "core/playground/cells.hpp"

#include "core/attention/multi_head.hpp"
#include "core/playground/wording.hpp"

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
    case Axis::kSingle:
      return 1;
  }
  return 0;
}

/// "scores row 12 does not exist: rows 0 to 11 are allowed."
std::optional<std::string> outside(Tensor tensor, const std::string& kind, int index, int count) {
  if (index >= 0 && index < count) return std::nullopt;
  return std::string(info(tensor).name) + " has no " + kind + " " + grouped(index) + ": " + kind + "s 0 to " +
         grouped(count - 1) + " are allowed.";
}

}  // namespace

bool has_tensor(Tensor tensor, const Sizes& sizes) { return tensor != Tensor::kWo || has_projection(sizes); }

Shape shape_of(Tensor tensor, const Sizes& sizes, int tokens) {
  const bool one_head_output = tensor == Tensor::kOutput && !has_projection(sizes);
  const Axis columns = one_head_output ? Axis::kConcatenated : info(tensor).columns;
  return {length_of(info(tensor).rows, sizes, tokens), length_of(columns, sizes, tokens)};
}

int kv_head_of(int head, const Sizes& sizes) {
  const attention::HeadCounts counts{.heads = sizes.heads, .kv_heads = sizes.kv_heads};
  return static_cast<int>(attention::kv_head_of(head, counts));
}

Cell canonical(const Cell& cell, const Sizes& sizes) {
  Cell result = cell;
  if (!info(cell.tensor).per_head) result.head = 0;
  if (cell.tensor == Tensor::kKeys || cell.tensor == Tensor::kValues) {
    result.head = kv_head_of(cell.head, sizes) * (sizes.heads / sizes.kv_heads);
  }
  return result;
}

std::optional<std::string> missing_cell(const Cell& cell, const Sizes& sizes, int tokens) {
  if (!has_tensor(cell.tensor, sizes)) {
    return "There is no " + std::string(info(cell.tensor).name) + " with one head: it joins two or more.";
  }
  const Shape shape = shape_of(cell.tensor, sizes, tokens);
  if (auto sentence = outside(cell.tensor, "row", cell.row, shape.rows)) return sentence;
  if (auto sentence = outside(cell.tensor, "column", cell.column, shape.columns)) return sentence;
  return info(cell.tensor).per_head ? outside(cell.tensor, "head", cell.head, sizes.heads) : std::nullopt;
}

}  // namespace playground
