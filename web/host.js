// The host: the article around this page, whose element (web/embed.js) made the frame that the page is in. It asks,
// and is told what happens. Only the window right above is listened to.

import { EVENTS, message, nowAndThen, problemOfParameters, readMessage, TO_EMBED } from "./messages.js";

const MOST_FAILURES_KEPT = 20;

/**
 * What the page does for its host.
 * @typedef {{rest: () => void, wake: () => void, show: (parameters: Record<string, string | null>) => void,
 *   link: () => string}} Page
 */

export class Host {
  #api;
  #preferences;
  /** @type {Promise<Page>} */
  #page;
  /** Of the first message; a host with an opaque origin has no name to send to. */
  #origin = "*";
  /** The host is told nothing but "hello" before it has asked for something: a plain iframe has no use for more. */
  #heard = false;
  #height = { width: 0, height: 0 };
  /** There is a picture. */
  #drawn = false;
  /** What happened before the host was heard. @type {{message: string}[]} */
  #failures = [];
  #complain = nowAndThen((sentence) => this.#tellFailure({ message: sentence }));

  /**
   * @param {{api: import("./api.js").Api, preferences: import("./preferences.js").Preferences,
   *   starting: Promise<Page>}} parts
   */
  constructor({ api, preferences, starting }) {
    this.#api = api;
    this.#preferences = preferences;
    this.#page = starting;
    window.addEventListener("message", (event) => this.#hear(event));
    // How the page opens is no event for the host, but what is wrong with its link is.
    api.on("failed", (detail) => this.#tellFailure(detail));
    starting.then(({ link }) => {
      for (const name of EVENTS.filter((event) => event !== "failed")) {
        api.on(name, (detail) => this.send("event", { name, detail, link: link() }));
      }
    }, () => {});
    this.#post("hello");
  }

  /** True in a frame. */
  static get isThere() {
    return window.parent !== window;
  }

  /** @param {string} type one of TO_ELEMENT @param {object} [fields] */
  send(type, fields) {
    if (this.#heard) {
      this.#post(type, fields);
    }
  }

  /** The height that the page would like to have at its width, in CSS pixels. */
  tellHeight(width, height) {
    if (width !== this.#height.width || height !== this.#height.height) {
      this.#height = { width, height };
      this.send("height", this.#height);
    }
  }

  /** A frame was drawn: the host may show it, before the lessons are there. */
  tellDrawn() {
    if (!this.#drawn) {
      this.#drawn = true;
      this.send("drawn");
    }
  }

  #post(type, fields) {
    window.parent.postMessage(message(type, fields), this.#origin);
  }

  #greet() {
    this.#heard = true;
    if (this.#drawn) {
      this.send("height", this.#height);
      this.send("drawn");
    }
    this.#page.then(
      ({ link }) => {
        this.send("ready", { link: link() });
        this.#failures.splice(0).forEach((detail) => this.#tellFailure(detail));
      },
      (error) => this.send("stopped", { message: error.message }),
    );
  }

  #tellFailure(detail) {
    if (this.#heard) {
      this.send("event", { name: "failed", detail, link: "" });
    } else if (this.#failures.length < MOST_FAILURES_KEPT) {
      this.#failures.push(detail);
    }
  }

  /** @param {MessageEvent} event */
  #hear(event) {
    const known = this.#origin === "*" || event.origin === this.#origin;
    if (event.source !== window.parent || !known) {
      return;
    }
    const read = readMessage(event.data, TO_EMBED);
    if (read === null) {
      return;
    }
    if (!this.#heard) {
      this.#origin = event.origin === "null" ? "*" : event.origin;
      this.#greet();
    }
    if (read.problem === "" && read.message.type === "scheme") {
      this.#preferences.setHostDark(read.message.dark); // before the first picture
      return;
    }
    if (read.problem === "") {
      this.#page.then((page) => this.#obey(read.message, page), () => {}); // "stopped" was said
      return;
    }
    this.#complain(read.problem);
    if (read.id !== undefined) {
      this.send("refusal", { id: read.id, message: read.problem });
    }
  }

  #obey({ type, ...fields }, page) {
    if (type === "call") {
      this.#answer(fields, page);
    } else if (type === "rest") {
      page.rest();
      this.send("rested");
    } else if (type === "wake") {
      page.wake();
    }
  }

  #answer({ id, method, values }, page) {
    try {
      const value = method === "show" ? show(page, values[0]) : ask(this.#api, method, values);
      this.send("answer", { id, value });
    } catch (error) {
      this.send("refusal", { id, message: error.message });
    }
  }
}

/** @param {import("./api.js").Api} api */
function ask(api, method, values) {
  return method === "frames" ? api.frames : api[method](...values);
}

function show(page, parameters) {
  const problem = problemOfParameters(parameters);
  if (problem !== "") {
    throw new Error(problem);
  }
  page.show(parameters);
}
