// Edits: the cells that a person typed over, at most one a cell.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/playground/cells.hpp"
#include "core/playground/result.hpp"
#include "core/playground/session.hpp"

namespace playground {

/// The cell that an edit names, by its one name.
Cell edited_cell(const CellEdit& edit, const Sizes& sizes);

/// The edit of a cell (given by its one name); null where it is as computed.
const CellEdit* find_edit(const Model& model, const Cell& cell);

/// A sentence where the edit's cell does not exist or cannot be edited, or the value is out of bounds.
std::optional<std::string> broken_edit(const CellEdit& edit, const Model& model, int tokens);

/// The edits with one more, by its one name, in place of an earlier one of the same cell.
/// Precondition: broken_edit is empty.
std::vector<CellEdit> with_edit(const Model& model, const CellEdit& edit);

/// The edits without that of a cell. Precondition: the cell exists.
std::vector<CellEdit> without_edit(const Model& model, const CellEdit& cell);

/// The edits for another text, of whose tokens `origins` says which ones they were (-1: new): those of a token's row go
/// with it, or away with it.
std::vector<CellEdit> edits_with_tokens(const Model& model, const std::vector<int>& origins);

/// "embeddings, wq, ..."
std::string editable_tensors();

/// The tensor of that name, editable or not; where there is none, the sentence names those that can be edited.
Result<Tensor> edited_tensor_from_text(std::string_view text);

}  // namespace playground
