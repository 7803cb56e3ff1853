// Widgets: buttons, choices, fields and text that record an anchor under their name.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "imgui.h"
#include "shell/draw.hpp"
#include "shell/frame.hpp"

namespace shell {

/// A part of the window with its own scrolling; End is called for it on every way out.
class ChildWindow {
 public:
  ChildWindow(const char* id, const Rect& rect, const Color& ground, ImVec2 padding, bool scrolls);
  ~ChildWindow();
  ChildWindow(const ChildWindow&) = delete;
  ChildWindow& operator=(const ChildWindow&) = delete;
  explicit operator bool() const { return visible_; }

 private:
  bool visible_;
};

/// Rectangle of the item that was just added.
Rect last_item();

/// Records a rectangle under `name`, as far as it is not clipped away.
void anchor(Frame& frame, std::string name, const Rect& rect);

/// The same for the last item.
void anchor_last_item(Frame& frame, std::string name);

enum class ButtonLook { kPlain, kFilled, kChosen, kQuiet };

/// True when pressed. `enabled` false: shown, dimmed, not pressed.
bool button(Frame& frame, const std::string& name, std::string_view label, ButtonLook look = ButtonLook::kPlain,
            bool enabled = true, EntryKind kind = EntryKind::kButton);
float button_width(const Frame& frame, std::string_view label);
/// Pixels that a control is at least wide: a fingertip's, where fingers press it.
float least_width(const Frame& frame);
/// The same; 0 where the button `name` is hidden.
float button_width(const Frame& frame, std::string_view name, std::string_view label);

struct Choice {
  std::string name;  ///< of the anchor: "mask.causal"
  std::string label;
  bool chosen = false;
};
/// Choices side by side, one of them chosen or `several`; gives the index pressed or -1.
int choices(Frame& frame, std::span<const Choice> options, bool several = false);

/// A value that is edited as text: shows `value`, and hands what was typed to Frame::commits.
void field(Frame& frame, const std::string& name, const std::string& value, float width, bool number);

/// Opens the field `name` for typing, the program's own or ImGui's.
void open_field(Frame& frame, const std::string& name, const std::string& value, bool number);

/// Whether ImGui's own input is open under this name; then draw_input draws it.
bool input_is_open(const Frame& frame, const std::string& name);
void draw_input(Frame& frame, const std::string& name, float width);

/// Whether a place that is no item of its own was clicked; it is found under `name`.
bool area_pressed(Frame& frame, std::string name, const Rect& rect);

/// The label before the control `name`, which shares its help; true when clicked.
bool label_of(Frame& frame, std::string_view text, std::string_view name);

void heading(Frame& frame, std::string_view text, float size_em);
void paragraph(Frame& frame, std::string_view text, const Color& color);
void paragraph(Frame& frame, std::string_view text, const Color& color, Weight weight, float size_em);

/// Goes on in the same line if `width` pixels still fit there, and there is something in it.
void same_line_if_fits(const Frame& frame, float width, float gap = -1);

/// One thing in a line of words: parts in different colours, drawn one after the other.
struct Span {
  std::string text;
  Color color;
  Weight weight = Weight::kRegular;
};
void spans(Frame& frame, std::span<const Span> parts, float size_em);

}  // namespace shell
