// The text view: the mirror to be looked at, over the picture or in its place.

import { say } from "./words.js";

export class TextView {
  #button = document.getElementById("mirror-switch");
  #onchange;

  /** @param {{noPicture: string, onchange: () => void}} parts `noPicture`: why there is no picture; empty where there is */
  constructor({ noPicture, onchange }) {
    this.#onchange = onchange;
    this.#button.addEventListener("click", () => this.show(!this.isShown));
    if (noPicture !== "") {
      const reason = document.getElementById("mirror-reason");
      reason.textContent = say("text_instead", { reason: noPicture });
      reason.hidden = false;
      this.#button.hidden = true;
      this.show(true);
    }
  }

  get isShown() {
    return document.documentElement.classList.contains("text-view");
  }

  /** @param {boolean} on */
  show(on) {
    document.documentElement.classList.toggle("text-view", on);
    this.#button.setAttribute("aria-pressed", String(on));
    this.#button.textContent = say(on ? "picture_view" : "text_view");
    this.#onchange();
    if (on) {
      this.#button.focus({ preventScroll: true });
    }
  }
}
