// NumPy code: the lines that compute the current step, with the value that they give for the selected cell.
#pragma once

#include <string>
#include <vector>

#include "core/playground/provenance.hpp"
#include "core/playground/session.hpp"
#include "core/playground/snapshot.hpp"

namespace playground {

struct CodeLine {
  std::string text;
  bool current = false;  ///< the line that this step adds
};

/// Lines that run as they stand after `import numpy as np`, given the lines of the steps before; the last line
/// prints `cell` and says its value in a comment.
std::vector<CodeLine> numpy_code(const Session& session, const Snapshot& snapshot, const Cell& cell);

/// The lines that one step adds, as NumPy runs them.
std::vector<std::string> numpy_lines(const Session& session, const Snapshot& snapshot, Step step);

/// The variable that holds a tensor in these lines: "Q" (of all heads), "weights" (of the session's head).
std::string script_variable(Tensor tensor);

/// The whole script from the import to the session's step: run by NumPy it prints the number on screen.
std::string numpy_script(const Session& session, const Snapshot& snapshot, const Cell& cell);

}  // namespace playground
