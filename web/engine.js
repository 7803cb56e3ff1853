// The engine: the compiled program as JavaScript values. Every answer is a copy; no view of its memory leaves here,
// because such a view dies when the memory grows.

import { say } from "./words.js";

/**
 * @typedef {{x: number, y: number, width: number, height: number}} Rect
 * @typedef {{name: string, cause: string, message: string}} EngineEvent
 * @typedef {{type: string, name?: string, value?: string, number?: boolean, text?: string, mime?: string,
 *   width?: number, height?: number, bytes?: Uint8Array}} Effect
 * @typedef {{shape: [number, number], data: Float64Array}} Tensor
 * @typedef {{formula: string, value: number, terms: {label: string, value: number}[]}} Provenance
 */

const encoder = new TextEncoder();

/** More characters than any field takes: refused before memory is taken for them. */
const MOST_TYPED_CHARACTERS = 1_000_000;

/** JSON has no infinities: they come as strings. */
const revived = (value) => (typeof value === "string" ? Number(value.replace("NaN", "nan")) : value);

export class Engine {
  #module;
  #bridge;

  /**
   * @param {object} module the instantiated program
   * @param {{apple: boolean, draws: boolean}} how apple: Cmd takes the part of Ctrl; draws: there is a picture
   */
  constructor(module, { apple, draws }) {
    this.#module = module;
    this.#bridge = module._ap_open(apple ? 1 : 0, draws ? 1 : 0);
    if (this.#bridge === 0) {
      throw new Error(say("no_window"));
    }
  }

  // ---- Life ----

  /** @param {import("./preferences.js").Values} preferences */
  setPreferences({ dark, reducedMotion, touch, contrast, language }) {
    this.#withTexts([language], (texts) =>
      this.#module._ap_set_preferences(
        this.#bridge, dark ? 1 : 0, reducedMotion ? 1 : 0, touch ? 1 : 0, contrast ? 1 : 0, ...texts));
  }

  /** @param {string} folder address of the one that the page lies in @param {string} page that links open */
  setPlace(folder, page) {
    this.#withTexts([folder, page], (texts) => this.#module._ap_set_place(this.#bridge, ...texts));
  }

  resize(width, height, density) {
    this.#module._ap_resize(this.#bridge, width, height, density);
  }

  /** @returns {number} device pixels of height that show the figure of the frame drawn last whole */
  wantedHeight() {
    return this.#module._ap_wanted_height(this.#bridge);
  }

  /** Draws a frame. @returns {number} seconds until the next one is wanted: 0 at once, negative never */
  draw(nowSeconds) {
    return this.#module._ap_draw(this.#bridge, nowSeconds);
  }

  /** Until the context is restored there is only text. */
  doWithoutContext() {
    this.#module._ap_do_without_context(this.#bridge);
  }

  restoreContext() {
    this.#module._ap_restore_context(this.#bridge);
  }

