// Glyphs: text drawn by the browser's own engine, for the glyph loader (web/glyph_loader.cpp). All in device pixels.

import { say } from "./words.js";

const RIGHT_TO_LEFT =
  /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** A label longer than this is cut: no texture holds it, and no reader sees so much of one token. */
const LONGEST_LABEL = 200;
const MARGIN = 1;
const MOST_METRICS = 4096;
const LARGEST_WIDTH = 4096;
const LARGEST_HEIGHT = 1024;

export class Glyphs {
  /** Pixels of the glyph drawn last: RGBA, not premultiplied. */
  pixels = new Uint8ClampedArray(0);

  #canvas = document.createElement("canvas");
  #context;
  #font = "";
  /** @type {Map<string, TextMetrics>} */
  #metrics = new Map();

  constructor() {
    this.#resize(256, 64);
  }

  advance(style, families, pixels, text) {
    return this.#measure(style, families, pixels, text).width;
  }

  capHeight(style, families, pixels) {
    return this.#measure(style, families, pixels, "H").actualBoundingBoxAscent;
  }

  /**
   * Draws a text whole, shaped and in its own direction, and keeps its pixels.
   * @returns {{left: number, top: number, width: number, height: number, colored: boolean}} the box of its ink,
   *   from the origin on the baseline, y down; width 0 where there is no ink
   */
  draw(style, families, pixels, text, lightInk) {
    const metrics = this.#measure(style, families, pixels, text);
    const left = Math.floor(-metrics.actualBoundingBoxLeft) - MARGIN;
    const top = Math.floor(-metrics.actualBoundingBoxAscent) - MARGIN;
    const width = Math.min(LARGEST_WIDTH, Math.ceil(metrics.actualBoundingBoxRight) + MARGIN - left);
    const height = Math.min(LARGEST_HEIGHT, Math.ceil(metrics.actualBoundingBoxDescent) + MARGIN - top);
    const empty = metrics.actualBoundingBoxRight <= -metrics.actualBoundingBoxLeft ||
      metrics.actualBoundingBoxDescent <= -metrics.actualBoundingBoxAscent;
    if (empty) {
      return { left: 0, top: 0, width: 0, height: 0, colored: false };
    }
    if (width > this.#canvas.width || height > this.#canvas.height) {
      this.#resize(Math.max(width, this.#canvas.width), Math.max(height, this.#canvas.height));
    }
    this.#setFont(style, families, pixels);
    this.#context.direction = RIGHT_TO_LEFT.test(text) ? "rtl" : "ltr";
    // Browsers draw light text on dark a little heavier than dark on light: use the ink that it will have.
    this.#context.fillStyle = lightInk ? "#fff" : "#000";
    this.#context.clearRect(0, 0, width, height);
    this.#context.fillText(cut(text), -left, -top);
    this.pixels = this.#context.getImageData(0, 0, width, height).data;
    const colored = hasOwnColors(this.pixels, lightInk ? 255 : 0);
    if (!colored) {
      whiten(this.pixels);
    }
    return { left, top, width, height, colored };
  }

  /** A glyph is measured for its advance, and once more to be drawn: the browser is asked once. */
  #measure(style, families, pixels, text) {
    const key = `${style} ${pixels} ${families} ${text}`;
    let metrics = this.#metrics.get(key);
    if (metrics === undefined) {
      this.#setFont(style, families, pixels);
      this.#context.direction = RIGHT_TO_LEFT.test(text) ? "rtl" : "ltr";
      metrics = this.#context.measureText(cut(text));
      if (this.#metrics.size >= MOST_METRICS) {
        this.#metrics.clear();
      }
      this.#metrics.set(key, metrics);
    }
    return metrics;
  }

  #setFont(style, families, pixels) {
    const font = `${style} ${pixels}px ${families}`;
    if (font !== this.#font) {
      this.#context.font = font;
      this.#font = font;
    }
  }

  #resize(width, height) {
    this.#canvas.width = width;
    this.#canvas.height = height;
    this.#context = this.#canvas.getContext("2d", { willReadFrequently: true });
    this.#context.textAlign = "left";
    this.#context.textBaseline = "alphabetic";
    this.#font = "";
  }

  /**
   * Some browsers hand out noise instead of the pixels of a canvas, against fingerprinting.
   * @returns {string} what is to be done about it; empty where the pixels can be read
   */
  problem() {
    this.#context.fillStyle = "#fff";
    this.#context.fillRect(0, 0, 8, 8);
    const { data } = this.#context.getImageData(0, 0, 16, 8);
    const wrong = (pixel) => Math.abs(data[pixel * 4 + 3] - (pixel % 16 < 8 ? 255 : 0)) > 8;
    const wrongPixels = Array.from({ length: 128 }, (_, pixel) => pixel).filter(wrong).length;
    return wrongPixels <= 4 ? "" : say("noisy_canvas");
  }
}

const cut = (text) =>
  text.length <= LONGEST_LABEL ? text : `${[...text].slice(0, LONGEST_LABEL).join("")}…`;

/** True where well covered pixels are not of the ink's colour: emoji. */
function hasOwnColors(pixels, ink) {
  for (let index = 0; index < pixels.length; index += 4) {
    const off = Math.abs(pixels[index] - ink) + Math.abs(pixels[index + 1] - ink) + Math.abs(pixels[index + 2] - ink);
    if (pixels[index + 3] > 96 && off > 96) {
      return true;
    }
  }
  return false;
}

/** ImGui multiplies with the colour of the text. */
function whiten(pixels) {
  for (let index = 0; index < pixels.length; index += 4) {
    pixels[index] = 255;
    pixels[index + 1] = 255;
    pixels[index + 2] = 255;
  }
}
