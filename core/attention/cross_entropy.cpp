#include "core/attention/cross_entropy.hpp"

#include <cmath>
#include <limits>
#include <string>

#include "core/attention/softmax.hpp"

namespace attention {
namespace {

void require_label(Index label, Index classes) {
  if (label >= 0 && label < classes) return;  // the sentence only where it is needed: this is called for every row
  require(false, "label " + std::to_string(label) + " is not one of " + std::to_string(classes) +
                     " classes, nor the ignored one");
}

}  // namespace

template <typename Scalar>
MatrixOf<Scalar> log_softmax_rows(const MatrixOf<Scalar>& logits) {
  constexpr Scalar kMinusInfinity = -std::numeric_limits<Scalar>::infinity();
  const SoftmaxTraceOf<Scalar> softmax = softmax_rows(logits);
  MatrixOf<Scalar> logs = MatrixOf<Scalar>::Constant(logits.rows(), logits.cols(), kMinusInfinity);
  for (Index row = 0; row < logits.rows(); ++row) {
    if (softmax.row_max(row, 0) == kMinusInfinity) continue;  // empty: -inf - -inf would be NaN
    logs.row(row) = (logits.row(row).array() - softmax.row_max(row, 0)) - std::log(softmax.row_sum(row, 0));
  }
  return logs;
}

template <typename Scalar>
MatrixOf<Scalar> log_softmax_rows_backward(const MatrixOf<Scalar>& log_probabilities,
                                           const MatrixOf<Scalar>& d_log_probabilities) {
  require(same_shape(log_probabilities, d_log_probabilities),
          "the log-probabilities are " + shape_text(log_probabilities) + " and their gradient is " +
              shape_text(d_log_probabilities) + ": they need the same shape");
  // logs = logits - log sum exp(logits), and the slope of log sum exp is the softmax
  MatrixOf<Scalar> d_logits = d_log_probabilities;
  for (Index row = 0; row < d_logits.rows(); ++row) {
    const Scalar total = d_log_probabilities.row(row).sum();
    for (Index c = 0; c < d_logits.cols(); ++c) d_logits(row, c) -= std::exp(log_probabilities(row, c)) * total;
  }
  return d_logits;
}

template <typename Scalar>
CrossEntropyTraceOf<Scalar> softmax_cross_entropy(const MatrixOf<Scalar>& logits, std::span<const Index> labels,
                                                  const CrossEntropyOptions& options) {
  require(static_cast<Index>(labels.size()) == logits.rows(), "logits are " + shape_text(logits) + " and there are " +
                                                                  std::to_string(labels.size()) +
                                                                  " labels: each row needs one label");
  require(!options.class_weights || static_cast<Index>(options.class_weights->size()) == logits.cols(),
          "logits are " + shape_text(logits) + " and there are " +
              std::to_string(options.class_weights ? options.class_weights->size() : 0) +
              " class weights: each column needs one");
  CrossEntropyTraceOf<Scalar> trace;
  trace.log_probabilities = log_softmax_rows(logits);
  trace.row_weights = MatrixOf<Scalar>::Zero(logits.rows(), 1);
  trace.row_losses = MatrixOf<Scalar>::Zero(logits.rows(), 1);
  for (Index row = 0; row < logits.rows(); ++row) {
    const Index label = labels[static_cast<std::size_t>(row)];
    if (options.ignore_index && label == *options.ignore_index) continue;
    require_label(label, logits.cols());
    const double weight = options.class_weights ? (*options.class_weights)[static_cast<std::size_t>(label)] : 1;
    trace.row_weights(row, 0) = static_cast<Scalar>(weight);
    trace.row_losses(row, 0) = -trace.row_weights(row, 0) * trace.log_probabilities(row, label);
  }
  trace.loss = trace.row_losses;
  if (options.reduction != Reduction::kNone) {
    trace.loss = MatrixOf<Scalar>::Constant(1, 1, trace.row_losses.sum());
    if (options.reduction == Reduction::kMean) trace.loss(0, 0) /= trace.row_weights.sum();
  }
  return trace;
}

template <typename Scalar>
MatrixOf<Scalar> softmax_cross_entropy_backward(const CrossEntropyTraceOf<Scalar>& trace, std::span<const Index> labels,
                                                const CrossEntropyOptions& options, const MatrixOf<Scalar>* d_loss) {
  const MatrixOf<Scalar>& logs = trace.log_probabilities;
  require(static_cast<Index>(labels.size()) == logs.rows(), "the trace is of " + std::to_string(logs.rows()) +
                                                                " rows and there are " + std::to_string(labels.size()) +
                                                                " labels");
  require(!d_loss || same_shape(*d_loss, trace.loss),
          "the loss is " + shape_text(trace.loss) + " and its gradient is " + (d_loss ? shape_text(*d_loss) : "") +
              ": they need the same shape");
  MatrixOf<Scalar> d_logits = MatrixOf<Scalar>::Zero(logs.rows(), logs.cols());
  const Scalar total_weight = trace.row_weights.sum();
  for (Index row = 0; row < logs.rows(); ++row) {
    Scalar factor = trace.row_weights(row, 0);
    if (factor == Scalar(0)) continue;
    if (options.reduction == Reduction::kMean) factor /= total_weight;
    if (d_loss) factor *= (*d_loss)(d_loss->rows() == 1 ? 0 : row, 0);
    // loss = -weight log_softmax(logits)_label, whose slope is softmax less 1 at the label
    for (Index c = 0; c < logs.cols(); ++c) d_logits(row, c) = factor * std::exp(logs(row, c));
    d_logits(row, labels[static_cast<std::size_t>(row)]) -= factor;
  }
  return d_logits;
}

#define AP_INSTANTIATE(Scalar)                                                                                         \
  template MatrixOf<Scalar> log_softmax_rows(const MatrixOf<Scalar>&);                                                 \
  template MatrixOf<Scalar> log_softmax_rows_backward(const MatrixOf<Scalar>&, const MatrixOf<Scalar>&);               \
  template CrossEntropyTraceOf<Scalar> softmax_cross_entropy(const MatrixOf<Scalar>&, std::span<const Index>,          \
                                                             const CrossEntropyOptions&);                              \
  template MatrixOf<Scalar> softmax_cross_entropy_backward(const CrossEntropyTraceOf<Scalar>&, std::span<const Index>, \
                                                           const CrossEntropyOptions&, const MatrixOf<Scalar>*);
AP_INSTANTIATE(double)
AP_INSTANTIATE(float)
#undef AP_INSTANTIATE

}  // namespace attention
