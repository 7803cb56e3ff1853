// The context: WebGL 2 on the canvas, for one drawing program alone.

const ATTRIBUTES = {
  alpha: false,
  depth: false,
  stencil: false,
  antialias: false,
  powerPreference: "low-power",
};

/**
 * ImGui asks for this state before each frame and puts it back afterwards, for programs that draw something else as
 * well. Each answer waits until the graphics process has drawn all that came before: in software that was 300 ms of
 * a frame of 303. Nobody else draws here, so the state that a new context has is as good.
 * @param {WebGL2RenderingContext} gl
 */
const stateOfNewContext = (gl) => new Map([
  [gl.ACTIVE_TEXTURE, gl.TEXTURE0],
  [gl.CURRENT_PROGRAM, null],
  [gl.TEXTURE_BINDING_2D, null],
  [gl.SAMPLER_BINDING, null],
  [gl.ARRAY_BUFFER_BINDING, null],
  [gl.VERTEX_ARRAY_BINDING, null],
  [gl.VIEWPORT, new Int32Array(4)],
  [gl.SCISSOR_BOX, new Int32Array(4)],
  [gl.BLEND_SRC_RGB, gl.ONE],
  [gl.BLEND_DST_RGB, gl.ZERO],
  [gl.BLEND_SRC_ALPHA, gl.ONE],
  [gl.BLEND_DST_ALPHA, gl.ZERO],
  [gl.BLEND_EQUATION_RGB, gl.FUNC_ADD],
  [gl.BLEND_EQUATION_ALPHA, gl.FUNC_ADD],
]);

/**
 * Makes the context that SDL is given when it asks for one: it cannot ask for the low-power graphics card.
 * @param {HTMLCanvasElement} canvas
 * @returns {boolean} false where the browser has no WebGL 2
 */
export function createContext(canvas) {
  // A drawing buffer that is the right size from the start is not allocated twice.
  canvas.width = Math.max(1, Math.round(canvas.clientWidth * window.devicePixelRatio));
  canvas.height = Math.max(1, Math.round(canvas.clientHeight * window.devicePixelRatio));
  const gl = canvas.getContext("webgl2", ATTRIBUTES);
  if (gl === null) {
    return false;
  }
  canvas.addEventListener("webglcontextlost", (event) => event.preventDefault()); // or it never comes back
  const known = stateOfNewContext(gl);
  const ask = gl.getParameter.bind(gl);
  gl.getParameter = (name) => (known.has(name) ? known.get(name) : ask(name));
  return true;
}

/**
 * Keeps the canvas at its size while `make` runs: SDL tries others out on making its window, and each time the browser
 * allocates a drawing buffer and waits for the graphics process, 50 to 200 ms in all.
 * @template T @param {HTMLCanvasElement} canvas @param {() => T} make @returns {T}
 */
export function withoutResizing(canvas, make) {
  for (const name of ["width", "height"]) {
    const { get } = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, name);
    Object.defineProperty(canvas, name, { configurable: true, get, set() {} });
  }
  try {
    return make();
  } finally {
    delete canvas.width; // the prototype's own shows again
    delete canvas.height;
  }
}

/** How long a context that is lost at the start may take to come back. */
const PATIENCE_MILLISECONDS = 10_000;

/** A context is lost when the graphics driver restarts, or when the browser gives its place to a newer one. */
export const isLost = (canvas) => canvas.getContext("webgl2")?.isContextLost() ?? false;

/**
 * Waits for a context that is lost already.
 * @param {HTMLCanvasElement} canvas
 * @returns {Promise<boolean>} false where it does not come back
 */
export function contextIsThere(canvas) {
  if (!isLost(canvas)) {
    return Promise.resolve(true);
  }
  return new Promise((resolve) => {
    const answer = () => resolve(!isLost(canvas));
    canvas.addEventListener("webglcontextrestored", answer, { once: true });
    setTimeout(answer, PATIENCE_MILLISECONDS);
  });
}

/**
 * After a loss nothing is left to delete, and WebGL complains of every name that belonged to the lost context.
 * @param {HTMLCanvasElement} canvas @param {() => void} forget drops all names
 */
export function withoutDeleting(canvas, forget) {
  const gl = canvas.getContext("webgl2");
  const names = ["deleteBuffer", "deleteProgram", "deleteShader", "deleteTexture", "deleteVertexArray"];
  for (const name of names) {
    gl[name] = () => {};
  }
  try {
    forget();
  } finally {
    for (const name of names) {
      delete gl[name]; // the prototype's own shows again
    }
  }
}
