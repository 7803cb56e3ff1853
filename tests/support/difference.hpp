// The worst difference between two matrices, and where it is: CHECK(worst_difference(actual, expected) <= 1e-12).
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <ostream>
#include <sstream>
#include <string>

#include "core/attention/matrix.hpp"

namespace support {

struct Difference {
  double size = 0;  ///< infinity where the shapes differ, or where just one of the two cells is a finite number
  std::string where = "nowhere";
};

inline bool operator<=(const Difference& difference, double tolerance) { return difference.size <= tolerance; }

inline std::ostream& operator<<(std::ostream& out, const Difference& difference) {
  return out << "difference of " << difference.size << " (" << difference.where << ")";
}

/// Divided by |expected| where that exceeds 1, so that one tolerance serves large values too.
inline Difference worst_difference(const attention::Matrix& actual, const attention::Matrix& expected) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (actual.rows() != expected.rows() || actual.cols() != expected.cols()) {
    return {kInfinity, "the shape is " + attention::shape_text(actual) + ", not " + attention::shape_text(expected)};
  }
  Difference worst;
  for (attention::Index row = 0; row < actual.rows(); ++row) {
    for (attention::Index column = 0; column < actual.cols(); ++column) {
      const double a = actual(row, column), e = expected(row, column);
      if (a == e) continue;  // equal infinities too, whose difference is NaN
      const bool finite = std::isfinite(a) && std::isfinite(e);
      const double size = finite ? std::abs(a - e) / std::max(1.0, std::abs(e)) : kInfinity;
      if (size <= worst.size) continue;
      std::ostringstream where;
      where.precision(17);
      where << "cell [" << row << ", " << column << "] is " << a << ", not " << e;
      worst = {size, where.str()};
    }
  }
  return worst;
}

}  // namespace support
