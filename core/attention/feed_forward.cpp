#include "core/attention/feed_forward.hpp"

#include <string>

#include "core/attention/product.hpp"

namespace attention {
namespace {

template <typename Scalar>
void require_product(const MatrixOf<Scalar>& rows, const MatrixOf<Scalar>& weight, const char* what, const char* name) {
  require(rows.cols() == weight.rows(), std::string(what) + " is " + shape_text(rows) + " and " + name + " is " +
                                            shape_text(weight) + ": the columns of the first must be the rows of " +
                                            name);
}

template <typename Scalar>
void require_bias(const std::optional<MatrixOf<Scalar>>& bias, Index width, const char* name) {
  require(!bias || (bias->rows() == 1 && bias->cols() == width),
          std::string(name) + " is " + (bias ? shape_text(*bias) : "") + " and must be " + shape_text(1, width));
}

template <typename Scalar>
void require_fit(const MatrixOf<Scalar>& x, const FeedForwardWeightsOf<Scalar>& weights) {
  require_product(x, weights.w1, "X", "W_1");
  require_product(weights.w1, weights.w2, "W_1", "W_2");
  require(!weights.v || same_shape(*weights.v, weights.w1), "W_1 is " + shape_text(weights.w1) + " and V is " +
                                                                (weights.v ? shape_text(*weights.v) : "") +
                                                                ": they need the same shape");
  require(!weights.c || weights.v, "there is a bias c and no V that it belongs to");
  require_bias(weights.b1, weights.w1.cols(), "b_1");
  require_bias(weights.c, weights.w1.cols(), "c");
  require_bias(weights.b2, weights.w2.cols(), "b_2");
}

template <typename Scalar>
MatrixOf<Scalar> product_plus_bias(const MatrixOf<Scalar>& x, const MatrixOf<Scalar>& weight,
                                   const std::optional<MatrixOf<Scalar>>& bias) {
  MatrixOf<Scalar> sum = product(x, weight);
  if (bias) sum.rowwise() += bias->row(0);
  return sum;
}

}  // namespace

template <typename Scalar>
ParametersOf<Scalar> parameters(FeedForwardWeightsOf<Scalar>& weights) {
  ParametersOf<Scalar> list{&weights.w1};
  for (std::optional<MatrixOf<Scalar>>* extra : {&weights.b1, &weights.v, &weights.c}) {
    if (*extra) list.push_back(&**extra);
  }
  list.push_back(&weights.w2);
  if (weights.b2) list.push_back(&*weights.b2);
  return list;
}

template <typename Scalar>
FeedForwardTraceOf<Scalar> feed_forward(const MatrixOf<Scalar>& x, const FeedForwardWeightsOf<Scalar>& weights,
                                        Activation activation) {
  require_fit(x, weights);
  FeedForwardTraceOf<Scalar> trace;
  trace.inner = product_plus_bias(x, weights.w1, weights.b1);
  trace.activated = activate(activation, trace.inner);
  trace.hidden = trace.activated;
  if (weights.v) {
    trace.linear = product_plus_bias(x, *weights.v, weights.c);
    trace.hidden.array() *= trace.linear->array();
  }
  trace.output = product_plus_bias(trace.hidden, weights.w2, weights.b2);
  return trace;
}

template <typename Scalar>
FeedForwardGradientsOf<Scalar> feed_forward_backward(const FeedForwardTraceOf<Scalar>& trace, const MatrixOf<Scalar>& x,
                                                     const FeedForwardWeightsOf<Scalar>& weights, Activation activation,
                                                     const MatrixOf<Scalar>& d_output) {
  require_fit(x, weights);
  require(same_shape(d_output, trace.output), "the output is " + shape_text(trace.output) + " and its gradient is " +
                                                  shape_text(d_output) + ": they need the same shape");
  FeedForwardGradientsOf<Scalar> gradients;
  FeedForwardWeightsOf<Scalar>& d_weights = gradients.d_weights;
  // output = hidden W_2 + b_2
  const MatrixOf<Scalar> d_hidden = product_with_transposed(d_output, weights.w2);
  d_weights.w2 = product_of_transposed(trace.hidden, d_output);
  if (weights.b2) d_weights.b2 = d_output.colwise().sum();
  MatrixOf<Scalar> d_activated = d_hidden;
  if (weights.v) {
    // hidden = activated * linear; linear = X V + c
    d_activated.array() *= trace.linear->array();
    const MatrixOf<Scalar> d_linear = d_hidden.array() * trace.activated.array();
    d_weights.v = product_of_transposed(x, d_linear);
    if (weights.c) d_weights.c = d_linear.colwise().sum();
    gradients.d_x = product_with_transposed(d_linear, *weights.v);
  } else {
    gradients.d_x = MatrixOf<Scalar>::Zero(x.rows(), x.cols());
  }
  // activated = f(inner); inner = X W_1 + b_1
  const MatrixOf<Scalar> d_inner = activate_backward(activation, trace.inner, d_activated);
  d_weights.w1 = product_of_transposed(x, d_inner);
  if (weights.b1) d_weights.b1 = d_inner.colwise().sum();
  gradients.d_x += product_with_transposed(d_inner, weights.w1);
  return gradients;
}

#define AP_INSTANTIATE(Scalar)                                                                                     \
  template ParametersOf<Scalar> parameters(FeedForwardWeightsOf<Scalar>&);                                         \
  template FeedForwardTraceOf<Scalar> feed_forward(const MatrixOf<Scalar>&, const FeedForwardWeightsOf<Scalar>&,   \
                                                   Activation);                                                    \
  template FeedForwardGradientsOf<Scalar> feed_forward_backward(                                                   \
      const FeedForwardTraceOf<Scalar>&, const MatrixOf<Scalar>&, const FeedForwardWeightsOf<Scalar>&, Activation, \
      const MatrixOf<Scalar>&);
AP_INSTANTIATE(double)
AP_INSTANTIATE(float)
#undef AP_INSTANTIATE

}  // namespace attention
