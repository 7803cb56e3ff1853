// The selection: which cell is selected at a step, and what a click on a cell or an arrow key does to it.
#pragma once

#include <optional>

#include "core/playground/action.hpp"
#include "core/playground/cells.hpp"
#include "core/playground/snapshot.hpp"

namespace shell {

/// The selected cell of what the step makes; empty at the tokens.
std::optional<playground::Cell> selected_cell(const playground::Session& session, const playground::Snapshot& snapshot);

/// What selecting a cell of any tensor means for tokens and features.
playground::Select selecting(const playground::Cell& cell, const playground::Session& session);

/// "asks", "answers", both, or nothing: what the selected tokens do.
std::string_view role_of_token(const playground::Session& session, int index);

/// Whether two sessions have the same tokens, feature and head selected.
bool same_selection(const playground::Session& a, const playground::Session& b);

/// The cell `rows` further down and `columns` further right, as far as there are cells.
playground::Cell moved(const playground::Cell& cell, int rows, int columns, const playground::Snapshot& snapshot);

}  // namespace shell
