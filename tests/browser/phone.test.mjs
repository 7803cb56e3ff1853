// A phone: everything of the main way by taps alone, on small screens.
import assert from "node:assert/strict";
import test from "node:test";
import { linkOf, openPage, settled, state, tensor } from "./support.mjs";

const STEPS = ["tokens", "embeddings", "queries", "keys", "values", "scores", "scaled", "masked", "softmax", "output"];

/** One finger from a point to another, where it rests before it is lifted, so that nothing glides. */
async function swipe(page, from, to) {
  const touch = await page.context().newCDPSession(page);
  const send = (type, touchPoints) => touch.send("Input.dispatchTouchEvent", { type, touchPoints });
  await send("touchStart", [from]);
  for (let part = 1; part <= 3; ++part) {
    await send("touchMove", [{ x: from.x + ((to.x - from.x) * part) / 3, y: from.y + ((to.y - from.y) * part) / 3 }]);
  }
  await page.waitForTimeout(200);
  await send("touchEnd", []);
  await touch.detach();
  await settled(page);
}

const anchorOf = (page, name) =>
  page.evaluate((wanted) => window.attentionPlayground.anchors()[wanted] ?? null, name);

const tapOn = async (page, { x, y, width, height }) => {
  await page.touchscreen.tap(x + width / 2, y + height / 2);
  await settled(page);
};

/** Taps an anchor; where less than `least` pixels of it are in sight a notice is closed and the stage is scrolled. */
async function tap(page, name, { width, height }, least = 9) {
  for (let swipes = 0; swipes < 32; ++swipes) {
    const place = await anchorOf(page, name);
    if (place !== null && place.width >= least && place.height >= least) {
      assert.ok(place.x >= -1 && place.x + place.width <= width + 1, `${name} is within the screen`);
      await tapOn(page, place);
      return;
    }
    const notice = await anchorOf(page, "notice[0].close");
    if (notice !== null) {
      await tapOn(page, notice);
    }
    const middle = height / 2;
    const reach = Math.min(90, height / 6);
    const up = swipes < 22;
    const x = 0.45 * width;
    await swipe(page, { x, y: middle + (up ? reach : -reach) }, { x, y: middle + (up ? -reach : reach) });
  }
  assert.fail(`${name} does not come into sight`);
}

for (const [width, height] of [[320, 568], [390, 844], [844, 390]]) {
  test(`by taps alone on ${width} x ${height}: all steps, a cell, its number, words moved and removed`, { timeout: 300_000 }, async (t) => {
    const size = { width, height };
    const page = await openPage(t, { ...size, density: 2, touch: true, path: linkOf({ text: "the cat sat down", d_k: "4" }) });
    for (const step of STEPS.slice(1)) {
      await tap(page, "step.next", size);
      assert.equal((await state(page)).step, step);
    }
    await tap(page, "step.previous", size);
    assert.equal((await state(page)).step, "softmax");
    await page.evaluate(() => window.attentionPlayground.dispatch({ type: "go_to_step", step: "tokens" }));
    await settled(page);
    await tap(page, "card[2]", size);
    assert.equal((await state(page)).query, 2);
    await tap(page, "token.left", size);
    assert.equal((await state(page)).text, "the sat cat down");
    await tap(page, "token.remove", size);
    assert.equal((await state(page)).text, "the cat down");

    await tap(page, "step.next", size);
    await tap(page, "step.next", size);
    assert.equal((await state(page)).step, "queries");
    await tap(page, "queries[2,1]", size);
    const { query, feature } = await state(page);
    assert.deepEqual([query, feature], [2, 1]);
    const before = (await tensor(page, "queries", {})).data[2 * 4 + 1];
    await tap(page, "cell.more", size, 40); // large enough for a finger
    assert.ok((await tensor(page, "queries", {})).data[2 * 4 + 1] > before, "the number grows");
    assert.deepEqual(page.problems, []);
  });
}
