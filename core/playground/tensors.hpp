// The names of the tensors that a Snapshot holds: one list for views, links, provenance and the page's API.
#pragma once

#include <optional>
#include <string_view>

namespace playground {

enum class Tensor {
  kEmbeddings,
  kPositions,
  kInputs,
  kWq,
  kWk,
  kWv,
  kWo,
  kW1,
  kW2,
  kQueries,
  kKeys,
  kValues,
  kRotatedQueries,
  kRotatedKeys,
  kScores,
  kScaledScores,
  kPositionBias,
  kMaskedScores,
  kRowMax,
  kExponentials,
  kRowSum,
  kWeights,
  kHeadOutput,
  kConcatenated,
  kOutput,
  kResidual1,
  kMean1,
  kVariance1,
  kNorm1,
  kHidden,
  kActivated,
  kFeedForward,
  kResidual2,
  kMean2,
  kVariance2,
  kNorm2,
};
inline constexpr int kTensorCount = static_cast<int>(Tensor::kNorm2) + 1;

/// What one row or one column of a tensor stands for.
enum class Axis {
  kQueryToken,
  kKeyToken,
  kModel,
  kHeadWidth,
  kHeadColumns,
  kGroupColumns,
  kConcatenated,
  kFeedForward,
  kSingle
};

inline bool is_token_axis(Axis axis) { return axis == Axis::kQueryToken || axis == Axis::kKeyToken; }

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
