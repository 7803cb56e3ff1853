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

test("several changes in a row, and a reload right after them, lose nothing", async (t) => {
  const page = await openPage(t, { path: linkOf({ step: "scores" }) });
  await page.evaluate(() => {
    for (const seed of [50, 51, 52]) {
      window.attentionPlayground.dispatch({ type: "set_seed", seed });
    }
    window.attentionPlayground.dispatch({ type: "set_mask", mask: "causal" });
    window.location.reload();
  });
  await page.waitForEvent("load");
  await page.evaluate(() => window.attentionPlayground.ready);
  const { seed, mask } = await state(page);
  assert.deepEqual([seed, mask], [52, "causal"]);
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

test("a link that is opened right after a change is not lost", async (t) => {
  const page = await openPage(t);
  const opened = await page.evaluate(async () => {
    const playground = window.attentionPlayground;
    playground.dispatch({ type: "set_seed", seed: 100 });
    playground.dispatch({ type: "set_seed", seed: 101 });
    const heard = new Promise((resolve) => window.addEventListener("hashchange", () => setTimeout(resolve)));
    window.location.hash = "#v=1&seed=5000";
    window.dispatchEvent(new Event("pagehide")); // writes what is not written yet, as a timer may do at this moment
    await heard;
    return [playground.state().seed, window.location.hash];
  });
  assert.deepEqual(opened, [5000, "#v=1&seed=5000"]);
});

test("a change made just before Back is there again after Forward", async (t) => {
  const page = await openPage(t, { path: "#v=1&seed=1" });
  await page.evaluate(() => { window.location.hash = "#v=1&seed=2"; });
  await page.waitForFunction(() => window.attentionPlayground.state().seed === 2);
  await page.waitForTimeout(500); // the reader looks at it
  await page.evaluate(() => {
    window.attentionPlayground.dispatch({ type: "set_seed", seed: 33 });
    window.history.back();
  });
  await page.waitForFunction(() => window.attentionPlayground.state().seed === 1);
  await page.goForward();
  await page.waitForFunction(() => window.attentionPlayground.state().seed === 33);
});

test("a fragment that says nothing keeps the Session and its undo; a link can be undone", async (t) => {
  const page = await openPage(t);
  await dispatch(page, { type: "set_seed", seed: 44 });
  for (const hash of ["#garbage", "#a=b&c", "#/seed=5"]) {
    await page.evaluate((fragment) => { window.location.hash = fragment; }, hash);
    await page.waitForFunction(() => window.location.hash === "#v=1&seed=44");
    assert.equal((await state(page)).seed, 44);
  }
  await page.evaluate(() => { window.location.hash = "#seed=45"; });
  await page.waitForFunction(() => window.attentionPlayground.state().seed === 45);
  for (const seed of [44, 7]) {
    assert.equal(await dispatch(page, { type: "undo" }), null);
    assert.equal((await state(page)).seed, seed);
  }
});

test("a link with what this version does not have says so", async (t) => {
  for (const [name, value] of [["lesson", "nothing"], ["weights", "learned"], ["training", "5"], ["lang", "de"]]) {
    const page = await openPage(t, {
      path: linkOf({ step: "scores", [name]: value }),
      before: (opened) => opened.addInitScript(() => {
        window.failures = [];
        document.addEventListener("DOMContentLoaded", () =>
          window.attentionPlayground.on("failed", ({ message }) => window.failures.push(message)));
      }),
    });
    const failures = await page.evaluate(() => window.failures);
    assert.equal(failures.length, 1);
    assert.match(failures[0], new RegExp(`${name}.*${value}`));
    assert.equal((await state(page)).step, "scores");
  }
});
