// SDL2 makes the window and the context, as on the desktop. Its input is not used on the web. Seen in Chromium with
// SDL 2.26: keys typed in a field of the host page vanish, because SDL listens to the whole
// window and prevents the default; Tab never leaves; wheel and touch over the canvas cannot scroll the article; a
// button released outside the canvas stays down for ever; a click does not focus the canvas; beforeunload keeps
// the page out of the back/forward cache; a title would replace that of the article. web/pointer.js, touch.js, wheel.js
// and keyboard.js listen instead.
#include "web/window.hpp"

#define SDL_MAIN_HANDLED
#include <EGL/egl.h>
#include <SDL.h>
#include <emscripten.h>
#include <emscripten/html5.h>

#include <initializer_list>

/// SDL offers every function of OpenGL by its name, which nobody asks for: ImGui calls what it needs. Emscripten's own
/// answer brings all of them along, hundreds in the program and in its script.
extern "C" __eglMustCastToProperFunctionPointerType eglGetProcAddress(const char* /*name*/) { return nullptr; }

namespace web {
namespace {

/// Takes back every handler that SDL registered on creating the window, target by target
/// (SDL_emscriptenevents.c, Emscripten_RegisterEventHandlers).
void remove_sdl_listeners() {
  constexpr const char* canvas = "#canvas";
  emscripten_set_mousemove_callback(canvas, nullptr, 0, nullptr);
  emscripten_set_mousedown_callback(canvas, nullptr, 0, nullptr);
  emscripten_set_mouseup_callback(EMSCRIPTEN_EVENT_TARGET_DOCUMENT, nullptr, 0, nullptr);
  emscripten_set_mouseenter_callback(canvas, nullptr, 0, nullptr);
  emscripten_set_mouseleave_callback(canvas, nullptr, 0, nullptr);
  emscripten_set_wheel_callback(canvas, nullptr, 0, nullptr);
  emscripten_set_focus_callback(EMSCRIPTEN_EVENT_TARGET_WINDOW, nullptr, 0, nullptr);
  emscripten_set_blur_callback(EMSCRIPTEN_EVENT_TARGET_WINDOW, nullptr, 0, nullptr);
  emscripten_set_touchstart_callback(canvas, nullptr, 0, nullptr);
  emscripten_set_touchend_callback(canvas, nullptr, 0, nullptr);
  emscripten_set_touchmove_callback(canvas, nullptr, 0, nullptr);
  emscripten_set_touchcancel_callback(canvas, nullptr, 0, nullptr);
  emscripten_set_pointerlockchange_callback(EMSCRIPTEN_EVENT_TARGET_DOCUMENT, nullptr, 0, nullptr);
  // SDL 2.26 listens to the keys of the window, later versions may listen to the document.
  for (const char* target : {EMSCRIPTEN_EVENT_TARGET_WINDOW, EMSCRIPTEN_EVENT_TARGET_DOCUMENT, canvas}) {
    emscripten_set_keydown_callback(target, nullptr, 0, nullptr);
    emscripten_set_keyup_callback(target, nullptr, 0, nullptr);
    emscripten_set_keypress_callback(target, nullptr, 0, nullptr);
  }
  emscripten_set_fullscreenchange_callback(EMSCRIPTEN_EVENT_TARGET_DOCUMENT, nullptr, 0, nullptr);
  emscripten_set_resize_callback(EMSCRIPTEN_EVENT_TARGET_WINDOW, nullptr, 0, nullptr);
  emscripten_set_visibilitychange_callback(nullptr, 0, nullptr);
  emscripten_set_beforeunload_callback(nullptr, nullptr);
}

}  // namespace

bool open_window() {
  SDL_SetMainReady();
  // No release of SDL2 can be told which canvas to take: it asks for "#canvas", and this is what that means here.
  EM_ASM({ specialHTMLTargets["#canvas"] = Module["canvas"]; });
  if (SDL_Init(SDL_INIT_VIDEO) != 0) {
    return false;
  }
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_ES);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 0);
  SDL_GL_SetAttribute(SDL_GL_ALPHA_SIZE, 0);
  SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 0);
  SDL_GL_SetAttribute(SDL_GL_STENCIL_SIZE, 0);
  // No title: SDL would write it to the document.
  SDL_Window* window = SDL_CreateWindow(nullptr, 0, 0, 1, 1, SDL_WINDOW_OPENGL | SDL_WINDOW_RESIZABLE);
  if (window == nullptr) {
    return false;
  }
  remove_sdl_listeners();
  return SDL_GL_CreateContext(window) != nullptr;
}

}  // namespace web
