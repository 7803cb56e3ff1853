// The address: the link of now, there and back.
import assert from "node:assert/strict";
import test from "node:test";
import { dispatch, linkOf, openPage, settled, site, state } from "./support.mjs";

test("what is changed goes into the address, and the address brings it back", async (t) => {
  const page = await openPage(t);
  for (const action of [
    { type: "set_text", text: "größer & kleiner = 100% مرحبا" },
    { type: "set_seed", seed: "18446744073709551616" },
    { type: "set_sizes", d_model: 32, heads: 4, kv_heads: 2, d_k: 8 },
    { type: "set_mask", mask: "causal" },
    { type: "set_scale", scale: 0.5 },
    { type: "go_to_step", step: "masked" },
    { type: "select", query: 2, key: 1 },
    { type: "select_head", head: 3 },
    { type: "set_theme", theme: "dark" },
  ]) {
    assert.equal(await dispatch(page, action), null, JSON.stringify(action));
  }
  const before = await state(page);
  const link = await page.evaluate(() => window.attentionPlayground.url());
  await page.waitForFunction((url) => window.location.href === url, link);
  const again = await openPage(t, { path: link.slice(site.length) });
  assert.deepEqual(await state(again), before);
  assert.deepEqual(again.problems, []);
});

test("the text of the reader is not sent to the host", async (t) => {
  const page = await openPage(t);
  await dispatch(page, { type: "set_text", text: "my secret" });
  await page.waitForFunction(() => window.location.hash.includes("secret"));
  assert.equal(new URL(page.url()).search, "");
  await page.reload();
  await page.evaluate(() => window.attentionPlayground.ready);
  assert.equal((await state(page)).text, "my secret");
  assert.ok(page.requested.every((url) => !url.split("#")[0].includes("secret")));
});

test("the query is read too, the hash wins, and unknown names are ignored", async (t) => {
  const page = await openPage(t, { path: "?step=scores&seed=5&from=mail#step=masked&unknown=1" });
  const now = await state(page);
  assert.equal(now.step, "masked");
  assert.equal(String(now.seed), "5");
  await dispatch(page, { type: "go_to_step", step: "tokens" });
  await page.waitForFunction(() => !window.location.search.includes("seed"));
  assert.equal(new URL(page.url()).search, "?from=mail");
  await page.reload();
  await page.evaluate(() => window.attentionPlayground.ready);
  assert.equal((await state(page)).step, "tokens");
  assert.equal(String((await state(page)).seed), "5");
});

test("a new hash opens its link in the same page", async (t) => {
  const page = await openPage(t);
  await page.evaluate(() => {
    window.location.hash = "#step=softmax&mask=causal";
  });
  await page.waitForFunction(() => window.attentionPlayground.state().step === "softmax");
  await settled(page);
  assert.equal((await state(page)).mask, "causal");
});

test("no entry is added to the history by changes", async (t) => {
  const page = await openPage(t, { path: linkOf({ step: "scores" }) });
  const before = await page.evaluate(() => window.history.length);
  for (let count = 0; count < 3; ++count) {
    await dispatch(page, { type: "next_step" });
  }
  await page.waitForFunction(() => window.location.hash.includes("softmax"));
  assert.equal(await page.evaluate(() => window.history.length), before);
});
