// LaTeX: a matrix as amsmath sets it.
#pragma once

#include <string>

#include "core/attention/matrix.hpp"

namespace playground {

/// A bmatrix with `digits` after the point; minus infinity is -\infty. For the inside of a formula, after
/// \usepackage{amsmath}. A matrix of more than ten columns first raises amsmath's limit.
std::string latex_matrix(const attention::Matrix& matrix, int digits);

}  // namespace playground
