// Lines of a program that is put together.
#pragma once

#include <string>
#include <vector>

namespace playground {

using Lines = std::vector<std::string>;

inline void append(Lines& lines, const Lines& more) { lines.insert(lines.end(), more.begin(), more.end()); }

}  // namespace playground
