#include "shell/zoom.hpp"

#include <algorithm>

namespace shell {
namespace {

/// An axis that lacks less than this of a cell is seen whole.
constexpr double kWhole = 1e-3;

AxisWindow kept_inside(AxisWindow window, int cells) {
  window.count = std::clamp(window.count, std::min(1.0, static_cast<double>(cells)), static_cast<double>(cells));
  window.first = std::clamp(window.first, 0.0, cells - window.count);
  return window;
}

}  // namespace

AxisWindow window_on(const Zoom& zoom, playground::Axis axis, int cells) {
  const auto found = zoom.find(axis);
  const AxisWindow all{0, static_cast<double>(cells)};
  return found == zoom.end() || found->second.count <= 0 ? all : kept_inside(found->second, cells);
}

void set_window(Zoom& zoom, playground::Axis axis, const AxisWindow& window, int cells) {
  if (window.count >= cells - kWhole) {
    zoom.erase(axis);
  } else {
    zoom[axis] = kept_inside(window, cells);
  }
}

AxisWindow magnified(const AxisWindow& window, int cells, double share, double factor, double least) {
  const auto all = static_cast<double>(cells);
  // What is seen already at its largest does not grow, but may shrink again.
  const double floor = std::min({least, window.count, all});
  const double count = std::clamp(window.count / factor, floor, all);
  return kept_inside({window.first + share * (window.count - count), count}, cells);
}

AxisWindow moved_by(const AxisWindow& window, int cells, double distance) {
  return kept_inside({window.first + distance, window.count}, cells);
}

AxisWindow revealing(const AxisWindow& window, int cells, int index) {
  AxisWindow next = window;
  next.first = std::min(next.first, static_cast<double>(index));
  next.first = std::max(next.first, index + 1 - window.count);
  return kept_inside(next, cells);
}

Rect rect_of_all(const Rect& box, const AxisWindow& across, int columns, const AxisWindow& down, int rows) {
  const auto stretch = [](float start, float extent, const AxisWindow& window, int cells) {
    const double cell = static_cast<double>(extent) / window.count;
    return std::pair{static_cast<float>(start - window.first * cell), static_cast<float>(cells * cell)};
  };
  const auto [x, width] = stretch(box.x, box.width, across, columns);
  const auto [y, height] = stretch(box.y, box.height, down, rows);
  return {x, y, width, height};
}

}  // namespace shell
