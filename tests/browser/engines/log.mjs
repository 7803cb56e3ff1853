// The log of a page: its errors, as both playwright and puppeteer tell of them.

/** @param {object} page @returns {string[]} grows while the page is open */
export function logOf(page) {
  const log = [];
  page.on("pageerror", (error) => log.push(`error: ${error.message}`));
  page.on("console", (message) => message.type() === "error" && log.push(`console: ${message.text()}`));
  return log;
}
