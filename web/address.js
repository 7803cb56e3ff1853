// The address: the link of now in the fragment of the page, so that the back of a copied address is never old.
// What we write goes after the "#", which no browser sends to the host.

/** Safari refuses more than 100 changes of the address in 30 seconds. */
const WRITE_AGAIN_AFTER_MILLISECONDS = 400;

/** The names of link parameters (DESIGN.md). In the query they are read at the start and then moved to the hash. */
const LINK_PARAMETERS = [
  "lesson", "step", "text", "seed", "vectors", "weights", "positions", "d_model", "d_k", "heads", "kv_heads", "d_ff",
  "mask", "scale", "query", "key", "head", "edits", "training", "compare", "theme", "hide", "lang", "v",
];

/** True for a fragment that says nothing of a Session: "#top", a mistyped one. An empty one means the defaults. */
const isMeaningless = (fragment) =>
  fragment.length > 1 &&
  ![...new URLSearchParams(fragment.slice(1)).keys()].some((name) => LINK_PARAMETERS.includes(name));

/** @param {string} fragment without "#" */
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

  /** The link of now. */
  get current() {
    return addressOf(this.#engine.link());
  }

  /** The Session changed: the address follows at once, so that Back and Forward find it, then at most now and then. */
  follow() {
    this.#changed = true;
    if (this.#timer === 0) {
      this.#write();
      this.#timer = setTimeout(() => {
        this.#timer = 0;
        if (this.#changed) {
          this.follow();
        }
      }, WRITE_AGAIN_AFTER_MILLISECONDS);
    }
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
    const { current } = this;
    if (current !== this.#known) {
      window.history.replaceState(window.history.state, "", current);
      this.#known = window.location.href;
    }
  }
}
