// A bare page of SDL2 and Dear ImGui, for tests/browser/light.test.mjs: what the start of our page is measured against.
// One frame with a few lines of text and a slider, drawn on start; then window.firstFrame holds when.
#define SDL_MAIN_HANDLED
#include <SDL.h>
#include <emscripten.h>

#include "imgui.h"
#include "imgui_impl_opengl3.h"

extern "C" EMSCRIPTEN_KEEPALIVE int bare_start() {
  SDL_SetMainReady();
  if (SDL_Init(SDL_INIT_VIDEO) != 0) {
    return 1;
  }
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_ES);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 0);
  SDL_Window* window = SDL_CreateWindow("bare", 0, 0, 1440, 900, SDL_WINDOW_OPENGL | SDL_WINDOW_RESIZABLE);
  SDL_GL_CreateContext(window);
  ImGui::CreateContext();
  ImGui::GetIO().DisplaySize = {1440, 900};
  ImGui_ImplOpenGL3_Init("#version 300 es");
  float value = 0.5F;
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
  ImGui::Begin("Bare");
  for (int line = 0; line < 20; ++line) {
    ImGui::Text("Line %d: the animal did not cross the street because it was too tired", line);
  }
  ImGui::SliderFloat("value", &value, 0, 1);
  ImGui::End();
  ImGui::Render();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  EM_ASM({ window.firstFrame = performance.now(); });
  return 0;
}
