// Dialog: a window over all others, one at a time, for keys, pointer and touch.
#pragma once

#include <string_view>

#include "shell/frame.hpp"

namespace shell {

/// Opens a dialog: it takes the keyboard until it is closed.
void open_dialog(Frame& frame, DialogKind kind);

/// What is added while it lives stands inside it. Escape, the button "dialog.close" and a click beside it close it;
/// Tab and the arrow keys move, Enter and Space press. Records the anchor "dialog". On a narrow screen it fills the
/// window. Use only where frame.view.dialog is not kNone.
class Dialog {
 public:
  Dialog(Frame& frame, std::string_view title, float width_em);
  ~Dialog();
  Dialog(const Dialog&) = delete;
  Dialog& operator=(const Dialog&) = delete;

 private:
  void close();
  Frame& frame_;
};

}  // namespace shell
