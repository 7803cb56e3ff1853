// C++ code: the steps with the library core/attention.
#pragma once

#include <string>
#include <vector>

#include "core/playground/session.hpp"
#include "core/playground/snapshot.hpp"

namespace playground {

/// The lines that one step adds, inside a function with `using namespace attention`.
std::vector<std::string> cpp_lines(const Session& session, const Snapshot& snapshot, Step step);

/// What names a tensor after these lines, of the session's head: "head_columns(queries, 1, 16)", "softmax.weights".
std::string cpp_expression(const Session& session, Tensor tensor);

}  // namespace playground
