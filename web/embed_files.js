// The files of the page for embeds with an origin of their own: loaded once, whatever the number of embeds.

const FIRST = "page.js";
const STYLE = "style.css";
const PROGRAM_MODULE = "attention_playground.mjs";
const PROGRAM = "attention_playground.wasm";
const LESSONS_PROGRAM = "lessons.wasm";
const IMPORTS = /(?:from\s*|await import\()"\.\/([\w.]+)"/g;

/** @type {Promise<Record<string, string | ArrayBuffer>> | null} */
let loading = null;

/** Who wants to hear how many bytes of the programs are there. @type {Set<(bytes: number) => void>} */
const listeners = new Set();

/**
 * @param {string} folder that the files lie in
 * @param {(bytes: number) => void} onprogress hears how many bytes of the two programs have arrived
 * @returns {Promise<Record<string, string | ArrayBuffer>>} each module after those that it imports
 */
export async function loadFiles(folder, onprogress) {
  listeners.add(onprogress);
  loading ??= load(folder).catch((error) => {
    loading = null; // the next embed may have more luck
    throw error;
  });
  try {
    return await loading;
  } finally {
    listeners.delete(onprogress);
  }
}

/** @param {Response} response @param {(bytes: number) => void} onpart hears of each part how long it is */
async function bytesOf(response, onpart) {
  const parts = [];
  const reader = response.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    onpart(part.value.length);
  }
  return new Blob(parts).arrayBuffer();
}

async function load(folder) {
  const texts = new Map();
  let arrived = 0;
  const count = (bytes) => {
    arrived += bytes;
    listeners.forEach((tell) => tell(arrived));
  };
  const program = get(folder, PROGRAM).then((response) => bytesOf(response, count));
  const lessonsProgram = get(folder, LESSONS_PROGRAM).then((response) => bytesOf(response, count));
  const style = get(folder, STYLE).then((response) => response.text());
  const follow = async (name) => {
    if (!texts.has(name)) {
      texts.set(name, get(folder, name).then((response) => response.text()));
      await Promise.all(importsOf(await texts.get(name)).map(follow));
    }
  };
  await Promise.all([program, lessonsProgram, style, follow(FIRST), follow(PROGRAM_MODULE)]); // the last is imported late
  const files = { [STYLE]: await style, [PROGRAM]: await program, [LESSONS_PROGRAM]: await lessonsProgram };
  const add = async (name) => {
    const text = await texts.get(name);
    for (const imported of importsOf(text)) {
      await add(imported);
    }
    files[name] ??= text;
  };
  await add(FIRST);
  return files;
}

const importsOf = (text) => [...text.matchAll(IMPORTS)].map(([, name]) => name);

async function get(folder, name) {
  const response = await fetch(new URL(name, folder), { credentials: "omit" });
  if (!response.ok) {
    throw new Error(`${name} could not be loaded (${response.status}).`);
  }
  return response;
}
