// Pictures for taking away: a matrix, or the whole equation of a step, as SVG in the colours of a theme.
#pragma once

#include "core/playground/session.hpp"
#include "core/playground/snapshot.hpp"
#include "shell/svg.hpp"
#include "shell/theme.hpp"

namespace shell {

/// A matrix with its labels, numbers (where it has at most 64 rows and columns), marks and legend.
/// Precondition: the snapshot has the tensor.
Picture matrix_picture(const playground::Session& session, const playground::Snapshot& snapshot,
                       playground::Tensor tensor, const Theme& theme, int digits);

/// All matrices of the session's step with the signs between them. Precondition: the step is not the tokens.
Picture equation_picture(const playground::Session& session, const playground::Snapshot& snapshot, const Theme& theme,
                         int digits);

}  // namespace shell
