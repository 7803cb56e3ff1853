#include "core/playground/recipes.hpp"

#include "core/playground/places.hpp"
#include "core/playground/trained.hpp"

namespace playground {
namespace {

using enum Rule;
using enum Tensor;
using enum At;

// clang-format off
constexpr std::array<Recipe, kTensorCount> kRecipes = {{
    /* embeddings      */ {kDrawn},
    /* positions       */ {kSinusoid},
    /* inputs          */ {kAdd, 2, {{{kEmbeddings, kRow, kColumn}, {kPositions, kRow, kColumn}}}},
    /* wq              */ {kDrawn},
    /* wk              */ {kDrawn},
    /* wv              */ {kDrawn},
    /* wo              */ {kDrawn},
    /* w1              */ {kDrawn},
    /* w2              */ {kDrawn},
    /* queries         */ {kDot, 2, {{{kInputs, kRow, kEach}, {kWq, kEach, kHeadColumn}}}},
    /* keys            */ {kDot, 2, {{{kInputs, kRow, kEach}, {kWk, kEach, kGroupColumn}}}},
    /* values          */ {kDot, 2, {{{kInputs, kRow, kEach}, {kWv, kEach, kGroupColumn}}}},
    /* rotated_queries */ {kRotate, 2, {{{kQueries, kRow, kColumn}, {kQueries, kRow, kPartner}}}},
    /* rotated_keys    */ {kRotate, 2, {{{kKeys, kRow, kColumn}, {kKeys, kRow, kPartner}}}},
    /* scores          */ {kDot, 2, {{{kRotatedQueries, kRow, kEach}, {kRotatedKeys, kColumn, kEach}}}},
    /* scaled_scores   */ {kScale, 1, {{{kScores, kRow, kColumn}}}},
    /* position_bias   */ {kSlope},
    /* masked_scores   */ {kMask, 2, {{{kScaledScores, kRow, kColumn}, {kPositionBias, kRow, kColumn}}}},
    /* row_max         */ {kMax, 1, {{{kMaskedScores, kRow, kEach}}}},
    /* exponentials    */ {kExponential, 2, {{{kMaskedScores, kRow, kColumn}, {kRowMax, kRow, kFirst}}}},
    /* row_sum         */ {kSum, 1, {{{kExponentials, kRow, kEach}}}},
    /* weights         */ {kQuotient, 2, {{{kExponentials, kRow, kColumn}, {kRowSum, kRow, kFirst}}}},
    /* head_output     */ {kDot, 2, {{{kWeights, kRow, kEach}, {kValues, kEach, kColumn}}}},
    /* concatenated    */ {kCopy, 1, {{{kHeadOutput, kRow, kColumnInHead}}}},
    /* output          */ {kDot, 2, {{{kConcatenated, kRow, kEach}, {kWo, kEach, kColumn}}}},
    /* residual_1      */ {kAdd, 2, {{{kInputs, kRow, kColumn}, {kOutput, kRow, kColumn}}}},
    /* mean_1          */ {kMean, 1, {{{kResidual1, kRow, kEach}}}},
    /* variance_1      */ {kVariance, 2, {{{kResidual1, kRow, kEach}, {kMean1, kRow, kFirst}}}},
    /* norm_1          */ {kNormalize, 3, {{{kResidual1, kRow, kColumn}, {kMean1, kRow, kFirst},
                                            {kVariance1, kRow, kFirst}}}},
    /* hidden          */ {kDot, 2, {{{kNorm1, kRow, kEach}, {kW1, kEach, kColumn}}}},
    /* activated       */ {kRelu, 1, {{{kHidden, kRow, kColumn}}}},
    /* feed_forward    */ {kDot, 2, {{{kActivated, kRow, kEach}, {kW2, kEach, kColumn}}}},
    /* residual_2      */ {kAdd, 2, {{{kNorm1, kRow, kColumn}, {kFeedForward, kRow, kColumn}}}},
    /* mean_2          */ {kMean, 1, {{{kResidual2, kRow, kEach}}}},
    /* variance_2      */ {kVariance, 2, {{{kResidual2, kRow, kEach}, {kMean2, kRow, kFirst}}}},
    /* norm_2          */ {kNormalize, 3, {{{kResidual2, kRow, kColumn}, {kMean2, kRow, kFirst},
                                            {kVariance2, kRow, kFirst}}}},
}};
// clang-format on

constexpr Recipe kOutputOfOneHead = {kCopy, 1, {{{kHeadOutput, kRow, kColumn}}}};

int place(At at, const Cell& cell, int each, const Model& model) {
  const Sizes& sizes = model.sizes;
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
    case kPartner:
      return partner_column(model, cell.column);
    case kFirst:
      return 0;
  }
  return 0;
}

}  // namespace

Recipe recipe_of(Tensor tensor, const Model& model) {
  if (tensor == kOutput && !has_projection(model.sizes)) return kOutputOfOneHead;
  Recipe recipe = kRecipes[static_cast<std::size_t>(tensor)];
  if (tensor == kInputs && is_later_layer(model)) return {kDrawn};
  if (tensor == kValues && reads_words(model)) recipe.sources[0].tensor = kEmbeddings;
  for (Source& source : recipe.sources) source.tensor = present_tensor(source.tensor, model);
  if (tensor == kMaskedScores && !has_tensor(kPositionBias, model)) recipe.source_count = 1;
  return recipe;
}

Cell source_cell(const Source& source, const Cell& cell, int each, const Model& model) {
  const int head = source.column == kColumnInHead ? cell.column / model.sizes.d_k : cell.head;
  return {source.tensor, place(source.row, cell, each, model), place(source.column, cell, each, model),
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
