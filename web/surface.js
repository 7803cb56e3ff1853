// The surface: the canvas in its container, pixel for pixel, while it is seen.

export class Surface {
  /** Device pixels for one CSS pixel. */
  density = 1;
  canvas;

  /** What was asked for last. */
  #asked = "";
  #held = false;
  /** window.devicePixelRatio as it was when the size was taken. */
  #ratio = 0;
  #onresize;
  #observer;

  /**
   * @param {HTMLCanvasElement} canvas fills its container by CSS
   * @param {(width: number, height: number, density: number) => void} onresize device pixels; draw at once,
   *   because a canvas that changes its size is empty
   */
  constructor(canvas, onresize) {
    this.canvas = canvas;
    this.#onresize = onresize;
    this.#observer = new ResizeObserver((entries) => this.#follow(entries[entries.length - 1]));
    this.#observe();
    this.#followDensity();
  }

  /** A point of the page (clientX, clientY) in device pixels of the canvas. */
  point(event) {
    const box = this.canvas.getBoundingClientRect();
    return {
      x: (event.clientX - box.left) * (this.canvas.width / box.width),
      y: (event.clientY - box.top) * (this.canvas.height / box.height),
    };
  }

  /** Device pixels of the canvas as CSS pixels of the document; `box` is where the canvas is. */
  toDocument({ x, y, width, height }, box = this.canvas.getBoundingClientRect()) {
    const across = box.width / this.canvas.width;
    const down = box.height / this.canvas.height;
    return {
      x: box.left + window.scrollX + x * across,
      y: box.top + window.scrollY + y * down,
      width: width * across,
      height: height * down,
    };
  }

  /** The picture keeps its size, whatever its container does, until release(). */
  hold() {
    this.#held = true;
  }

  release() {
    this.#held = false;
    this.#observeAgain();
  }

  /** For browsers that tell nothing when only the density changes: asks before a frame is drawn. */
  refresh() {
    if (this.#ratio !== window.devicePixelRatio) {
      this.#observeAgain();
    }
  }

  #follow(entry) {
    const exact = entry.devicePixelContentBoxSize?.[0];
    const { inlineSize, blockSize } = entry.contentBoxSize[0];
    const density = window.devicePixelRatio;
    // Where a density is only simulated (developer tools), the exact size is that of the real screen.
    const agrees = exact !== undefined && Math.abs(exact.inlineSize - inlineSize * density) <= 1 &&
      Math.abs(exact.blockSize - blockSize * density) <= 1;
    this.#adopt(agrees ? exact.inlineSize : inlineSize * density, agrees ? exact.blockSize : blockSize * density);
  }

  #observe() {
    this.#adopt(this.canvas.clientWidth * window.devicePixelRatio, this.canvas.clientHeight * window.devicePixelRatio);
    try {
      this.#observer.observe(this.canvas, { box: "device-pixel-content-box" });
    } catch {
      this.#observer.observe(this.canvas); // Safari does not know that box
    }
  }

  /** Moving to another screen changes the density without a resize; zooming changes both. */
  #followDensity() {
    const query = window.matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
    query.addEventListener("change", () => {
      this.#followDensity();
      this.#observeAgain();
    }, { once: true });
  }

  #observeAgain() {
    this.#observer.unobserve(this.canvas);
    this.#observe();
  }

  #adopt(exactWidth, exactHeight) {
    if (this.#asked !== "" && (exactWidth === 0 || exactHeight === 0)) {
      return; // not displayed now: the picture stays as it was
    }
    this.#ratio = window.devicePixelRatio;
    const width = Math.max(1, Math.round(exactWidth));
    const height = Math.max(1, Math.round(exactHeight));
    const asked = `${width} ${height} ${window.devicePixelRatio}`;
    if (asked === this.#asked || this.#held) {
      return;
    }
    this.#asked = asked;
    const share = this.#allocate(width, height);
    this.density = window.devicePixelRatio * share;
    this.#onresize(this.canvas.width, this.canvas.height, this.density);
  }

  /**
   * A canvas that the graphics card cannot hold gets a smaller drawing buffer than it asked for, into which the
   * picture would not fit: then it asks for less, and the browser enlarges it.
   * @returns {number} the share of the size asked for
   */
  #allocate(width, height) {
    const gl = this.canvas.getContext("webgl2");
    let share = 1;
    for (let tries = 0; tries < 8; ++tries) {
      this.#size(Math.max(1, Math.round(width * share)), Math.max(1, Math.round(height * share)));
      if (gl === null) {
        break; // nothing is drawn
      }
      const across = gl.drawingBufferWidth / this.canvas.width;
      const down = gl.drawingBufferHeight / this.canvas.height;
      if (gl.isContextLost() || (across >= 1 && down >= 1)) {
        break;
      }
      share *= Math.max(0.1, Math.min(across, down));
    }
    return share;
  }

  /** Setting a size makes the browser allocate a drawing buffer, even where it is the one that is there. */
  #size(width, height) {
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
    }
  }
}
