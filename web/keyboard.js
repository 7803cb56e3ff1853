// The keyboard: keys come in only while the canvas has the focus, and only those that the playground has a use for.
// All others (F keys, Ctrl+F, Ctrl+R, Alt+arrows) stay with the browser. Tab goes through the controls of the picture
// and leaves it after the last one; in a dialog it moves, and Escape leaves.

const KEYS = new Set([
  "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End", "Enter", " ", "Escape",
  "Delete", "Backspace",
]);

const isCharacter = (event) => [...event.key].length === 1;

/** @param {KeyboardEvent} event */
function isOurs(event) {
  if (event.altKey || event.isComposing) {
    return false;
  }
  if (event.ctrlKey || event.metaKey) {
    const key = event.key.toLowerCase();
    return key === "z" || (key === "y" && !event.shiftKey);
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

/**
 * @param {{canvas: HTMLCanvasElement, engine: import("./engine.js").Engine,
 *   frames: import("./frames.js").Frames}} parts
 */
export function listenToKeyboard({ canvas, engine, frames }) {
  let tabbing = false;
  document.addEventListener("keydown", (event) => {
    tabbing = event.key === "Tab";
  }, true);
  document.addEventListener("pointerdown", () => {
    tabbing = false;
    canvas.classList.remove("focused-by-tab");
  }, true);

  const isTabOfOurs = (event) => event.key === "Tab" && !event.altKey && !event.ctrlKey && !event.metaKey &&
    engine.tabIsUsed(event.shiftKey);

  canvas.addEventListener("keydown", (event) => {
    canvas.classList.remove("focused-by-tab");
    if (isTabOfOurs(event)) {
      event.preventDefault();
      engine.pressKey(event, true);
      frames.flush();
      engine.pressKey(event, false);
      frames.wake();
      return;
    }
    if (!isOurs(event)) {
      return;
    }
    if (event.key === "Escape" && !engine.escapeIsUsed()) {
      canvas.blur(); // gives keys and wheel back to the page
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
  });

  canvas.addEventListener("keyup", (event) => {
    engine.pressKey(event, false);
    frames.wake();
  });

  canvas.addEventListener("focus", () => {
    canvas.classList.toggle("focused-by-tab", tabbing);
    engine.setFocus(true);
    frames.wake();
  });

  canvas.addEventListener("blur", () => {
    canvas.classList.remove("focused-by-tab");
    engine.setFocus(false); // lets go of all keys and buttons
    frames.wake();
  });
}
