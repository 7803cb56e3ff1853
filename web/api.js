// The API: window.attentionPlayground, what host pages, embeds and tests may rely on.

import { actionJson } from "./action_json.js";

/**
 * @typedef {{type: string, [parameter: string]: unknown}} Action
 * @typedef {"statechanged" | "stepchanged" | "selectionchanged" | "trained" | "failed"} EventName
 */

const EVENTS = ["statechanged", "stepchanged", "selectionchanged", "trained", "failed"];

/** More events than this while handlers answer events with actions is a circle without an end. */
const MOST_EVENTS_IN_A_ROW = 1000;

/** Names are short; the sentence about an unknown one shows its beginning. */
const LONGEST_NAME = 200;

/**
 * One call of on(): the same function may be given twice, and each ends alone.
 * @typedef {{handler: (detail: object) => void, ended: boolean}} Listener
 */

/** The parts of a page that has started. @typedef {import("./page.js").Parts} Parts */

export class Api {
  /** Resolves when the playground can be used; rejects with the reason where it cannot start. @type {Promise<void>} */
  ready;

  /** @type {Parts | null} */
  #parts = null;
  /** @type {Map<EventName, Listener[]>} */
  #listeners = new Map(EVENTS.map((event) => [event, []]));
  /** Events that nobody has heard yet, in the order in which they happened. @type {[Listener[], object][]} */
  #events = [];
  #emitted = 0;
  #emitting = false;

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
    const listeners = this.#listeners.get(event);
    if (listeners === undefined) {
      throw new Error(`There is no event "${String(event).slice(0, LONGEST_NAME)}"; the events are ${EVENTS.join(", ")}.`);
    }
    if (typeof handler !== "function") {
      throw new Error("on(event, handler) needs a function as its handler.");
    }
    const listener = { handler, ended: false };
    listeners.push(listener);
    return () => {
      if (!listener.ended) {
        listener.ended = true;
        listeners.splice(listeners.indexOf(listener), 1);
      }
    };
  }

  /**
   * Applies an action before it returns.
   * @param {Action} action
   * @throws {Error} with a sentence that says what is wrong; then nothing has changed
   */
  dispatch(action) {
    const { engine, settle } = this.#started;
    if (this.#emitted > MOST_EVENTS_IN_A_ROW) {
      throw new Error("This action comes from a handler that answers its own events without an end; it is not applied.");
    }
    const problem = engine.dispatch(actionJson(action));
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
    return this.#started.engine.tensor(checkedName(name), ...placeOf(choice));
  }

  /**
   * @param {string} name
   * @param {number} row
   * @param {number} column
   * @param {{head?: number, layer?: number}} [choice]
   * @returns {import("./engine.js").Provenance} where the value comes from, with all terms
   */
  provenance(name, row, column, choice = {}) {
    const { engine } = this.#started;
    return engine.provenance(
      checkedName(name), checkedIndex("row", row), checkedIndex("column", column), ...placeOf(choice));
  }

  /** @returns {Record<string, import("./engine.js").Rect>} what is drawn now, in CSS pixels of the document */
  anchors() {
    if (this.#parts === null) {
      return {};
    }
    const { engine, surface } = this.#parts;
    const box = surface.canvas.getBoundingClientRect();
    const anchors = {};
    for (const [name, rect] of engine.anchors()) {
      anchors[name] = surface.toDocument(rect, box);
    }
    return anchors;
  }

  /**
   * What the open lesson states, computed now.
   * @returns {{id: string, question: string, claims: {name: string, value: number}[]} | null} null without one
   */
  lesson() {
    return this.#started.engine.lesson();
  }

  /** How far the training is; without one at step 0, and nothing is known of it. */
  training() {
    return this.#started.engine.training();
  }

  /**
   * Calls the handlers of [event, detail] pairs that happened together. What happens because of a handler is told after
   * all have heard of what it answered, so that everybody hears the same order. Each gets a detail of its own; one that
   * throws does not keep the others from being called.
   */
  emit(...happened) {
    for (const [event, detail] of happened) {
      this.#events.push([[...this.#listeners.get(event)], detail]);
    }
    if (this.#emitting) {
      return;
    }
    this.#emitting = true;
    for (this.#emitted = 0; this.#events.length > 0; this.#emitted += 1) {
      const [listeners, next] = this.#events.shift();
      for (const listener of listeners) {
        call(listener, next);
      }
    }
    this.#emitting = false;
    this.#emitted = 0;
  }

  get #started() {
    if (this.#parts === null) {
      throw new Error("The playground is not ready yet: await attentionPlayground.ready first.");
    }
    return this.#parts;
  }
}

/** @param {Listener} listener may have been ended since the event happened */
function call({ handler, ended }, detail) {
  if (ended) {
    return;
  }
  try {
    handler(structuredClone(detail));
  } catch (error) {
    reportError(error);
  }
}

/** Half characters become U+FFFD on their way; what is cut here is not. */
function checkedName(name) {
  if (typeof name !== "string") {
    throw new Error("The name of a tensor is a string, such as \"weights\".");
  }
  return name.length > LONGEST_NAME ? [...name.slice(0, LONGEST_NAME)].slice(0, -1).join("") : name;
}

/** Nothing is turned into a number: null, "" and [] would all be 0. */
function checkedIndex(what, index) {
  if (!Number.isInteger(index) || index < 0 || index > 0x7fffffff) {
    const given = typeof index === "number" ? index : typeof index === "string" ? `"${index.slice(0, 40)}"` : typeof index;
    throw new Error(`There is no ${what} ${given}: a ${what} is a whole number, counted from 0.`);
  }
  return index;
}

/** @returns {[number, number]} the head that `choice` names, 0 where it names none, and the layer, -1 where it names none */
function placeOf(choice) {
  const { head, layer } = choice ?? {};
  return [checkedIndex("head", head ?? 0), layer === undefined ? -1 : checkedIndex("layer", layer)];
}
