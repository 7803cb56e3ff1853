// A good citizen: what an embed leaves to the article around it. (Fingers are in input.test.mjs.)
import assert from "node:assert/strict";
import test from "node:test";
import { focused, middleInArticle, openArticle } from "./article.mjs";
import { settled, state } from "./support.mjs";

const scrolled = (page) => page.evaluate(() => Math.round(window.scrollY));

/** At the top, and the event that says so is over. */
const toTop = (page) => page.evaluate(() => new Promise((resolve) => {
  window.scrollTo(0, 0);
  requestAnimationFrame(() => requestAnimationFrame(resolve));
}));

/** Whether the article scrolls by a turn of the wheel over the embed; false once the embed has kept it. */
async function wheelScrollsArticle({ page, embed }, point) {
  await toTop(page);
  await page.evaluate(() => {
    window.hasScrolled = new Promise((resolve) => window.addEventListener("scroll", () => resolve(true), { once: true }));
  });
  await embed.evaluate(() => {
    window.kept = new Promise((resolve) => {
      window.addEventListener("wheel", (event) => event.defaultPrevented && resolve(false), { once: true });
    });
  });
  await page.mouse.move(point.x, point.y);
  await page.mouse.wheel(0, 120);
  return Promise.race([page.evaluate(() => window.hasScrolled), embed.evaluate(() => window.kept)]);
}

/** Escape lets go of what the playground holds first: a lit control, a pinned cell. */
async function escapeOut(article) {
  for (let presses = 1; presses <= 4; ++presses) {
    await article.page.keyboard.press("Escape");
    if ((await focused(article)) !== "embed canvas") {
      return presses;
    }
  }
  return Infinity;
}

test("after a click inside the wheel is the embed's, and Escape gives it back", async (t) => {
  const article = await openArticle(t);
  const cell = await middleInArticle(article, "scores[2,5]");
  assert.equal(await wheelScrollsArticle(article, cell), true, "idle");
  await toTop(article.page);
  await article.page.mouse.click(cell.x, cell.y);
  await settled(article.embed);
  assert.equal((await state(article.embed)).key, 5);
  assert.equal(await wheelScrollsArticle(article, cell), false, "inside");
  assert.ok((await escapeOut(article)) <= 3, "Escape leaves");
  assert.equal(await wheelScrollsArticle(article, cell), true, "after Escape");
});

test("keys are the embed's only while it has the focus", async (t) => {
  const article = await openArticle(t);
  const { page, embed } = article;
  const step = async () => {
    await settled(embed);
    return (await state(embed)).step;
  };
  await page.keyboard.press("ArrowRight");
  assert.equal(await step(), "scores", "nothing has the focus");
  await page.focus("#comment");
  await page.keyboard.type("left? ");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+z");
  await page.keyboard.type("a z ?");
  assert.match(await page.inputValue("#comment"), /a z \?/);
  assert.equal(await step(), "scores", "a field of the article has it");
  const cell = await middleInArticle(article, "scores[2,5]");
  await page.mouse.click(cell.x, cell.y);
  await page.keyboard.press("ArrowDown");
  await settled(embed);
  assert.equal((await state(embed)).query, 3, "the embed has it");
  assert.equal(await scrolled(page), 0, "and the article does not scroll by the same key");
  await escapeOut(article);
  const before = await state(embed);
  await page.keyboard.press("PageDown");
  await page.waitForFunction(() => window.scrollY > 100);
  assert.deepEqual(await state(embed), before, "after Escape the article scrolls by keys");
});

for (const [way, from, to, key] of [["forwards", "before", "after", "Tab"], ["backwards", "after", "before", "Shift+Tab"]]) {
  test(`Tab passes through an embed ${way}`, async (t) => {
    const article = await openArticle(t);
    await article.page.focus(`#${from}`);
    const seen = [];
    for (let presses = 0; presses < 120 && seen.at(-1) !== to; ++presses) {
      await article.page.keyboard.press(key);
      seen.push(await focused(article));
    }
    assert.equal(seen.at(-1), to, `after ${seen.length} presses the focus is on ${seen.at(-1)}`);
    assert.ok(seen.length > 10, `only ${seen.length} stops`);
    assert.ok(seen.slice(0, -1).every((place) => place.startsWith("embed ")), `${seen}`);
  });
}

test("title, history, focus and scroll position of the article are never touched", async (t) => {
  const article = await openArticle(t);
  const { page, embed } = article;
  const host = async () => ({
    ...(await page.evaluate(() => ({
      title: document.title, history: window.history.length, address: window.location.href, scroll: window.scrollY,
      globals: Object.keys(window).filter((name) => /attention|module|emscripten|sdl/i.test(name)),
    }))),
    focus: await focused(article),
  });
  await page.evaluate(() => { document.title = "A title of the host"; });
  await page.focus("#comment");
  await page.evaluate(() => window.scrollTo(0, 20));
  const before = await host();
  assert.equal(before.focus, "comment");
  for (const action of [
    { type: "next_step" }, { type: "set_seed", seed: 3 }, { type: "set_mask", mask: "causal" }, { type: "undo" },
    { type: "go_to_step", step: "output" }, { type: "set_theme", theme: "dark" }, { type: "set_text", text: "a b c" },
  ]) {
    await embed.evaluate((given) => window.attentionPlayground.dispatch(given), action);
    await settled(embed);
  }
  assert.deepEqual(await host(), before);
});

for (const [where, above, start] of [["below the fold", 2000, 0], ["above the fold", 0, 1500], ["in view", 0, 0]]) {
  test(`an article does not jump and keeps its focus when an embed ${where} starts`, async (t) => {
    const { page, embed } = await openArticle(t, {
      above,
      started: false,
      before: (opened) => opened.addInitScript((position) => {
        if (window.parent === window) {
          document.addEventListener("DOMContentLoaded", () => {
            window.scrollTo(0, position);
            document.getElementById("comment").focus({ preventScroll: true });
            window.addEventListener("scroll", () => { window.jumped = window.scrollY; });
          });
        }
      }, start),
    });
    await embed.evaluate(() => window.attentionPlayground.ready);
    await settled(page.frames()[1]);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    assert.equal(await scrolled(page), start, `jumped: ${await page.evaluate(() => window.jumped)}`);
    assert.equal(await page.evaluate(() => document.activeElement.id), "comment");
  });
}

test("a drag that is let go outside the embed is over", async (t) => {
  const article = await openArticle(t);
  const { page, embed } = article;
  const from = await middleInArticle(article, "tokens[1]");
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 60, from.y, { steps: 4 }); // the word is on its way
  await page.mouse.move(from.x + 60, 750, { steps: 4 });
  await page.mouse.up();
  await settled(embed);
  const before = await state(embed);
  const other = await middleInArticle(article, "tokens[6]");
  await page.mouse.move(other.x, other.y, { steps: 4 });
  await settled(embed);
  assert.deepEqual(await state(embed), before);
  await page.mouse.click(other.x, other.y); // or this would let the word go here
  await settled(embed);
  assert.equal((await state(embed)).text, before.text);
});
