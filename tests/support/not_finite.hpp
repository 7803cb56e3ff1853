// The doubles that are not finite.
#pragma once

#include <limits>

namespace support {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

}  // namespace support
