// The page: puts the parts together and gives them to window.attentionPlayground.

import { Address } from "./address.js";
import { Api } from "./api.js";
import { contextIsThere, createContext, isLost, withoutResizing } from "./context.js";
import { Engine } from "./engine.js";
import { missingFeature, showFallback } from "./fallback.js";
import { Frames } from "./frames.js";
import { Glyphs } from "./glyphs.js";
import { Host } from "./host.js";
import { listenToKeyboard, takeFocusOnOwnPage } from "./keyboard.js";
import { showLanguage, speakAsLinked } from "./language.js";
import { listenToPointer } from "./pointer.js";
import { Preferences } from "./preferences.js";
import { loadLessonsProgram, loadProgram } from "./program.js";
import { Still } from "./still.js";
import { Surface } from "./surface.js";
import { TextView } from "./text_view.js";
import { pauseWhileUnseen } from "./visibility.js";
import { listenToWheel } from "./wheel.js";
import { say } from "./words.js";

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
const starting = start(speakAsLinked());
const api = new Api(starting.then(() => {}));
const host = Host.isThere ? new Host({ api, preferences, starting }) : null;
window.attentionPlayground = api;
api.ready.catch((error) => showFallback(error.message));

/** @param {Promise<void>} language settled once its words are there @returns {Promise<import("./host.js").Page>} */
async function start(language) {
  await language;
  const missing = missingFeature();
  if (missing !== "") {
    throw new Error(missing);
  }
  const glyphs = new Glyphs();
  const loading = loadProgram({ canvas, glyphs }, (bytes) => {
    progress.value = bytes;
    host?.send("progress", { bytes, of: progress.max });
  });
  loading.catch(() => {}); // told below
  const needed = /[?#&](lesson|weights|training|compare)=/.test(window.location.href);
  const texts = needed ? lessonTexts() : null;
  texts?.catch(() => {}); // told by withLessons()
  const noPicture = glyphs.problem() || (createContext(canvas) ? "" : say("no_webgl")); // takes a while, in which the program arrives
  const module = await loading;
  const lost = noPicture === "" && !(await contextIsThere(canvas));
  const apple = /Mac|iPhone|iPad/.test(navigator.platform);
  const early = needed ? await withLessons(texts) : null;
  const open = (reason) => {
    const engine = withoutResizing(canvas, () => new Engine(module, { apple, draws: reason === "" }));
    if (early !== null) {
      engine.giveLessons(early);
    }
    return assemble(engine, reason);
  };
  let page;
  try {
    page = open(lost ? say("lost_webgl") : noPicture);
  } catch (error) {
    if (!isLost(canvas)) {
      throw error;
    }
    page = open(say("lost_webgl"));
  }
  const late = loadLateParts(); // the first picture is there
  late.catch(() => {}); // told below
  if (early === null) {
    page.engine.giveLessons(await withLessons(lessonTexts()));
  }
  page.add(await late);
  return page;
}

/** @returns {Promise<typeof import("./late.js")>} */
async function loadLateParts() {
  try {
    return await import("./late.js");
  } catch (error) {
    throw new Error(say("no_script", { file: "late.js", error: error.message }));
  }
}

/** @returns {Promise<string>} */
async function lessonTexts() {
  return (await import("./lessons.js")).texts;
}

/**
 * Loads what lessons compute with, beside their texts.
 * @param {Promise<string>} texts @returns {Promise<string>} none where either cannot be loaded, and word of it
 */
async function withLessons(texts) {
  try {
    const [loaded] = await Promise.all([texts, loadLessonsProgram()]);
    return loaded;
  } catch (error) {
    api.emit(["failed", { message: say("no_lessons", { error: error.message }) }]);
    return "";
  }
}

/** How much larger than usual the reader wants text to be: the browser's own font size, or its zoom of text alone. */
function textZoom() {
  const USUAL_PIXELS = 16;
  const zoom = parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL_PIXELS;
  return Math.min(3, Math.max(0.5, zoom || 1));
}

/**
 * @param {Engine} engine @param {string} noPicture why there is only text; empty where there is a picture
 * @returns {import("./host.js").Page}
 */
function assemble(engine, noPicture) {
  const frames = new Frames(draw);
  frames.pause("starting");
  const [place] = window.location.href.split(/[?#]/);
  if (window.location.protocol === "file:") {
    engine.setPlace("", place); // this one file, and no folder that an article could use
  } else {
    engine.setPlace(new URL("./", place).href, "");
  }
  const address = new Address(engine, settle);
  const still = new Still({ canvas, frames });
  preferences.follow((values) => {
    engine.setPreferences(values);
    showTheme();
    changed();
  });
  address.read();
  const surface = new Surface(canvas, (width, height, density) => {
    engine.resize(width, height, density * textZoom());
    frames.flush();
    changed();
  });
  /** @type {typeof import("./late.js") | null} */
  let late = null;
  /** @type {import("./fields.js").Fields | null} */
  let fields = null;
  /** @type {import("./mirror.js").Mirror | null} */
  let mirror = null;
  /** Effects that the late parts are needed for. */
  const waiting = [];
  const textView = new TextView({ noPicture, onchange: () => mirror?.follow() });
  let cursor = 0;
  let draws = noPicture === "";

  function draw(nowSeconds) {
    if (draws && isLost(canvas)) {
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
    if (!poster.hidden) {
      poster.hidden = true;
      performance.mark("first-picture");
    }
    still.hide();
    host?.tellHeight(canvas.clientWidth, Math.ceil(engine.wantedHeight() / surface.density));
    host?.tellDrawn();
    report();
    fields?.place();
    mirror?.follow();
    if (engine.cursor() !== cursor) {
      cursor = engine.cursor();
      canvas.style.cursor = CURSORS[cursor] ?? "default";
    }
    return wait;
  }

  /** The program broke off, which is a fault of ours: the address still holds the Session. */
  function stop(error) {
    const message = say("stopped", { reason: isLost(canvas) ? say("surface_taken") : error.message });
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
      fields?.follow(state, events);
      address.follow();
      if (events.some(({ name }) => name === "trained")) {
        mirror?.tell(say("training_ended", { step: engine.training().step }));
      }
      api.emit(...events.map(({ name, cause, message }) => [name, name === "failed" ? { message } : { state, cause }]));
    }
    effects.forEach(run);
  }

  function run(effect) {
    if (effect.type === "show_text") {
      textView.show(true);
    } else if (late === null) {
      waiting.push(effect);
    } else if (effect.type === "edit_field") {
      fields.open(effect);
    } else if (effect.type === "copy_text") {
      late.copyText(effect.text);
    } else if (effect.type === "save_file") {
      late.saveFile(effect);
    } else if (effect.type === "save_picture") {
      late.savePicture(effect, say).catch((error) => {
        api.emit(["failed", { message: say("no_picture", { error: error.message }) }]);
      });
    }
  }

  /** The page's own ground and words follow the theme and the language of the Session, the article or the system. */
  function showTheme() {
    const { theme, lang } = engine.state();
    showLanguage(lang !== "auto" ? lang : preferences.current.language);
    document.documentElement.dataset.theme = theme !== "auto" ? theme : preferences.current.dark ? "dark" : "light";
  }

  /** The text goes on while the picture is lost. @param {boolean} on */
  function showText(on) {
    draws = !on;
    if (on) {
      engine.doWithoutContext();
    }
    textView.show(on);
  }

  /** A reader who points at a still wants the picture. */
  function ontouched() {
    if (still.resting) {
      host.send("touched");
    }
  }

  for (const name of ["pointerenter", "pointerdown", "focus"]) {
    canvas.addEventListener(name, ontouched);
  }

  const input = { canvas, engine, frames, surface, preferences };
  listenToPointer(input);
  listenToWheel(input);
  listenToKeyboard(input);
  pauseWhileUnseen({ canvas, engine, frames, still, showText });
  api.attach({ engine, frames, surface, address, settle });
  showTheme();
  takeFocusOnOwnPage(canvas);
  frames.resume("starting");
  frames.flush();
  return {
    engine,
    add: (parts) => {
      late = parts;
      mirror = new late.Mirror({ engine, frames, settle, ontouched, say });
      fields = new late.Fields({ engine, surface, mirror, oncommit: settle, say });
      late.listenToTouch(input);
      late.printStillPicture({ canvas, surface, frames, still });
      mirror.follow();
      waiting.splice(0).forEach(run);
    },
    rest: () => still.rest(),
    wake: () => still.wake(),
    show: (parameters) => {
      address.change(parameters);
      settle();
    },
    link: () => engine.link(),
  };
}
