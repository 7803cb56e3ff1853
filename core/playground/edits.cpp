#include "core/playground/edits.hpp"

#include <algorithm>
#include <cmath>

#include "core/playground/limits.hpp"
#include "core/playground/wording.hpp"
#include "core/playground/words.hpp"

namespace playground {

Cell edited_cell(const CellEdit& edit, const Sizes& sizes) {
  return canonical({edit.tensor, edit.row, edit.column, edit.head}, sizes);
}

const CellEdit* find_edit(const Model& model, const Cell& cell) {
  for (const CellEdit& edit : model.edits) {
    if (edited_cell(edit, model.sizes) == cell) return &edit;
  }
  return nullptr;
}

std::optional<std::string> broken_edit(const CellEdit& edit, const Model& model, int tokens) {
  if (!info(edit.tensor).editable) {
    return say(Word::kNotEditable, {info(edit.tensor).name, editable_tensors()});
  }
  const Cell cell{edit.tensor, edit.row, edit.column, edit.head};
  if (auto sentence = missing_cell(cell, model, tokens)) return sentence;
  if (std::isfinite(edit.value) && std::abs(edit.value) <= kMaxCellValue) return std::nullopt;
  return say(Word::kCellRange, {number_text(edit.value, 4)});
}

std::vector<CellEdit> without_edit(const Model& model, const CellEdit& cell) {
  std::vector<CellEdit> edits = model.edits;
  const Cell name = edited_cell(cell, model.sizes);
  std::erase_if(edits, [&](const CellEdit& edit) { return edited_cell(edit, model.sizes) == name; });
  return edits;
}

std::vector<CellEdit> with_edit(const Model& model, const CellEdit& edit) {
  const Cell cell = edited_cell(edit, model.sizes);
  const CellEdit* earlier = find_edit(model, cell);
  if (earlier && earlier->value == edit.value) return model.edits;
  std::vector<CellEdit> edits = without_edit(model, edit);
  edits.push_back({cell.tensor, cell.row, cell.column, cell.head, edit.value});
  return edits;
}

std::vector<CellEdit> edits_with_tokens(const Model& model, const std::vector<int>& origins) {
  std::vector<CellEdit> edits;
  for (CellEdit edit : model.edits) {
    if (is_token_axis(info(edit.tensor).rows)) {
      const auto now = std::find(origins.begin(), origins.end(), edit.row);
      if (now == origins.end()) continue;
      edit.row = static_cast<int>(now - origins.begin());
    }
    edits.push_back(edit);
  }
  return edits;
}

std::string editable_tensors() {
  std::string names;
  for (int index = 0; index < kTensorCount; ++index) {
    const TensorInfo& row = info(static_cast<Tensor>(index));
    if (!row.editable) continue;
    names += names.empty() ? "" : ", ";
    names += row.name;
  }
  return names;
}

Result<Tensor> edited_tensor_from_text(std::string_view text) {
  if (const std::optional<Tensor> tensor = tensor_from_name(text)) return *tensor;
  return Problem{say(Word::kNoEditable, {in_quotes(text), editable_tensors()})};
}

}  // namespace playground
