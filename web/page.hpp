// The page: the App with the fonts, the ImGui context and the picture on the canvas.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "shell/app.hpp"
#include "web/glyph_loader.hpp"

namespace web {

class Page {
 public:
  /// Null where the window or the context cannot be made. `apple` gives Cmd the part of Ctrl; without `draws` nothing
  /// is put on a screen, and the page is told in words alone.
  static std::unique_ptr<Page> open(bool apple, bool draws);
  ~Page();

  /// Draws the frame of this moment. Gives the seconds until the next one is wanted: 0 at once, negative never.
  double draw(double now_seconds);

  /// Size of the drawing surface in device pixels, and how many of them make a CSS pixel.
  void resize(int width, int height, float density);

  /// While the context is lost: frames are computed and told in words, and nothing is put on the screen.
  void do_without_context() { draws_ = false; }

  /// After the context was lost and came back: all that was on the graphics card is made anew.
  void restore_context();

  /// Address of the folder that the page lies in, with "/" at its end, and of the page that links open; either may be
  /// empty.
  void set_place(std::string folder, std::string address) {
    folder_ = std::move(folder);
    address_ = std::move(address);
  }

  shell::App& app() { return app_; }
  const BrowserFonts& fonts() const { return fonts_; }
  shell::Preferences& preferences() { return preferences_; }
  /// True where the App would do something with the Escape key.
  bool escape_is_used() const;

 private:
  explicit Page(bool draws);
  double seconds_until_next_frame() const;

  const bool has_window_;
  bool draws_;  ///< now; not while the context is lost for long
  std::string folder_;
  std::string address_;
  BrowserFonts fonts_;
  shell::App app_;
  shell::Preferences preferences_;
  double last_frame_seconds_ = -1;
  double wait_seconds_ = 0;  ///< that the last frame asked for
};

}  // namespace web
