// Two fingers on a matrix zoom and move it; elsewhere they stay with the browser, which zooms the page.

/** @param {TouchEvent} event the middle between two fingers, and how far they are apart */
function spread({ touches: [one, other] }) {
  return {
    clientX: (one.clientX + other.clientX) / 2,
    clientY: (one.clientY + other.clientY) / 2,
    distance: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
  };
}

/**
 * @param {{canvas: HTMLCanvasElement, surface: import("./surface.js").Surface,
 *   engine: import("./engine.js").Engine, frames: import("./frames.js").Frames}} parts
 */
export function listenToPinch({ canvas, surface, engine, frames }) {
  let last = null;

  canvas.addEventListener("touchstart", (event) => {
    last = null;
    if (event.touches.length !== 2) {
      return;
    }
    const fingers = spread(event);
    const { x, y } = surface.point(fingers);
    if (engine.zoom(x, y, {})) {
      event.preventDefault();
      last = fingers;
    }
  }, { passive: false });

  canvas.addEventListener("touchmove", (event) => {
    if (last === null || event.touches.length !== 2) {
      return;
    }
    event.preventDefault();
    const fingers = spread(event);
    const { x, y } = surface.point(fingers);
    engine.zoom(x, y, {
      factor: fingers.distance / Math.max(1, last.distance),
      dx: (fingers.clientX - last.clientX) * surface.density,
      dy: (fingers.clientY - last.clientY) * surface.density,
    });
    last = fingers;
    frames.wake();
  }, { passive: false });

  for (const name of ["touchend", "touchcancel"]) {
    canvas.addEventListener(name, () => {
      last = null;
    });
  }
}
