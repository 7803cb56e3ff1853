// A matrix with the names of its rows and columns: what the exporters of one matrix write.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/attention/matrix.hpp"
#include "core/playground/snapshot.hpp"

namespace playground {

struct LabelledMatrix {
  std::string name;                        ///< "weights", with several heads "weights of head 2"
  std::vector<std::string> row_labels;     ///< tokens, or numbers from 0
  std::vector<std::string> column_labels;  ///< the same
  attention::Matrix values;
};

/// Empty where this model has no such tensor. `head` is ignored where the tensor has none; 0 <= head < H.
std::optional<LabelledMatrix> labelled(const Snapshot& snapshot, Tensor tensor, int head);

/// One row of it with its labels. Precondition: the row exists.
LabelledMatrix row_of(const LabelledMatrix& matrix, int row);

/// Names of a file for one matrix, without its ending: "weights", with several heads "weights-head-2".
std::string file_stem(const Snapshot& snapshot, Tensor tensor, int head);

}  // namespace playground
