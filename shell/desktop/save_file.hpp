// Files that the program writes: in the working folder, never over another.
#pragma once

#include <optional>
#include <string>

namespace desktop {

/// Writes `bytes` as `name`, or "name (2)" where that is taken. Gives the path; empty where it cannot be written.
std::optional<std::string> save_file(const std::string& name, const std::string& bytes);

}  // namespace desktop
