#include "core/playground/tensors.hpp"

#include <array>

namespace playground {
namespace {

// clang-format off
constexpr std::array<TensorInfo, kTensorCount> kTensors = {{
    // tensor                 name             symbol     rows                 columns              per_head editable
    {Tensor::kEmbeddings,    "embeddings",    "X",       Axis::kQueryToken,   Axis::kModel,        false, true},
    {Tensor::kWq,            "wq",            "W_q",     Axis::kModel,        Axis::kHeadColumns,  false, true},
    {Tensor::kWk,            "wk",            "W_k",     Axis::kModel,        Axis::kGroupColumns, false, true},
    {Tensor::kWv,            "wv",            "W_v",     Axis::kModel,        Axis::kGroupColumns, false, true},
    {Tensor::kWo,            "wo",            "W_o",     Axis::kConcatenated, Axis::kModel,        false, true},
    {Tensor::kQueries,       "queries",       "Q",       Axis::kQueryToken,   Axis::kHeadWidth,    true,  true},
    {Tensor::kKeys,          "keys",          "K",       Axis::kKeyToken,     Axis::kHeadWidth,    true,  true},
    {Tensor::kValues,        "values",        "V",       Axis::kKeyToken,     Axis::kHeadWidth,    true,  true},
    {Tensor::kScores,        "scores",        "scores",  Axis::kQueryToken,   Axis::kKeyToken,     true,  false},
    {Tensor::kScaledScores,  "scaled_scores", "scaled",  Axis::kQueryToken,   Axis::kKeyToken,     true,  false},
    {Tensor::kMaskedScores,  "masked_scores", "masked",  Axis::kQueryToken,   Axis::kKeyToken,     true,  false},
    {Tensor::kRowMax,        "row_max",       "max",     Axis::kQueryToken,   Axis::kSingle,       true,  false},
    {Tensor::kExponentials,  "exponentials",  "exp",     Axis::kQueryToken,   Axis::kKeyToken,     true,  false},
    {Tensor::kRowSum,        "row_sum",       "sum",     Axis::kQueryToken,   Axis::kSingle,       true,  false},
    {Tensor::kWeights,       "weights",       "weights", Axis::kQueryToken,   Axis::kKeyToken,     true,  false},
    {Tensor::kHeadOutput,    "head_output",   "head",    Axis::kQueryToken,   Axis::kHeadWidth,    true,  false},
    {Tensor::kConcatenated,  "concatenated",  "concat",  Axis::kQueryToken,   Axis::kConcatenated, false, false},
    {Tensor::kOutput,        "output",        "output",  Axis::kQueryToken,   Axis::kModel,        false, false},
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
