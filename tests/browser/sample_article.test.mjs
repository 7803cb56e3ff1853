// The sample article as a reader meets it: figures start when they are near, its buttons drive them, its number is theirs.
import assert from "node:assert/strict";
import test from "node:test";
import { ask, drawn, problemsOf } from "./embed_support.mjs";
import { openPage } from "./support.mjs";

const FIGURES = ["scores", "scale", "mask"];

const open = (t, options = {}) => openPage(t, { ...options, path: "articles/sample.html", started: false });

const pressed = (page, label) =>
  page.waitForFunction((text) =>
    [...document.querySelectorAll("button[aria-pressed=true]")].some((button) => button.textContent === text), label);

const framesOf = (page) => page.evaluate(() =>
  [...document.querySelectorAll("attention-playground")].filter((one) => one.shadowRoot?.querySelector("iframe")).length);

/** Largest weight in the row of the selected token, from the figure's own tensor. */
const largest = (page) => page.evaluate(async () => {
  const figure = document.getElementById("scale");
  const { query } = await figure.state();
  const { shape: [, width], data } = await figure.tensor("weights");
  return Math.max(...data.slice(query * width, (query + 1) * width)).toFixed(2);
});

for (const [where, options] of [
  ["on a wide screen", { width: 1280, height: 800 }],
  ["on a phone", { width: 390, height: 844, touch: true }],
]) {
  test(`figures start when the reader comes near, and fit ${where}`, async (t) => {
    const page = await open(t, options);
    await page.waitForFunction(() => customElements.get("attention-playground") !== undefined);
    assert.ok((await framesOf(page)) < FIGURES.length, "a figure far below waits");
    for (const id of FIGURES) {
      await page.evaluate((name) => document.getElementById(name).scrollIntoView({ block: "center" }), id);
      await drawn(page, `#${id}`);
    }
    assert.equal(await framesOf(page), FIGURES.length);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert.ok(overflow <= 0, `${overflow} pixels stand out at the right`);
    assert.deepEqual(problemsOf(page), []);
  });
}

test("the buttons drive their figure, and the number is that of the figure", async (t) => {
  const page = await open(t);
  await page.evaluate(() => document.getElementById("scale").scrollIntoView({ block: "center" }));
  await drawn(page, "#scale");
  const shown = () => page.evaluate(() => document.getElementById("top").value);
  await page.waitForFunction(() => document.getElementById("top").value.includes("largest"));
  const before = await largest(page);
  assert.ok((await shown()).endsWith(before), `${await shown()} is not ${before}`);
  await page.click("button[data-for=scale] >> text=off");
  await pressed(page, "off");
  await page.waitForFunction((old) => !document.getElementById("top").value.endsWith(old), before);
  const after = await largest(page);
  assert.ok((await shown()).endsWith(after));
  assert.ok(Number(after) > Number(before), "without the scale the largest weight grows");
  assert.equal((await ask(page, "#scale", "state")).scale, "off");
  assert.equal((await ask(page, "#mask", "state")).mask, "causal", "the other figures keep theirs");
  await page.click("button[data-for=mask] >> text=then softmax");
  await page.evaluate(async () => {
    while ((await document.getElementById("mask").state()).step !== "softmax") {
      await new Promise(requestAnimationFrame);
    }
  });
  assert.deepEqual(problemsOf(page), []);
});
