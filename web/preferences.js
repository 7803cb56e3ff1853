// Preferences: what the reader's system asks for, and the article around the page, followed while the page is open.

import { readersLanguage } from "./language.js";

/** @typedef {{dark: boolean, reducedMotion: boolean, touch: boolean, contrast: boolean, language: import("./words.js").Tongue}} Values */

/** The element names its frame so, because a message could come after the first picture. */
const FRAME_NAMES = new Map([["attention-playground dark", true], ["attention-playground light", false]]);

export class Preferences {
  #queries = {
    dark: window.matchMedia("(prefers-color-scheme: dark)"),
    reducedMotion: window.matchMedia("(prefers-reduced-motion: reduce)"),
    touch: window.matchMedia("(pointer: coarse)"),
    contrast: window.matchMedia("(prefers-contrast: more), (forced-colors: active)"),
  };

  /** Whether the article is dark, where it says so. @type {boolean | null} */
  #hostDark = FRAME_NAMES.get(window.name) ?? null;
  #onchange = () => {};

  /** An article has colours of its own, whatever the system prefers. @param {boolean} dark */
  setHostDark(dark) {
    this.#hostDark = dark;
    this.#onchange(this.current);
  }

  /** @param {(values: Values) => void} onchange also called at once */
  follow(onchange) {
    this.#onchange = onchange;
    for (const query of Object.values(this.#queries)) {
      query.addEventListener("change", () => onchange(this.current));
    }
    window.addEventListener("languagechange", () => onchange(this.current));
    onchange(this.current);
  }

  /** @returns {Values} */
  get current() {
    const { dark, reducedMotion, touch, contrast } = this.#queries;
    return {
      dark: this.#hostDark ?? dark.matches,
      reducedMotion: reducedMotion.matches,
      touch: touch.matches,
      contrast: contrast.matches,
      language: readersLanguage(),
    };
  }
}
