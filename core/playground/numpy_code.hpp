// NumPy code: the lines that compute each step.
#pragma once

#include <string>
#include <vector>

#include "core/playground/session.hpp"
#include "core/playground/snapshot.hpp"

namespace playground {

/// The lines that one step adds; they run as they stand after `import numpy as np` and the lines of the steps before.
std::vector<std::string> numpy_lines(const Session& session, const Snapshot& snapshot, Step step);

/// The variable that holds a tensor in these lines: "Q" (of all heads), "weights" (of the session's head).
std::string script_variable(Tensor tensor);

}  // namespace playground
