// Comparison of two tensors of one shape.
#pragma once

#include <string>

#include "core/attention/matrix.hpp"
#include "core/playground/snapshot.hpp"

namespace shell {

struct Difference {
  attention::Matrix values;
  double largest = 0;  ///< finite magnitude
};

/// to − from, cell by cell; 0 where both are minus infinity. Precondition: the same shape.
Difference difference(const attention::Matrix& from, const attention::Matrix& to);

/// The selected head, or the last one where the other side has fewer.
int head_in(const playground::Snapshot& snapshot, int head);

/// "heads 4, scale off"
std::string comparison_title(const std::string& comparison);

}  // namespace shell
