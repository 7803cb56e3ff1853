#include "core/attention/activation.hpp"

#include <cmath>
#include <numbers>

namespace attention {
namespace {

/// Phi(x), the chance that a standard normal number is below x. erfc, not 1 + erf: that cancels far below 0.
template <typename Scalar>
Scalar normal_below(Scalar x) {
  return Scalar(0.5) * std::erfc(-x / std::numbers::sqrt2_v<Scalar>);
}

template <typename Scalar>
Scalar logistic(Scalar x) {
  return Scalar(1) / (Scalar(1) + std::exp(-x));
}

/// x times a factor that is 0 at minus infinity faster than x grows: the limit 0 there, not the NaN of infinity times
/// 0.
template <typename Scalar>
Scalar fading_product(Scalar x, Scalar factor) {
  return factor == Scalar(0) ? Scalar(0) : x * factor;
}

template <typename Scalar>
constexpr Scalar kTanhCubic = Scalar(0.044715);
template <typename Scalar>
constexpr Scalar kRootTwoOverPi = std::numbers::sqrt2_v<Scalar>* std::numbers::inv_sqrtpi_v<Scalar>;

template <typename Scalar>
Scalar tanh_argument(Scalar x) {
  return kRootTwoOverPi<Scalar> * (x + kTanhCubic<Scalar> * x * x * x);
}

template <typename Scalar>
Scalar tanh_argument_slope(Scalar x) {
  return kRootTwoOverPi<Scalar> * (Scalar(1) + Scalar(3) * kTanhCubic<Scalar> * x * x);
}

}  // namespace

template <std::floating_point Scalar>
Scalar activate(Activation activation, Scalar x) {
  switch (activation) {
    case Activation::kRelu:
      return x < Scalar(0) ? Scalar(0) : x;  // in this order, so that NaN stays
    case Activation::kGelu:
      return fading_product(x, normal_below(x));
    case Activation::kGeluTanh:
      return fading_product(x, Scalar(0.5) * (Scalar(1) + std::tanh(tanh_argument(x))));
    case Activation::kSilu:
      return fading_product(x, logistic(x));
  }
  return x;
}

template <std::floating_point Scalar>
Scalar activation_slope(Activation activation, Scalar x) {
  switch (activation) {
    case Activation::kRelu:
      if (std::isnan(x)) return x;
      return x > Scalar(0) ? Scalar(1) : Scalar(0);
    case Activation::kGelu: {
      // x Phi(x), and Phi' is the density
      const Scalar density = std::exp(Scalar(-0.5) * x * x) * kRootTwoOverPi<Scalar> / Scalar(2);
      return normal_below(x) + fading_product(x, density);
    }
    case Activation::kGeluTanh: {
      // x/2 (1 + tanh(u)), u = tanh_argument(x); tanh' = 1 - tanh^2
      const Scalar tanh = std::tanh(tanh_argument(x));
      const Scalar fading = Scalar(1) - tanh * tanh;
      const Scalar through_u = fading == Scalar(0) ? Scalar(0) : x * fading * tanh_argument_slope(x);
      return Scalar(0.5) * (Scalar(1) + tanh + through_u);
    }
    case Activation::kSilu: {
      // x s(x), and s' = s (1 - s)
      const Scalar s = logistic(x);
      return s + fading_product(x, s * (Scalar(1) - s));
    }
  }
  return Scalar(1);
}

template <typename Scalar>
MatrixOf<Scalar> activate(Activation activation, const MatrixOf<Scalar>& x) {
  return x.unaryExpr([activation](Scalar cell) { return activate(activation, cell); });
}

template <typename Scalar>
MatrixOf<Scalar> activate_backward(Activation activation, const MatrixOf<Scalar>& x, const MatrixOf<Scalar>& d_output) {
  require(same_shape(x, d_output), "the argument is " + shape_text(x) + " and the gradient is " + shape_text(d_output) +
                                       ": they need the same shape");
  // output = activate(x)
  return x.binaryExpr(d_output, [activation](Scalar cell, Scalar d) { return activation_slope(activation, cell) * d; });
}

#define AP_INSTANTIATE(Scalar)                                             \
  template Scalar activate(Activation, Scalar);                            \
  template Scalar activation_slope(Activation, Scalar);                    \
  template MatrixOf<Scalar> activate(Activation, const MatrixOf<Scalar>&); \
  template MatrixOf<Scalar> activate_backward(Activation, const MatrixOf<Scalar>&, const MatrixOf<Scalar>&);
AP_INSTANTIATE(double)
AP_INSTANTIATE(float)
#undef AP_INSTANTIATE

}  // namespace attention
