// An article for every engine: a page of its own origin with an embed.
import { createServer } from "node:http";
import { after } from "node:test";
import { site } from "../support.mjs";

let body = "";
const server = createServer((request, response) => {
  const known = request.url.split("?")[0] === "/article.html";
  response.writeHead(known ? 200 : 404, { "Content-Type": "text/html; charset=utf-8" });
  response.end(known ? `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>An article</title>
    <link rel="icon" href="data:,"><script type="module" src="${site}embed.js"></script></head><body>${body}</body></html>` : "");
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
after(() => server.close());

/** Opens an article with this body, and waits until the element is defined. */
export async function openArticlePage(browser, size, html) {
  body = html;
  const page = await browser.open(`http://127.0.0.1:${server.address().port}/article.html?${Date.now()}`, size);
  await page.run(() => customElements.whenDefined("attention-playground").then(() => true));
  return page;
}
