// Pictures for taking away: a matrix, or the whole equation of a step, as SVG in the colours of a theme.
#pragma once

#include "core/playground/session.hpp"
#include "core/playground/snapshot.hpp"
#include "shell/color_scale.hpp"
#include "shell/svg.hpp"
#include "shell/theme.hpp"

namespace shell {

/// How a picture shows its numbers, as the screen does.
struct PictureStyle {
  const Theme& theme;
  int digits = 4;  ///< after the point
  bool tokens_as_columns = false;
  ColorScale scale = ColorScale::kLinear;
};

/// A matrix with its labels, numbers (where it has at most 64 rows and columns), marks and legend.
/// Precondition: the snapshot has the tensor.
Picture matrix_picture(const playground::Session& session, const playground::Snapshot& snapshot,
                       playground::Tensor tensor, const PictureStyle& style);

/// All matrices of the session's step with the signs between them; in a comparison, as on the screen, what the step
/// makes here, what it makes of `compared` (null: no comparison), and the difference. Precondition: the step is not the
/// tokens.
Picture equation_picture(const playground::Session& session, const playground::Snapshot& snapshot,
                         const playground::Snapshot* compared, const PictureStyle& style);

}  // namespace shell
