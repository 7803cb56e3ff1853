// Panel: a bordered surface as high as what is put in it.
#pragma once

#include <string>

#include "shell/frame.hpp"

namespace shell {

/// What is added while it lives stands inside it; the border is drawn when it ends. Records the anchor "panel.NAME".
class Panel {
 public:
  Panel(Frame& frame, std::string name, float width);
  ~Panel();
  Panel(const Panel&) = delete;
  Panel& operator=(const Panel&) = delete;

  /// Pixels between the inner margins.
  float inner_width() const { return width_ - 2 * padding_; }

 private:
  Frame& frame_;
  std::string name_;
  float width_;
  float padding_;
  float x_;
  float y_;
};

}  // namespace shell
