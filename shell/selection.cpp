#include "shell/selection.hpp"

#include <algorithm>

#include "core/playground/equation.hpp"
#include "core/playground/words.hpp"

namespace shell {

using playground::Axis;
using playground::Cell;
using playground::Session;
using playground::Snapshot;
using playground::TensorInfo;

std::optional<Cell> selected_cell(const Session& session, const Snapshot& snapshot) {
  const std::optional<playground::Tensor> tensor = playground::result_of(session.step, session.model);
  if (!tensor) {
    return std::nullopt;
  }
  const TensorInfo& about = playground::info(*tensor);
  const playground::Shape shape = playground::shape_of(*tensor, session.model.sizes, snapshot.token_count());
  const int column = about.columns == Axis::kKeyToken ? session.key : std::min(session.feature, shape.columns - 1);
  return Cell{.tensor = *tensor,
              .row = about.rows == Axis::kKeyToken ? session.key : session.query,
              .column = column,
              .head = about.per_head ? session.head : 0};
}

playground::Select selecting(const Cell& cell, const Session& session) {
  const TensorInfo& about = playground::info(cell.tensor);
  playground::Select selecting;
  if (about.rows == Axis::kQueryToken) {
    selecting.query = cell.row;
  } else if (about.rows == Axis::kKeyToken) {
    selecting.key = cell.row;
  }
  switch (about.columns) {
    case Axis::kKeyToken:
      selecting.key = cell.column;
      break;
    case Axis::kHeadColumns:
    case Axis::kGroupColumns:
      selecting.feature = cell.column % session.model.sizes.d_k;
      break;
    case Axis::kSingle:
      break;
    default:
      // A matrix to the left of a product is read by whole rows: its columns are no choice.
      if (playground::result_of(session.step, session.model) == cell.tensor || about.rows != Axis::kQueryToken) {
        selecting.feature = cell.column;
      }
  }
  return selecting;
}

std::string_view role_of_token(const playground::Session& session, int index) {
  if (index == session.query) {
    return playground::say(index == session.key ? playground::Word::kTokenDoesBoth : playground::Word::kTokenAsks);
  }
  return index == session.key ? playground::say(playground::Word::kTokenAnswers) : std::string_view();
}

bool same_selection(const Session& a, const Session& b) {
  return a.query == b.query && a.key == b.key && a.head == b.head && a.feature == b.feature;
}

Cell moved(const Cell& cell, int rows, int columns, const Snapshot& snapshot) {
  const playground::Shape shape = playground::shape_of(cell.tensor, snapshot.model.sizes, snapshot.token_count());
  Cell next = cell;
  next.row = std::clamp(cell.row + rows, 0, shape.rows - 1);
  next.column = std::clamp(cell.column + columns, 0, shape.columns - 1);
  return next;
}

}  // namespace shell
