// Touch: a tap presses, a drag scrolls what can scroll under the finger and drags otherwise.
//
// ImGui has neither scrolling by touch nor the difference between a tap and a drag, so the press is held back until
// it is known what the finger means. In an article it may mean the article: always before a tap has gone into the
// picture, and afterwards where nothing of ours can scroll that way. CSS (touch-action) must say so before the finger
// comes down; instead the touch events of what is ours are prevented, and the browser scrolls by all others.

import { articleMayScroll, scrollsAsPicture } from "./article.js";

const SLOP_PIXELS = 8;
const HOLD_MILLISECONDS = 350;
const GLIDE_MILLISECONDS = 325;
const SLOWEST_GLIDE = 0.02; // CSS pixels a millisecond
const STILL_MILLISECONDS = 80; // a finger that has not moved for so long lets go of what stands still

/** @typedef {"unknown" | "scroll" | "drag" | "article"} Mode */

/**
 * @param {{canvas: HTMLCanvasElement, surface: import("./surface.js").Surface,
 *   engine: import("./engine.js").Engine, frames: import("./frames.js").Frames,
 *   preferences: import("./preferences.js").Preferences}} parts
 */
export function listenToTouch({ canvas, surface, engine, frames, preferences }) {
  /** @type {null | {id: number, mode: Mode, held: boolean, start: Sample, last: Sample, velocity: Point}} */
  let finger = null;
  let hold = 0;
  let glide = 0;

  const sample = (event) => ({ clientX: event.clientX, clientY: event.clientY, time: event.timeStamp });

  const movePointer = (at) => {
    const { x, y } = surface.point(at);
    engine.movePointer(x, y, true);
  };

  const press = (at) => {
    movePointer(at);
    engine.pressPointer(true);
  };

  const lift = () => {
    engine.pressPointer(false);
    engine.leavePointer(); // or what was touched stays hovered
  };

  const scroll = (at, dx, dy) => {
    const { x, y } = surface.point(at);
    engine.scroll(x, y, dx * surface.density, dy * surface.density);
    frames.wake();
  };

  /**
   * What a finger means that moved by (dx, dy): along the larger part something can scroll, or it drags. A finger
   * that rested first drags. @returns {Mode}
   */
  const meaning = ({ start, held }, dx, dy) => {
    if (scrollsAsPicture(canvas)) {
      return "article";
    }
    const { x, y } = surface.point(start);
    if (engine.pans(x, y)) {
      return "drag";
    }
    const room = engine.scrollRoom(x, y, -dx, -dy);
    const across = Math.abs(dx) > Math.abs(dy);
    if (held || !(across ? room.x : room.y)) {
      return !held && !across && articleMayScroll() ? "article" : "drag";
    }
    return "scroll";
  };

  const stopGlide = () => {
    cancelAnimationFrame(glide);
    glide = 0;
  };

  const startGlide = ({ start, velocity }) => {
    let last = performance.now();
    let { x, y } = velocity;
    const step = (now) => {
      const elapsed = Math.min(50, Math.max(0, now - last));
      last = now;
      scroll(start, -x * elapsed, -y * elapsed);
      const rest = Math.exp(-elapsed / GLIDE_MILLISECONDS);
      x *= rest;
      y *= rest;
      glide = Math.hypot(x, y) > SLOWEST_GLIDE ? requestAnimationFrame(step) : 0;
    };
    glide = requestAnimationFrame(step);
  };

  const end = (tapped, time = 0) => {
    clearTimeout(hold);
    const { mode, start, last } = finger;
    if (mode === "unknown" && tapped) {
      canvas.focus({ preventScroll: true });
      press(start);
      frames.flush(); // two frames: the press, then the release
      lift();
    } else if (mode === "drag") {
      if (!tapped) {
        engine.leavePointer();
      }
      lift();
    } else if (mode === "scroll" && tapped && time - last.time < STILL_MILLISECONDS && !preferences.current.reducedMotion) {
      startGlide(finger);
    } else if (mode === "article") {
      engine.leavePointer(); // where the finger rested first
    }
    finger = null;
    frames.flush();
    frames.wake();
  };

  canvas.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "touch") {
      return;
    }
    if (!event.isPrimary) { // two fingers are the browser's: they zoom the page
      if (finger !== null) {
        end(false);
      }
      return;
    }
    stopGlide();
    finger = { id: event.pointerId, mode: "unknown", held: false, start: sample(event), last: sample(event),
      velocity: { x: 0, y: 0 } };
    hold = setTimeout(() => {
      // A finger that rests points, as a mouse does.
      finger.held = true;
      movePointer(finger.start);
      frames.wake();
    }, HOLD_MILLISECONDS);
  });

  canvas.addEventListener("pointermove", (event) => {
    if (finger?.id !== event.pointerId) {
      return;
    }
    const now = sample(event);
    const dx = now.clientX - finger.last.clientX;
    const dy = now.clientY - finger.last.clientY;
    if (finger.mode === "unknown") {
      const whole = { x: now.clientX - finger.start.clientX, y: now.clientY - finger.start.clientY };
      if (Math.hypot(whole.x, whole.y) < SLOP_PIXELS) {
        return;
      }
      clearTimeout(hold);
      finger.mode = meaning(finger, whole.x, whole.y);
      if (finger.mode === "drag") {
        press(finger.start);
      }
    }
    if (finger.mode === "scroll") {
      const elapsed = Math.max(1, now.time - finger.last.time);
      finger.velocity = { x: (finger.velocity.x + dx / elapsed) / 2, y: (finger.velocity.y + dy / elapsed) / 2 };
      scroll(finger.start, -dx, -dy);
    } else if (finger.mode === "drag") {
      movePointer(now);
      frames.wake();
    }
    finger.last = now;
  });

  canvas.addEventListener("pointerup", (event) => {
    if (finger?.id === event.pointerId) {
      end(true, event.timeStamp);
    }
  });

  canvas.addEventListener("pointercancel", (event) => {
    if (finger?.id === event.pointerId) {
      end(false);
    }
  });

  canvas.addEventListener("touchmove", (event) => {
    const ours = finger?.mode === "scroll" || finger?.mode === "drag";
    if (ours && event.cancelable && event.touches.length === 1) {
      event.preventDefault();
    }
  }, { passive: false });
}
