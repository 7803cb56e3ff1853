// Softmax cross-entropy: how surprised a model is by the right answer. And the log-softmax that it is made of.
//
//   log_softmax(x)_c = x_c - max(x) - log sum_k exp(x_k - max(x))
//   loss = -w_label log_softmax(x)_label            per row; then left, averaged by weight, or summed
//
// N rows, C classes. Semantics of ONNX SoftmaxCrossEntropyLoss and of PyTorch's cross_entropy. Scalar: double, float.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/attention/matrix.hpp"

namespace attention {

/// log(softmax(logits)) row by row, without ever taking the log of a rounded 0. Minus infinity gives minus infinity; so
/// does a whole row of them, whose softmax is 0. A row with NaN or plus infinity becomes NaN.
template <typename Scalar>
MatrixOf<Scalar> log_softmax_rows(const MatrixOf<Scalar>& logits);

/// Backward of log_softmax_rows from its result and the gradient by that, both [N x C].
/// Throws std::invalid_argument naming both shapes where they differ.
template <typename Scalar>
MatrixOf<Scalar> log_softmax_rows_backward(const MatrixOf<Scalar>& log_probabilities,
                                           const MatrixOf<Scalar>& d_log_probabilities);

enum class Reduction {
  kNone,  ///< one loss a row
  kMean,  ///< sum of the losses divided by the sum of the weights of their classes
  kSum,
};

struct CrossEntropyOptions {
  std::optional<std::vector<double>> class_weights = std::nullopt;  ///< one a class; 1 where not given
  std::optional<Index> ignore_index = std::nullopt;  ///< rows with this label, any number, have loss and gradient 0
  Reduction reduction = Reduction::kMean;
};

/// Every stage of one call.
template <typename Scalar>
struct CrossEntropyTraceOf {
  MatrixOf<Scalar> log_probabilities;  ///< [N x C] log_softmax_rows of the logits
  MatrixOf<Scalar> row_weights;        ///< [N x 1] weight of the row's label; 0 where it is ignored
  MatrixOf<Scalar> row_losses;         ///< [N x 1] before the reduction; exactly 0 where the label is ignored
  MatrixOf<Scalar> loss;               ///< [N x 1] without reduction, otherwise [1 x 1]; the mean of nothing is NaN
};
using CrossEntropyTrace = CrossEntropyTraceOf<double>;

/// logits [N x C], labels N numbers of 0 to C - 1 (or the ignored one).
/// Throws std::invalid_argument where the counts do not fit or a label is out of range.
template <typename Scalar>
CrossEntropyTraceOf<Scalar> softmax_cross_entropy(const MatrixOf<Scalar>& logits, std::span<const Index> labels,
                                                  const CrossEntropyOptions& options = {});

/// Gradient by the logits [N x C] of trace.loss, or of sum(loss * d_loss) where `d_loss`, of the shape of the loss, is
/// given. labels and options as in the forward call. Rows that are ignored, or of weight 0, get 0.
template <typename Scalar>
MatrixOf<Scalar> softmax_cross_entropy_backward(const CrossEntropyTraceOf<Scalar>& trace, std::span<const Index> labels,
                                                const CrossEntropyOptions& options = {},
                                                const MatrixOf<Scalar>* d_loss = nullptr);

}  // namespace attention
