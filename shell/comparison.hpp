// Comparison of two tensors of one shape.
#pragma once

#include <string>

#include "core/attention/matrix.hpp"

namespace shell {

/// to − from, cell by cell; 0 where both are minus infinity. Precondition: the same shape.
attention::Matrix difference(const attention::Matrix& from, const attention::Matrix& to);

/// "heads 4, scale off"
std::string comparison_title(const std::string& comparison);

}  // namespace shell
