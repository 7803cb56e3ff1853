// The fallback: the readable page in place of the picture where the playground cannot start.

import { say } from "./words.js";

/** @returns {string} what this browser lacks, or empty */
export function missingFeature() {
  if (typeof WebAssembly !== "object" || typeof WebAssembly.instantiate !== "function") {
    return say("no_webassembly");
  }
  return "";
}

/** Shows the readable page with the reason. @param {string} reason */
export function showFallback(reason) {
  const fallback = document.getElementById("fallback");
  document.getElementById("poster").hidden = true;
  for (const id of ["canvas", "mirror", "mirror-switch"]) { // without the program nothing in them answers
    document.getElementById(id).hidden = true;
  }
  document.getElementById("fallback-reason").textContent = reason;
  // A new document: scripts that failed to load are not asked for again in this one.
  document.getElementById("fallback-again").addEventListener("click", () => window.location.reload());
  fallback.hidden = false;
}
