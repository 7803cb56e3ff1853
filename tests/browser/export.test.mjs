// Exports: what the page saves arrives as a file, a picture at twice its size, and Tab stays in a dialog.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { anchor, click, linkOf, openPage, settled } from "./support.mjs";

/** The file that a click on the anchor saves. */
async function saved(page, name) {
  const [download] = await Promise.all([page.waitForEvent("download"), click(page, name)]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

test("a matrix is saved as text, as numbers and as a picture of twice its size", async (t) => {
  const page = await openPage(t, { path: linkOf({ step: "softmax", mask: "causal" }) });
  await click(page, "export");
  const csv = await saved(page, "export.csv");
  assert.equal(csv.name, "weights.csv");
  assert.match(csv.bytes.toString(), /^weights,the,animal,did,/);
  const npy = await saved(page, "export.npy");
  assert.equal(npy.bytes.length, 128 + 8 * 144);
  assert.equal(npy.bytes.readDoubleLE(128), 1);
  const svg = await saved(page, "export.svg");
  const [, width, height] = svg.bytes.toString().match(/width="(\d+)" height="(\d+)"/);
  const png = await saved(page, "export.png");
  assert.equal(png.name, "weights.png");
  assert.equal(png.bytes.readUInt32BE(16), 2 * Number(width));
  assert.equal(png.bytes.readUInt32BE(20), 2 * Number(height));
  assert.deepEqual(page.problems, []);
});

test("Tab stays in a dialog and Escape closes it", async (t) => {
  const page = await openPage(t);
  await click(page, "share");
  await anchor(page, "dialog");
  await page.waitForFunction(() => document.querySelector('#mirror-content [role="dialog"]') !== null);
  const seen = new Set();
  for (const key of ["Tab", "Shift+Tab"]) {
    for (let count = 0; count < 50; ++count) { // outside a dialog they would leave the playground
      await page.keyboard.press(key);
      assert.ok(await page.evaluate(() => document.activeElement.closest('[role="dialog"]') !== null), `${key} ${count}`);
      seen.add(await page.evaluate(() => document.activeElement.dataset.name));
    }
  }
  assert.ok(seen.has("dialog.close") && seen.has("share.link"), `${[...seen]}`);
  await page.keyboard.press("Escape");
  await settled(page);
  assert.equal(await page.evaluate(() => window.attentionPlayground.anchors().dialog), undefined);
  assert.equal(await page.evaluate(() => document.activeElement.id), "canvas");
});

test("the link that Share copies opens the same view without what was left out", async (t) => {
  const page = await openPage(t, { path: linkOf({ step: "masked", mask: "causal" }) });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await click(page, "share");
  await click(page, "share.hide.tokens");
  await click(page, "share.link");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const shared = await openPage(t, { path: link.slice(link.indexOf("#")) });
  const state = await shared.evaluate(() => window.attentionPlayground.state());
  assert.deepEqual([state.step, state.mask, state.hide], ["masked", "causal", ["tokens"]]);
  assert.equal(await shared.evaluate(() => window.attentionPlayground.anchors()["tokens[0]"]), undefined);
});
