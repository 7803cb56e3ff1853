// The pointer: mouse and pen over the canvas. Fingers are in web/touch.js.

/**
 * @param {{canvas: HTMLCanvasElement, surface: import("./surface.js").Surface,
 *   engine: import("./engine.js").Engine, frames: import("./frames.js").Frames}} parts
 */
export function listenToPointer({ canvas, surface, engine, frames }) {
  let pressed = false;

  const isOurs = (event) => event.pointerType !== "touch" && event.isPrimary;

  const move = (event) => {
    const { x, y } = surface.point(event);
    engine.movePointer(x, y, false);
    frames.wake();
  };

  const release = () => {
    pressed = false;
    engine.pressPointer(false);
  };

  canvas.addEventListener("pointerdown", (event) => {
    // The other buttons are the browser's: its menu, its way back.
    if (!isOurs(event) || event.button !== 0) {
      return;
    }
    canvas.focus({ preventScroll: true });
    // Without capture a release outside the canvas is never seen and the button stays down.
    canvas.setPointerCapture(event.pointerId);
    pressed = true;
    engine.setModifiers(event);
    move(event);
    engine.pressPointer(true);
  });

  canvas.addEventListener("pointermove", (event) => {
    if (isOurs(event)) {
      move(event);
    }
  });

  canvas.addEventListener("pointerup", (event) => {
    if (isOurs(event) && event.button === 0 && pressed) {
      engine.setModifiers(event);
      move(event);
      release();
      frames.flush(); // a field or the clipboard may be opened only while the browser counts this as a click
    }
  });

  canvas.addEventListener("pointerleave", (event) => {
    if (isOurs(event) && !pressed) {
      engine.leavePointer();
      frames.wake();
    }
  });

  // The system took the pointer away: let go without a click.
  for (const name of ["pointercancel", "lostpointercapture"]) {
    canvas.addEventListener(name, (event) => {
      if (isOurs(event) && pressed) {
        engine.leavePointer();
        release();
        frames.wake();
      }
    });
  }
}
