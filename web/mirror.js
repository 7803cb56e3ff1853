// The mirror: the picture as real HTML for screen readers, keyboards and switches, and for whoever asks for it as text. It
// is made from what the frame drawn last says, only when that has changed, and acts by pressing what stands on the
// picture. The focus of the document and the lit control of the picture are the same thing.

import { update } from "./elements.js";
import { describe } from "./mirror_view.js";

/** @typedef {import("./mirror_view.js").Said} Said */

/** How long a change may wait while nobody is in the mirror: a drag says something new in every frame. */
const PATIENCE_MILLISECONDS = 200;

export class Mirror {
  #root;
  #announcer;
  #engine;
  #frames;
  #settle;
  #saying = 0;
  #timer = 0;
  /** @type {import("./mirror_view.js").Refusals} */
  #refusals = new Map();
  /** What was announced last, part by part. @type {{place: string, cell: string, notices: string}} */
  #announced = null;
  /** Where the focus was before a dialog opened. @type {string} */
  #opener = "";
  #modal = false;
  #ontouched;

  /**
   * @param {{engine: import("./engine.js").Engine, frames: import("./frames.js").Frames, settle: () => void,
   *   ontouched: () => void}} parts `settle` tells of a change and draws; `ontouched`: somebody goes in here
   */
  constructor({ engine, frames, settle, ontouched }) {
    this.#root = document.getElementById("mirror-content");
    this.#announcer = document.getElementById("mirror-status");
    this.#engine = engine;
    this.#frames = frames;
    this.#settle = settle;
    this.#ontouched = ontouched;
    this.#listen();
  }

  /** After a frame: takes over what changed, at once where somebody is in here. */
  follow() {
    const saying = this.#engine.saying();
    if (saying === this.#saying) {
      return;
    }
    if (this.#isUsed) {
      this.#show();
    } else if (this.#timer === 0) {
      this.#timer = setTimeout(() => this.#show(), PATIENCE_MILLISECONDS);
    }
  }

