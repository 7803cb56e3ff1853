// Numbers for programs to read: the shortest digits that give the same double again.
#pragma once

#include <string>

namespace playground {

/// "0.1", "-1.5e-07", "2.0"; "inf", "-inf" and "nan", as NumPy, Python and pandas read them.
void append_plain(std::string& text, double value);
std::string plain_text(double value);

}  // namespace playground
