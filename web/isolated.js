// The start of an embed with an origin of its own. Such a frame shares no cache with anybody, so the element around it
// loads the files once (web/embed_files.js) and hands them to each; here they become modules and a style sheet. This
// page loads nothing but this script.

import { message, readMessage, TO_EMBED } from "./messages.js";

/** Where a module names the compiled program. */
const PROGRAM = /new URL\(\s*["']([\w.]+\.wasm)["']\s*,\s*import\.meta\.url\s*\)/g;

/**
 * @param {Record<string, string | ArrayBuffer>} files each after those that it imports
 * @returns {string} the address of the last, in which all others are named by addresses
 */
function addressOfLast(files) {
  const addresses = new Map();
  let address = "";
  for (const [name, content] of Object.entries(files)) {
    let linked = content;
    if (typeof content === "string") {
      for (const [imported, itsAddress] of addresses) {
        linked = linked.replaceAll(`"./${imported}"`, `"${itsAddress}"`);
      }
      linked = linked.replace(PROGRAM, (_, program) => `new URL("${addresses.get(program)}")`);
    }
    const type = name.endsWith(".wasm") ? "application/wasm" : "text/javascript";
    address = URL.createObjectURL(new Blob([linked], { type }));
    addresses.set(name, address);
  }
  return address;
}

/** @param {string} type one of TO_ELEMENT @param {object} [fields] */
const tell = (type, fields) => window.parent.postMessage(message(type, fields), "*");

async function start({ "style.css": style, ...modules }) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets = [sheet];
  await import(addressOfLast(modules));
}

window.addEventListener("message", async function receive({ source, data }) {
  const read = source === window.parent ? readMessage(data, TO_EMBED) : null;
  if (read === null || (read.problem === "" && read.message.type !== "files")) {
    return;
  }
  window.removeEventListener("message", receive);
  try {
    if (read.problem !== "") {
      throw new Error(read.problem);
    }
    await start(read.message.files);
  } catch (error) {
    tell("stopped", { message: error.message });
  }
});
tell("progress", { bytes: 0, of: document.getElementById("progress").max });
tell("needs_files");
