// How amounts of memory are written.
#pragma once

#include <string>

namespace playground {

/// "67.1 MB", "4 TB", "512 B": three digits, units of a thousand. Precondition: 0 <= bytes < 1e21.
std::string byte_text(double bytes);

}  // namespace playground
