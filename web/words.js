// Words: every sentence of the scripts and of the page itself; the picture has its own (core/playground/words.def). Other
// languages than English are files of their own. tests/check_words.mjs finds what is missing or used nowhere.

import { COMMON_WORDS, filled } from "./embed_words.js";

/** @typedef {import("./embed_words.js").Tongue} Tongue */

export const WORDS = {
  en: {
    ...COMMON_WORDS.en,

    // ---- The page; what else stands in it (page.html) is English there ----
    text_view: "Text view",
    picture_view: "Back to the picture",
    text_instead: "{reason} Until then, here is everything as text: it works the same.",
    all_cells: "Show all numbers",
    part_of_cells: "Show only the numbers around the cell",
    training_ended: "The training has ended at step {step}.",

    // ---- Why it cannot start, or stopped (fallback.js, program.js, glyphs.js, engine.js, page.js) ----
    no_webassembly: "This browser has no WebAssembly, or it is switched off. The playground computes with it: switch it on, or open this page in a current Firefox, Chrome, Edge or Safari.",
    no_webgl: "This browser gives the page no WebGL 2, which the playground draws with. Switch on hardware acceleration in the settings of the browser, or open this page in a current Firefox, Chrome, Edge or Safari.",
    lost_webgl: "The browser took the drawing surface away while the playground started, and has not given it back. Close other pages that draw a lot, then reload this one.",
    no_connection: "The program ({file}) could not be loaded, the connection failed: {error}.",
    server_answered: "The program ({file}) could not be loaded: the server answered {status}.",
    arrived_damaged: "The program ({file}) could not be loaded, it arrived damaged: {error}",
    broke_off: "The program ({file}) could not be loaded, the connection broke off: {error}",
    no_script: "The program ({file}) could not be loaded: {error}",
    no_lessons: "The lessons could not be loaded: {error}",
    too_early: "A function of the lessons ({index}) was called before they were loaded.",
    noisy_canvas: "This browser keeps pages from reading what they draw (a protection against fingerprinting), and the text here is drawn that way. Allow this site to use canvas image data, then reload.",
    no_window: "The drawing window could not be opened.",
    surface_taken: "the browser took its drawing surface away",
    stopped: "The playground stopped ({reason}). Reload the page: its address holds what you made.",

    // ---- Fields and files (fields.js, engine.js, download.js) ----
    field_text: "Text",
    field_word: "token edit",
    field_new_word: "tokens add",
    field_cell: "cell edit",
    field_seed: "seed",
    field_heads: "heads",
    field_kv_heads: "kv heads",
    field_scale: "scale",
    field_padding: "mask padding count",
    field_window: "mask window count",
    field_prefix: "mask prefix count",
    far_too_long: "What was entered has {count} characters, far too many to read.",
    no_picture: "The picture could not be made: {error}",
    no_room: "the browser gave no room for it",
  },
};

/** @type {Tongue} */
let tongue = "en";

/** Loads the words of a language, where they are not there. @param {Tongue} language */
export async function learn(language) {
  if (!knows(language)) {
    WORDS[language] = { ...COMMON_WORDS[language], ...(await import("./words_es.js")).WORDS };
  }
}

/** @param {Tongue} language */
export const knows = (language) => WORDS[language] !== undefined;

/** From now on say() speaks this language, which it has to know. @param {Tongue} language */
export function speak(language) {
  tongue = language;
}

/** @returns {Tongue} */
export const spoken = () => tongue;

/**
 * @param {string} name @param {Record<string, string | number>} [values] for the places "{name}" in it
 * @returns {string}
 */
export const say = (name, values) => filled(WORDS[tongue][name], values);
