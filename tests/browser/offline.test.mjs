// The page of one file: opened from a disk, without a server, it is the same page.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { click, dist, linkOf, openPage, settled, state, tensor } from "./support.mjs";

const file = `${dist}/attention_playground_offline.html`;
const skip = existsSync(file) ? false : "dist/attention_playground_offline.html is not made (npm ci --prefix web)";

const openOffline = (t, fragment) => openPage(t, { from: pathToFileURL(file).href, path: fragment });
const numbers = ["embeddings", "queries", "keys", "values", "scores", "scaled_scores", "weights", "output"];

test("the page of one file starts from a disk, asks for nothing, and steps", { skip }, async (t) => {
  const page = await openOffline(t, "");
  assert.equal(page.requested.filter((url) => !url.startsWith("data:")).length, 1, `${page.requested}`);
  assert.deepEqual(page.problems.filter((problem) => !problem.startsWith("request to another host: file:")), []);
  assert.equal(await page.locator("#fallback").isVisible(), false);
  const steps = ["tokens"];
  while (steps.at(-1) !== "output") {
    await click(page, "step.next");
    steps.push((await state(page)).step);
    assert.ok(steps.length <= 10, `${steps}`);
  }
  assert.equal(steps.length, 10);
  assert.match(await page.evaluate(() => window.location.hash), /step=output/);
});

test("the numbers of the page of one file are those of the page", { skip }, async (t) => {
  const fragment = linkOf({ step: "softmax", mask: "causal", seed: "21", heads: "2" });
  const offline = await openOffline(t, fragment);
  const served = await openPage(t, { path: fragment });
  assert.deepEqual(await state(offline), await state(served));
  for (const name of numbers) {
    const [one, other] = [await tensor(offline, name), await tensor(served, name)];
    assert.deepEqual(one.shape, other.shape);
    assert.ok(one.data.every((value, index) => Object.is(value, other.data[index])), name);
  }
  assert.equal(await offline.title(), await served.title());
});

test("what a page of one file shares is a link to that file, and snippets with a folder to be filled in", { skip }, async (t) => {
  const page = await openOffline(t, "");
  await click(page, "share");
  await page.waitForFunction(() => document.querySelectorAll('#mirror-content [role="dialog"] code').length >= 3);
  const texts = await page.locator('#mirror-content [role="dialog"] code').allInnerTexts();
  assert.ok(texts[0].startsWith(`${pathToFileURL(file).href}#v=1`), texts[0]);
  assert.ok(texts.slice(1).every((text) => !text.includes("file:")), `${texts}`);
});

test("a link in the query of a file is read", { skip }, async (t) => {
  const page = await openOffline(t, "?step=scores&seed=5");
  await page.evaluate(() => window.attentionPlayground.dispatch({ type: "next_step" }));
  await settled(page);
  const { step, seed } = await state(page);
  assert.deepEqual([step, seed], ["scaled", 5]);
  assert.deepEqual(page.problems.filter((problem) => !problem.startsWith("request to another host: file:")), []);
});
