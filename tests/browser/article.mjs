// An article with an embed in a plain iframe, as a host page has it.
import { openPage, site, started } from "./support.mjs";

/** @param {{link?: string, above?: number, height?: number, loading?: string, embedSite?: string}} options */
const articleHtml = ({ link = "#step=scores", above = 0, height = 640, loading = "eager", embedSite = "" }) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>An article</title><link rel="icon" href="data:,">
<style>body { margin: 0; } iframe { display: block; width: 100%; height: ${height}px; border: 0; }</style></head>
<body>
<p style="height:40px;margin:0"><input id="comment"> <button id="before">before</button></p>
<div style="height:${above}px">Text above.</div>
<iframe id="embed" src="${embedSite}embed.html${link}" title="Attention" loading="${loading}"></iframe>
<p style="height:40px;margin:0"><button id="after">after</button></p>
<div style="height:3000px">Text below.</div>
</body></html>`;

/**
 * Opens an article whose embed has started, unless `started` is false.
 * @param {import("node:test").TestContext} t
 * @param {object} [options] of the article (see articleHtml) and of openPage
 * @returns {Promise<{page: object, embed: object}>} the article's page, and the frame of the embed
 */
export async function openArticle(t, options = {}) {
  const page = await openPage(t, {
    ...options,
    path: "article.html",
    started: false,
    before: async (opened) => {
      await opened.route(`${site}article.html`, (route) =>
        route.fulfill({ contentType: "text/html", body: articleHtml(options) }));
      await options.before?.(opened);
    },
  });
  const embed = page.frames()[1];
  if (options.started !== false) {
    await started(embed);
  }
  return { page, embed };
}

/** Where an anchor of the embed is in the window of the article: its middle. */
export async function middleInArticle({ page, embed }, name) {
  const handle = await embed.waitForFunction((wanted) => window.attentionPlayground.anchors()[wanted], name);
  const { x, y, width, height } = await handle.jsonValue();
  const box = await page.locator("#embed").boundingBox();
  return { x: box.x + x + width / 2, y: box.y + y + height / 2 };
}

/** What has the focus: in the article, and in the embed where that has it. */
export async function focused({ page, embed }) {
  const name = () => document.activeElement?.id || document.activeElement?.tagName || "nothing";
  const outside = await page.evaluate(name);
  return outside === "embed" ? `embed ${await embed.evaluate(name)}` : outside;
}
