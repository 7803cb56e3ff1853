// Thirty embeds on a page: a few drawing surfaces, stills for the rest, and nothing lost.
import assert from "node:assert/strict";
import test from "node:test";
import { ask, drawn, frameOf, openArticle, problemsOf } from "./embed_support.mjs";
import { settled } from "./support.mjs";

const COUNT = 30;
const MOST_SURFACES = 6;

/** Thirty programs are started, drawn in software. */
const PATIENCE_MILLISECONDS = 120_000;

const article = Array.from({ length: COUNT }, (_, index) => `<p>Figure ${index}</p>
  <attention-playground id="f${index}" seed="${index}" height="360" step="scores" hide="header,tokens,footer"></attention-playground>`).join("");

/** How many of the page's embeds have a drawing surface now: counted in the browser, not asked of the program. */
const surfaces = (page) => page.evaluate(() => [...document.querySelectorAll("attention-playground")].filter((embed) => {
  const canvas = embed.shadowRoot.querySelector("iframe")?.contentDocument?.getElementById("canvas");
  return canvas && window.contexts(canvas) > 0;
}).length);

/** Counts the contexts of canvases without making one. */
const countContexts = async (opened) => {
  opened.setDefaultTimeout(PATIENCE_MILLISECONDS);
  await opened.addInitScript(() => {
    const getContext = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (type, ...rest) {
      const context = getContext.call(this, type, ...rest);
      if (type === "webgl2") {
        this.drawnWith = context;
      }
      return context;
    };
    window.contexts = (canvas) => (canvas.drawnWith !== undefined && !canvas.drawnWith.isContextLost() ? 1 : 0);
  });
};

const isStill = (page, selector) => page.evaluate((wanted) =>
  document.querySelector(wanted).shadowRoot.querySelector("iframe").contentDocument.querySelector(".still") !== null,
selector);

const waitForStill = (page, selector, still) => page.waitForFunction(([wanted, expected]) =>
  (document.querySelector(wanted).shadowRoot.querySelector("iframe").contentDocument.querySelector(".still") !== null) ===
    expected, [selector, still]);

test("thirty embeds have few drawing surfaces, pictures all the same, and keep what was made in them", { timeout: 600_000 },
  async (t) => {
    const page = await openArticle(t, article, { own: true, before: countContexts });
    let most = 0;
    for (let index = 0; index < COUNT; ++index) {
      await page.evaluate((wanted) => document.getElementById(wanted).scrollIntoView({ block: "center" }), `f${index}`);
      await drawn(page, `#f${index}`);
      most = Math.max(most, await surfaces(page));
      if (index === 0) {
        await ask(page, "#f0", "dispatch", { type: "set_text", text: "kept through it all" });
      }
    }
    t.diagnostic(`at most ${most} drawing surfaces`);
    assert.ok(most >= 1 && most <= MOST_SURFACES, `${most} surfaces`);
    await waitForStill(page, "#f0", true);
    for (let index = 0; index < COUNT; ++index) {
      assert.equal((await ask(page, `#f${index}`, "state")).seed, index);
    }
    assert.equal((await ask(page, "#f0", "state")).text, "kept through it all");
    assert.equal(await isStill(page, "#f0"), true, "a question wakes nothing");
    await page.evaluate(() => document.getElementById("f0").scrollIntoView({ block: "center" }));
    await waitForStill(page, "#f0", false);
    assert.ok(await surfaces(page) <= MOST_SURFACES);
    assert.deepEqual(problemsOf(page).filter((problem) => !/CONTEXT_LOST/.test(problem)), []);
  });

test("of thirty embeds in one view all are drawn; a click wakes a still, and an action shows in it", { timeout: 600_000 },
  async (t) => {
    const page = await openArticle(t, `<div style="display: grid; grid-template-columns: repeat(6, 1fr); gap: 4px">${
      article.replaceAll(/<p>.*?<\/p>/g, "").replaceAll('height="360"', 'height="170"')}</div>`, {
      own: true, before: countContexts, head: "<style>body { max-width: none; }</style>",
    });
    for (let index = 0; index < COUNT; ++index) {
      await drawn(page, `#f${index}`);
    }
    assert.ok(await surfaces(page) <= MOST_SURFACES);
    const stills = [];
    for (let index = 0; index < COUNT; ++index) {
      if (await isStill(page, `#f${index}`)) {
        stills.push(`#f${index}`);
      }
    }
    assert.ok(stills.length >= COUNT - MOST_SURFACES, `${stills.length} stills`);
    const picture = () => page.locator(stills[0]).screenshot();
    const before = await picture();
    await ask(page, stills[0], "dispatch", { type: "set_theme", theme: "dark" });
    await waitForStill(page, stills[0], false);
    await settled(await frameOf(page, stills[0]));
    assert.equal(before.equals(await picture()), false, "the picture does not show the action");
    await page.locator(stills[1]).click();
    await waitForStill(page, stills[1], false);
    assert.ok(await surfaces(page) <= MOST_SURFACES);
  });

test("an embed that is out of sight or hidden draws nothing", async (t) => {
  const page = await openArticle(t, `<attention-playground id="a" step="scores"></attention-playground>
    <div style="height: 5000px"></div><p id="end">End</p>`, { own: true });
  await ask(page, "#a", "ready");
  await settled(await frameOf(page, "#a"));
  for (const leave of [
    () => document.getElementById("end").scrollIntoView(),
    () => {
      window.scrollTo(0, 0);
      document.getElementById("a").style.display = "none";
    },
  ]) {
    await page.evaluate(leave);
    await page.evaluate(() => new Promise((resolve) => new IntersectionObserver(([{ isIntersecting }]) =>
      !isIntersecting && requestAnimationFrame(() => requestAnimationFrame(resolve))).observe(document.getElementById("a"))));
    const before = await ask(page, "#a", "frames");
    await ask(page, "#a", "dispatch", { type: "next_step" });
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
    assert.equal(await ask(page, "#a", "frames"), before);
  }
});
