// The parameters of a model as one list of matrices, whatever its layers: what an optimiser steps over.
//
// Every ...WeightsOf of this library has `parameters(weights)`, which lists its matrices in a fixed order, leaving out
// optional ones that are not there. Gradients by weights have the type of the weights, so the two lists line up. A list
// holds pointers: it lives no longer than the weights, and ends when an optional matrix comes or goes. Scalar: double,
// float.
#pragma once

#include <vector>

#include "core/attention/matrix.hpp"

namespace attention {

template <typename Scalar>
using ParametersOf = std::vector<MatrixOf<Scalar>*>;

/// Adds `more` at the end of `list`.
template <typename Scalar>
void append(ParametersOf<Scalar>& list, const ParametersOf<Scalar>& more);

/// Numbers in all matrices of the list together.
template <typename Scalar>
Index parameter_count(const ParametersOf<Scalar>& list);

/// Every number becomes 0: a copy of the weights made so is where gradients of a batch are added up.
template <typename Scalar>
void set_zero(const ParametersOf<Scalar>& list);

/// sums += factor * terms, matrix by matrix. Throws std::invalid_argument where the lists do not line up.
template <typename Scalar>
void add_scaled(const ParametersOf<Scalar>& sums, const ParametersOf<Scalar>& terms, Scalar factor = 1);

/// Throws std::invalid_argument naming the place and both shapes unless the lists have equal lengths and shapes.
template <typename Scalar>
void require_aligned(const ParametersOf<Scalar>& parameters, const ParametersOf<Scalar>& gradients);

}  // namespace attention
