// Pictures: matrices with very small cells as textures, painted when what they show changes and kept otherwise. A frame
// paints one large picture at most; what is left over comes in the next frames.
#pragma once

#include <memory>
#include <vector>

#include "imgui.h"
#include "shell/cell_paint.hpp"

namespace shell {

class Pictures {
 public:
  Pictures();
  ~Pictures();
  Pictures(const Pictures&) = delete;
  Pictures& operator=(const Pictures&) = delete;

  /// Begins a frame: pictures that nobody drew for a while go.
  void begin_frame();

  /// The numbers have changed: whatever is drawn next is painted anew.
  void forget();

  /// Draws the seen part of the grid; gives the marks in it. Where this frame has painted its share, what the picture
  /// showed before stays, or its place stays empty, until the next frame.
  Marks draw(ImDrawList& list, const MatrixGrid& grid, const playground::Model& model, const Theme& theme);

  /// Whether a picture of this frame is still to be painted: another frame is due.
  bool waiting() const { return waiting_; }

  /// Pictures painted so far.
  int painted() const { return painted_; }

 private:
  struct Subject;
  struct Picture;
  Picture* picture_for(const MatrixGrid& grid, const playground::Model& model, const Theme& theme);
  Picture* find(const Subject& subject, bool stale);
  void paint(Picture& picture, const CellImage& image);

  std::vector<std::unique_ptr<Picture>> pictures_;
  int painted_ = 0;
  int pixels_left_ = 0;  ///< that this frame may still paint
  bool waiting_ = false;
};

}  // namespace shell
