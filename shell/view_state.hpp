// ViewState: what is on screen but neither in a link nor computable: hover, focus, notices, zoom, playing.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/playground/provenance.hpp"
#include "shell/color_scale.hpp"
#include "shell/playback.hpp"
#include "shell/zoom.hpp"

namespace shell {

struct Notice {
  std::string sentence;
  bool offers_article_draw = false;  ///< with a button that goes back to the article's draw
};

/// A text that a person finished typing in the field `name`.
struct FieldCommit {
  std::string name;
  std::string text;
};

/// Magnify the matrix at (x, y) by `factor` about that point, then move it by (dx, dy) pixels.
struct ZoomWish {
  float x = 0, y = 0;
  double factor = 1;
  float dx = 0, dy = 0;
};

struct ViewState {
  int feature = 0;                          ///< selected column where columns are features, not tokens
  std::optional<playground::Cell> hovered;  ///< cell under the pointer
  bool cell_keys = false;                   ///< arrow keys move the cell (after a click in a matrix), not the step
  Playback play;
  std::vector<Notice> notices;
  std::string open_field;  ///< field being edited in ImGui's own input, empty where none
  std::string field_text;
  bool field_opening = false;     ///< the input takes the keyboard in the next frame
  float controls_height = 0;      ///< pixels that the controls took in the last frame
  bool narrow_rail_open = false;  ///< the list of steps on a narrow screen
  ColorScale color_scale = ColorScale::kLinear;
  std::optional<int> digits;  ///< after the point, 0 to 6; empty: as suits each matrix
  Zoom zoom;
  std::vector<ZoomWish> zoom_wishes;         ///< of the wheel, fingers and buttons, for the matrix under them
  double zoom_by_key = 1;                    ///< factor for the result of the step; 0: see all
  std::optional<playground::Cell> revealed;  ///< the selected cell that a zoomed matrix was last moved to
};

}  // namespace shell
