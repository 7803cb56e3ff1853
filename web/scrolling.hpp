// Scrolling: moves the ImGui window under a point by pixels, as a browser moves its pages.
#pragma once

namespace web {

/// Which way something under the point can still scroll.
struct ScrollRoom {
  bool x = false;
  bool y = false;
};

/// Room in the direction of (dx, dy); positive is right and down, all in device pixels.
ScrollRoom scroll_room(float x, float y, float dx, float dy);

/// Scrolls what is under the point, each axis in the innermost window that has room there.
void scroll(float x, float y, float dx, float dy);

}  // namespace web
