// Cells: the shape of each tensor, and which names mean the same number.
#pragma once

#include <optional>
#include <string>

#include "core/playground/session.hpp"
#include "core/playground/tensors.hpp"

namespace playground {

/// One cell of one tensor; `head` is a query head, 0 where the tensor has none.
struct Cell {
  Tensor tensor = Tensor::kEmbeddings;
  int row = 0;
  int column = 0;
  int head = 0;
  bool operator==(const Cell&) const = default;
};

struct Shape {
  int rows = 0;
  int columns = 0;
  bool operator==(const Shape&) const = default;
};

/// Whether a model of these sizes has the tensor: all of them, but W_o only with more than one head.
bool has_tensor(Tensor tensor, const Sizes& sizes);

/// The shape of one head of a tensor. The output is one head wide where there is no W_o.
Shape shape_of(Tensor tensor, const Sizes& sizes, int tokens);

/// Key/value head that a query head reads.
int kv_head_of(int head, const Sizes& sizes);

/// The same cell by its one name: head 0 where the tensor has no heads, the first head of the group for keys and
/// values.
Cell canonical(const Cell& cell, const Sizes& sizes);

/// A sentence that says which cells exist, where this one does not.
std::optional<std::string> missing_cell(const Cell& cell, const Sizes& sizes, int tokens);

}  // namespace playground
