// The address: the link of now in the fragment of the page, so that the back of a copied address is never old.
// What we write goes after the "#", which no browser sends to the host.

const WRITE_AFTER_MILLISECONDS = 250;

/** The names of link parameters (DESIGN.md). In the query they are read at the start and then moved to the hash. */
const LINK_PARAMETERS = [
  "lesson", "step", "text", "seed", "vectors", "weights", "positions", "d_model", "d_k", "heads", "kv_heads", "d_ff",
  "mask", "scale", "query", "key", "head", "edits", "training", "compare", "theme", "hide", "lang", "v",
];

/** @param {string} fragment without "#" */
export function addressOf(fragment) {
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

  /**
   * @param {import("./engine.js").Engine} engine
   * @param {() => void} onopen after a link was opened that somebody typed or clicked
   */
  constructor(engine, onopen) {
    this.#engine = engine;
    window.addEventListener("hashchange", () => {
      clearTimeout(this.#timer);
      this.read();
      onopen();
    });
    window.addEventListener("pagehide", () => this.#write());
  }

  read() {
    this.#engine.openLink(window.location.search, window.location.hash);
  }

  /** The link of now. */
  get current() {
    return addressOf(this.#engine.link());
  }

  /** The Session changed: the address follows when the changes pause. */
  follow() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#write(), WRITE_AFTER_MILLISECONDS);
  }

  #write() {
    clearTimeout(this.#timer);
    if (this.current !== window.location.href) {
      window.history.replaceState(window.history.state, "", this.current);
    }
  }
}
