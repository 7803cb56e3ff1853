// The program: attention_playground.mjs and .wasm, compiled while it arrives, with word of how far it is.

import { FILE, fetchProgram } from "./program_file.js";

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
    throw new Error(`The program (${FILE}) could not be loaded, the connection failed: ${error.message}.`);
  }
  if (!response.ok) {
    throw new Error(`The program (${FILE}) could not be loaded: the server answered ${response.status} ` +
      `${response.statusText}`.trimEnd() + ".");
  }
  follow(response.clone(), onprogress).catch(() => {}); // what is wrong is told below
  try {
    const streams = response.headers.get("Content-Type")?.startsWith("application/wasm");
    return streams ? await WebAssembly.instantiateStreaming(response, imports)
      : await WebAssembly.instantiate(await response.arrayBuffer(), imports);
  } catch (error) {
    const reason = error instanceof WebAssembly.CompileError ? "it arrived damaged" : "the connection broke off";
    throw new Error(`The program (${FILE}) could not be loaded, ${reason}: ${error.message}`);
  }
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
    throw new Error(`The program (attention_playground.mjs) could not be loaded: ${error.message}`);
  }
  return new Promise((resolve, reject) => {
    instantiate({
      ...given,
      instantiateWasm(imports, receive) {
        compile(request, imports, onprogress).then(({ instance, module }) => receive(instance, module)).catch(reject);
        return {}; // it comes later
      },
    }).then(resolve, reject);
  });
}
