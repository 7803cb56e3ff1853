// Bad input: a sentence that says what is allowed, and the state before is kept.
import assert from "node:assert/strict";
import test from "node:test";
import { dispatch, linkOf, openPage, state } from "./support.mjs";

const long = (count, word) => Array.from({ length: count }, () => word).join(" ");

/** Name, action, what the sentence must say. */
const actions = [
  ["a text over 10,000 characters", { type: "set_text", text: "x".repeat(10_001) }, /10,000/],
  ["a text over 512 tokens", { type: "set_text", text: long(513, "a") }, /512/],
  ["an empty text", { type: "set_text", text: "" }, /empty/],
  ["a text of spaces", { type: "set_text", text: " \t\n " }, /empty/],
  ["a text that is no text", { type: "set_text", text: 5 }, /text/],
  ["no text at all", { type: "set_text" }, /text/],
  ["d_model 0", { type: "set_sizes", d_model: 0 }, /1,024/],
  ["d_model over the limit", { type: "set_sizes", d_model: 1025 }, /1,024/],
  ["d_model that is not whole", { type: "set_sizes", d_model: 1.5 }, /d_model/],
  ["d_model that is beyond all integers", { type: "set_sizes", d_model: 1e300 }, /d_model/],
  ["d_k 0", { type: "set_sizes", d_k: 0 }, /256/],
  ["d_k over the limit", { type: "set_sizes", d_k: 257 }, /256/],
  ["0 heads", { type: "set_sizes", heads: 0 }, /16/],
  ["17 heads", { type: "set_sizes", heads: 17 }, /16/],
  ["key/value heads that do not divide the heads", { type: "set_sizes", heads: 4, kv_heads: 3 }, /divide/],
  ["a seed that is no number", { type: "set_seed", seed: "seven" }, /seed/i],
  ["a negative seed", { type: "set_seed", seed: -1 }, /seed/i],
  ["a seed that is not whole", { type: "set_seed", seed: 1.5 }, /seed/i],
  ["an unknown step", { type: "go_to_step", step: "teleport" }, /teleport|step/],
  ["a step that this model has not", { type: "go_to_step", step: "projected" }, /projected|step|head/],
  ["an unknown action", { type: "explode" }, /explode|type/],
  ["no type", {}, /type/],
  ["no object", 5, /./],
  ["null", null, /./],
  ["a mask that does not exist", { type: "set_mask", mask: "halloween" }, /halloween|mask/i],
  ["padding beyond the tokens", { type: "set_mask", mask: "padding:13" }, /12/],
  ["a scale that is no number", { type: "set_scale", scale: "big" }, /scale|big/i],
  ["a scale beyond the limit", { type: "set_scale", scale: 1e9 }, /1,000,000/],
  ["a query that does not exist", { type: "select", query: 12 }, /query/],
  ["a key that does not exist", { type: "select", key: -1 }, /key/],
  ["a head that does not exist", { type: "select_head", head: 1 }, /head/],
  ["a cell of an unknown tensor", { type: "edit_cell", tensor: "soul", row: 0, column: 0, value: 1 }, /soul|tensor/],
  ["a cell outside", { type: "edit_cell", tensor: "embeddings", row: 99, column: 0, value: 1 }, /row/],
  ["a cell that is not editable", { type: "edit_cell", tensor: "weights", row: 0, column: 0, value: 1 }, /weights/],
  ["nothing to undo", { type: "undo" }, /undo/],
  ["nothing to redo", { type: "redo" }, /redo/],
  ["an unknown theme", { type: "set_theme", theme: "neon" }, /neon|theme/],
  ["too much work", { type: "set_sizes", d_model: 1024, heads: 16, d_k: 256, text: long(512, "a") }, null],
];

test("a bad action throws an Error with a sentence and changes nothing", async (t) => {
  const page = await openPage(t, { path: linkOf({ step: "scores" }) });
  const before = await state(page);
  for (const [name, action, expected] of actions.filter(([, , each]) => each !== null)) {
    await t.test(name, async () => {
      const message = await dispatch(page, action);
      assert.notEqual(message, null, "it was taken");
      assert.match(message, expected);
      assert.match(message, /^[A-Z“"\p{L}].*[.!]$/su, `not a sentence: ${message}`);
      assert.ok(message.length < 400, "the sentence is short");
      assert.deepEqual(await state(page), before);
    });
  }
  await t.test("more work than one change may take", async () => {
    assert.equal(await dispatch(page, { type: "set_text", text: long(512, "a") }), null);
    const wide = await state(page);
    const message = await dispatch(page, { type: "set_sizes", d_model: 1024, d_k: 256, heads: 16 });
    assert.match(message, /multiply-adds/);
    assert.deepEqual(await state(page), wide);
  });
  assert.deepEqual(page.problems, []);
});

/** Name, link, the state that it falls back to. */
const links = [
  ["a text over 10,000 characters", { text: "x".repeat(10_001) }, {}],
  ["a text over 512 tokens", { text: long(513, "a") }, {}],
  ["an empty text", { text: "" }, {}],
  ["sizes of 0", { d_model: "0", d_k: "0", heads: "0" }, { d_model: 64, d_k: 16, heads: 1 }],
  ["sizes over the limits", { d_model: "4096", d_k: "1000", heads: "99" }, { d_model: 64, d_k: 16, heads: 1 }],
  ["a seed that is no number", { seed: "seven" }, { seed: 7 }],
  ["an unknown step", { step: "teleport" }, { step: "tokens" }],
  ["a mask that does not exist", { mask: "halloween" }, { mask: "none" }],
  ["a selection outside", { query: "99", key: "-4" }, { query: 11, key: 0 }],
  ["edits that are no edits", { edits: "~~~,,,;;;" }, {}],
];

for (const [name, link, expected] of links) {
  test(`a link with ${name} falls back and says so`, async (t) => {
    const page = await openPage(t, {
      path: linkOf(link),
      before: (opened) => opened.addInitScript(() => {
        window.failures = [];
        document.addEventListener("DOMContentLoaded", () =>
          window.attentionPlayground.on("failed", ({ message }) => window.failures.push(message)));
      }),
    });
    const now = await state(page);
    for (const [key, value] of Object.entries(expected)) {
      assert.equal(String(now[key]), String(value), key);
    }
    assert.equal(now.text.split(" ").length, 12);
    const failures = await page.evaluate(() => window.failures);
    assert.ok(failures.length > 0, "nothing was said");
    assert.deepEqual(page.problems, []);
  });
}

test("unknown parameters, broken escapes and raw bytes in a link are harmless", async (t) => {
  const page = await openPage(t, { path: "#nonsense=1&&&=&seed=%zz&text=%ff%fe+%00&step=scores&%" });
  assert.equal((await state(page)).step, "scores");
  assert.deepEqual(page.problems, []);
});
