// The window: SDL2 with an OpenGL context and ImGui's backends for both.
#pragma once

#include <functional>
#include <optional>

struct SDL_Window;

namespace desktop {

class Window {
 public:
  /// Empty where there is no display or no OpenGL; SDL_GetError() has the reason.
  static std::optional<Window> open(const char* title);
  Window(Window&& other) noexcept;
  Window& operator=(Window&&) = delete;
  ~Window();

  /// Waits at most `seconds` (negative: for ever) for input and takes all of it. True where there was some.
  bool take_input(double seconds);
  bool closed() const { return closed_; }

  /// Draws a frame: `draw` fills the current ImGui frame.
  void draw(const std::function<void()>& draw);

 private:
  Window(SDL_Window* window, void* context) : window_(window), context_(context) {}

  SDL_Window* window_;
  void* context_;
  bool closed_ = false;
};

}  // namespace desktop
