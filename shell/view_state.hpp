// ViewState: what is on screen but neither in a link nor computable: hover, focus, notices, playing.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/playground/code.hpp"
#include "core/playground/provenance.hpp"

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

enum class DialogKind { kNone, kExport, kShare };

struct ViewState {
  int feature = 0;                          ///< selected column where columns are features, not tokens
  std::optional<playground::Cell> hovered;  ///< cell under the pointer
  bool cell_keys = false;                   ///< arrow keys move the cell (after a click in a matrix), not the step
  bool playing = false;
  double play_clock = 0;  ///< seconds since the last step while playing
  std::vector<Notice> notices;
  std::string open_field;  ///< field being edited in ImGui's own input, empty where none
  std::string field_text;
  bool field_opening = false;     ///< the input takes the keyboard in the next frame
  float controls_height = 0;      ///< pixels that the controls took in the last frame
  bool narrow_rail_open = false;  ///< the list of steps on a narrow screen

  DialogKind dialog = DialogKind::kNone;  ///< the window over all others
  bool dialog_opening = false;            ///< in its first frame
  float dialog_height = 0;                ///< pixels that its content took in the last frame
  std::string dialog_message;             ///< what was just done: "weights.csv is saved."

  playground::Language code_language = playground::Language::kNumpy;
  std::optional<playground::Tensor> export_tensor;  ///< to take away; the step's result where nothing was chosen
  int export_digits = 4;                            ///< after the point, in pictures and LaTeX
  std::vector<std::string> share_hide;              ///< controls that the shared view lacks
};

}  // namespace shell
