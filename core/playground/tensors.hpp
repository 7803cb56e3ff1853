// The names of the tensors that a Snapshot holds: one list for views, links, provenance and the page's API.
#pragma once

#include <optional>
#include <string_view>

namespace playground {

enum class Tensor {
  kEmbeddings,
  kWq,
  kWk,
  kWv,
  kWo,
  kQueries,
  kKeys,
  kValues,
  kScores,
  kScaledScores,
  kMaskedScores,
  kRowMax,
  kExponentials,
  kRowSum,
  kWeights,
  kHeadOutput,
  kConcatenated,
  kOutput,
};
inline constexpr int kTensorCount = static_cast<int>(Tensor::kOutput) + 1;

/// What one row or one column of a tensor stands for.
enum class Axis { kQueryToken, kKeyToken, kModel, kHeadWidth, kHeadColumns, kGroupColumns, kConcatenated, kSingle };

struct TensorInfo {
  Tensor tensor;
  std::string_view name;    ///< as in the page's API: "scaled_scores"
  std::string_view symbol;  ///< as in a formula: "Q", "W_q", "X"
  Axis rows;
  Axis columns;
  bool per_head;  ///< one matrix for each head
  bool editable;  ///< a cell may be typed over
};

const TensorInfo& info(Tensor tensor);
std::optional<Tensor> tensor_from_name(std::string_view name);

}  // namespace playground
