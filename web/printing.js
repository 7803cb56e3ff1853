// Printing: a still picture in place of the canvas. Paper has another width, for which the canvas would be resized and
// with that emptied, and a drawing surface is not kept for the printer.

/**
 * @param {{canvas: HTMLCanvasElement, surface: import("./surface.js").Surface,
 *   frames: import("./frames.js").Frames}} parts
 */
export function printStillPicture({ canvas, surface, frames }) {
  const still = document.createElement("canvas");
  still.className = "still";
  still.setAttribute("role", "img");
  still.setAttribute("aria-label", canvas.getAttribute("aria-label"));

  window.addEventListener("beforeprint", () => {
    surface.hold();
    frames.drawUnseen(); // also below the fold; and the copy has to be made in the task in which it is drawn
    still.width = canvas.width;
    still.height = canvas.height;
    still.getContext("2d").drawImage(canvas, 0, 0);
    canvas.after(still);
  });

  window.addEventListener("afterprint", () => {
    still.remove();
    still.width = 0; // gives its pixels back
    surface.release();
  });
}
