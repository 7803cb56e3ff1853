// Cells: the shape of each tensor, and which names mean the same number.
#pragma once

#include <optional>
#include <string>
#include <string_view>

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

/// Whether the trained model's first layer is not the one that is shown: its inputs are what the layer before gives.
bool is_later_layer(const Model& model);

/// "X+P"; of a later layer's inputs "H".
std::string_view symbol_of(Tensor tensor, const Model& model);

/// Whether the model has the tensor: W_o only where it joins heads, positions only where there are any, and so on.
bool has_tensor(Tensor tensor, const Model& model);

/// What is read where the model lacks a tensor: X for X + P, Q for the rotated Q, K for the rotated K; otherwise
/// itself.
Tensor present_tensor(Tensor tensor, const Model& model);

/// The shape of one head of a tensor. The output is one head wide where there is no W_o.
Shape shape_of(Tensor tensor, const Sizes& sizes, int tokens);

/// Key/value head that a query head reads.
int kv_head_of(int head, const Sizes& sizes);

/// Which columns a head has where the heads stand side by side: those of the `head`-th of `heads` equal parts.
struct HeadColumns {
  int head = 0;
  int heads = 1;
};
/// Of a query head in X W_q, X W_k or X W_v, rotated or not; one part in a tensor that has no heads of its own there.
HeadColumns columns_of_head(Tensor tensor, int head, const Sizes& sizes);

/// The same cell by its one name: head 0 where the tensor has no heads, the first head of the group for keys and
/// values.
Cell canonical(const Cell& cell, const Sizes& sizes);

/// A sentence that says which cells exist, where this one does not.
std::optional<std::string> missing_cell(const Cell& cell, const Model& model, int tokens);

}  // namespace playground
