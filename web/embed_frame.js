// The frame: the iframe of an embed, and the calls and answers that go through it.

import { message, nowAndThen, readMessage, TO_ELEMENT } from "./messages.js";
import { sayIn } from "./embed_words.js";

const SANDBOX = "allow-scripts allow-same-origin allow-downloads allow-popups";
const ISOLATED_SANDBOX = "allow-scripts allow-downloads allow-popups";

/** Where the page that was asked for is not an embed, nothing ever answers. */
const PATIENCE_MILLISECONDS = 20_000;

/** @typedef {(told: {type: string, [field: string]: unknown}) => void} Listener gets what is no answer to a call */

export class EmbedFrame {
  /** @type {HTMLIFrameElement} */
  iframe = document.createElement("iframe");

  #origin;
  #onmessage;
  /** @type {Map<number, {resolve: (value: unknown) => void, reject: (error: Error) => void}>} */
  #calls = new Map();
  #lastId = 0;
  #patience = 0;
  #heard = false;
  #complain = nowAndThen((sentence) => this.#onmessage({ type: "event", name: "failed", detail: { message: sentence } }));
  #hear = (event) => this.#receive(event);

  /**
   * @param {{folder: string, link: string, isolated: boolean, dark: boolean, language: import("./embed_words.js").Tongue,
   *   onmessage: Listener}} options `link` without "#"; `dark` is how the article is now
   */
  constructor({ folder, link, isolated, dark, language, onmessage }) {
    const address = new URL(isolated ? "isolated.html" : "embed.html", folder);
    this.#origin = isolated ? "null" : address.origin;
    this.#onmessage = onmessage;
    address.hash = link;
    this.iframe.setAttribute("sandbox", isolated ? ISOLATED_SANDBOX : SANDBOX);
    this.iframe.setAttribute("allow", "clipboard-write");
    this.iframe.setAttribute("part", "frame");
    this.iframe.name = `attention-playground ${dark ? "dark" : "light"}`;
    this.iframe.referrerPolicy = "no-referrer";
    this.iframe.src = address.href;
    this.iframe.addEventListener("load", () => this.#startWaiting(language));
    window.addEventListener("message", this.#hear);
  }

  /** @param {string} type one of TO_EMBED @param {object} [fields] */
  send(type, fields) {
    // An opaque origin has no name to send to; only the window that we made gets it in any case.
    this.iframe.contentWindow?.postMessage(message(type, fields), this.#origin === "null" ? "*" : this.#origin);
  }

  /** @param {string} method one of METHODS @param {unknown[]} values @returns {Promise<unknown>} */
  call(method, values) {
    return new Promise((resolve, reject) => {
      const id = (this.#lastId += 1);
      this.send("call", { id, method, values }); // throws what cannot be sent, such as a function
      this.#calls.set(id, { resolve, reject });
    });
  }

  /** @param {string} reason for those who wait for an answer */
  close(reason) {
    clearTimeout(this.#patience);
    window.removeEventListener("message", this.#hear);
    this.iframe.remove();
    for (const { reject } of this.#calls.values()) {
      reject(new Error(reason));
    }
    this.#calls.clear();
  }

  #startWaiting(language) {
    clearTimeout(this.#patience);
    if (!this.#heard) {
      this.#patience = setTimeout(() => {
        this.#onmessage({ type: "stopped", message: sayIn(language, "embed_silent", { address: this.iframe.src.split("#")[0] }) });
      }, PATIENCE_MILLISECONDS);
    }
  }

  /** @param {MessageEvent} event */
  #receive(event) {
    if (event.source === null || event.source !== this.iframe.contentWindow || event.origin !== this.#origin) {
      return;
    }
    const read = readMessage(event.data, TO_ELEMENT);
    if (read === null) {
      return;
    }
    if (read.problem !== "") {
      this.#complain(read.problem);
      return;
    }
    this.#heard = true;
    clearTimeout(this.#patience);
    const { type, id } = read.message;
    if (type === "answer" || type === "refusal") {
      const call = this.#calls.get(id);
      this.#calls.delete(id);
      if (type === "answer") {
        call?.resolve(read.message.value);
      } else {
        call?.reject(new Error(read.message.message));
      }
      return;
    }
    this.#onmessage(read.message);
  }
}
