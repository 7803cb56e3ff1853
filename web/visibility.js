// Visibility: no frames for a picture that nobody sees, and none while its WebGL context is lost.

const ALMOST_SEEN = "200px";

/**
 * @param {{canvas: HTMLCanvasElement, engine: import("./engine.js").Engine,
 *   frames: import("./frames.js").Frames}} parts
 */
export function pauseWhileUnseen({ canvas, engine, frames }) {
  const pauseIf = (condition, reason) => (condition ? frames.pause(reason) : frames.resume(reason));

  const followDocument = () => pauseIf(document.hidden, "hidden");
  document.addEventListener("visibilitychange", followDocument);
  followDocument();

  new IntersectionObserver(
    (entries) => pauseIf(!entries[entries.length - 1].isIntersecting, "off screen"),
    { rootMargin: ALMOST_SEEN },
  ).observe(canvas);

  canvas.addEventListener("webglcontextlost", (event) => {
    event.preventDefault(); // or it never comes back
    frames.pause("context lost");
  });
  canvas.addEventListener("webglcontextrestored", () => {
    engine.restoreContext();
    frames.resume("context lost");
  });
}
