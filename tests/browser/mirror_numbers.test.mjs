// The mirror and the accessibility tree have the numbers of the tensors, at every step.
import assert from "node:assert/strict";
import test from "node:test";
import { compared, mirrored, numberOf, stepsOf, tableOf } from "./mirror_support.mjs";
import { dispatch, linkOf, openPage } from "./support.mjs";

/** Half of the last of four digits. */
const TOLERANCE = 0.5e-4 + 1e-12;

const CONFIGURATIONS = [
  {},
  { text: "one two three four five", seed: "11", d_model: "8", d_k: "4", heads: "2", kv_heads: "1", mask: "causal", d_ff: "12" },
  { text: "a b c", d_model: "6", d_k: "3", positions: "rotary", scale: "off", mask: "padding:1", vectors: "word" },
];

for (const [index, configuration] of CONFIGURATIONS.entries()) {
  test(`every number of every step stands in the mirror: configuration ${index}`, async (t) => {
    const page = await openPage(t, { path: linkOf(configuration) });
    const steps = await stepsOf(page);
    assert.ok(steps.length >= 10, `${steps}`);
    let count = 0;
    for (const step of steps) {
      assert.equal(await dispatch(page, { type: "go_to_step", step }), null);
      await mirrored(page);
      const matrices = await page.evaluate(() => [...document.querySelectorAll("#mirror-content table[data-matrix]")].map(({ dataset }) => dataset.matrix.slice("matrix.".length)));
      assert.ok(step === "tokens" || matrices.length > 0, step);
      for (const matrix of matrices) {
        const { worst, count: numbers } = await compared(page, matrix, (await tableOf(page, matrix)).cells);
        assert.ok(worst <= TOLERANCE, `${matrix} at ${step}: off by ${worst}`);
        count += numbers;
      }
      const current = await page.locator('[data-part="steps"] [aria-current="step"]').getAttribute("data-name");
      assert.equal(current, `step.${step}`);
    }
    assert.ok(count > 100, `${count} numbers`);
    t.diagnostic(`${count} numbers compared`);
  });
}

/** The accessibility tree: all nodes that are not ignored, and what is inside of one. */
async function treeOf(page) {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const inside = (node) => [node, ...(node.childIds ?? []).map((id) => byId.get(id)).filter(Boolean).flatMap(inside)];
  const of = (node, role) => inside(node).filter((one) => !one.ignored && one.role.value === role);
  return { seen: nodes.filter(({ ignored }) => !ignored), of };
}

const nameOf = (node) => node.name?.value ?? "";

test("the accessibility tree has the weights as a table with row and column headers", async (t) => {
  const page = await openPage(t, { path: linkOf({ step: "softmax" }) });
  await mirrored(page);
  const { seen, of } = await treeOf(page);
  const grid = seen.find((node) => node.role.value === "grid" && nameOf(node).startsWith("weights"));
  assert.ok(grid !== undefined, "a grid called weights");
  assert.equal(of(grid, "columnheader").length, 13, "12 tokens and the sums");
  assert.equal(of(grid, "rowheader").length, 13);
  const heading = seen.find((node) => node.role.value === "heading" && nameOf(node) === "Scores become shares");
  assert.ok(heading !== undefined, "the step's heading");
  assert.ok(seen.some((node) => node.role.value === "button" && nameOf(node) === "Next: Output"), "a button to the next step");
});

for (const [index, { head, ...configuration }] of [
  { text: "one two three four five", seed: "11", d_model: "8", d_k: "4", heads: "2", kv_heads: "1", mask: "causal", d_ff: "12",
    positions: "rotary", head: 1 },
  { text: "a b c d", d_model: "6", d_k: "3", positions: "sinusoidal", scale: "off", mask: "padding:1", vectors: "word", head: 0 },
].entries()) {
  test(`the accessibility tree of every step has the numbers of the tensors: configuration ${index}`, async (t) => {
    const page = await openPage(t, { path: linkOf({ ...configuration, head }) });
    await mirrored(page);
    const met = new Set();
    let count = 0;
    for (const step of await stepsOf(page)) {
      assert.equal(await dispatch(page, { type: "go_to_step", step }), null);
      await mirrored(page);
      const names = await page.evaluate(() => [...document.querySelectorAll("#mirror-content table[data-matrix]")].map(({ dataset }) => dataset.matrix.slice("matrix.".length)));
      const { seen, of } = await treeOf(page);
      const grids = seen.filter((node) => node.role.value === "grid");
      assert.equal(grids.length, names.length, step);
      for (const [place, grid] of grids.entries()) {
        const lines = of(grid, "row").filter((row) => of(row, "rowheader").length === 1)
          .map((row) => of(row, "gridcell").map((cell) => numberOf(nameOf(cell))));
        const { worst, count: numbers } = await compared(page, names[place], lines, { head });
        assert.ok(worst <= TOLERANCE, `${names[place]} at ${step}: off by ${worst}`);
        met.add(names[place]);
        count += numbers;
      }
      const marked = seen.filter((node) => node.role.value === "gridcell" && nameOf(node).endsWith("(masked)"));
      assert.equal(marked.length > 0, ["masked", "softmax", "output"].includes(step), `masked cells at ${step}`);
    }
    t.diagnostic(`${count} numbers of ${[...met].join(", ")}`);
    assert.ok(met.has(index === 0 ? "rotated_queries" : "positions"), [...met].join(", "));
  });
}
test("of a matrix of 512 tokens the mirror has the part around the cell, and all of it where that is asked for", async (t) => {
  const text = Array.from({ length: 512 }, (_, index) => `w${index}`).join(" ");
  const page = await openPage(t, { path: linkOf({ step: "softmax", d_model: "8", d_k: "4", text }) });
  await mirrored(page);
  const table = await tableOf(page, "weights");
  assert.deepEqual([table.rows.length, table.columns.length], [65, 65], "64 and the sums");
  assert.match(table.caption, /rows \d+ to \d+ of 512/);
  table.cells.slice(0, 64).forEach((line) => assert.ok(Math.abs(line.at(-1) - 1) <= TOLERANCE, "each row adds up to 1, all of it"));
  await dispatch(page, { type: "select", query: 400, key: 5 });
  await mirrored(page);
  assert.ok((await tableOf(page, "weights")).rows.includes("w400"));
  const fewer = text.split(" ").slice(0, 128).join(" ");
  assert.equal(await dispatch(page, { type: "set_text", text: fewer }), null);
  await page.evaluate(() => document.getElementById("mirror-switch").click());
  await mirrored(page);
  const wholeAfter = await page.evaluate(() => {
    const from = performance.now();
    document.querySelector('#mirror-content table[data-matrix="matrix.weights"]').parentElement.querySelector("[data-whole]").click();
    return performance.now() - from;
  });
  const whole = await tableOf(page, "weights");
  const { worst, count } = await compared(page, "weights", whole.cells);
  assert.equal(count, 128 * 128);
  assert.ok(worst <= TOLERANCE, `off by ${worst}`);
  t.diagnostic(`all ${count} numbers after ${Math.round(wholeAfter)} ms`);
  await page.evaluate(() => document.querySelector('#mirror-content table[data-matrix="matrix.weights"]').parentElement.querySelector("[data-whole]").click());
  assert.equal((await tableOf(page, "weights")).rows.length, 65);
});