  /** @returns {{events: EngineEvent[], effects: Effect[]}} what happened since the last report */
  takeReport() {
    const json = this.#text(this.#module._ap_take_report(this.#bridge));
    const report = json === "" ? { events: [], effects: [] } : JSON.parse(json);
    for (const effect of report.effects.filter(({ address }) => address !== undefined)) {
      effect.bytes = new Uint8Array(this.#memory, effect.address, effect.length).slice();
    }
    return report;
  }

  // ---- State ----

  /** @param {boolean} keepsUndo one step of undo leads back to what was there before */
  openLink(query, hash, keepsUndo) {
    this.#withTexts([query, hash], (texts) => this.#module._ap_open_link(this.#bridge, ...texts, keepsUndo ? 1 : 0));
  }

  /** The fragment of the link of now, without "#". */
  link() {
    return this.#text(this.#module._ap_link(this.#bridge));
  }

  state() {
    return JSON.parse(this.#text(this.#module._ap_state(this.#bridge)));
  }

  /** @returns {string} empty, or the sentence that says what is wrong with the action */
  dispatch(json) {
    return this.#withTexts([json], (texts) => this.#text(this.#module._ap_dispatch(this.#bridge, ...texts)));
  }

  /** @returns {string} empty, or the sentence that says what is wrong with the text */
  commitField(name, text) {
    if (text.length > MOST_TYPED_CHARACTERS) {
      return say("far_too_long", { count: text.length.toLocaleString("en-US") });
    }
    return this.#withTexts([name, text], (texts) =>
      this.#text(this.#module._ap_commit_field(this.#bridge, ...texts)));
  }

  /** @returns {Tensor} */
  tensor(name, head, layer) {
    const view = this.#withTexts([name], (texts) => this.#module._ap_tensor(this.#bridge, ...texts, head, layer));
    const [rows, columns, data] = new Int32Array(this.#memory, view, 3);
    if (data === 0) {
      throw new Error(this.#text(this.#module._ap_answer(this.#bridge)));
    }
    return { shape: [rows, columns], data: new Float64Array(this.#memory, data, rows * columns).slice() };
  }

  /** @returns {Provenance} */
  provenance(name, row, column, head, layer) {
    const answer = this.#withTexts([name], (texts) =>
      this.#text(this.#module._ap_provenance(this.#bridge, ...texts, row, column, head, layer)));
    if (!answer.startsWith("{")) {
      throw new Error(answer);
    }
    const provenance = JSON.parse(answer);
    provenance.value = revived(provenance.value);
    for (const term of provenance.terms) {
      term.value = revived(term.value);
    }
    return provenance;
  }

  /** @returns {{step: number, loss: number | null, held_out_accuracy: number | null, running: boolean}} */
  training() {
    const json = this.#text(this.#module._ap_training(this.#bridge));
    return json === "" ? { step: 0, loss: null, held_out_accuracy: null, running: false } : JSON.parse(json);
  }

  /** @param {string} texts of the lessons, as lessons.js has them */
  giveLessons(texts) {
    this.#withTexts([texts], (given) => this.#module._ap_give_lessons(...given));
  }

  /** @returns {{id: string, question: string, claims: {name: string, value: number}[]} | null} the open lesson */
  lesson() {
    const json = this.#text(this.#module._ap_lesson(this.#bridge));
    if (json === "") {
      return null;
    }
    const lesson = JSON.parse(json);
    for (const claim of lesson.claims) {
      claim.value = revived(claim.value);
    }
    return lesson;
  }

  // ---- Anchors, in device pixels of the canvas ----

  /** @returns {Map<string, Rect>} */
  anchors() {
    const names = this.#text(this.#module._ap_anchors(this.#bridge));
    const anchors = new Map();
    if (names !== "") {
      const list = names.split("\n");
      const numbers = new Float64Array(this.#memory, this.#module._ap_numbers(this.#bridge), 4 * list.length);
      list.forEach((name, index) => {
        const [x, y, width, height] = numbers.subarray(4 * index, 4 * index + 4);
        anchors.set(name, { x, y, width, height });
      });
    }
    return anchors;
  }

  /** @returns {Rect | null} null where nothing of that name is drawn */
  findAnchor(name) {
    const found = this.#withTexts([name], (texts) => this.#module._ap_find_anchor(this.#bridge, ...texts));
    return found === 0 ? null : this.#rect(0);
  }

  // ---- Input, in device pixels of the canvas ----

  movePointer(x, y, touch) {
    this.#module._ap_move_pointer(this.#bridge, x, y, touch ? 1 : 0);
  }

  pressPointer(down) {
    this.#module._ap_press_pointer(this.#bridge, down ? 1 : 0);
  }

  leavePointer() {
    this.#module._ap_leave_pointer(this.#bridge);
  }

  /** @returns {{x: boolean, y: boolean}} whether something under the point can scroll that way */
  scrollRoom(x, y, dx, dy) {
    const room = this.#module._ap_scroll_room(this.#bridge, x, y, dx, dy);
    return { x: (room & 1) !== 0, y: (room & 2) !== 0 };
  }

  scroll(x, y, dx, dy) {
    this.#module._ap_scroll(this.#bridge, x, y, dx, dy);
  }

  /** @param {{key: string, code: string, shiftKey: boolean, ctrlKey: boolean, metaKey: boolean}} event */
  pressKey({ key, code, shiftKey, ctrlKey, metaKey }, down) {
    this.#withTexts([key, code], (texts) =>
      this.#module._ap_press_key(
        this.#bridge, ...texts, down ? 1 : 0, shiftKey ? 1 : 0, ctrlKey ? 1 : 0, metaKey ? 1 : 0));
  }

  /** @param {{shiftKey: boolean, ctrlKey: boolean, altKey: boolean, metaKey: boolean}} event */
  setModifiers({ shiftKey, ctrlKey, altKey, metaKey }) {
    this.#module._ap_set_modifiers(this.#bridge, shiftKey ? 1 : 0, ctrlKey ? 1 : 0, altKey ? 1 : 0, metaKey ? 1 : 0);
  }

  type(text) {
    this.#withTexts([text], (texts) => this.#module._ap_type(this.#bridge, ...texts));
  }

  /** Zooms the matrix at a point, in device pixels; false where there is none. */
  zoom(x, y, factor) {
    return this.#module._ap_zoom(this.#bridge, x, y, factor) !== 0;
  }

  /** A drag from the point moves a zoomed matrix. */
  pans(x, y) {
    return this.#module._ap_pans(this.#bridge, x, y) !== 0;
  }

  setFocus(focused) {
    this.#module._ap_set_focus(this.#bridge, focused ? 1 : 0);
  }

  // ---- Mirror ----

  /** @returns {number} another one when the frame drawn last says something else */
  saying() {
    return this.#module._ap_saying(this.#bridge);
  }

  /** @param {number} most rows and columns of a table @returns {import("./mirror.js").Said} what the frame drawn last says */
  mirror(most) {
    return JSON.parse(this.#text(this.#module._ap_mirror(this.#bridge, most)));
  }

  /** Presses a control, a cell or a source by its name, with the next frame. */
  press(name) {
    this.#withTexts([name], (texts) => this.#module._ap_press(this.#bridge, ...texts));
  }

  /** Puts a slider at a value, with the next frame. */
  slide(name, value) {
    this.#withTexts([name], (texts) => this.#module._ap_slide(this.#bridge, ...texts, value));
  }

  /** Rings a control on the picture; none with an empty name. */
  focusControl(name) {
    this.#withTexts([name], (texts) => this.#module._ap_focus_control(this.#bridge, ...texts));
  }

  escapeIsUsed() {
    return this.#module._ap_escape_is_used(this.#bridge) !== 0;
  }

  /** Whether a cell has the keyboard, whose row can be copied. */
  copiesCells() {
    return this.#module._ap_copies_cells(this.#bridge) !== 0;
  }

  /** ImGuiMouseCursor of the frame drawn last. */
  cursor() {
    return this.#module._ap_cursor(this.#bridge);
  }

  // ---- Memory ----

  get #memory() {
    return this.#module.HEAPU8.buffer;
  }

  #rect(index) {
    const numbers = this.#module._ap_numbers(this.#bridge);
    const [x, y, width, height] = new Float64Array(this.#memory, numbers + index * 32, 4);
    return { x, y, width, height };
  }

  /** A copy of a text of the engine. */
  #text(pointer) {
    return this.#module.UTF8ToString(pointer);
  }

  /** Calls `call` with pointer and length of each text, and frees them. */
  #withTexts(texts, call) {
    const encoded = texts.map((text) => encoder.encode(text));
    const pointer = this.#module._malloc(encoded.reduce((sum, bytes) => sum + bytes.length, 1));
    let next = pointer;
    const pointersAndLengths = encoded.flatMap((bytes) => {
      this.#module.HEAPU8.set(bytes, next);
      next += bytes.length;
      return [next - bytes.length, bytes.length];
    });
    try {
      return call(pointersAndLengths);
    } finally {
      this.#module._free(pointer);
    }
  }
}
