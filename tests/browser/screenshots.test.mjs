// Screenshots: all steps on all kinds of screens, to be looked at, in build/screenshots.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import test from "node:test";
import { anchor, dispatch, linkOf, openPage, screenshotFolder, settled } from "./support.mjs";

const screens = {
  "wide-light": { width: 1440, height: 900 },
  "wide-dark": { width: 1440, height: 900, dark: true },
  "tablet-light": { width: 1024, height: 768, density: 1.25 },
  "phone-dark": { width: 390, height: 844, density: 2, dark: true, touch: true },
  "phone-light": { width: 390, height: 844, density: 2, touch: true },
};
const steps = ["tokens", "embeddings", "queries", "keys", "values", "scores", "scaled", "masked", "softmax", "output"];

mkdirSync(screenshotFolder, { recursive: true });
const shoot = (page, name) => page.screenshot({ path: `${screenshotFolder}/${name}.png` });

for (const [name, screen] of Object.entries(screens)) {
  test(`every step can be looked at on a screen: ${name}`, async (t) => {
    const page = await openPage(t, { ...screen, path: linkOf({ mask: "causal" }) });
    for (const [index, step] of steps.entries()) {
      assert.equal(await dispatch(page, { type: "go_to_step", step }), null);
      await shoot(page, `${name}-${String(index + 1).padStart(2, "0")}-${step}`);
    }
    assert.deepEqual(page.problems, []);
  });
}

const widths = { 320: 568, 390: 844, 768: 1024, 1280: 800, 1920: 1080 };

for (const [width, height] of Object.entries(widths).map((size) => size.map(Number))) {
  test(`the weights can be looked at ${width} pixels wide, in both themes, at two densities`, async (t) => {
    for (const dark of [false, true]) {
      for (const density of [1, 2]) {
        const page = await openPage(t, { width, height, dark, density, path: linkOf({ mask: "causal", step: "softmax" }) });
        const { x, y, width: across, height: down } = await anchor(page, "matrix.weights");
        assert.ok(x >= 0 && y >= 0 && across > 0 && down > 0 && x + across <= width, `${x} ${y} ${across} x ${down}`);
        const seen = await page.evaluate(() => {
          const canvas = document.getElementById("canvas");
          return {
            theme: document.documentElement.dataset.theme,
            pixels: [canvas.width, canvas.height],
            area: [canvas.clientWidth, canvas.clientHeight],
            overflow: document.documentElement.scrollWidth - window.innerWidth,
          };
        });
        assert.equal(seen.theme, dark ? "dark" : "light");
        assert.deepEqual(seen.pixels, seen.area.map((length) => length * density));
        assert.ok(seen.overflow <= 0, `${seen.overflow} pixels beyond the window`);
        await shoot(page, `size-${width}-${dark ? "dark" : "light"}-${density}x`);
        assert.deepEqual(page.problems, []);
        await page.context().close();
      }
    }
  });
}

const cases = {
  "heads": { heads: "4", kv_heads: "2", mask: "causal", step: "projected" },
  "scripts": { text: "Ärger مرحبا שלום नमस्ते 東京 👨‍👩‍👧 naïve", vectors: "word", step: "scores" },
  "padding": { mask: "padding:4", step: "softmax" },
  "large": { d_model: "512", d_k: "64", heads: "8", step: "scores" },
  "one-token": { text: "alone", step: "scores" },
};

for (const [name, link] of Object.entries(cases)) {
  test(`an unusual experiment can be looked at: ${name}`, async (t) => {
    for (const density of [1, 2]) {
      const page = await openPage(t, { density, path: linkOf(link) });
      await settled(page);
      await shoot(page, `case-${name}-${density}x`);
      assert.deepEqual(page.problems, []);
    }
  });
}

const readers = {
  "contrast-light": { context: { contrast: "more" } },
  "contrast-dark": { context: { contrast: "more" }, dark: true },
  "forced-colors": { context: { forcedColors: "active" }, dark: true },
  "reduced-motion": { context: { reducedMotion: "reduce" } },
  "text-200": { before: (page) => page.addInitScript(() => {
    document.addEventListener("readystatechange", () => { document.documentElement.style.fontSize = "32px"; });
  }) },
  "spanish": { context: { locale: "es-ES" } },
  "spanish-phone": { context: { locale: "es-ES" }, width: 390, height: 844, density: 2, touch: true },
  "phone-320": { width: 320, height: 568, density: 2, touch: true },
  "phone-across": { width: 844, height: 390, density: 2, touch: true },
};

for (const [name, reader] of Object.entries(readers)) {
  test(`what a reader asks for can be looked at: ${name}`, async (t) => {
    const page = await openPage(t, { ...reader, path: linkOf({ mask: "causal", step: "softmax" }) });
    await shoot(page, `reader-${name}`);
    await page.evaluate(() => document.getElementById("mirror-switch").click());
    await page.waitForFunction(() => document.querySelector("#mirror-content table") !== null);
    await shoot(page, `reader-${name}-as-text`);
    assert.deepEqual(page.problems, []);
  });
}

test("text twice as large makes the picture's text twice as large", async (t) => {
  const sizes = [];
  for (const reader of [{}, readers["text-200"]]) {
    const page = await openPage(t, { ...reader, path: linkOf({ step: "scores" }) });
    sizes.push(await page.evaluate(() => window.attentionPlayground.anchors()["step.next"].height));
  }
  assert.ok(Math.abs(sizes[1] / sizes[0] - 2) < 0.1, `${sizes}`);
});
