#include "core/attention/adam.hpp"

#include <cmath>
#include <string>

namespace attention {
namespace {

void require_options(const AdamOptions& options) {
  const auto is_rate = [](double beta) { return beta >= 0 && beta < 1; };
  require(is_rate(options.beta1) && is_rate(options.beta2), "betas of " + std::to_string(options.beta1) + " and " +
                                                                std::to_string(options.beta2) +
                                                                " cannot be: allowed are 0 to below 1");
  require(options.learning_rate >= 0 && options.epsilon >= 0 && options.weight_decay >= 0,
          "learning rate " + std::to_string(options.learning_rate) + ", epsilon " + std::to_string(options.epsilon) +
              " and weight decay " + std::to_string(options.weight_decay) + " must not be negative");
}

template <typename Scalar>
void require_state(const AdamStateOf<Scalar>& state, const ParametersOf<Scalar>& parameters) {
  require(state.mean.size() == parameters.size() && state.mean_square.size() == parameters.size(),
          "the state is of " + std::to_string(state.mean.size()) + " parameters and there are " +
              std::to_string(parameters.size()));
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    require(same_shape(state.mean[i], *parameters[i]) && same_shape(state.mean_square[i], *parameters[i]),
            "parameter " + std::to_string(i) + " is " + shape_text(*parameters[i]) + " and its state is " +
                shape_text(state.mean[i]) + ": they need the same shape");
  }
}

}  // namespace

template <typename Scalar>
void adam_step(const ParametersOf<Scalar>& parameters, const ParametersOf<Scalar>& gradients,
               AdamStateOf<Scalar>& state, const AdamOptions& options) {
  require_options(options);
  require_aligned(parameters, gradients);
  if (state.step == 0 && state.mean.empty()) {
    for (const MatrixOf<Scalar>* parameter : parameters) {
      state.mean.push_back(MatrixOf<Scalar>::Zero(parameter->rows(), parameter->cols()));
      state.mean_square.push_back(state.mean.back());
    }
  }
  require_state(state, parameters);
  ++state.step;
  // Both means start at 0; what that takes from them is given back.
  const double step = static_cast<double>(state.step);
  const double mean_share = 1 - std::pow(options.beta1, step), square_share = 1 - std::pow(options.beta2, step);
  const Scalar beta1 = static_cast<Scalar>(options.beta1), beta2 = static_cast<Scalar>(options.beta2);
  const Scalar one_less_beta1 = static_cast<Scalar>(1 - options.beta1);
  const Scalar one_less_beta2 = static_cast<Scalar>(1 - options.beta2);
  const Scalar kept = static_cast<Scalar>(1 - options.learning_rate * options.weight_decay);
  const Scalar step_size = static_cast<Scalar>(options.learning_rate / mean_share);
  const Scalar root_share = static_cast<Scalar>(std::sqrt(square_share));
  const Scalar epsilon = static_cast<Scalar>(options.epsilon);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    MatrixOf<Scalar>& mean = state.mean[i];
    MatrixOf<Scalar>& mean_square = state.mean_square[i];
    const MatrixOf<Scalar>& gradient = *gradients[i];
    mean = beta1 * mean + one_less_beta1 * gradient;
    mean_square.array() = beta2 * mean_square.array() + one_less_beta2 * gradient.array().square();
    parameters[i]->array() =
        kept * parameters[i]->array() - step_size * mean.array() / (mean_square.array().sqrt() / root_share + epsilon);
  }
}

#define AP_INSTANTIATE(Scalar)                                                                                    \
  template void adam_step<Scalar>(const ParametersOf<Scalar>&, const ParametersOf<Scalar>&, AdamStateOf<Scalar>&, \
                                  const AdamOptions&);
AP_INSTANTIATE(double)
AP_INSTANTIATE(float)
#undef AP_INSTANTIATE

}  // namespace attention
