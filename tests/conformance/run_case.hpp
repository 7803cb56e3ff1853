// Runs one case folder and says how it went.
#pragma once

#include <filesystem>
#include <string>

#include "tests/conformance/tensor.hpp"

namespace conformance {

/// Absolute, or relative where the expected value exceeds 1.
inline constexpr double kTolerance = 1e-5;

enum class Verdict { kPassed, kFailed, kSkipped };

struct Result {
  Verdict verdict = Verdict::kFailed;
  std::string text;  ///< the largest error and where it is, or why it failed or was skipped
};

/// Never throws: what is missing or broken is a failed case with a sentence.
Result run_case(const std::filesystem::path& folder);

/// The largest difference of any value, absolute or relative where |expected| exceeds 1. Equal infinities and NaN at
/// the same place agree; otherwise one that is not finite counts as infinite. `place` is where it is.
double largest_error(const Tensor& actual, const Tensor& expected, Index& place);

}  // namespace conformance
