// The desktop program: the same shell as the page's in a window of its own.
//
//   attention_playground ['#step=scores&mask=causal']    opens a link of the page
#include <SDL.h>

#include <cstdio>
#include <string>
#include <string_view>
#include <variant>

#include "core/playground/link.hpp"
#include "imgui.h"
#include "shell/app.hpp"
#include "shell/desktop/save_file.hpp"
#include "shell/desktop/system_fonts.hpp"
#include "shell/desktop/window.hpp"

namespace {

constexpr const char* kUsage =
    "usage: attention_playground [LINK]\n"
    "LINK is an address of the page, or what stands behind its \"#\": '#step=scores&mask=causal'\n";

/// ImGui needs so many frames to lay out what changed.
constexpr int kFramesAfterInput = 3;

/// Parts of an address: a link may be given whole, or as its query or fragment alone.
playground::DecodedLink decode(std::string_view link) {
  const std::size_t hash = link.find('#');
  const std::string_view before = link.substr(0, hash);
  const std::size_t query = before.find('?');
  const bool bare = hash == std::string_view::npos && query == std::string_view::npos;
  return playground::decode_link(query == std::string_view::npos ? "" : before.substr(query),
                                 bare                             ? link
                                 : hash == std::string_view::npos ? ""
                                                                  : link.substr(hash));
}

void run(const shell::Effect& effect) {
  if (const auto* copy = std::get_if<shell::CopyText>(&effect)) {
    SDL_SetClipboardText(copy->text.c_str());
  } else if (const auto* file = std::get_if<shell::SaveFile>(&effect)) {
    const std::optional<std::string> path = desktop::save_file(file->name, file->bytes);
    if (path) {
      std::printf("saved %s\n", path->c_str());
    } else {
      std::fprintf(stderr, "%s could not be written in the working folder.\n", file->name.c_str());
    }
  }
}

void show(desktop::Window& window, shell::App& app) {
  int frames_left = kFramesAfterInput;
  while (!window.closed()) {
    const double wait = frames_left > 0 ? 0 : app.next_frame_in();
    if (window.take_input(wait)) {
      frames_left = kFramesAfterInput;
    }
    window.draw([&app] { app.draw({}); });
    frames_left = frames_left > 0 ? frames_left - 1 : 0;
    for (const shell::Effect& effect : app.take_effects()) {
      run(effect);
    }
    for (const shell::Event& event : app.take_events()) {
      frames_left = kFramesAfterInput;
      if (event.name == "failed") {
        std::fprintf(stderr, "%s\n", event.message.c_str());
      }
    }
  }
}

}  // namespace

int main(int count, char** arguments) {
  const std::string_view link = count > 1 ? arguments[1] : "";
  if (count > 2 || link == "--help" || link == "-h") {
    std::fputs(kUsage, count > 2 ? stderr : stdout);
    return count > 2 ? 2 : 0;
  }
  const std::optional<desktop::FontFiles> font_files = desktop::find_fonts();
  if (!font_files) {
    std::fputs(
        "No font was found. Install DejaVu Sans (Debian: apt-get install fonts-dejavu-core), Noto Sans or "
        "Liberation.\n",
        stderr);
    return 1;
  }
  std::optional<desktop::Window> window = desktop::Window::open("Attention Playground");
  if (!window) {
    std::fprintf(stderr, "The window could not be opened: %s\nIs there a display, with OpenGL 3.2 or later?\n",
                 SDL_GetError());
    return 1;
  }
  shell::App app(
      {.fonts = desktop::load_fonts(*ImGui::GetIO().Fonts, *font_files), .whole_label = {}, .own_fields = false});
  const playground::DecodedLink opened = decode(link);
  app.open(opened.session, opened.notices);
  show(*window, app);
  return 0;
}
