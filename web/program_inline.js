// The program inside the page: compressed and written as text, where no file beside it can be read (file://).

export const FILE = "attention_playground.wasm";

/** @returns {Promise<Response>} */
export async function fetchProgram() {
  const packed = Uint8Array.from(atob(document.getElementById("program").textContent), (byte) => byte.charCodeAt(0));
  const bytes = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(bytes, { headers: { "Content-Type": "application/wasm" } });
}
