// Checks: what must be true of the numbers at a step, computed from the Snapshot each time and said in a sentence.
#pragma once

#include <string>
#include <vector>

#include "core/playground/session.hpp"
#include "core/playground/snapshot.hpp"

namespace playground {

struct Check {
  bool holds = true;
  std::string sentence;  ///< with the numbers in it
};

/// The checks of the session's step, for the selected head.
std::vector<Check> checks(const Session& session, const Snapshot& snapshot);

/// Standard deviation of all numbers of a matrix (population, as numpy.std).
double standard_deviation(const attention::Matrix& matrix);

/// How far the row sums of the weights are from 1. Rows with nothing to attend to sum to 0 and are counted apart.
struct RowSums {
  int exact_rows = 0;  ///< rows whose sum is 1 bit for bit, added from left to right
  int empty_rows = 0;
  int rows = 0;
  double largest_error = 0;
};
RowSums row_sums(const attention::Matrix& weights);

}  // namespace playground
