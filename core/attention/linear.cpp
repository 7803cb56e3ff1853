#include "core/attention/linear.hpp"

#include "core/attention/product.hpp"

namespace attention {
namespace {

template <typename Scalar>
void require_fit(const MatrixOf<Scalar>& x, const LinearWeightsOf<Scalar>& weights) {
  require(x.cols() == weights.weight.rows(), "X is " + shape_text(x) + " and the weight is " +
                                                 shape_text(weights.weight) +
                                                 ": the columns of X must be the rows of the weight");
  require(!weights.bias || same_shape(*weights.bias, weights.weight.topRows(1)),
          "the weight is " + shape_text(weights.weight) + " and the bias is " +
              (weights.bias ? shape_text(*weights.bias) : "") + ": the bias needs one row and as many columns");
}

}  // namespace

template <typename Scalar>
ParametersOf<Scalar> parameters(LinearWeightsOf<Scalar>& weights) {
  ParametersOf<Scalar> list{&weights.weight};
  if (weights.bias) list.push_back(&*weights.bias);
  return list;
}

template <typename Scalar>
MatrixOf<Scalar> linear(const MatrixOf<Scalar>& x, const LinearWeightsOf<Scalar>& weights) {
  require_fit(x, weights);
  MatrixOf<Scalar> output = product(x, weights.weight);
  if (weights.bias) output.rowwise() += weights.bias->row(0);
  return output;
}

template <typename Scalar>
LinearGradientsOf<Scalar> linear_backward(const MatrixOf<Scalar>& x, const LinearWeightsOf<Scalar>& weights,
                                          const MatrixOf<Scalar>& d_output) {
  require_fit(x, weights);
  require(d_output.rows() == x.rows() && d_output.cols() == weights.weight.cols(),
          "the output is " + shape_text(x.rows(), weights.weight.cols()) + " and its gradient is " +
              shape_text(d_output) + ": they need the same shape");
  LinearGradientsOf<Scalar> gradients;
  // output = x weight + bias
  gradients.d_x = product_with_transposed(d_output, weights.weight);
  gradients.d_weights.weight = product_of_transposed(x, d_output);
  if (weights.bias) gradients.d_weights.bias = d_output.colwise().sum();
  return gradients;
}

#define AP_INSTANTIATE(Scalar)                                                                                \
  template ParametersOf<Scalar> parameters(LinearWeightsOf<Scalar>&);                                         \
  template MatrixOf<Scalar> linear(const MatrixOf<Scalar>&, const LinearWeightsOf<Scalar>&);                  \
  template LinearGradientsOf<Scalar> linear_backward(const MatrixOf<Scalar>&, const LinearWeightsOf<Scalar>&, \
                                                     const MatrixOf<Scalar>&);
AP_INSTANTIATE(double)
AP_INSTANTIATE(float)
#undef AP_INSTANTIATE

}  // namespace attention
