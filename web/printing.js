// Printing: a still picture in place of the canvas. Paper has another width, for which the canvas would be resized and
// with that emptied, and a drawing surface is not kept for the printer.

/**
 * @param {{canvas: HTMLCanvasElement, surface: import("./surface.js").Surface,
 *   frames: import("./frames.js").Frames, still: import("./still.js").Still}} parts
 */
export function printStillPicture({ canvas, surface, frames, still }) {
  const printed = document.createElement("canvas");
  printed.className = "printed";
  printed.setAttribute("role", "img");
  printed.setAttribute("aria-label", canvas.getAttribute("aria-label"));

  window.addEventListener("beforeprint", () => {
    if (still.resting) {
      return; // there is a picture in its place already
    }
    surface.hold();
    frames.drawUnseen(); // also below the fold; and the copy has to be made in the task in which it is drawn
    printed.width = canvas.width;
    printed.height = canvas.height;
    printed.getContext("2d").drawImage(canvas, 0, 0);
    canvas.after(printed);
  });

  window.addEventListener("afterprint", () => {
    printed.remove();
    printed.width = 0; // gives its pixels back
    surface.release();
  });
}
