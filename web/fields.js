// Fields: real text fields laid over the picture, with the system's keyboard, selection and writing aids.

/** What a screen reader calls a field; the others have their labels in the mirror. */
const WORDS = new Map([["text", "field_text"], ["token.edit", "field_word"], ["tokens.add", "field_new_word"],
  ["cell.edit", "field_cell"], ["cell.here", "field_cell"], ["seed", "field_seed"], ["heads", "field_heads"],
  ["kv_heads", "field_kv_heads"], ["scale", "field_scale"], ["mask.padding.count", "field_padding"],
  ["mask.window.count", "field_window"], ["mask.prefix.count", "field_prefix"]]);

/** Names of fields whose values are whole numbers from 0 up: a keyboard of digits does. */
const COUNTS = new Set(["seed", "d_model", "d_k", "heads", "kv_heads", "d_ff", "mask.padding.count", "mask.window.count",
  "mask.prefix.count"]);

/**
 * @typedef {{input: HTMLInputElement | HTMLTextAreaElement, message: HTMLElement, opener: Element | null, value: string,
 *   model: string}} Field `opener`: had the focus; `value`: what it was opened with; `model`: the model that this is of
 */

/** What of the state no field shows: where the reader is, and how it looks. */
const MOVES = new Set(["lesson", "cue", "knobs", "step", "query", "key", "head", "feature", "tokens", "colors",
  "digits", "theme", "hide", "lang", "compare", "v"]);

/** @param {object} state */
const modelOf = (state) => JSON.stringify(Object.entries(state).filter(([name]) => !MOVES.has(name)));

export class Fields {
  #engine;
  #surface;
  #mirror;
  #oncommit;
  #say;
  /** @type {Map<string, Field>} */
  #open = new Map();

  /**
   * @param {{engine: import("./engine.js").Engine, surface: import("./surface.js").Surface,
   *   mirror: import("./mirror.js").Mirror, oncommit: () => void, say: typeof import("./words.js").say}} parts
   */
  constructor({ engine, surface, mirror, oncommit, say }) {
    this.#engine = engine;
    this.#surface = surface;
    this.#mirror = mirror;
    this.#oncommit = oncommit;
    this.#say = say;
  }

  /** @param {{name: string, value: string, number: boolean}} effect */
  open({ name, value, number }) {
    this.#close(name);
    if (this.#mirror.openField(name === "cell.here" ? "cell.edit" : name)) {
      return;
    }
    const isText = name === "text";
    const input = document.createElement(isText ? "textarea" : "input");
    input.className = "field";
    input.value = value;
    input.name = name;
    input.setAttribute("aria-label", WORDS.has(name) ? this.#say(WORDS.get(name)) : this.#mirror.labelOf(name) || name);
    input.autocomplete = "off";
    input.spellcheck = false;
    input.autocapitalize = "off";
    if (number) {
      // The decimal keyboard of iOS has no minus.
      input.inputMode = COUNTS.has(name) ? "numeric" : "text";
    }
    const message = document.createElement("div");
    message.className = "field-message";
    message.id = `field-message-${name}`;
    message.setAttribute("role", "alert");
    message.hidden = true;
    const opener = document.activeElement;
    document.body.append(input, message);
    // The input has its own idea of line ends: what it holds, not what it was given, tells whether somebody typed.
    this.#open.set(name, { input, message, opener, value: input.value, model: modelOf(this.#engine.state()) });
    this.#listen(name, input, opener);
    this.place();
    input.focus({ preventScroll: true });
    input.select();
  }

  /** Moves the fields to where they are drawn now; one whose place is gone is closed. */
  place() {
    const isTextView = document.documentElement.classList.contains("text-view");
    for (const [name, { input, message, opener }] of this.#open) {
      const anchor = this.#engine.findAnchor(name);
      if (anchor === null) {
        this.#close(name);
        continue;
      }
      const { x, y, width, height } = isTextView && opener?.closest("#mirror") ? opener.getBoundingClientRect()
        : this.#surface.toDocument(anchor);
      Object.assign(input.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
      Object.assign(message.style, { left: `${x}px`, top: `${y + height + 4}px` });
    }
  }

  /**
   * The Session changed by something else than a field. One in which nobody has typed would put an old value back:
   * it is closed. Another link takes all of them away: what was typed was meant for what is gone.
   * @param {object} state @param {{name: string, cause: string}[]} events
   */
  follow(state, events) {
    if (this.#open.size === 0) {
      return;
    }
    const opened = events.some(({ cause }) => cause === "open");
    const model = modelOf(state);
    for (const [name, field] of this.#open) {
      if (opened || (field.model !== model && field.input.value === field.value)) {
        this.#close(name);
      }
    }
  }

  /** @param {Element | null} opener gets the focus back */
  #listen(name, input, opener) {
    const giveBack = () => (opener?.isConnected ? opener : this.#surface.canvas).focus({ preventScroll: true });
    input.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.isComposing) {
        return;
      }
      if (event.key === "Enter" && !event.shiftKey) {
        event.preventDefault();
        if (this.#commit(name)) {
          giveBack();
        }
      } else if (event.key === "Escape") {
        event.preventDefault();
        this.#close(name);
        giveBack();
      }
    });
    input.addEventListener("blur", () => {
      // What was refused does not stay on the page as if it were so.
      if (!this.#commit(name)) {
        this.#close(name);
      }
    });
    input.addEventListener("input", () => this.#accept(name));
  }

  /** @returns {boolean} false where the text was refused: the field stays open with all that was typed */
  #commit(name) {
    const field = this.#open.get(name);
    if (field === undefined) {
      return true;
    }
    if (field.input.value === field.value) {
      this.#close(name);
      return true;
    }
    const problem = this.#engine.commitField(name, field.input.value);
    if (problem === "") {
      this.#close(name);
    } else {
      field.input.setAttribute("aria-invalid", "true");
      field.input.setAttribute("aria-describedby", field.message.id);
      field.input.title = problem;
      field.message.textContent = problem;
      field.message.hidden = false;
    }
    this.#oncommit();
    return problem === "";
  }

  #accept(name) {
    const field = this.#open.get(name);
    field?.input.removeAttribute("aria-invalid");
    if (field !== undefined) {
      field.message.hidden = true;
    }
  }

  #close(name) {
    const field = this.#open.get(name);
    this.#open.delete(name); // before the removal, whose blur would commit
    field?.input.remove();
    field?.message.remove();
  }
}
