// A good citizen: what an embed leaves to the article around it. (Fingers are in input.test.mjs.)
import assert from "node:assert/strict";
import test from "node:test";
import { focused, middleInArticle, openArticle } from "./article.mjs";
import { linkOf, settled, state } from "./support.mjs";

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

/** Enough tokens for a matrix that zooms. */
const LONG = linkOf({ step: "scores", d_model: "8", d_k: "4", text: Array.from({ length: 64 }, (_, index) => `w${index}`).join(" ") });

/** Turns the wheel with Ctrl over the embed. @returns {Promise<boolean>} whether the embed kept it */
async function zoomsByWheel({ page, embed }, { x, y }) {
  await embed.evaluate(() => {
    window.kept = new Promise((resolve) =>
      window.addEventListener("wheel", ({ defaultPrevented }) => resolve(defaultPrevented), { once: true }));
  });
  await page.mouse.move(x, y);
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -300);
  await page.keyboard.up("Control");
  const kept = await embed.evaluate(() => window.kept);
  await settled(embed);
  return kept;
}

/** Names of the cells of the scores that are drawn. */
const cellsOf = (embed) => embed.evaluate(() =>
  Object.keys(window.attentionPlayground.anchors()).filter((name) => /^scores\[\d+,\d+\]$/.test(name)));

test("Ctrl with the wheel zooms the page over an idle embed and the matrix inside of it, and a drag moves the matrix",
  async (t) => {
    const article = await openArticle(t, { link: LONG });
    const { page, embed } = article;
    const place = await middleInArticle(article, "matrix.scores");
    const matrix = () => embed.evaluate(() => window.attentionPlayground.anchors()["matrix.scores"]);
    const whole = await cellsOf(embed);
    const before = await matrix();
    assert.equal(await zoomsByWheel(article, place), false, "idle");
    assert.deepEqual([await cellsOf(embed), await matrix()], [whole, before]);
    await page.mouse.click(place.x, place.y);
    await settled(embed);
    for (let turn = 0; turn < 6; ++turn) {
      assert.equal(await zoomsByWheel(article, place), true, "inside");
    }
    const zoomed = await cellsOf(embed);
    assert.notDeepEqual(zoomed, whole);
    assert.ok(zoomed.length > 0, "cells are large enough to be seen");
    const rowsAndColumns = (names) => names.map((name) => name.match(/\d+/g).map(Number));
    const least = (names, axis) => Math.min(...rowsAndColumns(names).map((cell) => cell[axis]));
    const selected = await state(embed);
    await page.mouse.move(place.x, place.y);
    await page.mouse.down();
    await page.mouse.move(place.x - 120, place.y - 80, { steps: 6 });
    await page.mouse.up();
    await settled(embed);
    const panned = await cellsOf(embed);
    for (const axis of [0, 1]) {
      assert.ok(least(panned, axis) > least(zoomed, axis), `axis ${axis}: from ${least(zoomed, axis)} to ${least(panned, axis)}`);
    }
    assert.deepEqual(await state(embed), selected, "a drag selects nothing");
  });

/** Two fingers that part over a point. @returns {Promise<boolean[]>} of each of their events whether it was kept from the browser */
async function pinch(page, frame, { x, y }) {
  await frame.evaluate(() => {
    window.touches = [];
    for (const name of ["touchstart", "touchmove"]) {
      window.addEventListener(name, (event) => event.touches.length === 2 && window.touches.push(event.defaultPrevented));
    }
  });
  const touch = await page.context().newCDPSession(page);
  const fingers = (apart) => [{ x: x - apart, y, id: 0 }, { x: x + apart, y, id: 1 }];
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: fingers(20).slice(0, 1) });
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: fingers(20) });
  for (let apart = 24; apart <= 80; apart += 8) {
    await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: fingers(apart) });
  }
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  return frame.evaluate(() => window.touches);
}

test("two fingers zoom the page, over an idle embed and inside of it, on any matrix", async (t) => {
  for (const inside of [false, true]) {
    const article = await openArticle(t, { link: LONG, width: 390, height: 800, touch: true });
    const { page, embed } = article;
    const place = await middleInArticle(article, "matrix.scores");
    const cells = await cellsOf(embed);
    if (inside) {
      await page.touchscreen.tap(place.x, place.y);
      await settled(embed);
    }
    const kept = await pinch(page, embed, place);
    assert.ok(kept.length > 0, "the fingers reach the embed");
    assert.deepEqual([...new Set(kept)], [false], inside ? "inside" : "idle");
    await page.waitForFunction(() => window.visualViewport.scale > 1.2);
    assert.deepEqual(await cellsOf(embed), cells, "the matrix stays as it is");
  }
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

test("without WebGL the text of an embed lets the article scroll on at its end", { timeout: 120_000 }, async (t) => {
  const article = await openArticle(t, {
    before: (opened) => opened.addInitScript(() => {
      const getContext = HTMLCanvasElement.prototype.getContext;
      HTMLCanvasElement.prototype.getContext = function (type, ...rest) {
        return type === "webgl2" ? null : getContext.call(this, type, ...rest);
      };
    }),
  });
  const { page, embed } = article;
  await embed.locator("#mirror-content table").last().waitFor();
  const box = await page.locator("#embed").boundingBox();
  const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(place.x, place.y);
  await page.mouse.wheel(0, 120);
  await embed.waitForFunction(() => document.getElementById("mirror").scrollTop > 0);
  await embed.evaluate(() => new Promise((resolve) => {
    const mirror = document.getElementById("mirror");
    mirror.addEventListener("scrollend", resolve, { once: true });
    mirror.scrollTop = mirror.scrollHeight;
  }));
  assert.equal(await wheelScrollsArticle(article, place), true);
});
