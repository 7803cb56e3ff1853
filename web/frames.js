// Frames: draws when something happened and a few frames after it, and rests otherwise.

/** ImGui needs up to three frames to lay out what changed (sizes of new windows, hover after a move). */
const FRAMES_AFTER_EVENT = 3;
const MOST_FRAMES_AT_ONCE = 4;

export class Frames {
  /** Frames drawn so far. */
  count = 0;

  #draw;
  #left = 0;
  #request = 0;
  #timer = 0;
  /** @type {Set<string>} */
  #pauses = new Set();

  /** @param {(nowSeconds: number) => number} draw draws; gives seconds until the next frame, negative for never */
  constructor(draw) {
    this.#draw = draw;
  }

  /** Something happened: draw from the next animation frame on. */
  wake() {
    this.#left = FRAMES_AFTER_EVENT;
    this.#schedule();
  }

  /** Draws at once, so that what follows an event still counts as done by the reader (focus, clipboard). */
  flush() {
    for (let frames = 0; frames < MOST_FRAMES_AT_ONCE && this.#pauses.size === 0; ++frames) {
      if (this.#drawOne(performance.now()) !== 0) {
        break;
      }
    }
  }

  /** Draws at once although nobody sees it: for a copy of the picture. */
  drawUnseen() {
    for (let frames = 0; frames < MOST_FRAMES_AT_ONCE; ++frames) {
      if (this.#drawOne(performance.now()) !== 0 && this.#left === 0) {
        break; // ImGui has laid out what changed
      }
    }
  }

  /** No frames until the same reason is taken back: "hidden", "context lost", "resting". */
  pause(reason) {
    this.#pauses.add(reason);
    cancelAnimationFrame(this.#request);
    clearTimeout(this.#timer);
    this.#request = 0;
    this.#timer = 0;
  }

  resume(reason) {
    if (this.#pauses.delete(reason)) {
      this.wake();
    }
  }

  #schedule() {
    if (this.#request === 0 && this.#pauses.size === 0) {
      clearTimeout(this.#timer);
      this.#timer = 0;
      this.#request = requestAnimationFrame((now) => {
        this.#request = 0;
        this.#drawOne(now);
      });
    }
  }

  /** @returns {number} seconds until the next frame is wanted */
  #drawOne(nowMilliseconds) {
    this.#left = Math.max(0, this.#left - 1);
    this.count += 1;
    const wait = this.#draw(nowMilliseconds / 1000);
    if (this.#left > 0 || wait === 0) {
      this.#schedule();
    } else if (wait > 0 && this.#pauses.size === 0) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => {
        this.#timer = 0;
        this.#schedule();
      }, wait * 1000);
    }
    return wait;
  }
}
