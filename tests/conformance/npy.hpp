// Reads NumPy's .npy files: format 1.0 to 3.0, C order, little endian.
#pragma once

#include <filesystem>
#include <stdexcept>

#include "tests/conformance/tensor.hpp"

namespace conformance {

/// A number type that the reader does not know: the case is skipped, not failed.
struct UnknownType : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Known are float32, float64, int32, int64, uint8 and bool.
/// Throws UnknownType for another type, std::runtime_error with a sentence for a missing or broken file.
Tensor read_npy(const std::filesystem::path& path);

}  // namespace conformance
