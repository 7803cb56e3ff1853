// The keyboard: keys come in only while the canvas or the mirror has the focus, and only those that the playground has a
// use for. All others (F keys, Ctrl+F, Ctrl+R, Alt+arrows) stay with the browser, and so does Tab, which goes through the
// mirror; what a native control does with a key, it does.

const KEYS = new Set([
  "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End", "Enter", " ", "Escape",
  "Delete", "Backspace",
]);

const isCharacter = (event) => [...event.key].length === 1;

/**
 * @param {KeyboardEvent} event
 * @param {import("./engine.js").Engine} engine
 */
function isOurs(event, engine) {
  if (event.altKey || event.isComposing) {
    return false;
  }
  if (event.ctrlKey || event.metaKey) {
    const key = event.key.toLowerCase();
    return key === "z" || (key === "y" && !event.shiftKey) ||
      (key === "c" && engine.copiesCells() && document.getSelection().isCollapsed);
  }
  return KEYS.has(event.key) || isCharacter(event);
}

/**
 * On a page of its own the keys work from the start. In an article nothing takes the focus unasked.
 * @param {HTMLCanvasElement} canvas
 */
export function takeFocusOnOwnPage(canvas) {
  if (window.parent === window && document.activeElement === document.body) {
    canvas.focus({ preventScroll: true });
  }
}

/** Whether a native control has a use for the key itself. */
function isNative({ key, target }) {
  if (key === "Escape") {
    return false;
  }
  if (target.matches("input:not([type=radio], [type=checkbox]), textarea, select")) {
    return true;
  }
  return (target.matches("button") && (key === "Enter" || key === " ")) ||
    (target.matches("input") && (key === " " || key.startsWith("Arrow")));
}

/**
 * @param {{canvas: HTMLCanvasElement, engine: import("./engine.js").Engine,
 *   frames: import("./frames.js").Frames}} parts
 */
export function listenToKeyboard({ canvas, engine, frames }) {
  const mirror = document.getElementById("mirror-content");

  const press = (event) => {
    if (!isOurs(event, engine) || isNative(event)) {
      return;
    }
    if (event.key === "Escape" && !engine.escapeIsUsed()) {
      event.target.blur(); // gives keys and wheel back to the page
      return;
    }
    const command = event.ctrlKey || event.metaKey;
    if (command || KEYS.has(event.key)) {
      event.preventDefault();
    }
    if (event.repeat) {
      engine.pressKey(event, false); // the system says when a held key counts again, no clock of ours
    }
    engine.pressKey(event, true);
    if (!command && isCharacter(event)) {
      engine.type(event.key);
    }
    if (event.metaKey) {
      engine.pressKey(event, false); // macOS never tells that a key is released while Cmd is down
    }
    frames.flush();
    frames.wake();
    // Where nothing is left to leave, keys and wheel are the page's again.
    if (event.key === "Escape" && mirror.contains(event.target) && !engine.escapeIsUsed()) {
      event.target.blur();
    }
  };

  for (const place of [canvas, mirror]) {
    place.addEventListener("keydown", press);
    place.addEventListener("keyup", (event) => {
      if (!isNative(event)) {
        engine.pressKey(event, false);
        frames.wake();
      }
    });
  }

  document.addEventListener("keydown", () => document.documentElement.classList.add("by-key"), { once: true });

  canvas.addEventListener("focus", () => {
    engine.setFocus(true);
    frames.wake();
  });

  canvas.addEventListener("blur", () => {
    engine.setFocus(false); // lets go of all keys and buttons
    frames.wake();
  });
}
