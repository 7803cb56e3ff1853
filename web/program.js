// The program: attention_playground.mjs and .wasm, compiled while it arrives, with word of how far it is.

import { FILE, fetchLessons, fetchProgram } from "./program_file.js";
import { say } from "./words.js";

/** @param {Response} response @param {(bytes: number) => void} onprogress hears how many bytes have arrived */
async function follow(response, onprogress) {
  const reader = response.body.getReader();
  let bytes = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.length;
    onprogress(bytes);
  }
}

/**
 * @param {Promise<Response>} request
 * @returns {Promise<WebAssembly.WebAssemblyInstantiatedSource>}
 */
async function compile(request, imports, onprogress) {
  let response;
  try {
    response = await request;
  } catch (error) {
    throw new Error(say("no_connection", { file: FILE, error: error.message }));
  }
  if (!response.ok) {
    const status = `${response.status} ${response.statusText}`.trimEnd();
    throw new Error(say("server_answered", { file: FILE, status }));
  }
  follow(response.clone(), onprogress).catch(() => {}); // what is wrong is told below
  try {
    const streams = response.headers.get("Content-Type")?.startsWith("application/wasm");
    return streams ? await WebAssembly.instantiateStreaming(response, imports)
      : await WebAssembly.instantiate(await response.arrayBuffer(), imports);
  } catch (error) {
    const values = { file: FILE, error: error.message };
    throw new Error(error instanceof WebAssembly.CompileError ? say("arrived_damaged", values) : say("broke_off", values));
  }
}

/** Stands for each function of the second part until that is there: nothing calls one (web/split.mjs). */
const placeholders = () => new Proxy({}, {
  get: (_, index) => () => {
    throw new Error(say("too_early", { index: String(index) }));
  },
});

/** @type {WebAssembly.Exports | null} of the program */
let primary = null;

/**
 * Loads the part of the program that lessons and trained weights need: it takes its places in the table of the first.
 * The program has to be there.
 */
export async function loadLessonsProgram() {
  const response = await fetchLessons();
  if (!response.ok) {
    throw new Error(say("server_answered", { file: "lessons.wasm", status: `${response.status}` }));
  }
  await WebAssembly.instantiate(await response.arrayBuffer(), { primary });
}

/**
 * @param {{canvas: HTMLCanvasElement, glyphs: object}} given what the program finds in its page
 * @param {(bytes: number) => void} onprogress
 * @returns {Promise<object>} the instantiated program
 */
export async function loadProgram(given, onprogress) {
  const request = fetchProgram(); // the script comes at the same time
  request.catch(() => {}); // told by compile()
  let instantiate;
  try {
    ({ default: instantiate } = await import("./attention_playground.mjs"));
  } catch (error) {
    throw new Error(say("no_script", { file: "attention_playground.mjs", error: error.message }));
  }
  return new Promise((resolve, reject) => {
    instantiate({
      ...given,
      instantiateWasm(imports, receive) {
        compile(request, { ...imports, placeholder: placeholders() }, onprogress).then(({ instance, module }) => {
          primary = instance.exports;
          receive(instance, module);
        }).catch(reject);
        return {}; // it comes later
      },
    }).then(resolve, reject);
  });
}
