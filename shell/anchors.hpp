// Anchors: the name and rectangle of every widget and cell that is drawn, in pixels of the drawing surface.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/playground/cells.hpp"
#include "core/playground/tensors.hpp"

namespace shell {

struct Rect {
  float x = 0, y = 0, width = 0, height = 0;
  float right() const { return x + width; }
  float bottom() const { return y + height; }
  bool operator==(const Rect&) const = default;
  bool contains(float px, float py) const { return px >= x && px < right() && py >= y && py < bottom(); }
};

/// The part of `rect` inside `bounds`; width or height 0 where they do not meet.
Rect intersection(const Rect& rect, const Rect& bounds);

/// A drawn matrix: its cells are anchors "weights[8,11]" that are only written out when somebody asks.
struct GridAnchor {
  playground::Tensor tensor;
  Rect rect;     ///< of all cells
  Rect visible;  ///< what is not clipped away
  int rows = 0, columns = 0;
  bool transposed = false;  ///< drawn with its rows as columns
  bool zooms = false;       ///< its cells can be made larger or smaller
  bool pans = false;        ///< some of it is out of sight
};

/// Where cell (row, column) of the tensor is drawn.
Rect cell_rect(const GridAnchor& grid, int row, int column);

/// The cell of the name "weights[8,11]", of head 0; empty where the name is not that of a cell.
std::optional<playground::Cell> named_cell(std::string_view name);

class Anchors {
 public:
  void clear();
  void add(std::string name, const Rect& rect);
  void add(const GridAnchor& grid);
  /// Empty where nothing of that name is drawn (or it is clipped away).
  std::optional<Rect> find(std::string_view name) const;
  /// The grid at a point, the uppermost; null where none is.
  const GridAnchor* grid_at(float x, float y) const;
  /// All of them with their cells; of a name drawn twice the later one, which is on top.
  std::unordered_map<std::string, Rect> all() const;

 private:
  std::unordered_map<std::string, Rect> widgets_;
  std::vector<GridAnchor> grids_;
};

}  // namespace shell
