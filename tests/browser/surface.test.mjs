// The surface: sharp at every density, at rest when nothing changes, back after its context was lost.
import assert from "node:assert/strict";
import test from "node:test";
import { dispatch, linkOf, openPage, settled, state } from "./support.mjs";

const sizes = (page) =>
  page.evaluate(() => {
    const canvas = document.getElementById("canvas");
    return { css: [canvas.clientWidth, canvas.clientHeight], pixels: [canvas.width, canvas.height] };
  });

for (const density of [1, 1.25, 1.5, 2, 3]) {
  test(`the canvas has the screen's pixels at density ${density}`, async (t) => {
    const page = await openPage(t, { width: 1001, height: 703, density });
    const { css, pixels } = await sizes(page);
    assert.deepEqual(css, [1001, 703]);
    for (const axis of [0, 1]) {
      assert.ok(Math.abs(pixels[axis] - css[axis] * density) < 1, `${pixels} pixels for ${css} at ${density}`);
    }
  });
}

test("the picture follows its container", async (t) => {
  const page = await openPage(t, { width: 1440, height: 900 });
  await page.setViewportSize({ width: 800, height: 500 });
  await page.waitForFunction(() => document.getElementById("canvas").width === 800);
  await settled(page);
  assert.deepEqual((await sizes(page)).pixels, [800, 500]);
  const outside = await page.evaluate(() =>
    Object.entries(window.attentionPlayground.anchors())
      .filter(([, { x, y, width, height }]) => x < -1 || y < -1 || x + width > 801 || y + height > 501)
      .map(([name]) => name));
  assert.deepEqual(outside, []);
});

test("no frame is drawn in five seconds in which nothing changes", async (t) => {
  const page = await openPage(t, { path: linkOf({ step: "scores" }) });
  const before = await page.evaluate(() => window.attentionPlayground.frames);
  await page.waitForTimeout(5000);
  assert.equal(await page.evaluate(() => window.attentionPlayground.frames), before);
});

test("no frame is drawn while the page is hidden, and it is up to date when it is seen again", async (t) => {
  const page = await openPage(t);
  const setHidden = (hidden) => page.evaluate((value) => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => value });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);
  await setHidden(true);
  const before = await page.evaluate(() => window.attentionPlayground.frames);
  await page.evaluate(() => window.attentionPlayground.dispatch({ type: "go_to_step", step: "scores" }));
  await settled(page);
  assert.equal(await page.evaluate(() => window.attentionPlayground.frames), before);
  await setHidden(false);
  await page.waitForFunction(() => window.attentionPlayground.anchors()["scores[0,0]"] !== undefined);
});

test("a lost context comes back with the same Session and the same picture", async (t) => {
  const page = await openPage(t, { path: linkOf({ step: "scores", seed: "21" }) });
  const before = await state(page);
  const picture = await page.screenshot();
  await page.evaluate(() => new Promise((resolve) => {
    const canvas = document.getElementById("canvas");
    window.loss = canvas.getContext("webgl2").getExtension("WEBGL_lose_context");
    canvas.addEventListener("webglcontextlost", () => setTimeout(resolve));
    window.loss.loseContext();
  }));
  const frames = await page.evaluate(() => window.attentionPlayground.frames);
  assert.equal(await dispatch(page, { type: "next_step" }), null, "actions are taken while the context is lost");
  assert.equal(await dispatch(page, { type: "previous_step" }), null);
  assert.equal(await page.evaluate(() => window.attentionPlayground.frames), frames, "no frame without a context");
  await page.evaluate(() => window.loss.restoreContext());
  await page.waitForFunction((count) => window.attentionPlayground.frames > count, frames);
  await settled(page);
  assert.deepEqual(await state(page), before);
  assert.ok(picture.equals(await page.screenshot()), "the picture is the same to the last pixel");
});

test("a context that stays lost is said, and the page can be drawn again with what was made", async (t) => {
  const page = await openPage(t, { path: linkOf({ step: "scores" }) });
  await dispatch(page, { type: "set_seed", seed: 21 });
  const notice = page.locator("#lost");
  assert.equal(await notice.isVisible(), false);
  await page.evaluate(() => {
    document.getElementById("canvas").getContext("webgl2").getExtension("WEBGL_lose_context").loseContext();
  });
  await notice.waitFor({ state: "visible" });
  assert.match(await notice.innerText(), /kept/);
  await page.getByRole("button", { name: "Draw again" }).click();
  await page.waitForFunction(() => window.attentionPlayground?.anchors()["scores[0,0]"] !== undefined);
  assert.equal((await state(page)).seed, 21);
  assert.equal(await notice.isVisible(), false);
});

test("while a context stays lost the page goes on as text, and comes back to the picture with it", async (t) => {
  const page = await openPage(t, { path: linkOf({ step: "scores" }) });
  const picture = await page.screenshot();
  await page.evaluate(() => {
    window.loss = document.getElementById("canvas").getContext("webgl2").getExtension("WEBGL_lose_context");
    window.loss.loseContext();
  });
  await page.locator("#lost").waitFor({ state: "visible" });
  const table = page.locator('#mirror-content table[data-matrix="matrix.scores"]');
  await table.waitFor({ state: "visible" });
  const next = page.locator('#mirror-content [data-name="step.next"]');
  await next.click();
  assert.equal((await state(page)).step, "scaled");
  await page.locator('#mirror-content table[data-matrix="matrix.scaled_scores"]').waitFor({ state: "visible" });
  assert.ok(await page.evaluate(() => {
    const { x, y, width, height } = document.getElementById("lost-again").getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2).id === "lost-again";
  }), "the way back is not covered");
  await page.locator('#mirror-content [data-name="step.previous"]').click();
  const frames = await page.evaluate(() => window.attentionPlayground.frames);
  await page.evaluate(() => window.loss.restoreContext());
  await page.waitForFunction((before) => window.attentionPlayground.frames > before, frames);
  await settled(page);
  assert.equal(await page.locator("#lost").isVisible(), false);
  assert.equal(await page.evaluate(() => document.documentElement.classList.contains("text-view")), false);
  await page.evaluate(() => document.activeElement.blur());
  await settled(page);
  assert.equal((await state(page)).step, "scores");
  assert.deepEqual(page.problems.filter((problem) => !/CONTEXT_LOST/.test(problem)), []);
  assert.ok(picture.equals(await page.screenshot()), "the picture is the same to the last pixel");
});

