// The program's file: where attention_playground.wasm comes from. In the page of one file it is program_inline.js.

export const FILE = "attention_playground.wasm";

/** @returns {Promise<Response>} */
export const fetchProgram = () => fetch(new URL("attention_playground.wasm", import.meta.url));
