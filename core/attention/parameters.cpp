#include "core/attention/parameters.hpp"

#include <string>

namespace attention {

template <typename Scalar>
void append(ParametersOf<Scalar>& list, const ParametersOf<Scalar>& more) {
  list.insert(list.end(), more.begin(), more.end());
}

template <typename Scalar>
Index parameter_count(const ParametersOf<Scalar>& list) {
  Index count = 0;
  for (const MatrixOf<Scalar>* matrix : list) count += matrix->size();
  return count;
}

template <typename Scalar>
void set_zero(const ParametersOf<Scalar>& list) {
  for (MatrixOf<Scalar>* matrix : list) matrix->setZero();
}

template <typename Scalar>
void add_scaled(const ParametersOf<Scalar>& sums, const ParametersOf<Scalar>& terms, Scalar factor) {
  require_aligned(sums, terms);
  for (std::size_t i = 0; i < sums.size(); ++i) *sums[i] += factor * *terms[i];
}

template <typename Scalar>
void require_aligned(const ParametersOf<Scalar>& parameters, const ParametersOf<Scalar>& gradients) {
  require(parameters.size() == gradients.size(), std::to_string(parameters.size()) + " parameters and " +
                                                     std::to_string(gradients.size()) +
                                                     " gradients: each parameter needs one gradient");
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    require(same_shape(*parameters[i], *gradients[i]), "parameter " + std::to_string(i) + " is " +
                                                           shape_text(*parameters[i]) + " and its gradient is " +
                                                           shape_text(*gradients[i]) + ": they need the same shape");
  }
}

#define AP_INSTANTIATE(Scalar)                                                                        \
  template void append<Scalar>(ParametersOf<Scalar>&, const ParametersOf<Scalar>&);                   \
  template Index parameter_count<Scalar>(const ParametersOf<Scalar>&);                                \
  template void set_zero<Scalar>(const ParametersOf<Scalar>&);                                        \
  template void add_scaled<Scalar>(const ParametersOf<Scalar>&, const ParametersOf<Scalar>&, Scalar); \
  template void require_aligned<Scalar>(const ParametersOf<Scalar>&, const ParametersOf<Scalar>&);
AP_INSTANTIATE(double)
AP_INSTANTIATE(float)
#undef AP_INSTANTIATE

}  // namespace attention
