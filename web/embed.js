// <attention-playground>: the playground as an element of an article. Its attributes are the parameters of a link; the
// playground itself runs in a frame, so that nothing of it touches the article. docs/embedding.md says all of it.

import { EmbedFrame } from "./embed_frame.js";
import { listenToLinks } from "./embed_links.js";
import { Look } from "./embed_look.js";
import { Pool, Reason } from "./embed_pool.js";
import { isDarkAround, watchScheme } from "./embed_scheme.js";
import { languageAmong, sayIn } from "./embed_words.js";
import { LINK_PARAMETERS } from "./link_parameters.js";
import { meantParameters } from "./messages.js";

const FOLDER = new URL("./", import.meta.url).href;
const NEAR = "300px 0px";

/** CSS pixels. The first stands until the page has said what it wants at its width. */
const HEIGHT = { first: 600, least: 160, most: 960 };

/** Not for an article's scripts, which have dispatch(): what its links and buttons do, and what the observer tells. */
const SHOW = Symbol("show");
const SEE = Symbol("see");

const pool = new Pool();

/** One for all, because it tells in the order of the article. */
const sight = new IntersectionObserver(
  (entries) => entries.forEach(({ target, isIntersecting }) => target[SEE](isIntersecting)),
  { rootMargin: NEAR },
);

export class AttentionPlayground extends HTMLElement {
  static observedAttributes = [...LINK_PARAMETERS, "height", "isolated", "label", "title", "alt", "poster"];

  #look = new Look(this.attachShadow({ mode: "open" }));
  /** @type {EmbedFrame | null} */
  #frame = null;
  /** The link of now, once the page has told one: what was made survives a move within the article. */
  #link = null;
  #ready = deferred();
  #started = false;
  #failed = false;
  #dark = null;
  /** What the page wanted last: {width, height} in CSS pixels. */
  #fitted = { width: 0, height: 0 };
  #rested = () => {};
  /** How many bytes a start loads, once the page has told. */
  #expected = 0;
  /** An isolated frame has asked for its files, and has not started with them. */
  #handing = false;
  /** Link parameters that changed and that the page has not been told of. */
  #changes = {};
  #stopWatching = () => {};
  /** @type {import("./embed_pool.js").Member & {stale: boolean}} */
  #member = {
    near: false,
    stale: true,
    isBusy: () => !this.#started || this.shadowRoot.activeElement !== null,
    wake: () => (this.#frame === null ? this.#start() : this.#wake()),
    rest: () => new Promise((resolve) => {
      this.#rested = resolve;
      this.#frame.send("rest");
    }),
  };

  // ---- What an article asks ----

  /** Resolves once the playground can be used; who asks for it wants it, wherever it stands. @type {Promise<void>} */
  get ready() {
    this.#want(this.#started ? 0 : Reason.PICTURE); // a still answers as well
    return this.#ready.promise;
  }

