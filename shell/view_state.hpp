// ViewState: what is on screen but neither in a link nor computable: hover, focus, pins, notices, zoom, playing.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/playground/code.hpp"
#include "core/playground/provenance.hpp"
#include "core/playground/steps.hpp"
#include "shell/playback.hpp"
#include "shell/zoom.hpp"

namespace shell {

/// Why a notice is shown decides when it goes.
enum class NoticeKind {
  kLink,     ///< what a link asked for and did not get: until it is closed
  kRefusal,  ///< a bad entry: until the next change, or after a while
  kByWord,   ///< the words have vectors of their own now: as long as that is so, and up to the next step
  kDone,     ///< "Copied": a moment
};

struct Notice {
  std::string sentence;
  NoticeKind kind = NoticeKind::kRefusal;
  double seconds_left = -1;  ///< negative: it does not go by itself
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

/// What opens over the stage.
enum class Sheet { kNone, kSettings, kCompare, kLessons, kShortcuts };

/// A cell with the step at which it was looked at.
struct TrailMark {
  playground::Cell cell;
  playground::Step step;
};
/// What was answered to the question of a cue.
struct Answer {
  std::string lesson;
  int cue = 0;
  int option = -1;  ///< none
};

/// What the stage was about when it was last drawn.
struct StageTopic {
  playground::Step step{};
  std::string lesson;
  int cue = 0;
  bool operator==(const StageTopic&) const = default;
};

enum class DialogKind { kNone, kExport, kShare };

struct ViewState {
  std::optional<playground::Cell> hovered;  ///< cell under the pointer
  bool cell_keys = false;                   ///< arrow keys move the cell (after a click in a matrix), not the step
  Playback play;
  std::vector<Notice> notices;
  float notices_height = 400;  ///< pixels that they took in the last frame
  std::string open_field;      ///< field being edited in ImGui's own input, empty where none
  std::string field_text;
  bool field_opening = false;  ///< the input takes the keyboard in the next frame
  float controls_height = 0;   ///< pixels that the controls took in the last frame
  float stage_height = 0;      ///< pixels that the stage's figure took when it was last drawn, with a little below it
  float wanted_height = 0;     ///< pixels of a window that shows the figure whole
  std::optional<StageTopic> stage_shows;  ///< another topic begins at its top
  std::optional<playground::Step> rail_shows;  ///< the step that the rail was scrolled to last
  bool narrow_rail_open = false;               ///< the list of steps on a narrow screen
  Zoom zoom;
  std::vector<ZoomWish> zoom_wishes;         ///< of the wheel, fingers and buttons, for the matrix under them
  double zoom_by_key = 1;                    ///< factor for the result of the step; 0: see all
  std::optional<playground::Cell> revealed;  ///< the selected cell that a zoomed matrix was last moved to
  Sheet sheet = Sheet::kNone;
  bool with_operands = false;      ///< on a narrow screen: what the result is made of stands below it
  bool single_keys = true;         ///< keys of one character do something
  bool invited = false;            ///< the invitation was closed or used
  Answer answer;                   ///< to the question of a cue

  std::string focus;           ///< the control that has the keyboard focus, empty where none
  bool focus_moved = false;    ///< Tab has just moved the focus: scroll to it
  bool focus_ringed = false;   ///< what has it is drawn in this frame
  bool focus_pressed = false;  ///< Enter or Space presses the focused control in this frame
  std::string pressed;         ///< what is pressed by its name in this frame, without a pointer; empty where nothing is
  std::optional<int> slid;     ///< where the slider of the name `pressed` is put

  std::optional<playground::Cell> pinned;    ///< the cell that is explained instead of the selected one
  playground::Step pinned_at{};              ///< the step at which it is; the others explain their selected one
  std::optional<playground::Cell> compared;  ///< a second one beside it
  bool pin_travels = false;                  ///< the pinned cell goes along to the step that was just asked for
  bool pin_second = false;                   ///< the next click pins the second cell
  std::vector<TrailMark> trail;              ///< where a walk through the sources came from, the oldest first
  std::optional<playground::Tensor> legend;  ///< the matrix whose colours the legend shows; the result where empty

  bool painting = false;                    ///< clicks at the mask step paint it
  std::optional<bool> stroke;               ///< what the stroke of now makes of the cells that it meets: allowed or not
  std::optional<playground::Cell> brush;    ///< where the stroke was in the last frame
  int gesture = 0;                          ///< number of the last drag or stroke
  std::optional<playground::Cell> dragged;  ///< the cell whose value is being dragged
  double drag_start_value = 0;              ///< its value when the drag began
  float drag_start_y = 0;                   ///< where the pointer was then
  int strip_shows = -1;                     ///< the token that the strip was scrolled to last
  float strip_edge = 0;                     ///< where the strip ended then
  int strip_follows = 0;                    ///< frames in which the strip still scrolls to it
  std::optional<int> dragged_token;         ///< the chip that is being moved

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
