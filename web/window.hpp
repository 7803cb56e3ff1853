// The window: an SDL2 window on the page's canvas, with its WebGL 2 context, that listens to nothing.
#pragma once

namespace web {

/// Opens the window on Module.canvas, whose context the page made beforehand. False where SDL or WebGL fails;
/// SDL_GetError() has the reason.
bool open_window();

}  // namespace web
