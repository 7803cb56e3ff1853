// Number formats: what half, single and double precision make of a number, and of a softmax computed in them.
#pragma once

#include "core/attention/matrix.hpp"

namespace playground {

enum class NumberFormat { kFloat64, kFloat32, kFloat16 };

/// The nearest number of the format, ties to even; infinity beyond its range (IEEE 754, roundTiesToEven).
double rounded(double value, NumberFormat format);

/// The lowest finite number of the format: −65504 in half precision.
double lowest_of(NumberFormat format);

/// softmax of one row [1 x S] as the formula has it, the maximum subtracted, every result rounded to the format. No
/// case is told apart: a row of minus infinities gives NaN.
attention::Matrix plain_softmax(const attention::Matrix& logits, NumberFormat format);

}  // namespace playground
