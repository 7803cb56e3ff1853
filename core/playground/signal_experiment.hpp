// How much of the first word is left after n words, in a recurrent cell and in attention.
#pragma once

#include <string_view>
#include <vector>

#include "core/attention/matrix.hpp"
#include "core/attention/recurrent.hpp"
#include "core/attention/scaled_dot_product.hpp"

namespace playground {

inline constexpr int kSignalWidth = 16;
inline constexpr int kSignalSteps = 64;

/// From default_rng([seed, 2]), in this order: X = normal(64, 16), then W_x, W_h, W_q, W_k and W_v = normal(16, 16).
/// The rows of W_h are then made orthonormal one after the other (Gram and Schmidt), the others divided by √16 = 4. An
/// orthogonal W_h turns a state and keeps its length: what fades or grows is the doing of the gain and of tanh.
struct SignalDraw {
  attention::Matrix x;  ///< [64 x 16]
  attention::RecurrentWeights cell;
  attention::Matrix wq, wk, wv;
};
SignalDraw draw_signal(std::string_view seed);

/// The Jacobian of the state after `word` (from 0) by the first word [16 x 16]: row i is the gradient by its number i.
/// W_h counts `gain` times, which is then its spectral radius. Squashed: h = tanh(x W_x + h W_h); otherwise without
/// tanh.
std::vector<attention::Matrix> state_jacobians(const SignalDraw& draw, double gain, bool squashed);

/// The same of what attention gives for `word` from the words up to it, by the first word.
attention::Matrix attention_jacobian(const SignalDraw& draw, int word);

/// Length of the Jacobian (Frobenius) after 1 to 64 words, divided by that after 1: what is left of the first word.
std::vector<double> left_in_state(const SignalDraw& draw, double gain, bool squashed);
std::vector<double> left_in_attention(const SignalDraw& draw);

}  // namespace playground
