// The fallback: the readable page in place of the picture where the playground cannot start.

/** @returns {string} what this browser lacks, or empty */
export function missingFeature() {
  if (typeof WebAssembly !== "object" || typeof WebAssembly.instantiate !== "function") {
    return "This browser has no WebAssembly, or it is switched off. The playground computes with it: switch it on, " +
      "or open this page in a current Firefox, Chrome, Edge or Safari.";
  }
  return "";
}

export const NO_WEBGL =
  "This browser gives the page no WebGL 2, which the playground draws with. Switch on hardware acceleration in the " +
  "settings of the browser, or open this page in a current Firefox, Chrome, Edge or Safari.";

export const LOST_WEBGL =
  "The browser took the drawing surface away while the playground started, and has not given it back. Close other " +
  "pages that draw a lot, then reload this one.";

/** Shows the readable page with the reason. @param {string} reason */
export function showFallback(reason) {
  const fallback = document.getElementById("fallback");
  document.getElementById("poster").hidden = true;
  document.getElementById("canvas").hidden = true;
  document.getElementById("fallback-reason").textContent = reason;
  // A new document: scripts that failed to load are not asked for again in this one.
  document.getElementById("fallback-again").addEventListener("click", () => window.location.reload());
  fallback.hidden = false;
}
