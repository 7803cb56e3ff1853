#include "core/playground/recipes.hpp"

namespace playground {
namespace {

// clang-format off
constexpr std::array<Recipe, kTensorCount> kRecipes = {{
    /* embeddings    */ {Rule::kDrawn},
    /* wq            */ {Rule::kDrawn},
    /* wk            */ {Rule::kDrawn},
    /* wv            */ {Rule::kDrawn},
    /* wo            */ {Rule::kDrawn},
    /* queries       */ {Rule::kDot, 2, {{{Tensor::kEmbeddings, At::kRow, At::kEach}, {Tensor::kWq, At::kEach, At::kHeadColumn}}}},
    /* keys          */ {Rule::kDot, 2, {{{Tensor::kEmbeddings, At::kRow, At::kEach}, {Tensor::kWk, At::kEach, At::kGroupColumn}}}},
    /* values        */ {Rule::kDot, 2, {{{Tensor::kEmbeddings, At::kRow, At::kEach}, {Tensor::kWv, At::kEach, At::kGroupColumn}}}},
    /* scores        */ {Rule::kDot, 2, {{{Tensor::kQueries, At::kRow, At::kEach}, {Tensor::kKeys, At::kColumn, At::kEach}}}},
    /* scaled_scores */ {Rule::kScale, 1, {{{Tensor::kScores, At::kRow, At::kColumn}}}},
    /* masked_scores */ {Rule::kMask, 1, {{{Tensor::kScaledScores, At::kRow, At::kColumn}}}},
    /* row_max       */ {Rule::kMax, 1, {{{Tensor::kMaskedScores, At::kRow, At::kEach}}}},
    /* exponentials  */ {Rule::kExponential, 2, {{{Tensor::kMaskedScores, At::kRow, At::kColumn}, {Tensor::kRowMax, At::kRow, At::kFirst}}}},
    /* row_sum       */ {Rule::kSum, 1, {{{Tensor::kExponentials, At::kRow, At::kEach}}}},
    /* weights       */ {Rule::kQuotient, 2, {{{Tensor::kExponentials, At::kRow, At::kColumn}, {Tensor::kRowSum, At::kRow, At::kFirst}}}},
    /* head_output   */ {Rule::kDot, 2, {{{Tensor::kWeights, At::kRow, At::kEach}, {Tensor::kValues, At::kEach, At::kColumn}}}},
    /* concatenated  */ {Rule::kCopy, 1, {{{Tensor::kHeadOutput, At::kRow, At::kColumnInHead}}}},
    /* output        */ {Rule::kDot, 2, {{{Tensor::kConcatenated, At::kRow, At::kEach}, {Tensor::kWo, At::kEach, At::kColumn}}}},
}};
// clang-format on

constexpr Recipe kOutputOfOneHead = {Rule::kCopy, 1, {{{Tensor::kHeadOutput, At::kRow, At::kColumn}}}};

int place(At at, const Cell& cell, int each, const Sizes& sizes) {
  switch (at) {
    case At::kRow:
      return cell.row;
    case At::kColumn:
      return cell.column;
    case At::kEach:
      return each;
    case At::kHeadColumn:
      return cell.head * sizes.d_k + cell.column;
    case At::kGroupColumn:
      return kv_head_of(cell.head, sizes) * sizes.d_k + cell.column;
    case At::kColumnInHead:
      return cell.column % sizes.d_k;
    case At::kFirst:
      return 0;
  }
  return 0;
}

}  // namespace

const Recipe& recipe_of(Tensor tensor, const Sizes& sizes) {
  if (tensor == Tensor::kOutput && !has_projection(sizes)) return kOutputOfOneHead;
  return kRecipes[static_cast<std::size_t>(tensor)];
}

Cell source_cell(const Source& source, const Cell& cell, int each, const Sizes& sizes) {
  const int head = source.column == At::kColumnInHead ? cell.column / sizes.d_k : cell.head;
  return {source.tensor, place(source.row, cell, each, sizes), place(source.column, cell, each, sizes),
          info(source.tensor).per_head ? head : 0};
}

int repetitions(const Recipe& recipe, const Sizes& sizes, int tokens) {
  if (recipe.source_count == 0) return 0;
  const Source& source = recipe.sources[0];
  const Shape shape = shape_of(source.tensor, sizes, tokens);
  if (source.row == At::kEach) return shape.rows;
  return source.column == At::kEach ? shape.columns : 1;
}

}  // namespace playground
