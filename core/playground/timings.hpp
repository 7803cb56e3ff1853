// Timings: what attention took on this machine, measured while the page runs.
#pragma once

#include <vector>

namespace playground {

struct Timing {
  int tokens = 0;
  double table_ms = 0;  ///< with the whole table of weights, median of several runs
  double tiled_ms = 0;  ///< the fast kernel, which has no such table
};

struct Timings {
  std::vector<Timing> rows;  ///< those measured so far, from the fewest tokens on
  bool running = false;
  double progress = 0;  ///< 0 to 1
};

}  // namespace playground
