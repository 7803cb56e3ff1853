// Embeds in an article: a page of a test, on the playground's own origin or on another one.
import { createServer } from "node:http";
import { after } from "node:test";
import { openPage, site } from "./support.mjs";

/** What the article says, and its policy, by its path. @type {Map<string, {html: string, policy: string}>} */
const articles = new Map();
const server = createServer((request, response) => {
  const article = articles.get(new URL(request.url, "http://localhost").pathname);
  const policy = article?.policy ? { "Content-Security-Policy": article.policy } : {};
  response.writeHead(article === undefined ? 404 : 200, { "Content-Type": "text/html; charset=utf-8", ...policy });
  response.end(article?.html);
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
after(() => server.close());

/** Another origin than the playground's. */
export const elsewhere = `http://127.0.0.1:${server.address().port}/`;

/**
 * Opens an article with `body`; page.events has the DOM events of its embeds as [name, detail, id].
 * @param {import("node:test").TestContext} t
 * @param {string} body HTML
 * @param {{own?: boolean, files?: string, policy?: string, head?: string, before?: (page: object) => Promise<void>}} [options]
 *   `own`: the article lies where the playground lies; `files`: where that is; `policy`: of an article elsewhere, which
 *   then has neither style nor icon; the rest as openPage has it
 */
export async function openArticle(t, body, { own = false, files = site, policy = "", head = "", before, ...options } = {}) {
  const looks = `<link rel="icon" href="data:,">
    <style>body { max-width: 46rem; margin: 1rem auto; padding: 0 1rem; font: 1rem/1.5 sans-serif; }</style>`;
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>An article</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">${policy ? "" : looks}${head}
    <script type="module" src="${files}embed.js"></script></head><body>${body}</body></html>`;
  const path = `article-${articles.size}.html`;
  articles.set(`/${path}`, { html, policy });
  return openPage(t, {
    ...options,
    started: false,
    path,
    from: own ? site : elsewhere,
    before: async (page) => {
      if (own) {
        await page.route(`${site}${path}`, (route) => route.fulfill({ contentType: "text/html", body: html }));
      }
      await page.addInitScript(() => {
        window.told = [];
        for (const name of ["statechanged", "stepchanged", "selectionchanged", "trained", "failed"]) {
          document.addEventListener(name, ({ target, detail }) => window.told.push([name, detail, target.id]));
        }
      });
      await before?.(page);
    },
  });
}

/** Calls a method of the element and gives its answer, or the message of the Error as {error}. */
export const ask = (page, selector, method, ...values) =>
  page.evaluate(async ([wanted, name, given]) => {
    const element = document.querySelector(wanted);
    try {
      return await (name === "ready" ? element.ready : element[name](...given));
    } catch (error) {
      return { error: error.message };
    }
  }, [selector, method, values]);

/** The document of the embed, as the browser driver sees it. */
export async function frameOf(page, selector) {
  const iframe = await page.evaluateHandle((wanted) => document.querySelector(wanted).shadowRoot.querySelector("iframe"),
    selector);
  return iframe.asElement().contentFrame();
}

/** Waits for the first picture, without asking the embed for anything. */
export const drawn = (page, selector) =>
  page.waitForFunction((wanted) =>
    document.querySelector(wanted).shadowRoot.querySelector(".box").classList.contains("drawn"), selector);

/** What went wrong, but for the browser's remark that an article trusts what lies on its own origin. */
export const problemsOf = (page) => page.problems.filter((problem) => !problem.includes("can escape its sandboxing"));
