// The still: a picture of the picture. Browsers keep about 16 drawing surfaces at once, so an embed among many gives
// its own back and shows how it looked, until it is wanted again.

export class Still {
  /** True from the moment the surface is given back until it is asked for again. */
  resting = false;

  #canvas;
  #frames;
  #picture = null;
  /** Gives the surface back and takes it again; null where the browser took it. A lost context no longer has it. */
  #loss = null;
  /** Settled once the browser has said that the surface is gone: only then can it come back. */
  #gone = Promise.resolve();

  /** @param {{canvas: HTMLCanvasElement, frames: import("./frames.js").Frames}} parts */
  constructor({ canvas, frames }) {
    this.#canvas = canvas;
    this.#frames = frames;
    // It was asked for, and is no longer wanted now that it comes.
    canvas.addEventListener("webglcontextrestored", () => this.resting && this.#giveBack());
  }

  /** Draws what is there now, keeps it as a picture, and gives the surface back. */
  rest() {
    const gl = this.#canvas.getContext("webgl2");
    if (this.resting || gl === null || gl.isContextLost()) {
      this.resting = true;
      this.#frames.pause("resting");
      return;
    }
    this.#frames.drawUnseen();
    this.#keepPicture();
    this.#frames.pause("resting");
    this.resting = true;
    this.#giveBack();
  }

  /** Asks for the surface; the picture goes with the first frame that is drawn on it. */
  async wake() {
    if (!this.resting) {
      return;
    }
    this.resting = false;
    await this.#gone;
    if (!this.resting) {
      this.#frames.resume("resting");
      this.#loss?.restoreContext();
      this.#loss = null;
    }
  }

  /** A frame was drawn. */
  hide() {
    if (this.#picture !== null && !this.resting) {
      this.#picture.remove();
      this.#picture = null;
    }
  }

  #giveBack() {
    this.#gone = new Promise((resolve) => {
      // Not before all have heard of the loss may the surface come back.
      this.#canvas.addEventListener("webglcontextlost", () => setTimeout(resolve), { once: true });
    });
    this.#loss = this.#canvas.getContext("webgl2").getExtension("WEBGL_lose_context");
    this.#loss.loseContext();
  }

  /** Right after a frame, in the same task: later the browser has taken it. */
  #keepPicture() {
    this.#picture ??= document.createElement("canvas");
    this.#picture.className = "still";
    this.#picture.width = this.#canvas.width;
    this.#picture.height = this.#canvas.height;
    this.#picture.getContext("2d", { alpha: false }).drawImage(this.#canvas, 0, 0);
    this.#canvas.after(this.#picture);
  }
}
