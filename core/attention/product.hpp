// Products of matrices as training needs them: small, many, and as fast in WebAssembly as natively.
//
// Eigen has no vector instructions for WebAssembly: its product of floats takes three times as long there. So floats
// have a kernel of their own, on vectors of four on every platform; each sum runs over the inner index in order, which
// makes the result the same everywhere. Doubles go through Eigen. Scalar: double, float.
#pragma once

#include "core/attention/matrix.hpp"

namespace attention {

/// A B: a [M x K], b [K x N] -> [M x N]. Throws std::invalid_argument naming both shapes where they do not fit.
template <typename Scalar>
MatrixOf<Scalar> product(const MatrixOf<Scalar>& a, const MatrixOf<Scalar>& b);

/// A^T B: a [K x M], b [K x N] -> [M x N].
template <typename Scalar>
MatrixOf<Scalar> product_of_transposed(const MatrixOf<Scalar>& a, const MatrixOf<Scalar>& b);

/// A B^T: a [M x K], b [N x K] -> [M x N].
template <typename Scalar>
MatrixOf<Scalar> product_with_transposed(const MatrixOf<Scalar>& a, const MatrixOf<Scalar>& b);

}  // namespace attention
