// A recurrent cell over a sequence, for contrast: what it knows of the first token has passed through every step since.
//
//   h_t = tanh(x_t W_x + h_t-1 W_h + b),  h_0 given or 0                                        (Elman 1990)
//
// T tokens, D width of a token's vector, N width of the state. Scalar: double, float.
#pragma once

#include <optional>

#include "core/attention/matrix.hpp"
#include "core/attention/parameters.hpp"

namespace attention {

/// Parameters, or the gradients by them.
template <typename Scalar>
struct RecurrentWeightsOf {
  MatrixOf<Scalar> wx;                               ///< [D x N]
  MatrixOf<Scalar> wh;                               ///< [N x N]
  std::optional<MatrixOf<Scalar>> b = std::nullopt;  ///< [1 x N]
};
using RecurrentWeights = RecurrentWeightsOf<double>;

/// W_x, W_h and, where there is one, b.
template <typename Scalar>
ParametersOf<Scalar> parameters(RecurrentWeightsOf<Scalar>& weights);

/// Every stage of one pass over a sequence.
template <typename Scalar>
struct RecurrentTraceOf {
  MatrixOf<Scalar> initial_state;    ///< [1 x N] h_0
  MatrixOf<Scalar> from_inputs;      ///< [T x N] x_t W_x + b: all at once
  MatrixOf<Scalar> pre_activations;  ///< [T x N] plus h_t-1 W_h: one after the other
  MatrixOf<Scalar> states;           ///< [T x N] h_1 .. h_T
};
using RecurrentTrace = RecurrentTraceOf<double>;

/// x [T x D], initial_state [1 x N], zeros where not given.
/// Throws std::invalid_argument naming both shapes where they do not fit.
template <typename Scalar>
RecurrentTraceOf<Scalar> recurrent(const MatrixOf<Scalar>& x, const RecurrentWeightsOf<Scalar>& weights,
                                   const MatrixOf<Scalar>* initial_state = nullptr);

/// Gradients of a loss by what recurrent takes.
template <typename Scalar>
struct RecurrentGradientsOf {
  MatrixOf<Scalar> d_x;              ///< [T x D]
  MatrixOf<Scalar> d_states;         ///< [T x N] by each state, all later steps included: how far a signal travels back
  MatrixOf<Scalar> d_initial_state;  ///< [1 x N]
  RecurrentWeightsOf<Scalar> d_weights;
};

/// Backward of recurrent through time: `d_states` [T x N] is the gradient by trace.states, zeros but for the last row
/// where only the last state is read.
template <typename Scalar>
RecurrentGradientsOf<Scalar> recurrent_backward(const RecurrentTraceOf<Scalar>& trace, const MatrixOf<Scalar>& x,
                                                const RecurrentWeightsOf<Scalar>& weights,
                                                const MatrixOf<Scalar>& d_states);

}  // namespace attention
