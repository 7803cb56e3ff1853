// LayerNormalization and RMSNormalization over the axes from `axis` on, and Gelu.
#include <optional>

#include "core/attention/activation.hpp"
#include "core/attention/norm.hpp"
#include "tests/conformance/operators.hpp"

namespace conformance {
namespace {

using attention::Matrix;
using attention::NormTrace;
using attention::NormWeights;
using attention::require;

/// A gain or bias, broadcast from the right to the normalised dimensions `shape`, as one row.
Matrix broadcast_row(const Tensor& given, const Shape& shape) {
  const std::string message =
      "a gain or bias of " + shape_text(given.shape) + " does not broadcast to " + shape_text(shape);
  require(given.shape.size() <= shape.size(), message);
  Shape aligned(shape.size() - given.shape.size(), 1);
  aligned.insert(aligned.end(), given.shape.begin(), given.shape.end());
  Matrix row(1, size_of(shape));
  for (Index place = 0; place < row.cols(); ++place) {
    Index rest = place, source = 0, stride = 1;
    for (std::size_t axis = shape.size(); axis-- > 0;) {
      require(aligned[axis] == 1 || aligned[axis] == shape[axis], message);
      if (aligned[axis] != 1) source += rest % shape[axis] * stride;
      rest /= shape[axis];
      stride *= aligned[axis];
    }
    row(0, place) = given.values[static_cast<std::size_t>(source)];
  }
  return row;
}

template <typename Norm>
Outputs normalised(const Case& test, Norm&& norm) {
  const Tensor& x = required_input(test, 0, "X");
  const Tensor& gain = required_input(test, 1, "the gain");
  const Index axis = front_axis(test.integer("axis", -1), x.rank());
  const Shape inner(x.shape.begin() + axis, x.shape.end());
  NormWeights weights{broadcast_row(gain, inner), std::nullopt};
  if (const Tensor* bias = test.input(2)) weights.bias = broadcast_row(*bias, inner);
  const Matrix rows = matrix_at(x, 0, size_between(x.shape, 0, axis), size_of(inner));
  const NormTrace trace = norm(rows, weights, test.number("epsilon", 1e-5));

  Tensor y = zeros(x.shape);
  put_matrix(y, 0, trace.output);
  Shape reduced = x.shape;
  for (std::size_t place = static_cast<std::size_t>(axis); place < reduced.size(); ++place) reduced[place] = 1;
  Tensor mean = zeros(reduced), inverse_std_dev = zeros(reduced);
  put_matrix(mean, 0, trace.mean);
  put_matrix(inverse_std_dev, 0, trace.inverse_std_dev);
  return {{"Y", y}, {"Mean", mean}, {"InvStdDev", inverse_std_dev}};
}

}  // namespace

Outputs layer_normalization(const Case& test) {
  return normalised(test, [](const Matrix& x, const NormWeights& weights, double epsilon) {
    return attention::layer_norm(x, weights, epsilon);
  });
}

Outputs rms_normalization(const Case& test) {
  return normalised(test, [](const Matrix& x, const NormWeights& weights, double epsilon) {
    return attention::rms_norm(x, weights, epsilon);
  });
}

Outputs gelu(const Case& test) {
  const Tensor& x = required_input(test, 0, "the input");
  const std::string approximate = test.text("approximate", "none");
  require(approximate == "none" || approximate == "tanh", "approximate is " + approximate + ", not none or tanh");
  const auto kind = approximate == "none" ? attention::Activation::kGelu : attention::Activation::kGeluTanh;
  Tensor y = zeros(x.shape);
  put_matrix(y, 0, attention::activate(kind, matrix_at(x, 0, 1, size_of(x.shape))));
  return {{"output", y}};
}

}  // namespace conformance
