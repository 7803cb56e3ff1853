// Layer norm and RMS norm: each row brought to one size, then stretched by a learned gain.
//
//   layer norm   y = (x - mean(x)) / sqrt(var(x) + epsilon) * gain + bias     (Ba, Kiros and Hinton 2016, equation 4)
//   RMS norm     y = x / sqrt(mean(x^2) + epsilon) * gain                     (Zhang and Sennrich 2019, equation 4)
//
// mean and var over the D numbers of a row; var divides by D. T rows. Scalar: double, float.
// A constant row has layer norm `bias`, a row of zeros RMS norm 0. A row with NaN or infinity, or whose squares
// overflow, becomes NaN, all of it; other rows do not notice.
#pragma once

#include <optional>

#include "core/attention/matrix.hpp"
#include "core/attention/parameters.hpp"

namespace attention {

enum class NormKind { kLayer, kRms };

inline constexpr double kNormEpsilon = 1e-5;

/// Parameters of a norm, or the gradients by them.
template <typename Scalar>
struct NormWeightsOf {
  MatrixOf<Scalar> gain;                                ///< [1 x D]
  std::optional<MatrixOf<Scalar>> bias = std::nullopt;  ///< [1 x D]; nothing is added where not given
};
using NormWeights = NormWeightsOf<double>;

/// The gain and, where there is one, the bias.
template <typename Scalar>
ParametersOf<Scalar> parameters(NormWeightsOf<Scalar>& weights);

/// Gain 1 and, `with_bias`, bias 0 of width D.
template <typename Scalar>
NormWeightsOf<Scalar> plain_norm_weights(Index width, bool with_bias);

/// Every stage of one norm, of either kind.
template <typename Scalar>
struct NormTraceOf {
  MatrixOf<Scalar> mean;             ///< [T x 1]; 0 in RMS norm, which subtracts none
  MatrixOf<Scalar> inverse_std_dev;  ///< [T x 1] 1 / sqrt(var + epsilon); in RMS norm 1 / sqrt(mean square + epsilon)
  MatrixOf<Scalar> normalized;       ///< [T x D] (x - mean) * inverse_std_dev
  MatrixOf<Scalar> output;           ///< [T x D] normalized * gain + bias
};
using NormTrace = NormTraceOf<double>;

/// x [T x D], D at least 1. Throws std::invalid_argument naming both shapes where gain or bias do not fit.
template <typename Scalar>
NormTraceOf<Scalar> layer_norm(const MatrixOf<Scalar>& x, const NormWeightsOf<Scalar>& weights,
                               double epsilon = kNormEpsilon);

/// x [T x D], D at least 1. Throws std::invalid_argument naming both shapes where gain or bias do not fit.
template <typename Scalar>
NormTraceOf<Scalar> rms_norm(const MatrixOf<Scalar>& x, const NormWeightsOf<Scalar>& weights,
                             double epsilon = kNormEpsilon);

/// Gradients of a loss by what a norm takes.
template <typename Scalar>
struct NormGradientsOf {
  MatrixOf<Scalar> d_x;  ///< [T x D]
  NormWeightsOf<Scalar> d_weights;
};

/// Backward of layer_norm: `d_output` [T x D] is the gradient by trace.output. docs/maths.md derives it.
/// Throws std::invalid_argument naming both shapes where they differ.
template <typename Scalar>
NormGradientsOf<Scalar> layer_norm_backward(const NormTraceOf<Scalar>& trace, const NormWeightsOf<Scalar>& weights,
                                            const MatrixOf<Scalar>& d_output);

/// Backward of rms_norm, as above.
template <typename Scalar>
NormGradientsOf<Scalar> rms_norm_backward(const NormTraceOf<Scalar>& trace, const NormWeightsOf<Scalar>& weights,
                                          const MatrixOf<Scalar>& d_output);

}  // namespace attention
