#include "shell/desktop/window.hpp"

#include <SDL.h>
#include <SDL_opengl.h>

#include <utility>

#include "imgui.h"
#include "imgui_impl_opengl3.h"
#include "imgui_impl_sdl2.h"

namespace desktop {
namespace {

constexpr int kWidth = 1440;
constexpr int kHeight = 900;
/// Height of a line at a density of 1, as on the page.
constexpr float kFontSize = 17;

void ask_for_context() {
#ifdef __APPLE__
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_FLAGS, SDL_GL_CONTEXT_FORWARD_COMPATIBLE_FLAG);
#endif
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 2);
  SDL_GL_SetAttribute(SDL_GL_DOUBLEBUFFER, 1);
}

}  // namespace

std::optional<Window> Window::open(const char* title) {
  if (SDL_Init(SDL_INIT_VIDEO) != 0) {
    return std::nullopt;
  }
  ask_for_context();
  const float density = ImGui_ImplSDL2_GetContentScaleForDisplay(0);
  SDL_Window* window = SDL_CreateWindow(title, SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED,
                                        static_cast<int>(kWidth * density), static_cast<int>(kHeight * density),
                                        SDL_WINDOW_OPENGL | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
  if (window == nullptr) {
    return std::nullopt;
  }
  SDL_GLContext context = SDL_GL_CreateContext(window);
  if (context == nullptr) {
    return std::nullopt;
  }
  SDL_GL_SetSwapInterval(1);
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;
  ImGui::GetStyle().FontSizeBase = kFontSize;
  ImGui::GetStyle().FontScaleDpi = density;
  ImGui_ImplSDL2_InitForOpenGL(window, context);
  ImGui_ImplOpenGL3_Init("#version 150");
  return Window(window, context);
}

Window::Window(Window&& other) noexcept
    : window_(std::exchange(other.window_, nullptr)),
      context_(std::exchange(other.context_, nullptr)),
      closed_(other.closed_) {}

Window::~Window() {
  if (window_ == nullptr) {
    return;
  }
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplSDL2_Shutdown();
  ImGui::DestroyContext();
  SDL_GL_DeleteContext(context_);
  SDL_DestroyWindow(window_);
  SDL_Quit();
}

bool Window::take_input(double seconds) {
  SDL_Event event;
  const int milliseconds = seconds < 0 ? -1 : static_cast<int>(seconds * 1000);
  bool any = false;
  for (bool more = SDL_WaitEventTimeout(&event, milliseconds) != 0; more; more = SDL_PollEvent(&event) != 0) {
    ImGui_ImplSDL2_ProcessEvent(&event);
    closed_ = closed_ || event.type == SDL_QUIT;
    any = true;
  }
  return any;
}

void Window::draw(const std::function<void()>& draw) {
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplSDL2_NewFrame();
  ImGui::NewFrame();
  draw();
  ImGui::Render();
  const ImDrawData* data = ImGui::GetDrawData();
  glViewport(0, 0, static_cast<int>(data->DisplaySize.x * data->FramebufferScale.x),
             static_cast<int>(data->DisplaySize.y * data->FramebufferScale.y));
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  SDL_GL_SwapWindow(window_);
}

}  // namespace desktop
