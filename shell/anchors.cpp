#include "shell/anchors.hpp"

#include <algorithm>
#include <cstdlib>

namespace shell {
namespace {

bool has_area(const Rect& rect) { return rect.width > 0 && rect.height > 0; }

std::string cell_name(playground::Tensor tensor, int row, int column) {
  std::string name(playground::info(tensor).name);
  return name + "[" + std::to_string(row) + "," + std::to_string(column) + "]";
}

struct CellName {
  std::string_view tensor;
  int row;
  int column;
};

/// "weights[8,11]" taken apart; empty where the name is not of that form.
std::optional<CellName> parse_cell_name(std::string_view name) {
  const std::size_t open = name.find('[');
  const std::size_t comma = name.find(',', open == std::string_view::npos ? 0 : open);
  if (open == std::string_view::npos || comma == std::string_view::npos || name.back() != ']') {
    return std::nullopt;
  }
  const std::string row(name.substr(open + 1, comma - open - 1));
  const std::string column(name.substr(comma + 1, name.size() - comma - 2));
  return CellName{name.substr(0, open), std::atoi(row.c_str()), std::atoi(column.c_str())};
}

}  // namespace

std::optional<playground::Cell> named_cell(std::string_view name) {
  const std::optional<CellName> parts = parse_cell_name(name);
  const auto tensor = parts ? playground::tensor_from_name(parts->tensor) : std::nullopt;
  if (!tensor) {
    return std::nullopt;
  }
  return playground::Cell{.tensor = *tensor, .row = parts->row, .column = parts->column};
}

Rect intersection(const Rect& rect, const Rect& bounds) {
  const float left = std::max(rect.x, bounds.x);
  const float top = std::max(rect.y, bounds.y);
  return {left, top, std::max(0.0F, std::min(rect.right(), bounds.right()) - left),
          std::max(0.0F, std::min(rect.bottom(), bounds.bottom()) - top)};
}

Rect cell_rect(const GridAnchor& grid, int row, int column) {
  const int across = grid.transposed ? row : column;
  const int down = grid.transposed ? column : row;
  const float cell_width = grid.rect.width / static_cast<float>(grid.transposed ? grid.rows : grid.columns);
  const float cell_height = grid.rect.height / static_cast<float>(grid.transposed ? grid.columns : grid.rows);
  return {grid.rect.x + static_cast<float>(across) * cell_width, grid.rect.y + static_cast<float>(down) * cell_height,
          cell_width, cell_height};
}

void Anchors::clear() {
  widgets_.clear();
  grids_.clear();
}

void Anchors::add(std::string name, const Rect& rect) {
  if (has_area(rect)) {
    widgets_.insert_or_assign(std::move(name), rect);
  }
}

void Anchors::add(const GridAnchor& grid) { grids_.push_back(grid); }

std::optional<Rect> Anchors::find(std::string_view name) const {
  if (const auto widget = widgets_.find(std::string(name)); widget != widgets_.end()) {
    return widget->second;
  }
  const std::optional<CellName> cell = parse_cell_name(name);
  if (!cell) {
    return std::nullopt;
  }
  for (auto grid = grids_.rbegin(); grid != grids_.rend(); ++grid) {
    if (playground::info(grid->tensor).name != cell->tensor || cell->row < 0 || cell->row >= grid->rows ||
        cell->column < 0 || cell->column >= grid->columns) {
      continue;
    }
    const Rect visible = intersection(cell_rect(*grid, cell->row, cell->column), grid->visible);
    if (has_area(visible)) {
      return visible;
    }
  }
  return std::nullopt;
}

const GridAnchor* Anchors::grid_at(float x, float y) const {
  for (auto grid = grids_.rbegin(); grid != grids_.rend(); ++grid) {
    if (grid->visible.contains(x, y)) {
      return &*grid;
    }
  }
  return nullptr;
}

std::unordered_map<std::string, Rect> Anchors::all() const {
  std::unordered_map<std::string, Rect> everything;
  for (const GridAnchor& grid : grids_) {
    for (int row = 0; row < grid.rows; ++row) {
      for (int column = 0; column < grid.columns; ++column) {
        const Rect visible = intersection(cell_rect(grid, row, column), grid.visible);
        if (has_area(visible)) {
          everything.insert_or_assign(cell_name(grid.tensor, row, column), visible);
        }
      }
    }
  }
  for (const auto& [name, rect] : widgets_) {
    everything.insert_or_assign(name, rect);
  }
  return everything;
}

}  // namespace shell
