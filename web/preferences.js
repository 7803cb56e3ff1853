// Preferences: what the reader's system asks for, followed while the page is open.

/** @typedef {{dark: boolean, reducedMotion: boolean, touch: boolean}} Values */

export class Preferences {
  #queries = {
    dark: window.matchMedia("(prefers-color-scheme: dark)"),
    reducedMotion: window.matchMedia("(prefers-reduced-motion: reduce)"),
    touch: window.matchMedia("(pointer: coarse)"),
  };

  /** @param {(values: Values) => void} onchange also called at once */
  follow(onchange) {
    for (const query of Object.values(this.#queries)) {
      query.addEventListener("change", () => onchange(this.current));
    }
    onchange(this.current);
  }

  /** @returns {Values} */
  get current() {
    const { dark, reducedMotion, touch } = this.#queries;
    return { dark: dark.matches, reducedMotion: reducedMotion.matches, touch: touch.matches };
  }
}
