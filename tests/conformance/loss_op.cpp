// SoftmaxCrossEntropyLoss of scores [N, C, d1, d2, ...] and labels [N, d1, d2, ...].
#include <vector>

#include "core/attention/cross_entropy.hpp"
#include "tests/conformance/operators.hpp"

namespace conformance {
namespace {

using attention::CrossEntropyOptions;
using attention::Matrix;
using attention::Reduction;
using attention::require;

Reduction reduction_of(const Case& test) {
  const std::string name = test.text("reduction", "mean");
  require(name == "none" || name == "mean" || name == "sum", "reduction is " + name + ", not none, mean or sum");
  if (name == "none") return Reduction::kNone;
  return name == "mean" ? Reduction::kMean : Reduction::kSum;
}

/// [N, C, inner] as rows of classes [N * inner x C], and back.
Matrix class_rows(const Tensor& scores, Index batch, Index classes, Index inner) {
  Matrix rows(batch * inner, classes);
  for (Index item = 0; item < batch; ++item) {
    rows.middleRows(item * inner, inner) = matrix_at(scores, item * classes * inner, classes, inner).transpose();
  }
  return rows;
}

Tensor from_class_rows(const Matrix& rows, const Shape& shape, Index inner) {
  Tensor result = zeros(shape);
  for (Index item = 0; item < shape[0]; ++item) {
    put_matrix(result, item * shape[1] * inner, rows.middleRows(item * inner, inner).transpose());
  }
  return result;
}

}  // namespace

Outputs softmax_cross_entropy_loss(const Case& test) {
  const Tensor& scores = required_input(test, 0, "the scores");
  const Tensor& labels = required_input(test, 1, "the labels");
  require(scores.rank() >= 2, "the scores are " + shape_text(scores.shape) + ": they need at least 2 dimensions");
  Shape expected = scores.shape;
  expected.erase(expected.begin() + 1);
  require(labels.shape == expected, "the scores are " + shape_text(scores.shape) + " and the labels " +
                                        shape_text(labels.shape) + ", not " + shape_text(expected));
  const Index batch = scores.shape[0], classes = scores.shape[1];
  const Index inner = size_between(scores.shape, 2, scores.rank());

  CrossEntropyOptions options;
  options.reduction = reduction_of(test);
  if (test.attributes.contains("ignore_index")) options.ignore_index = test.integer("ignore_index", 0);
  if (const Tensor* weights = test.input(2)) options.class_weights = weights->values;
  std::vector<Index> chosen;
  for (const double label : labels.values) chosen.push_back(static_cast<Index>(label));
  const attention::CrossEntropyTrace trace =
      attention::softmax_cross_entropy(class_rows(scores, batch, classes, inner), chosen, options);

  Tensor loss = zeros(options.reduction == Reduction::kNone ? labels.shape : Shape{});
  put_matrix(loss, 0, trace.loss);
  return {{"output", loss}, {"log_prob", from_class_rows(trace.log_probabilities, scores.shape, inner)}};
}

}  // namespace conformance