test("a context that comes back leaves no complaint behind", async (t) => {
  const page = await openPage(t, { path: linkOf({ step: "scores" }) });
  for (let count = 0; count < 2; ++count) {
    const frames = await page.evaluate(() => window.attentionPlayground.frames);
    await page.evaluate(() => new Promise((resolve) => {
      const canvas = document.getElementById("canvas");
      window.loss ??= canvas.getContext("webgl2").getExtension("WEBGL_lose_context");
      canvas.addEventListener("webglcontextlost", () => setTimeout(() => resolve(window.loss.restoreContext())), {
        once: true,
      });
      window.loss.loseContext();
    }));
    await page.waitForFunction((before) => window.attentionPlayground.frames > before, frames);
    await settled(page);
  }
  assert.equal(await page.locator("#lost").isVisible(), false);
  assert.deepEqual(page.problems.filter((problem) => !/CONTEXT_LOST/.test(problem)), []);
});

test("a context that is lost while the page starts is waited for", async (t) => {
  const page = await openPage(t, {
    path: linkOf({ step: "scores" }),
    before: (opened) => opened.addInitScript(() => {
      const getContext = HTMLCanvasElement.prototype.getContext;
      HTMLCanvasElement.prototype.getContext = function (type, ...rest) {
        const context = getContext.call(this, type, ...rest);
        if (type === "webgl2" && window.loss === undefined) {
          window.loss = context.getExtension("WEBGL_lose_context");
          window.loss.loseContext();
          setTimeout(() => window.loss.restoreContext(), 700);
        }
        return context;
      };
    }),
  });
  assert.equal(await page.locator("#fallback").isVisible(), false);
  await page.waitForFunction(() => window.attentionPlayground.anchors()["scores[0,0]"] !== undefined);
});

test("a canvas that is larger than the graphics card can draw shows the whole picture, enlarged", async (t) => {
  const page = await openPage(t);
  const ratios = await page.evaluate(async () => {
    const canvas = document.getElementById("canvas");
    const gl = canvas.getContext("webgl2");
    canvas.style.cssText = "width: 20000px; height: 600px";
    await new Promise((resolve) => new ResizeObserver(() => setTimeout(resolve, 100)).observe(canvas));
    const right = Math.max(...Object.values(window.attentionPlayground.anchors()).map(({ x, width }) => x + width));
    return {
      buffer: [gl.drawingBufferWidth, gl.drawingBufferHeight],
      canvas: [canvas.width, canvas.height],
      right,
    };
  });
  assert.deepEqual(ratios.buffer, ratios.canvas);
  assert.ok(ratios.canvas[0] < 20000, "nothing was too large: the test shows nothing");
  assert.ok(ratios.right > 19000 && ratios.right <= 20001, `the picture ends at ${ratios.right}`);
});

test("the picture follows the browser's own font size", async (t) => {
  const heights = [];
  for (const pixels of [16, 32]) {
    const page = await openPage(t, {
      path: linkOf({ step: "scores" }),
      before: (opened) => opened.addInitScript((size) => {
        document.addEventListener("readystatechange", () => { document.documentElement.style.fontSize = `${size}px`; });
      }, pixels),
    });
    heights.push(await page.evaluate(() => window.attentionPlayground.anchors()["step.next"].height));
  }
  assert.ok(Math.abs(heights[1] / heights[0] - 2) < 0.1, `${heights}`);
});

test("forced colours give the picture the theme of more contrast", async (t) => {
  const pictureWith = async (context) => {
    const page = await openPage(t, { path: linkOf({ step: "scores" }), context });
    return page.locator("#canvas").screenshot();
  };
  const forced = await pictureWith({ forcedColors: "active" });
  assert.ok(forced.equals(await pictureWith({ contrast: "more" })), "as where more contrast is asked for");
  assert.ok(!forced.equals(await pictureWith({})), "and not as usual");
});

test("where more contrast is asked for, the text has one ink, and its lines the same", async (t) => {
  for (const dark of [false, true]) {
    const page = await openPage(t, { path: linkOf({ step: "scores" }), dark, context: { contrast: "more" } });
    const [ink, ...others] = await page.evaluate(() => {
      const style = getComputedStyle(document.documentElement);
      return ["--ink", "--muted-ink", "--hairline", "--control-border"].map((name) => style.getPropertyValue(name));
    });
    assert.ok(others.every((color) => color === ink), `${ink}: ${others}`);
    const part = await page.evaluate(() => {
      const style = getComputedStyle(document.querySelector("#mirror-content [data-part]"));
      return [style.borderTopColor, style.color];
    });
    assert.equal(part[0], part[1], "a line of the text's own ink");
  }
});
