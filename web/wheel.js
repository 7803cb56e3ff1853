// The wheel: ours only where something under the pointer can scroll that way, and the page would not rather.

const LINE_PIXELS = 16;

/** @param {WheelEvent} event @param {HTMLElement} canvas CSS pixels that the wheel asks for */
function distance(event, canvas) {
  const unit = [1, LINE_PIXELS, canvas.clientHeight][event.deltaMode] ?? 1;
  const sideways = event.shiftKey && event.deltaX === 0;
  return sideways ? { dx: event.deltaY * unit, dy: 0 } : { dx: event.deltaX * unit, dy: event.deltaY * unit };
}

/** An article, or the page of an embed, scrolls on until the reader has clicked into the canvas. */
function pageMayScroll() {
  const page = document.scrollingElement ?? document.documentElement;
  return window.parent !== window || page.scrollHeight > page.clientHeight || page.scrollWidth > page.clientWidth;
}

/**
 * @param {{canvas: HTMLCanvasElement, surface: import("./surface.js").Surface,
 *   engine: import("./engine.js").Engine, frames: import("./frames.js").Frames}} parts
 */
export function listenToWheel({ canvas, surface, engine, frames }) {
  canvas.addEventListener("wheel", (event) => {
    const zoomsThePage = event.ctrlKey || event.metaKey;
    if (zoomsThePage || (pageMayScroll() && document.activeElement !== canvas)) {
      return;
    }
    const { x, y } = surface.point(event);
    const { dx, dy } = distance(event, canvas);
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
