// Visibility: no frames for a picture that nobody sees, and none while its WebGL context is lost.

import { withoutDeleting } from "./context.js";

const ALMOST_SEEN = "200px";
const SAY_LOST_AFTER_MILLISECONDS = 1500;

/**
 * @param {{canvas: HTMLCanvasElement, engine: import("./engine.js").Engine,
 *   frames: import("./frames.js").Frames, still: import("./still.js").Still, showText: (on: boolean) => void}} parts
 *   `showText`: the text view in place of the picture, and back
 */
export function pauseWhileUnseen({ canvas, engine, frames, still, showText }) {
  const pauseIf = (condition, reason) => (condition ? frames.pause(reason) : frames.resume(reason));

  const followDocument = () => pauseIf(document.hidden, "hidden");
  document.addEventListener("visibilitychange", followDocument);
  followDocument();

  new IntersectionObserver(
    (entries) => pauseIf(!entries[entries.length - 1].isIntersecting, "off screen"),
    { rootMargin: ALMOST_SEEN },
  ).observe(canvas);

  // Most losses last a moment. One that lasts is said, with a way out: a browser that gave the place of this picture
  // to newer ones brings it back only when one of those goes. Until then there is the text.
  const notice = document.getElementById("lost");
  let timer = 0;
  document.getElementById("lost-again").addEventListener("click", () => window.location.reload());
  canvas.addEventListener("webglcontextlost", () => {
    frames.pause("context lost");
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (!still.resting) { // then it was given back, and a picture stands for it
        notice.hidden = false;
        showText(true);
        frames.resume("context lost");
        frames.flush();
      }
    }, SAY_LOST_AFTER_MILLISECONDS);
  });
  canvas.addEventListener("webglcontextrestored", () => {
    clearTimeout(timer);
    withoutDeleting(canvas, () => engine.restoreContext());
    if (!notice.hidden) {
      notice.hidden = true;
      showText(false);
    }
    frames.resume("context lost");
    frames.wake(); // where the text went on, nothing was paused
  });
}
