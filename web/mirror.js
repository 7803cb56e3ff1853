// The mirror: the picture as real HTML for screen readers, keyboards and switches, and for whoever asks for it as text. It
// is made from what the frame drawn last says, only when that has changed, and acts by pressing what stands on the
// picture. The focus of the document and the lit control of the picture are the same thing.

import { update } from "./elements.js";
import { describe } from "./mirror_view.js";

/** @typedef {import("./mirror_view.js").Said} Said */

/** How long a change may wait while nobody is in the mirror: a drag says something new in every frame. */
const PATIENCE_MILLISECONDS = 200;

/** Rows and columns of a matrix that its table has, and where somebody asks for all of them. */
const PART = 64;
const ALL = 1024;

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
  /** What was announced last. @type {{place: string, cell: string, notices: string, working: string, news: string[]}} */
  #announced = null;
  /** What is still to be told. @type {string[]} */
  #telling = [];
  #most = PART;
  /** Where the focus was before a dialog opened. @type {string} */
  #opener = "";
  #modal = false;
  #ontouched;
  #say;

  /**
   * @param {{engine: import("./engine.js").Engine, frames: import("./frames.js").Frames, settle: () => void,
   *   ontouched: () => void, say: typeof import("./words.js").say}} parts `settle` tells of a change and draws; `ontouched`: somebody goes in here
   */
  constructor({ engine, frames, settle, ontouched, say }) {
    this.#root = document.getElementById("mirror-content");
    this.#announcer = document.getElementById("mirror-status");
    this.#engine = engine;
    this.#frames = frames;
    this.#settle = settle;
    this.#ontouched = ontouched;
    this.#say = say;
    this.#listen();
  }

  /** After a frame: takes over what changed, at once where somebody is in here, or nothing is there yet for Tab to reach. */
  follow() {
    const saying = this.#engine.saying();
    if (saying === this.#saying) {
      return;
    }
    if (this.#isUsed || this.#saying === 0) {
      this.#show();
    } else if (this.#timer === 0) {
      this.#timer = setTimeout(() => this.#show(), PATIENCE_MILLISECONDS);
    }
  }

  /** Whether the text is what a person looks at, or has the focus in. */
  get #isUsed() {
    return this.#root.contains(document.activeElement) || document.documentElement.classList.contains("text-view");
  }

  /** Says a sentence to who listens. @param {string} sentence */
  tell(sentence) {
    this.#telling.push(sentence);
    this.#timer ||= setTimeout(() => this.#show(), PATIENCE_MILLISECONDS);
  }

  #show() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#saying = this.#engine.saying();
    const said = this.#engine.mirror(this.#most);
    const held = this.#root.contains(document.activeElement) ? document.activeElement : null;
    update(this.#root, describe(said, { refusals: this.#refusals, part: PART, say: this.#say }));
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
  #announce({ modal, parts }) {
    const textsOf = (wanted, isMeant = ({ kind }) => kind === "text") => parts.filter(({ part }) => wanted.includes(part))
      .flatMap(({ entries }) => entries.filter(isMeant).map(({ text }) => text));
    const [place = "", title = ""] = textsOf(["stage"], ({ kind }) => kind === "heading");
    const [cell = ""] = textsOf(["stage"], ({ kind, text }) => kind === "text" && / = /.test(text));
    const before = this.#announced;
    const now = {
      place, cell: [title, cell].filter((text) => text !== "").join(": "),
      notices: textsOf(["notices"]).join(" "), news: textsOf(["stage"], ({ news }) => news),
      working: parts.find(({ part }) => part === "working")?.label ?? "",
    };
    // Behind a dialog nothing is said, and nothing of it is new when the dialog is gone.
    this.#announced = modal && before !== null ? { ...before, working: now.working } : now;
    const sentences = this.#telling.splice(0);
    if (before !== null) {
      const isNew = (what) => this.#announced[what] !== before[what] && this.#announced[what] !== "";
      // A text whose numbers alone are others is the same text.
      const wordsOf = (text) => text.replace(/[\d.,−]+/g, "");
      const known = new Set(before.news.map(wordsOf));
      sentences.unshift(...["place", "cell", "notices", "working"].filter(isNew).map((what) => this.#announced[what]),
        ...this.#announced.news.filter((text) => !known.has(wordsOf(text))));
    }
    if (sentences.length > 0) {
      this.#announcer.textContent = sentences.join(". ");
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
      if (event.target.closest("[data-whole]") !== null) {
        this.#most = this.#most === PART ? ALL : PART;
        this.#show();
      } else if (button !== null && button.getAttribute("aria-disabled") !== "true") {
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
        if (this.#commit(event.target)) {
          this.#giveBack(event.target);
        }
      } else if (event.key === "Escape" && event.target.opener !== undefined) {
        event.stopImmediatePropagation(); // the picture has nothing to leave
        event.target.value = event.target.shown;
        this.#refusals.delete(event.target.dataset.name);
        this.#giveBack(event.target);
      }
    });
  }

  /** @param {HTMLInputElement} input where a cell or a button opened it, that has the focus again */
  #giveBack(input) {
    const { opener } = input;
    delete input.opener;
    if (opener?.isConnected) {
      opener.focus({ preventScroll: !this.#isTextView });
    }
  }

  /**
   * In the text view a field is typed in where it stands in the text.
   * @param {string} name @returns {boolean} false where the text has no such field
   */
  openField(name) {
    const native = this.#isTextView && this.#root.querySelector(`[data-field][data-name="${CSS.escape(name)}"]`);
    if (!native) {
      return false;
    }
    const opener = document.activeElement;
    native.focus();
    native.select();
    native.opener = opener;
    return true;
  }

  /** What a screen reader calls the field of that name; empty where the text has none. @param {string} name */
  labelOf(name) {
    if (this.#timer !== 0) {
      this.#show(); // what has just been drawn may not have been taken over yet
    }
    return this.#root.querySelector(`[data-field][data-name="${CSS.escape(name)}"]`)?.labels[0].textContent ?? "";
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
    const { cell, name, ring } = target.dataset;
    this.#engine.focusControl(cell === undefined ? name ?? ring ?? "" : target.closest("table").dataset.matrix);
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

  /** @returns {boolean} false where it was refused */
  #commit(input) {
    const { name } = input.dataset;
    if (input.value === input.shown) {
      return !this.#refusals.has(name);
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
    return sentence === "";
  }
}
