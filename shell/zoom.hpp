// Zoom: which part of a matrix is seen, axis by axis, so that matrices that share an axis stay side by side.
#pragma once

#include <map>

#include "core/playground/tensors.hpp"
#include "shell/anchors.hpp"

namespace shell {

/// The part of an axis that is seen, in cells. `count` 0: all of it.
struct AxisWindow {
  double first = 0;
  double count = 0;
  bool operator==(const AxisWindow&) const = default;
};

/// The axes that are zoomed; all others are seen whole.
using Zoom = std::map<playground::Axis, AxisWindow>;

/// The window of an axis of `cells` cells, inside of it whatever was zoomed before.
AxisWindow window_on(const Zoom& zoom, playground::Axis axis, int cells);
void set_window(Zoom& zoom, playground::Axis axis, const AxisWindow& window, int cells);

/// Magnified by `factor` about the point at `share` (0 to 1) of the window, which stays where it is; never fewer than
/// `least` cells, never more than there are.
AxisWindow magnified(const AxisWindow& window, int cells, double share, double factor, double least);

/// Moved by so many cells, as far as there are any.
AxisWindow moved_by(const AxisWindow& window, int cells, double distance);

/// Moved as little as needed so that cell `index` is seen whole.
AxisWindow revealing(const AxisWindow& window, int cells, int index);

/// Where all cells would be drawn so that the windows fill `box`.
Rect rect_of_all(const Rect& box, const AxisWindow& across, int columns, const AxisWindow& down, int rows);

}  // namespace shell