  /** Whether the text is what a person looks at, or has the focus in. */
  get #isUsed() {
    return this.#root.contains(document.activeElement) || document.documentElement.classList.contains("text-view");
  }

  #show() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#saying = this.#engine.saying();
    const said = this.#engine.mirror();
    const held = this.#root.contains(document.activeElement) ? document.activeElement : null;
    update(this.#root, describe(said, this.#refusals));
    this.#fillFields();
    this.#followFocus(said, held);
    this.#announce(said);
  }

  /** A field shows the value of now, unless somebody types in it or what was typed was refused. */
  #fillFields() {
    for (const input of this.#root.querySelectorAll("[data-field]")) {
      const { name, field } = input.dataset;
      const isTyped = input === document.activeElement && input.shown !== undefined && input.value !== input.shown;
      if (this.#refusals.has(name) || (isTyped && input.shown === field)) {
        continue;
      }
      if (input.value !== field) {
        input.value = field;
      }
      input.shown = field;
    }
  }

  /** @param {Said} said @param {HTMLElement | null} held had the focus in here; it may be gone */
  #followFocus({ modal }, held) {
    const inside = document.activeElement;
    if (modal !== this.#modal) {
      this.#modal = modal;
      document.getElementById("mirror-switch").inert = modal;
      // What had the focus is gone, or stands behind the dialog.
      if (modal && this.#opener !== "") {
        this.#root.querySelector("[data-name]")?.focus({ preventScroll: true });
      } else if (!modal && held !== null) {
        (this.#named(this.#opener) ?? document.getElementById("canvas")).focus({ preventScroll: true });
        this.#opener = "";
      }
    } else if (inside?.dataset?.cell !== undefined) {
      const grid = inside.closest("table");
      const selected = grid.querySelector('[aria-selected="true"]');
      if (selected !== null && selected !== inside) {
        selected.focus({ preventScroll: !this.#isTextView });
      }
    } else if (held !== null && !held.isConnected) {
      // From a matrix that is not in this step to what the step makes; from a control to what stands in its place.
      const cells = this.#root.querySelectorAll('[data-cell][tabindex="0"]');
      const next = held.dataset.cell === undefined ? this.#named(held.dataset.name ?? "") ?? this.#root.querySelector("[data-name]")
        : [...cells].at(-1);
      next?.focus({ preventScroll: true });
    }
  }

  get #isTextView() {
    return document.documentElement.classList.contains("text-view");
  }

  #named(name) {
    return this.#root.querySelector(`[data-name="${CSS.escape(name)}"]`);
  }

  /** One sentence about what changed, never the same twice. @param {Said} said */
  #announce({ parts }) {
    const stage = parts.find(({ part }) => part === "stage")?.entries ?? [];
    const headings = stage.filter(({ kind }) => kind === "heading").map(({ text }) => text);
    const cell = stage.find(({ kind, text }) => kind === "text" && / = /.test(text))?.text ?? "";
    const notices = parts.filter(({ part }) => part === "notices" || part === "working")
      .flatMap(({ entries }) => entries.filter(({ kind }) => kind === "text").map(({ text }) => text)).join(" ");
    const now = { place: headings[0] ?? "", cell: [headings[1] ?? "", cell].filter((text) => text !== "").join(": "), notices };
    const before = this.#announced;
    this.#announced = now;
    if (before === null) {
      return;
    }
    const news = ["place", "cell", "notices"].filter((what) => now[what] !== before[what] && now[what] !== "");
    if (news.length > 0) {
      this.#announcer.textContent = news.map((what) => now[what]).join(". ");
    }
  }

  #listen() {
    const root = this.#root;
    root.addEventListener("focusin", ({ target }) => this.#enter(target));
    root.addEventListener("focusout", ({ relatedTarget }) => {
      if (!root.contains(relatedTarget)) {
        this.#engine.focusControl("");
        this.#engine.setFocus(false);
        this.#frames.wake();
      }
    });
    root.addEventListener("click", (event) => {
      const button = event.target.closest("button[data-name]");
      const cell = event.target.closest("[data-cell]");
      this.#engine.setModifiers(event);
      if (button !== null && button.getAttribute("aria-disabled") !== "true") {
        this.#press(button.dataset.name);
      } else if (cell !== null) {
        this.#press(cell.dataset.cell);
      }
      this.#engine.setModifiers({});
    });
    root.addEventListener("change", ({ target }) => {
      if (target.dataset.field !== undefined) {
        this.#commit(target);
      } else if (target.type === "radio" || target.type === "checkbox") {
        this.#press(target.dataset.name);
      }
    });
    root.addEventListener("input", ({ target }) => {
      if (target.type === "range") {
        this.#engine.slide(target.dataset.name, target.valueAsNumber);
        this.#afterPress();
      } else if (this.#refusals.delete(target.dataset.name)) {
        target.removeAttribute("aria-invalid");
      }
    });
    root.addEventListener("keydown", (event) => {
      if (event.key === "Tab" && this.#modal) {
        this.#wrap(event);
      } else if (event.key === "Enter" && event.target.dataset.field !== undefined && !event.isComposing) {
        event.preventDefault();
        this.#commit(event.target);
      }
    });
  }

  /** In a dialog Tab goes from the last control to the first, and Shift+Tab back. @param {KeyboardEvent} event */
  #wrap(event) {
    const stops = [...this.#root.querySelectorAll("[data-name]:not([type=radio]:not(:checked)), [tabindex='0']")];
    const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
    if (event.target === from) {
      event.preventDefault();
      to.focus({ preventScroll: true });
    }
  }

  #enter(target) {
    this.#ontouched();
    this.#engine.setFocus(true);
    const { cell, name } = target.dataset;
    this.#engine.focusControl(cell === undefined ? name ?? "" : target.closest("table").dataset.matrix);
    this.#frames.flush();
    this.#frames.wake();
  }

  #press(name) {
    this.#opener = this.#modal ? this.#opener : name;
    this.#engine.press(name);
    this.#afterPress();
  }

  #afterPress() {
    this.#frames.flush(); // takes the press
    this.#settle();
    this.#frames.flush(); // shows what it made
    if (this.#engine.saying() !== this.#saying) {
      this.#show();
    }
  }

  #commit(input) {
    const { name } = input.dataset;
    if (input.value === input.shown) {
      return;
    }
    const sentence = this.#engine.commitField(name, input.value);
    if (sentence === "") {
      this.#refusals.delete(name);
      input.shown = input.value;
    } else {
      this.#refusals.set(name, sentence);
    }
    this.#settle();
    this.#frames.flush();
    this.#show();
  }
}
