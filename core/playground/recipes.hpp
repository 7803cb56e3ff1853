// Recipes: the one table that says how a cell of each tensor derives from cells of others.
#pragma once

#include <array>

#include "core/playground/provenance.hpp"

namespace playground {

/// How a row or column of a source follows from the derived cell.
enum class At {
  kRow,           ///< the cell's row
  kColumn,        ///< the cell's column
  kEach,          ///< all of them, one term each
  kHeadColumn,    ///< the cell's column among the columns of its query head
  kGroupColumn,   ///< the cell's column among the columns of its key/value head
  kColumnInHead,  ///< the cell's column within the head that it falls into; also chooses this head
  kPartner,       ///< the column that the cell's column is rotated with
  kFirst,         ///< 0
};

struct Source {
  Tensor tensor = Tensor::kEmbeddings;
  At row = At::kRow;
  At column = At::kColumn;
};

struct Recipe {
  Rule rule = Rule::kDrawn;
  int source_count = 0;
  std::array<Source, 3> sources = {};
};

/// The recipe of a tensor, as no edit had been made. Precondition: the model has the tensor.
Recipe recipe_of(Tensor tensor, const Model& model);

/// The cell of a source; `each` is the number of the term.
Cell source_cell(const Source& source, const Cell& cell, int each, const Model& model);

/// How many terms a recipe has for each of its sources: the length of the axis marked kEach, otherwise 1.
int repetitions(const Recipe& recipe, const Sizes& sizes, int tokens);

}  // namespace playground
