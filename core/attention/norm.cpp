#include "core/attention/norm.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace attention {
namespace {

template <typename Scalar>
void require_row(const MatrixOf<Scalar>& row, Index width, const char* name) {
  require(row.rows() == 1 && row.cols() == width, std::string("the ") + name + " is " + shape_text(row) +
                                                      " and must be " + shape_text(1, width) + ", one number a column");
}

/// The part that both norms share, once the mean is in the trace.
template <typename Scalar>
NormTraceOf<Scalar> norm_around(MatrixOf<Scalar> mean, const MatrixOf<Scalar>& x, const NormWeightsOf<Scalar>& weights,
                                double epsilon) {
  NormTraceOf<Scalar> trace;
  trace.mean = std::move(mean);
  trace.normalized = x.colwise() - trace.mean.col(0);
  trace.inverse_std_dev.resize(x.rows(), 1);
  for (Index row = 0; row < x.rows(); ++row) {
    // The variance from differences to the mean: mean(x^2) - mean^2 would cancel.
    const Scalar mean_square = trace.normalized.row(row).squaredNorm() / static_cast<Scalar>(x.cols());
    trace.inverse_std_dev(row, 0) = Scalar(1) / std::sqrt(mean_square + static_cast<Scalar>(epsilon));
    trace.normalized.row(row) *= trace.inverse_std_dev(row, 0);
    // An infinity here and there would leave zeros between NaNs: x / infinity.
    if (!std::isfinite(mean_square)) trace.normalized.row(row).setConstant(std::numeric_limits<Scalar>::quiet_NaN());
  }
  trace.output = trace.normalized.array().rowwise() * weights.gain.row(0).array();
  if (weights.bias) trace.output.rowwise() += weights.bias->row(0);
  return trace;
}

template <typename Scalar>
void require_fit(const MatrixOf<Scalar>& x, const NormWeightsOf<Scalar>& weights, double epsilon) {
  require(x.cols() > 0, "a norm of " + shape_text(x) + " cannot be: a row needs at least one number");
  require(epsilon >= 0, "an epsilon of " + std::to_string(epsilon) + " cannot be: it must not be negative");
  require_row(weights.gain, x.cols(), "gain");
  if (weights.bias) require_row(*weights.bias, x.cols(), "bias");
}

template <typename Scalar>
NormGradientsOf<Scalar> norm_backward(const NormTraceOf<Scalar>& trace, const NormWeightsOf<Scalar>& weights,
                                      const MatrixOf<Scalar>& d_output, bool centred) {
  require(same_shape(d_output, trace.output), "the output is " + shape_text(trace.output) + " and its gradient is " +
                                                  shape_text(d_output) + ": they need the same shape");
  require_row(weights.gain, d_output.cols(), "gain");
  NormGradientsOf<Scalar> gradients;
  // output = normalized * gain + bias
  gradients.d_weights.gain = (d_output.array() * trace.normalized.array()).colwise().sum().matrix();
  if (weights.bias) gradients.d_weights.bias = d_output.colwise().sum();
  gradients.d_x = d_output.array().rowwise() * weights.gain.row(0).array();
  const Scalar width = static_cast<Scalar>(d_output.cols());
  for (Index row = 0; row < d_output.rows(); ++row) {
    // normalized = (x - mean) * inverse_std_dev, where x moves all three
    const Scalar mean_gradient = centred ? gradients.d_x.row(row).sum() / width : Scalar(0);
    const Scalar along = gradients.d_x.row(row).dot(trace.normalized.row(row)) / width;
    gradients.d_x.row(row) =
        trace.inverse_std_dev(row, 0) *
        (gradients.d_x.row(row).array() - mean_gradient - trace.normalized.row(row).array() * along).matrix();
  }
  return gradients;
}

}  // namespace

template <typename Scalar>
ParametersOf<Scalar> parameters(NormWeightsOf<Scalar>& weights) {
  ParametersOf<Scalar> list{&weights.gain};
  if (weights.bias) list.push_back(&*weights.bias);
  return list;
}

template <typename Scalar>
NormWeightsOf<Scalar> plain_norm_weights(Index width, bool with_bias) {
  NormWeightsOf<Scalar> weights{.gain = MatrixOf<Scalar>::Ones(1, width), .bias = std::nullopt};
  if (with_bias) weights.bias = MatrixOf<Scalar>::Zero(1, width);
  return weights;
}

template <typename Scalar>
NormTraceOf<Scalar> layer_norm(const MatrixOf<Scalar>& x, const NormWeightsOf<Scalar>& weights, double epsilon) {
  require_fit(x, weights, epsilon);
  return norm_around<Scalar>(x.rowwise().mean(), x, weights, epsilon);
}

template <typename Scalar>
NormTraceOf<Scalar> rms_norm(const MatrixOf<Scalar>& x, const NormWeightsOf<Scalar>& weights, double epsilon) {
  require_fit(x, weights, epsilon);
  return norm_around<Scalar>(MatrixOf<Scalar>::Zero(x.rows(), 1), x, weights, epsilon);
}

template <typename Scalar>
NormGradientsOf<Scalar> layer_norm_backward(const NormTraceOf<Scalar>& trace, const NormWeightsOf<Scalar>& weights,
                                            const MatrixOf<Scalar>& d_output) {
  return norm_backward(trace, weights, d_output, true);
}

template <typename Scalar>
NormGradientsOf<Scalar> rms_norm_backward(const NormTraceOf<Scalar>& trace, const NormWeightsOf<Scalar>& weights,
                                          const MatrixOf<Scalar>& d_output) {
  return norm_backward(trace, weights, d_output, false);
}

#define AP_INSTANTIATE(Scalar)                                                                                   \
  template ParametersOf<Scalar> parameters(NormWeightsOf<Scalar>&);                                              \
  template NormWeightsOf<Scalar> plain_norm_weights<Scalar>(Index, bool);                                        \
  template NormTraceOf<Scalar> layer_norm(const MatrixOf<Scalar>&, const NormWeightsOf<Scalar>&, double);        \
  template NormTraceOf<Scalar> rms_norm(const MatrixOf<Scalar>&, const NormWeightsOf<Scalar>&, double);          \
  template NormGradientsOf<Scalar> layer_norm_backward(const NormTraceOf<Scalar>&, const NormWeightsOf<Scalar>&, \
                                                       const MatrixOf<Scalar>&);                                 \
  template NormGradientsOf<Scalar> rms_norm_backward(const NormTraceOf<Scalar>&, const NormWeightsOf<Scalar>&,   \
                                                     const MatrixOf<Scalar>&);
AP_INSTANTIATE(double)
AP_INSTANTIATE(float)
#undef AP_INSTANTIATE

}  // namespace attention
