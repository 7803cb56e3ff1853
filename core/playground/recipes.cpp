#include "core/playground/recipes.hpp"

namespace playground {
namespace {

using enum Rule;
using enum Tensor;
using enum At;

// clang-format off
constexpr std::array<Recipe, kTensorCount> kRecipes = {{
    /* embeddings    */ {kDrawn},
    /* wq            */ {kDrawn},
    /* wk            */ {kDrawn},
    /* wv            */ {kDrawn},
    /* wo            */ {kDrawn},
    /* queries       */ {kDot, 2, {{{kEmbeddings, kRow, kEach}, {kWq, kEach, kHeadColumn}}}},
    /* keys          */ {kDot, 2, {{{kEmbeddings, kRow, kEach}, {kWk, kEach, kGroupColumn}}}},
    /* values        */ {kDot, 2, {{{kEmbeddings, kRow, kEach}, {kWv, kEach, kGroupColumn}}}},
    /* scores        */ {kDot, 2, {{{kQueries, kRow, kEach}, {kKeys, kColumn, kEach}}}},
    /* scaled_scores */ {kScale, 1, {{{kScores, kRow, kColumn}}}},
    /* masked_scores */ {kMask, 1, {{{kScaledScores, kRow, kColumn}}}},
    /* row_max       */ {kMax, 1, {{{kMaskedScores, kRow, kEach}}}},
    /* exponentials  */ {kExponential, 2, {{{kMaskedScores, kRow, kColumn}, {kRowMax, kRow, kFirst}}}},
    /* row_sum       */ {kSum, 1, {{{kExponentials, kRow, kEach}}}},
    /* weights       */ {kQuotient, 2, {{{kExponentials, kRow, kColumn}, {kRowSum, kRow, kFirst}}}},
    /* head_output   */ {kDot, 2, {{{kWeights, kRow, kEach}, {kValues, kEach, kColumn}}}},
    /* concatenated  */ {kCopy, 1, {{{kHeadOutput, kRow, kColumnInHead}}}},
    /* output        */ {kDot, 2, {{{kConcatenated, kRow, kEach}, {kWo, kEach, kColumn}}}},
}};
// clang-format on

constexpr Recipe kOutputOfOneHead = {kCopy, 1, {{{kHeadOutput, kRow, kColumn}}}};

int place(At at, const Cell& cell, int each, const Sizes& sizes) {
  switch (at) {
    case kRow:
      return cell.row;
    case kColumn:
      return cell.column;
    case kEach:
      return each;
    case kHeadColumn:
      return cell.head * sizes.d_k + cell.column;
    case kGroupColumn:
      return kv_head_of(cell.head, sizes) * sizes.d_k + cell.column;
    case kColumnInHead:
      return cell.column % sizes.d_k;
    case kFirst:
      return 0;
  }
  return 0;
}

}  // namespace

const Recipe& recipe_of(Tensor tensor, const Sizes& sizes) {
  if (tensor == kOutput && !has_projection(sizes)) return kOutputOfOneHead;
  return kRecipes[static_cast<std::size_t>(tensor)];
}

Cell source_cell(const Source& source, const Cell& cell, int each, const Sizes& sizes) {
  const int head = source.column == kColumnInHead ? cell.column / sizes.d_k : cell.head;
  return {source.tensor, place(source.row, cell, each, sizes), place(source.column, cell, each, sizes),
          info(source.tensor).per_head ? head : 0};
}

int repetitions(const Recipe& recipe, const Sizes& sizes, int tokens) {
  if (recipe.source_count == 0) return 0;
  const Source& source = recipe.sources[0];
  const Shape shape = shape_of(source.tensor, sizes, tokens);
  if (source.row == kEach) return shape.rows;
  return source.column == kEach ? shape.columns : 1;
}

}  // namespace playground
