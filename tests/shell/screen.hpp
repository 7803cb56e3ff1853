// Screen: the App drawn without window or GPU, with a pointer and a keyboard that find things by their anchors.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "imgui.h"
#include "shell/app.hpp"

namespace shell_tests {

struct ScreenSize {
  float width = 1440;
  float height = 900;
};

class Screen {
 public:
  using WholeLabel = std::function<std::string(std::string_view label)>;

  /// `whole_label`: see shell::Platform.
  explicit Screen(ScreenSize size = {}, shell::Preferences preferences = {}, WholeLabel whole_label = {});
  ~Screen();
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  shell::App& app() { return app_; }
  const playground::Model& model() { return app_.session().model; }

  /// Draws frames of a sixtieth of a second.
  void draw(int frames = 3);
  /// Draws one frame that takes so long.
  void wait(float seconds);

  /// Moves the pointer to the middle of an anchor and presses; fails the test where nothing of that name is drawn.
  void click(const std::string& anchor);
  void hover(const std::string& anchor);
  void press(ImGuiKey key);
  void type(const std::string& text);
  void go_to(playground::Step step);

  /// Everything that was drawn in the last frame, for tests that count it.
  int drawn_vertices() const;

 private:
  static shell::Platform platform(WholeLabel whole_label);
  void frame(float seconds);

  ImGuiContext* context_;
  shell::Preferences preferences_;
  shell::App app_;
};

}  // namespace shell_tests
