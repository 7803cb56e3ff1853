// The surface: the canvas in its container, pixel for pixel, while it is seen.

export class Surface {
  /** Device pixels for one CSS pixel. */
  density = 1;
  canvas;

  #width = 0;
  #height = 0;
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

  /** Device pixels of the canvas as CSS pixels of the document. */
  toDocument({ x, y, width, height }) {
    const box = this.canvas.getBoundingClientRect();
    const across = box.width / this.canvas.width;
    const down = box.height / this.canvas.height;
    return {
      x: box.left + window.scrollX + x * across,
      y: box.top + window.scrollY + y * down,
      width: width * across,
      height: height * down,
    };
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
      this.#observer.unobserve(this.canvas);
      this.#observe();
    }, { once: true });
  }

  #adopt(exactWidth, exactHeight) {
    const width = Math.max(1, Math.round(exactWidth));
    const height = Math.max(1, Math.round(exactHeight));
    const density = window.devicePixelRatio;
    if (width === this.#width && height === this.#height && density === this.density) {
      return;
    }
    this.canvas.width = this.#width = width;
    this.canvas.height = this.#height = height;
    this.density = density;
    this.#onresize(width, height, density);
  }
}
