#include "core/playground/tensors.hpp"

#include <array>

namespace playground {
namespace {

// clang-format off
constexpr std::array<TensorInfo, kTensorCount> kTensors = {{
    // tensor                 name               symbol       rows                columns               per_head editable
    {Tensor::kEmbeddings,     "embeddings",      "X",         Axis::kQueryToken,  Axis::kModel,         false, true},
    {Tensor::kPositions,      "positions",       "P",         Axis::kQueryToken,  Axis::kModel,         false, false},
    {Tensor::kInputs,         "inputs",          "X+P",        Axis::kQueryToken,  Axis::kModel,         false, false},
    {Tensor::kWq,             "wq",              "W_q",       Axis::kModel,       Axis::kHeadColumns,   false, true},
    {Tensor::kWk,             "wk",              "W_k",       Axis::kModel,       Axis::kGroupColumns,  false, true},
    {Tensor::kWv,             "wv",              "W_v",       Axis::kModel,       Axis::kGroupColumns,  false, true},
    {Tensor::kWo,             "wo",              "W_o",       Axis::kConcatenated,Axis::kModel,         false, true},
    {Tensor::kW1,             "w1",              "W_1",       Axis::kModel,       Axis::kFeedForward,   false, true},
    {Tensor::kW2,             "w2",              "W_2",       Axis::kFeedForward, Axis::kModel,         false, true},
    {Tensor::kQueries,        "queries",         "Q",         Axis::kQueryToken,  Axis::kHeadWidth,     true,  true},
    {Tensor::kKeys,           "keys",            "K",         Axis::kKeyToken,    Axis::kHeadWidth,     true,  true},
    {Tensor::kValues,         "values",          "V",         Axis::kKeyToken,    Axis::kHeadWidth,     true,  true},
    {Tensor::kRotatedQueries, "rotated_queries", "Q′",        Axis::kQueryToken,  Axis::kHeadWidth,     true,  false},
    {Tensor::kRotatedKeys,    "rotated_keys",    "K′",        Axis::kKeyToken,    Axis::kHeadWidth,     true,  false},
    {Tensor::kScores,         "scores",          "scores",    Axis::kQueryToken,  Axis::kKeyToken,      true,  false},
    {Tensor::kScaledScores,   "scaled_scores",   "scaled",    Axis::kQueryToken,  Axis::kKeyToken,      true,  false},
    {Tensor::kPositionBias,   "position_bias",   "bias",      Axis::kQueryToken,  Axis::kKeyToken,      true,  false},
    {Tensor::kMaskedScores,   "masked_scores",   "masked",    Axis::kQueryToken,  Axis::kKeyToken,      true,  false},
    {Tensor::kRowMax,         "row_max",         "max",       Axis::kQueryToken,  Axis::kSingle,        true,  false},
    {Tensor::kExponentials,   "exponentials",    "exp",       Axis::kQueryToken,  Axis::kKeyToken,      true,  false},
    {Tensor::kRowSum,         "row_sum",         "sum",       Axis::kQueryToken,  Axis::kSingle,        true,  false},
    {Tensor::kWeights,        "weights",         "weights",   Axis::kQueryToken,  Axis::kKeyToken,      true,  false},
    {Tensor::kHeadOutput,     "head_output",     "head",      Axis::kQueryToken,  Axis::kHeadWidth,     true,  false},
    {Tensor::kConcatenated,   "concatenated",    "concat",    Axis::kQueryToken,  Axis::kConcatenated,  false, false},
    {Tensor::kOutput,         "output",          "output",    Axis::kQueryToken,  Axis::kModel,         false, false},
    {Tensor::kResidual1,      "residual_1",      "residual₁", Axis::kQueryToken,  Axis::kModel,         false, false},
    {Tensor::kMean1,          "mean_1",          "mean₁",     Axis::kQueryToken,  Axis::kSingle,        false, false},
    {Tensor::kVariance1,      "variance_1",      "variance₁", Axis::kQueryToken,  Axis::kSingle,        false, false},
    {Tensor::kNorm1,          "norm_1",          "norm₁",     Axis::kQueryToken,  Axis::kModel,         false, false},
    {Tensor::kHidden,         "hidden",          "hidden",    Axis::kQueryToken,  Axis::kFeedForward,   false, false},
    {Tensor::kActivated,      "activated",       "ReLU",      Axis::kQueryToken,  Axis::kFeedForward,   false, false},
    {Tensor::kFeedForward,    "feed_forward",    "FFN",       Axis::kQueryToken,  Axis::kModel,         false, false},
    {Tensor::kResidual2,      "residual_2",      "residual₂", Axis::kQueryToken,  Axis::kModel,         false, false},
    {Tensor::kMean2,          "mean_2",          "mean₂",     Axis::kQueryToken,  Axis::kSingle,        false, false},
    {Tensor::kVariance2,      "variance_2",      "variance₂", Axis::kQueryToken,  Axis::kSingle,        false, false},
    {Tensor::kNorm2,          "norm_2",          "norm₂",     Axis::kQueryToken,  Axis::kModel,         false, false},
}};
// clang-format on

}  // namespace

const TensorInfo& info(Tensor tensor) { return kTensors[static_cast<std::size_t>(tensor)]; }

std::optional<Tensor> tensor_from_name(std::string_view name) {
  for (const TensorInfo& row : kTensors) {
    if (row.name == name) return row.tensor;
  }
  return std::nullopt;
}

}  // namespace playground
