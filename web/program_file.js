// The program's files: where attention_playground.wasm and lessons.wasm come from. In the page of one file it is
// program_inline.js.

export const FILE = "attention_playground.wasm";

/** @returns {Promise<Response>} */
export const fetchProgram = () => fetch(new URL("attention_playground.wasm", import.meta.url));

/** The part that lessons and trained weights need. @returns {Promise<Response>} */
export const fetchLessons = () => fetch(new URL("lessons.wasm", import.meta.url));
