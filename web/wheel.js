// The wheel: ours only where something under the pointer can scroll that way or be zoomed, and the page would not
// rather.

import { scrollsAsPicture } from "./article.js";

const LINE_PIXELS = 16;
const ZOOM_BY_PIXEL = 0.004;

/** @param {WheelEvent} event @param {HTMLElement} canvas CSS pixels that the wheel asks for */
function distance(event, canvas) {
  const unit = [1, LINE_PIXELS, canvas.clientHeight][event.deltaMode] ?? 1;
  const sideways = event.shiftKey && event.deltaX === 0;
  return sideways ? { dx: event.deltaY * unit, dy: 0 } : { dx: event.deltaX * unit, dy: event.deltaY * unit };
}

/**
 * @param {{canvas: HTMLCanvasElement, surface: import("./surface.js").Surface,
 *   engine: import("./engine.js").Engine, frames: import("./frames.js").Frames}} parts
 */
export function listenToWheel({ canvas, surface, engine, frames }) {
  canvas.addEventListener("wheel", (event) => {
    if (scrollsAsPicture(canvas)) {
      return;
    }
    const { x, y } = surface.point(event);
    const { dx, dy } = distance(event, canvas);
    // Ctrl with the wheel is also how browsers report two fingers on a trackpad.
    if (event.ctrlKey || event.metaKey) {
      if (engine.zoom(x, y, Math.exp(-dy * ZOOM_BY_PIXEL))) {
        event.preventDefault(); // elsewhere it zooms the page
        frames.wake();
      }
      return;
    }
    const room = engine.scrollRoom(x, y, dx, dy);
    if (!room.x && !room.y) {
      return;
    }
    event.preventDefault();
    engine.movePointer(x, y, false);
    engine.scroll(x, y, dx * surface.density, dy * surface.density);
    frames.wake();
  }, { passive: false });
}
