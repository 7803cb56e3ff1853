// The API: window.attentionPlayground, what host pages, embeds and tests may rely on.

/**
 * @typedef {{type: string, [parameter: string]: unknown}} Action
 * @typedef {"statechanged" | "stepchanged" | "selectionchanged" | "trained" | "failed"} EventName
 */

const EVENTS = ["statechanged", "stepchanged", "selectionchanged", "trained", "failed"];

/** Seeds may be larger than any number of JSON. */
const json = (action) =>
  JSON.stringify(action, (_, value) => (typeof value === "bigint" ? value.toString() : value));

/** The parts of a page that has started. @typedef {import("./page.js").Parts} Parts */

export class Api {
  /** Resolves when the playground can be used; rejects with the reason where it cannot start. @type {Promise<void>} */
  ready;

  /** @type {Parts | null} */
  #parts = null;
  /** @type {Map<EventName, Set<(detail: object) => void>>} */
  #handlers = new Map(EVENTS.map((event) => [event, new Set()]));

  /** @param {Promise<void>} ready */
  constructor(ready) {
    this.ready = ready;
    this.ready.catch(() => {}); // the page itself tells the reader
  }

  /** From now on the playground answers. @param {Parts} parts */
  attach(parts) {
    this.#parts = parts;
  }

  /** The Session: the names of the link parameters as keys. */
  state() {
    return this.#started.engine.state();
  }

  /** The link of now. */
  url() {
    return this.#parts?.address.current ?? window.location.href;
  }

  /** Frames drawn so far. */
  get frames() {
    return this.#parts?.frames.count ?? 0;
  }

  /**
   * @param {EventName} event
   * @param {(detail: object) => void} handler gets {state, cause}, or {message} with "failed"
   * @returns {() => void} ends it
   */
  on(event, handler) {
    const handlers = this.#handlers.get(event);
    if (handlers === undefined) {
      throw new Error(`There is no event "${event}"; the events are ${EVENTS.join(", ")}.`);
    }
    if (typeof handler !== "function") {
      throw new Error("on(event, handler) needs a function as its handler.");
    }
    handlers.add(handler);
    return () => handlers.delete(handler);
  }

  /**
   * Applies an action before it returns.
   * @param {Action} action
   * @throws {Error} with a sentence that says what is wrong; then nothing has changed
   */
  dispatch(action) {
    const { engine, settle } = this.#started;
    const problem = engine.dispatch(json(action) ?? "null");
    settle();
    if (problem !== "") {
      throw new Error(problem);
    }
  }

  /**
   * @param {string} name
   * @param {{head?: number, layer?: number}} [choice]
   * @returns {import("./engine.js").Tensor} a copy; masked cells are -Infinity
   */
  tensor(name, choice = {}) {
    const { head } = checkedChoice(choice);
    return this.#started.engine.tensor(String(name), head);
  }

  /**
   * @param {string} name
   * @param {number} row
   * @param {number} column
   * @param {{head?: number, layer?: number}} [choice]
   * @returns {import("./engine.js").Provenance} where the value comes from, with all terms
   */
  provenance(name, row, column, choice = {}) {
    const { head } = checkedChoice(choice);
    return this.#started.engine.provenance(String(name), Number(row), Number(column), head);
  }

  /** @returns {Record<string, import("./engine.js").Rect>} what is drawn now, in CSS pixels of the document */
  anchors() {
    if (this.#parts === null) {
      return {};
    }
    const { engine, surface } = this.#parts;
    const anchors = [...engine.anchors()].map(([name, rect]) => [name, surface.toDocument(rect)]);
    return Object.fromEntries(anchors);
  }

  /** What the open lesson states; there are no lessons yet. */
  lesson() {
    return null;
  }

  /** How far the training is; nothing is trained yet. */
  training() {
    return { step: 0, loss: null, held_out_accuracy: null, running: false };
  }

  /** Calls the handlers. One that throws does not keep the others from being called. */
  emit(event, detail) {
    for (const handler of [...this.#handlers.get(event)]) {
      try {
        handler(detail);
      } catch (error) {
        reportError(error);
      }
    }
  }

  get #started() {
    if (this.#parts === null) {
      throw new Error("The playground is not ready yet: await attentionPlayground.ready first.");
    }
    return this.#parts;
  }
}

function checkedChoice({ head = 0, layer = 0 } = {}) {
  if (layer !== 0) {
    throw new Error("There is no such layer; this model has layer 0 only.");
  }
  return { head: Number(head) };
}
