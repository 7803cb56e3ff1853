// Adam, with decoupled weight decay where asked for: one step moves every parameter against its gradient.
//
//   m = b1 m + (1 - b1) g;  v = b2 v + (1 - b2) g^2
//   p = p - lr decay p - lr (m / (1 - b1^t)) / (sqrt(v / (1 - b2^t)) + epsilon)
//
// Kingma and Ba 2015, algorithm 1; the decay: Loshchilov and Hutter 2019, algorithm 2 (AdamW). Decay 0 is plain Adam.
// The order of operations is PyTorch's. Scalar: double, float.
#pragma once

#include <vector>

#include "core/attention/matrix.hpp"
#include "core/attention/parameters.hpp"

namespace attention {

struct AdamOptions {
  double learning_rate = 1e-3;
  double beta1 = 0.9;    ///< of the mean of gradients, 0 to below 1
  double beta2 = 0.999;  ///< of the mean of their squares, 0 to below 1
  double epsilon = 1e-8;
  double weight_decay = 0;  ///< decoupled: it shrinks parameters, and is no part of the gradient
};

/// What Adam remembers between steps; starts empty, and takes the parameters' shapes on the first step.
template <typename Scalar>
struct AdamStateOf {
  Index step = 0;                             ///< t, steps taken
  std::vector<MatrixOf<Scalar>> mean;         ///< m, in the order of the parameters
  std::vector<MatrixOf<Scalar>> mean_square;  ///< v
};
using AdamState = AdamStateOf<double>;

/// One step over all parameters; `gradients` line up with them. A gradient that is NaN makes its parameter NaN.
/// Throws std::invalid_argument, and changes nothing, where lists, shapes or the state do not fit or an option is out
/// of range.
template <typename Scalar>
void adam_step(const ParametersOf<Scalar>& parameters, const ParametersOf<Scalar>& gradients,
               AdamStateOf<Scalar>& state, const AdamOptions& options = {});

}  // namespace attention
