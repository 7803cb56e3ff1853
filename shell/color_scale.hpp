// The colour scale: how much of its full colour a number gets, linearly or by its logarithm.
#pragma once

#include "core/playground/session.hpp"

namespace shell {

using playground::ColorScale;

/// Share of full colour in [-1, 1], with the sign of the value; 0 where it is NaN or the limit is not positive.
/// Logarithmic: sign * log1p(|x|/c) / log1p(limit/c) with c = limit / 1000, so that numbers a hundred times smaller
/// than the largest are still told apart. Values beyond the limit, and infinities, have the full colour.
double color_share(double value, double limit, ColorScale scale);

}  // namespace shell
