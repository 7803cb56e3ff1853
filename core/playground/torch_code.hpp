// PyTorch code: NumPy draws the numbers, PyTorch computes with them.
#pragma once

#include <string>
#include <vector>

#include "core/playground/session.hpp"
#include "core/playground/snapshot.hpp"

namespace playground {

/// The lines that one step adds, after `import math`, `import numpy as np`, `import torch` and
/// `torch.set_default_dtype(torch.float64)`; variables have the names of numpy_lines.
std::vector<std::string> torch_lines(const Session& session, const Snapshot& snapshot, Step step);

}  // namespace playground
