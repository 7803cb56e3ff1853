#include "core/playground/labelled_matrix.hpp"

namespace playground {
namespace {

std::vector<std::string> labels_of(Axis axis, attention::Index count, const std::vector<std::string>& tokens) {
  const bool of_tokens = is_token_axis(axis);
  if (of_tokens && static_cast<std::size_t>(count) == tokens.size()) return tokens;
  std::vector<std::string> labels;
  for (attention::Index index = 0; index < count; ++index) labels.push_back(std::to_string(index));
  return labels;
}

bool is_one_of_many(const Snapshot& snapshot, Tensor tensor) {
  return info(tensor).per_head && snapshot.model.sizes.heads > 1;
}

}  // namespace

std::optional<LabelledMatrix> labelled(const Snapshot& snapshot, Tensor tensor, int head) {
  const attention::Matrix* const values = snapshot.tensor(tensor, head);
  if (!values) return std::nullopt;
  const TensorInfo& about = info(tensor);
  std::string name(about.name);
  if (is_one_of_many(snapshot, tensor)) name += " of head " + std::to_string(head);
  return LabelledMatrix{.name = std::move(name),
                        .row_labels = labels_of(about.rows, values->rows(), snapshot.tokens),
                        .column_labels = labels_of(about.columns, values->cols(), snapshot.tokens),
                        .values = *values};
}

LabelledMatrix row_of(const LabelledMatrix& matrix, int row) {
  return {.name = matrix.name,
          .row_labels = {matrix.row_labels[static_cast<std::size_t>(row)]},
          .column_labels = matrix.column_labels,
          .values = matrix.values.row(row)};
}

std::string file_stem(const Snapshot& snapshot, Tensor tensor, int head) {
  const std::string name(info(tensor).name);
  return is_one_of_many(snapshot, tensor) ? name + "-head-" + std::to_string(head) : name;
}

}  // namespace playground
