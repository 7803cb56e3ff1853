#include "core/attention/recurrent.hpp"

#include <cmath>

namespace attention {
namespace {

template <typename Scalar>
void require_fit(const MatrixOf<Scalar>& x, const RecurrentWeightsOf<Scalar>& weights) {
  require(x.cols() == weights.wx.rows(), "X is " + shape_text(x) + " and W_x is " + shape_text(weights.wx) +
                                             ": the columns of X must be the rows of W_x");
  require(weights.wh.rows() == weights.wx.cols() && weights.wh.cols() == weights.wx.cols(),
          "W_x is " + shape_text(weights.wx) + " and W_h is " + shape_text(weights.wh) +
              ": W_h must be square, as wide as W_x");
  require(!weights.b || (weights.b->rows() == 1 && weights.b->cols() == weights.wx.cols()),
          "W_x is " + shape_text(weights.wx) + " and b is " + (weights.b ? shape_text(*weights.b) : "") +
              ": b needs one row and as many columns");
}

}  // namespace

template <typename Scalar>
ParametersOf<Scalar> parameters(RecurrentWeightsOf<Scalar>& weights) {
  ParametersOf<Scalar> list{&weights.wx, &weights.wh};
  if (weights.b) list.push_back(&*weights.b);
  return list;
}

template <typename Scalar>
RecurrentTraceOf<Scalar> recurrent(const MatrixOf<Scalar>& x, const RecurrentWeightsOf<Scalar>& weights,
                                   const MatrixOf<Scalar>* initial_state) {
  require_fit(x, weights);
  const Index width = weights.wh.cols();
  RecurrentTraceOf<Scalar> trace;
  trace.initial_state = MatrixOf<Scalar>::Zero(1, width);
  if (initial_state) {
    require(same_shape(*initial_state, trace.initial_state),
            "the initial state is " + shape_text(*initial_state) + " and must be " + shape_text(1, width));
    trace.initial_state = *initial_state;
  }
  trace.from_inputs = x * weights.wx;
  if (weights.b) trace.from_inputs.rowwise() += weights.b->row(0);
  trace.pre_activations = trace.from_inputs;
  trace.states.resize(x.rows(), width);
  MatrixOf<Scalar> state = trace.initial_state;
  for (Index t = 0; t < x.rows(); ++t) {
    trace.pre_activations.row(t) += state * weights.wh;
    state = trace.pre_activations.row(t).unaryExpr([](Scalar cell) { return std::tanh(cell); });
    trace.states.row(t) = state;
  }
  return trace;
}

template <typename Scalar>
RecurrentGradientsOf<Scalar> recurrent_backward(const RecurrentTraceOf<Scalar>& trace, const MatrixOf<Scalar>& x,
                                                const RecurrentWeightsOf<Scalar>& weights,
                                                const MatrixOf<Scalar>& d_states) {
  require_fit(x, weights);
  require(same_shape(d_states, trace.states), "the states are " + shape_text(trace.states) + " and their gradient is " +
                                                  shape_text(d_states) + ": they need the same shape");
  RecurrentGradientsOf<Scalar> gradients;
  gradients.d_states = d_states;
  gradients.d_initial_state = MatrixOf<Scalar>::Zero(1, weights.wh.cols());
  gradients.d_weights.wh = MatrixOf<Scalar>::Zero(weights.wh.rows(), weights.wh.cols());
  MatrixOf<Scalar> d_inner(d_states.rows(), d_states.cols());
  for (Index t = d_states.rows() - 1; t >= 0; --t) {
    // state = tanh(inner), whose slope is 1 - tanh^2
    d_inner.row(t) = gradients.d_states.row(t).array() * (Scalar(1) - trace.states.row(t).array().square());
    // inner = x_t W_x + b + previous W_h
    const MatrixOf<Scalar> previous = t > 0 ? MatrixOf<Scalar>(trace.states.row(t - 1)) : trace.initial_state;
    gradients.d_weights.wh += previous.transpose() * d_inner.row(t);
    const MatrixOf<Scalar> d_previous = d_inner.row(t) * weights.wh.transpose();
    if (t > 0) {
      gradients.d_states.row(t - 1) += d_previous.row(0);
    } else {
      gradients.d_initial_state = d_previous;
    }
  }
  gradients.d_x = d_inner * weights.wx.transpose();
  gradients.d_weights.wx = x.transpose() * d_inner;
  if (weights.b) gradients.d_weights.b = d_inner.colwise().sum();
  return gradients;
}

#define AP_INSTANTIATE(Scalar)                                                                                       \
  template ParametersOf<Scalar> parameters(RecurrentWeightsOf<Scalar>&);                                             \
  template RecurrentTraceOf<Scalar> recurrent(const MatrixOf<Scalar>&, const RecurrentWeightsOf<Scalar>&,            \
                                              const MatrixOf<Scalar>*);                                              \
  template RecurrentGradientsOf<Scalar> recurrent_backward(const RecurrentTraceOf<Scalar>&, const MatrixOf<Scalar>&, \
                                                           const RecurrentWeightsOf<Scalar>&,                        \
                                                           const MatrixOf<Scalar>&);
AP_INSTANTIATE(double)
AP_INSTANTIATE(float)
#undef AP_INSTANTIATE

}  // namespace attention