  state() { return this.#call("state"); }

  dispatch(action) { return this.#call("dispatch", action); }

  tensor(name, choice = {}) { return this.#call("tensor", name, choice); }

  provenance(name, row, column, choice = {}) { return this.#call("provenance", name, row, column, choice); }

  url() { return this.#call("url"); }

  frames() { return this.#call("frames"); }

  training() { return this.#call("training"); }

  lesson() { return this.#call("lesson"); }

  anchors() { return this.#call("anchors"); }

  async #call(method, ...values) {
    await this.ready;
    if (this.#frame === null) {
      throw new Error("The embed was taken out of the page before it could answer.");
    }
    return this.#frame.call(method, values);
  }

  // ---- The life of an element ----

  connectedCallback() {
    this.#describe();
    this.#fit();
    sight.observe(this);
    this.#stopWatching = watchScheme(this, () => this.#followScheme());
  }

  disconnectedCallback() {
    sight.unobserve(this);
    this.#stopWatching();
    this.#member.near = false;
    this.#stop("The embed was taken out of the page.");
  }

  attributeChangedCallback(name, before, now) {
    if (before === now) {
      return;
    }
    if (LINK_PARAMETERS.includes(name)) {
      this.#change(name, now);
      if (name === "lang") {
        this.#describe();
      }
    } else if (name === "height") {
      this.#fit();
    } else if (name === "isolated") {
      const wanted = this.#frame !== null || this.#failed;
      this.#stop("The embed is made anew, because its attribute isolated changed.");
      this.#want(wanted ? Reason.PICTURE : 0);
    } else {
      this.#describe();
    }
  }

  // ---- The frame ----

  #start() {
    if (this.#link === null) {
      this.#link = new URLSearchParams(this.#checked(this.#given())).toString();
      this.#changes = {}; // what came to be since then is sent when the page is ready
    }
    this.#frame = new EmbedFrame({
      folder: FOLDER,
      link: this.#link,
      isolated: this.hasAttribute("isolated"),
      dark: isDarkAround(this, this.#look.probe),
      language: this.#language,
      onmessage: (told) => this.#hear(told),
    });
    this.#describe();
    this.#look.add(this.#frame.iframe);
  }

  /** @param {string} reason for those who wait for an answer */
  #stop(reason) {
    this.#frame?.close(reason);
    this.#frame = null;
    if (this.#started || this.#failed) {
      this.#ready = deferred();
    }
    this.#started = false;
    this.#failed = false;
    this.#handing = false;
    this.#member.stale = true;
    this.#rested();
    this.#look.reset();
    pool.leave(this.#member);
  }

  #fail(reason) {
    this.#frame?.close(reason);
    this.#frame = null;
    this.#failed = true;
    this.#look.showProblem(reason, sayIn(this.#language, "try_again"), () => this.#again());
    this.#ready.reject(new Error(reason));
    this.#rested();
    pool.leave(this.#member);
    this.#tell("failed", { message: reason });
  }

  /** After a failure, as if nothing had been tried. */
  #again() {
    this.#stop("");
    this.#want(Reason.READER);
  }

  /** An isolated frame cannot load them itself. @param {EmbedFrame} frame */
  async #handFiles(frame) {
    this.#handing = true;
    try {
      const { loadFiles } = await import("./embed_files.js");
      const files = await loadFiles(FOLDER, (bytes) => frame === this.#frame && this.#showProgress(bytes));
      frame.send("files", { files });
    } catch (error) {
      if (frame === this.#frame) {
        this.#fail(sayIn(this.#language, "embed_no_files", { error: error.message }));
      }
    }
  }

  #showProgress(bytes) {
    this.#look.showProgress(bytes, this.#expected, sayIn(this.#language, "loading"));
  }

  #wake() {
    this.#member.stale = false;
    this.#frame.send("wake");
  }

  /** @param {number} reason of Reason, or 0 for none */
  #want(reason) {
    if (reason > 0 && this.isConnected && !this.#failed) {
      pool.ask(this.#member, reason);
    }
  }

  /** @param {boolean} near the viewport */
  [SEE](near) {
    this.#member.near = near;
    this.#want(near ? (this.#member.stale ? Reason.PICTURE : Reason.NEAR) : 0);
    pool.settle();
  }

  // ---- What the page tells ----

  #hear(told) {
    switch (told.type) {
      case "needs_files":
        this.#handFiles(this.#frame);
        break;
      case "progress":
        this.#expected = told.of;
        this.#showProgress(told.bytes);
        break;
      case "hello":
        this.#handing = false;
        this.#dark = null;
        this.#followScheme();
        break;
      case "drawn":
        this.#look.setDrawn(true);
        break;
      case "ready":
        this.#link = told.link;
        this.#started = true;
        this.#member.stale = false;
        this.#ready.resolve();
        this.#sendChanges();
        pool.settle();
        break;
      case "stopped":
        this.#fail(this.#handing ? sayIn(this.#language, "embed_no_start", { error: told.message }) : told.message);
        break;
      case "event":
        this.#link = told.link || this.#link;
        this.#tell(told.name, told.detail);
        break;
      case "height":
        this.#fit(told);
        break;
      case "rested":
        this.#rested();
        break;
      case "stale":
        this.#member.stale = true;
        this.#want(this.#member.near ? Reason.PICTURE : 0);
        break;
      case "touched":
        this.#want(Reason.READER);
        break;
    }
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  // ---- Attributes ----

  #given() {
    return Object.fromEntries(LINK_PARAMETERS.filter((name) => this.hasAttribute(name))
      .map((name) => [name, this.getAttribute(name)]));
  }

  /** Parameters that cannot be meant are left out, with a sentence. */
  #checked(parameters) {
    const { kept, problems } = meantParameters(parameters);
    problems.forEach((message) => this.#tell("failed", { message }));
    return kept;
  }

  /** Attributes that change together are one change. */
  #change(name, value) {
    const first = Object.keys(this.#changes).length === 0;
    this.#changes[name] = value;
    if (first) {
      queueMicrotask(() => this.#sendChanges());
    }
  }

  #sendChanges() {
    if (!this.#started || Object.keys(this.#changes).length === 0) {
      return; // a page that is being started gets them when it is ready, one that is not takes the attributes
    }
    // A lesson presets all that is not given: everything that is given goes with it.
    const given = "lesson" in this.#changes ? { ...this.#given(), ...this.#changes } : this.#changes;
    const changes = this.#checked(given);
    this.#changes = {};
    this.#fitted.width = 0; // the author may have left out half of it
    this[SHOW](changes).catch((error) => this.#tell("failed", { message: error.message }));
  }

  /** Gives link parameters new values and keeps all else. */
  async [SHOW](parameters) {
    await this.#call("show", parameters);
  }

  /** Of what stands in the article until the picture is there: as the element asks, or else as the article is. */
  get #language() {
    const asked = this.getAttribute("lang") ?? this.closest("[lang]")?.lang ?? document.documentElement.lang;
    return languageAmong(asked === "auto" ? navigator.languages : [asked]) ?? "en";
  }

  #describe() {
    const label = this.getAttribute("label") ?? this.getAttribute("title") ??
      sayIn(this.#language, "embed_caption");
    this.#frame?.iframe.setAttribute("title", label);
    this.#look.describe(this.getAttribute("alt") ?? label, this.getAttribute("poster"));
  }

  /**
   * The height that the author gives, or the one that the page wants at its width. At one width it only grows: a
   * figure whose lower edge moves with every step would move what the reader is about to press.
   */
  #fit({ width, height } = this.#fitted) {
    const given = this.getAttribute("height") ?? "";
    const asked = /^\d+(\.\d+)?$/.test(given.trim()) ? `${given}px` : given;
    const wanted = Math.min(HEIGHT.most, Math.max(HEIGHT.least, height || HEIGHT.first));
    if (width !== this.#fitted.width || wanted > this.#fitted.height) {
      this.#fitted = { width, height: wanted };
    }
    this.#look.setHeight(CSS.supports("height", asked) ? asked : `${this.#fitted.height || HEIGHT.first}px`);
  }

  #followScheme() {
    const dark = isDarkAround(this, this.#look.probe);
    if (this.#frame !== null && dark !== this.#dark) {
      this.#dark = dark;
      this.#frame.send("scheme", { dark });
    }
  }
}

function deferred() {
  const made = {};
  made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
  made.promise.catch(() => {}); // who does not ask is told by the event "failed"
  return made;
}

if (customElements.get("attention-playground") === undefined) {
  customElements.define("attention-playground", AttentionPlayground);
  listenToLinks((target) => target instanceof AttentionPlayground, {
    show: (embed, parameters) => embed[SHOW](parameters),
    dispatch: (embed, action) => embed.dispatch(action),
    fail: (embed, message) => embed.dispatchEvent(new CustomEvent("failed", { detail: { message }, bubbles: true, composed: true })),
  });
}
