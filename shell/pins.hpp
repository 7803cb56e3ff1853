// Pins: which cell is explained, a second one beside it, and the walk through sources back to the embeddings.
#pragma once

#include <optional>

#include "core/playground/provenance.hpp"
#include "shell/frame.hpp"

namespace shell {

/// The cell that is explained: the pinned one at the step where it was pinned and where it is in the picture, otherwise
/// the selected one of the step.
std::optional<playground::Cell> explained_cell(const playground::Session& session, const playground::Snapshot& snapshot,
                                               const ViewState& view);

/// The step at which a tensor is made; for a matrix that is only given, the first step that shows it.
std::optional<playground::Step> step_of(playground::Tensor tensor, const playground::Session& session);

/// Whether the picture of the session's step has the tensor.
bool is_shown(playground::Tensor tensor, const playground::Session& session);

/// Explains the cell and selects the tokens that it stands for; with `pin_second` set it is put beside the first.
void pin(Frame& frame, const playground::Cell& cell);

/// Explains a source of the explained cell, at the step that makes it; the way back is kept.
void follow(Frame& frame, const playground::Cell& source);

/// Back along the way that `follow` went.
void go_back(Frame& frame);

/// Nothing is pinned any more.
void unpin(ViewState& view);

/// "Q[8,3]": the cell's name as it stands in formulas.
std::string name_of(const Frame& frame, const playground::Cell& cell);

}  // namespace shell
