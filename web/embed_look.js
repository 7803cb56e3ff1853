// The look of an embed before its first picture: what the author wrote or a quiet drawing, with room for what comes.

const SVG = "http://www.w3.org/2000/svg";
const CELLS = 8;

const STYLE = `
  :host { display: block; }
  :host([hidden]) { display: none; }
  .box { position: relative; overflow: hidden; }
  iframe { position: absolute; inset: 0; display: block; width: 100%; height: 100%; border: 0; visibility: hidden; }
  .drawn iframe { visibility: visible; }
  .drawn .poster { display: none; }
  .poster { position: absolute; inset: 0; display: grid; place-content: center; justify-items: center; gap: 1rem;
    padding: 1rem; overflow: auto; text-align: center; color: inherit; }
  .poster > img { max-width: 100%; max-height: 100%; }
  .pattern { width: 6rem; opacity: 0.35; }
  .bar { width: 12rem; max-width: 100%; height: 0.375rem; animation: appear 0.2s 0.3s both; }
  @keyframes appear { from { opacity: 0; } }
  .problem { max-width: 40rem; margin: 0; }
  .again { min-height: 44px; padding: 0 1rem; font: inherit; }
  .probe { position: absolute; visibility: hidden; background-color: Canvas; }
`;

/** One sheet for all embeds; by script, because a strict policy forbids style elements. */
let sheet = null;

function sharedSheet() {
  if (sheet === null) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
  }
  return sheet;
}

/** @param {string} name @param {Record<string, string>} attributes @param {(Node | string)[]} children */
function element(name, attributes, children = []) {
  const made = name === "svg" || name === "rect" ? document.createElementNS(SVG, name) : document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    made.setAttribute(attribute, value);
  }
  made.append(...children);
  return made;
}

/** The lower triangle of a causal mask. */
function pattern() {
  const cells = [];
  for (let row = 0; row < CELLS; ++row) {
    for (let column = 0; column <= row; ++column) {
      const opacity = String(0.25 + 0.75 * (((row * 5 + column * 3) % 7) / 6));
      cells.push(element("rect", { x: `${column}`, y: `${row}`, width: "0.9", height: "0.9", opacity }));
    }
  }
  return element("svg", { class: "pattern", viewBox: `0 0 ${CELLS} ${CELLS}`, fill: "currentColor",
    "aria-hidden": "true" }, cells);
}

export class Look {
  /** Its background is the browser's own ground for the color-scheme that is in force. */
  probe = element("span", { class: "probe" });

  #box = element("div", { class: "box" });
  #poster = element("div", { class: "poster", part: "poster" });
  #caption = element("span", {});
  #slot = element("slot", {}, [pattern(), this.#caption]);
  /** What stands in for the figure: the author's words or picture, or the pattern. @type {Element} */
  #shown = this.#slot;
  /** Below it: a bar while it loads, or why it could not. @type {Element[]} */
  #below = [];

  /** @param {ShadowRoot} root */
  constructor(root) {
    root.adoptedStyleSheets = [sharedSheet()];
    this.#arrange();
    this.#box.append(this.#poster, this.probe);
    root.append(this.#box);
  }

  get width() {
    return this.#box.clientWidth;
  }

  /** @param {string} height as CSS has it */
  setHeight(height) {
    this.#box.style.height = height;
  }

  /** @param {string} caption @param {string | null} picture address of an image to show before the first picture */
  describe(caption, picture) {
    this.#caption.textContent = caption;
    this.#shown = picture === null ? this.#slot : element("img", { src: picture, alt: caption });
    this.#arrange();
  }

  /** @param {HTMLIFrameElement} iframe */
  add(iframe) {
    this.#box.append(iframe);
  }

  /** True from the first picture on. @param {boolean} drawn */
  setDrawn(drawn) {
    this.#box.classList.toggle("drawn", drawn);
  }

  /** A bar of what has arrived, which never goes back. @param {number} bytes @param {number} of @param {string} label */
  showProgress(bytes, of, label) {
    let [bar] = this.#below;
    if (bar?.localName !== "progress") {
      bar = element("progress", { class: "bar", part: "progress", "aria-label": label });
      this.#setBelow([bar]);
    }
    bar.max = of;
    bar.value = Math.max(bytes, bar.value);
  }

  /**
   * The embed cannot start: what the author wrote stays, and with it the reason and a button.
   * @param {string} reason @param {string} label of the button @param {() => void} onagain
   */
  showProblem(reason, label, onagain) {
    this.setDrawn(false);
    const problem = element("p", { class: "problem", role: "status" }, [reason]);
    const again = element("button", { class: "again", part: "again", type: "button" }, [label]);
    again.addEventListener("click", onagain);
    this.#setBelow([problem, again]);
  }

  /** As before the first try. */
  reset() {
    this.setDrawn(false);
    this.#setBelow([]);
  }

  #setBelow(elements) {
    this.#below = elements;
    this.#arrange();
  }

  #arrange() {
    this.#poster.replaceChildren(this.#shown, ...this.#below);
  }
}
