// The program inside the page: compressed and written as text, where no file beside it can be read (file://).

export const FILE = "attention_playground.wasm";

/** @param {string} id of the script that holds it @returns {Promise<Response>} */
async function unpacked(id) {
  const packed = Uint8Array.from(atob(document.getElementById(id).textContent), (byte) => byte.charCodeAt(0));
  const bytes = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(bytes, { headers: { "Content-Type": "application/wasm" } });
}

export const fetchProgram = () => unpacked("program");
export const fetchLessons = () => unpacked("lessons");
