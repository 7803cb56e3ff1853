// NPY: a matrix as np.load reads it.
#pragma once

#include <string>

#include "core/attention/matrix.hpp"

namespace playground {

/// The bytes of a file of format 1.0: little-endian float64 in C order.
/// (https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html)
std::string npy_bytes(const attention::Matrix& matrix);

}  // namespace playground
