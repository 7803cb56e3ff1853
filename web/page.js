// The page: puts the parts together and gives them to window.attentionPlayground.

import { Address } from "./address.js";
import { Api } from "./api.js";
import { copyText } from "./clipboard.js";
import { contextIsThere, createContext, isLost } from "./context.js";
import { saveFile, savePicture } from "./download.js";
import { Engine } from "./engine.js";
import { LOST_WEBGL, missingFeature, NO_WEBGL, showFallback } from "./fallback.js";
import { Fields } from "./fields.js";
import { Frames } from "./frames.js";
import { Glyphs } from "./glyphs.js";
import { Host } from "./host.js";
import { listenToKeyboard, takeFocusOnOwnPage } from "./keyboard.js";
import { listenToPinch } from "./pinch.js";
import { listenToPointer } from "./pointer.js";
import { Preferences } from "./preferences.js";
import { printStillPicture } from "./printing.js";
import { loadProgram } from "./program.js";
import { Still } from "./still.js";
import { Surface } from "./surface.js";
import { listenToTouch } from "./touch.js";
import { pauseWhileUnseen } from "./visibility.js";
import { listenToWheel } from "./wheel.js";

/**
 * @typedef {{engine: Engine, frames: Frames, surface: Surface, address: Address, settle: () => void}} Parts
 */

/** Names of ImGuiMouseCursor from 0 up, as CSS has them. */
const CURSORS = [
  "default", "text", "move", "ns-resize", "ew-resize", "nesw-resize", "nwse-resize", "pointer", "wait", "progress",
  "not-allowed",
];

const canvas = /** @type {HTMLCanvasElement} */ (document.getElementById("canvas"));
const poster = document.getElementById("poster");
const progress = /** @type {HTMLProgressElement} */ (document.getElementById("progress"));
const preferences = new Preferences();
const starting = start();
const api = new Api(starting.then(() => {}));
const host = Host.isThere ? new Host({ api, preferences, starting }) : null;
window.attentionPlayground = api;
api.ready.catch((error) => showFallback(error.message));

/** @returns {Promise<import("./host.js").Page>} */
async function start() {
  const missing = missingFeature();
  if (missing !== "") {
    throw new Error(missing);
  }
  const loading = loadProgram({ canvas, glyphs: new Glyphs() }, (bytes) => {
    progress.value = bytes;
  });
  loading.catch(() => {}); // told below, unless something else is missing first
  if (!createContext(canvas)) { // takes a while, in which the program arrives
    throw new Error(NO_WEBGL);
  }
  const module = await loading;
  if (!(await contextIsThere(canvas))) {
    throw new Error(LOST_WEBGL);
  }
  try {
    return assemble(new Engine(module, /Mac|iPhone|iPad/.test(navigator.platform)));
  } catch (error) {
    throw isLost(canvas) ? new Error(LOST_WEBGL) : error;
  }
}

/** @param {Engine} engine @returns {import("./host.js").Page} */
function assemble(engine) {
  const frames = new Frames(draw);
  frames.pause("starting");
  engine.setFolder(new URL("./", window.location.href).href);
  const address = new Address(engine, settle);
  const still = new Still({ canvas, frames });
  preferences.follow((values) => {
    engine.setPreferences(values);
    showTheme();
    changed();
  });
  address.read();
  const surface = new Surface(canvas, (width, height, density) => {
    engine.resize(width, height, density);
    frames.flush();
    changed();
  });
  const fields = new Fields({ engine, surface, oncommit: settle });
  let cursor = 0;

  function draw(nowSeconds) {
    if (isLost(canvas)) {
      return -1; // its event is on the way
    }
    surface.refresh();
    let wait;
    try {
      wait = engine.draw(nowSeconds);
    } catch (error) {
      stop(error);
      throw error;
    }
    poster.hidden = true;
    still.hide();
    host?.tellHeight(canvas.clientWidth, Math.ceil(engine.wantedHeight() / surface.density));
    report();
    fields.place();
    if (engine.cursor() !== cursor) {
      cursor = engine.cursor();
      canvas.style.cursor = CURSORS[cursor] ?? "default";
    }
    return wait;
  }

  /** The program broke off, which is a fault of ours: the address still holds the Session. */
  function stop(error) {
    const reason = isLost(canvas) ? "the browser took its drawing surface away" : error.message;
    const message = `The playground stopped (${reason}). Reload the page: its address holds what you made.`;
    frames.pause("stopped");
    showFallback(message);
    api.emit(["failed", { message }]);
  }

  /** After the Session may have changed: tells everybody and draws. */
  function settle() {
    report();
    changed();
  }

  /** The picture is no longer how things are. */
  function changed() {
    frames.wake();
    if (still.resting) {
      host.send("stale");
    }
  }

  function report() {
    const { events, effects } = engine.takeReport();
    if (events.length > 0) {
      const state = engine.state();
      showTheme();
      fields.follow(state, events);
      address.follow();
      api.emit(...events.map(({ name, cause, message }) => [name, name === "failed" ? { message } : { state, cause }]));
    }
    effects.forEach(run);
  }

  function run(effect) {
    if (effect.type === "edit_field") {
      fields.open(effect);
    } else if (effect.type === "copy_text") {
      copyText(effect.text);
    } else if (effect.type === "save_file") {
      saveFile(effect);
    } else if (effect.type === "save_picture") {
      savePicture(effect).catch((error) => {
        api.emit(["failed", { message: `The picture could not be made: ${error.message}` }]);
      });
    }
  }

  /** The page's own ground follows the theme of the Session, the article or the system. */
  function showTheme() {
    const { theme } = engine.state();
    document.documentElement.dataset.theme = theme !== "auto" ? theme : preferences.current.dark ? "dark" : "light";
  }

  // A reader who points at a still wants the picture.
  for (const name of ["pointerenter", "pointerdown", "focus"]) {
    canvas.addEventListener(name, () => still.resting && host.send("touched"));
  }

  const input = { canvas, engine, frames, surface, preferences };
  listenToPointer(input);
  listenToPinch(input);
  listenToTouch(input);
  listenToWheel(input);
  listenToKeyboard(input);
  pauseWhileUnseen({ canvas, engine, frames, still });
  printStillPicture({ canvas, surface, frames, still });
  api.attach({ engine, frames, surface, address, settle });
  showTheme();
  takeFocusOnOwnPage(canvas);
  frames.resume("starting");
  frames.flush();
  return {
    rest: () => still.rest(),
    wake: () => still.wake(),
    show: (parameters) => {
      address.change(parameters);
      settle();
    },
    link: () => engine.link(),
  };
}
