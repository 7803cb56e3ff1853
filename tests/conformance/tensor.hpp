// A tensor of any rank, as the operators of the conformance cases take and give them.
#pragma once

#include <string>
#include <vector>

#include "core/attention/matrix.hpp"

namespace conformance {

using attention::Index;

using Shape = std::vector<Index>;

/// Whole numbers and booleans are held as doubles too: exact up to 2^53.
enum class DataType { kFloat, kInteger, kBoolean };

struct Tensor {
  Shape shape;  ///< empty for a single number
  DataType type = DataType::kFloat;
  std::vector<double> values;  ///< C order

  Index rank() const { return static_cast<Index>(shape.size()); }
};

/// The number of values that a shape holds.
Index size_of(const Shape& shape);

/// The product of shape[from], ... shape[to - 1].
Index size_between(const Shape& shape, Index from, Index to);

/// "2 x 3 x 4"; "a single number" without dimensions.
std::string shape_text(const Shape& shape);

/// A tensor of zeros.
Tensor zeros(const Shape& shape);

/// `axis` counted from the front: -1 is the last of `rank`. Throws std::invalid_argument where there is no such axis.
Index front_axis(Index axis, Index rank);

/// A matrix [rows x columns] of consecutive values, from values[first] on.
attention::Matrix matrix_at(const Tensor& tensor, Index first, Index rows, Index columns);

/// The reverse.
void put_matrix(Tensor& tensor, Index first, const attention::Matrix& matrix);

}  // namespace conformance
