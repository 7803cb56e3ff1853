// The address: the link of now in the fragment of the page, so that the back of a copied address is never old.
// What we write goes after the "#", which no browser sends to the host.

import { LINK_PARAMETERS } from "./link_parameters.js";

/**
 * Safari refuses more than 100 changes of the address in 30 seconds. What a person does by hand is written at once, so
 * that a reload finds it; a drag, which changes something in every frame, now and then.
 */
const WRITES_AT_ONCE = 30;
const ONE_MORE_AFTER_MILLISECONDS = 450;

/** True for a fragment that says nothing of a Session: "#top", a mistyped one. An empty one means the defaults. */
const isMeaningless = (fragment) =>
  fragment.length > 1 &&
  ![...new URLSearchParams(fragment.slice(1)).keys()].some((name) => LINK_PARAMETERS.includes(name));

/** In the query, parameters are read at the start and then moved to the hash. @param {string} fragment without "#" */
function addressOf(fragment) {
  const address = new URL(window.location.href);
  for (const name of LINK_PARAMETERS) {
    address.searchParams.delete(name);
  }
  address.hash = fragment;
  return address.href;
}

export class Address {
  #engine;
  #timer = 0;
  #left = WRITES_AT_ONCE;
  #changed = false;
  /** The address that we read or wrote last. Another one is on its way to us by "hashchange". */
  #known = "";

  /**
   * @param {import("./engine.js").Engine} engine
   * @param {() => void} onopen after a link was opened that somebody typed or clicked
   */
  constructor(engine, onopen) {
    this.#engine = engine;
    window.addEventListener("hashchange", () => {
      if (window.location.href === this.#known) {
        return;
      }
      if (isMeaningless(window.location.hash)) {
        this.#known = window.location.href;
        this.follow();
        return;
      }
      this.#open(true);
      onopen();
    });
    window.addEventListener("pagehide", () => this.#write());
  }

  /** Opens the link that the page came with. */
  read() {
    this.#open(false);
  }

  /** The link of now; a page that gets its files from an element around it cannot be opened without that. */
  get current() {
    return addressOf(this.#engine.link()).replace("/isolated.html", "/embed.html");
  }

  /** The Session changed: the address follows at once, so that Back and Forward find it, as long as it may. */
  follow() {
    this.#changed = true;
    if (this.#left > 0) {
      this.#left -= 1;
      this.#write();
    }
    this.#refill();
  }

  #refill() {
    if (this.#timer !== 0 || this.#left === WRITES_AT_ONCE) {
      return;
    }
    this.#timer = setTimeout(() => {
      this.#timer = 0;
      this.#left += 1;
      if (this.#changed) {
        this.#left -= 1;
        this.#write();
      }
      this.#refill();
    }, ONE_MORE_AFTER_MILLISECONDS);
  }

  /**
   * Gives some parameters other values and keeps the rest of the link of now.
   * @param {Record<string, string | null>} parameters null takes one out. A lesson presets all that is not given
   */
  change(parameters) {
    const link = new URLSearchParams("lesson" in parameters ? "" : this.#engine.link());
    for (const [name, value] of Object.entries(parameters)) {
      if (value === null) {
        link.delete(name);
      } else {
        link.set(name, value);
      }
    }
    this.#engine.openLink("", `#${link}`, true);
  }

  #open(keepsUndo) {
    this.#known = window.location.href;
    this.#changed = false;
    this.#engine.openLink(window.location.search, window.location.hash, keepsUndo);
  }

  #write() {
    if (!this.#changed || window.location.href !== this.#known) {
      return; // between a navigation and its "hashchange" the address is not ours
    }
    this.#changed = false;
    const now = addressOf(this.#engine.link());
    if (now !== this.#known) {
      window.history.replaceState(window.history.state, "", now);
      this.#known = window.location.href;
    }
  }
}
