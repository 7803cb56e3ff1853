// The mirror: what the picture says as real HTML. Its numbers are the Snapshot's, everything can be done with it, the
// focus is the same thing on both sides, and axe finds nothing.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import test from "node:test";
import { compared, mirrored, numberOf, PATIENCE_MILLISECONDS, press, stepsOf, tableOf, textsOf } from "./mirror_support.mjs";
import { anchor, dispatch, linkOf, openPage, settled, state, tensor } from "./support.mjs";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

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

/** Pixels in the colour of the focus around a rectangle of the page. */
async function ringPixels(page, { x, y, width, height }) {
  const margin = 3;
  const clip = { x: Math.max(0, x - margin), y: Math.max(0, y - margin), width: width + 2 * margin, height: height + 2 * margin };
  const shot = await page.screenshot({ clip });
  return page.evaluate(async (base64) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext("2d");
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    let count = 0;
    for (let index = 0; index < data.length; index += 4) {
      count += [26, 86, 184].every((value, channel) => Math.abs(data[index + channel] - value) < 24) ? 1 : 0;
    }
    return count;
  }, shot.toString("base64"));
}

/** What has the focus: what rings it on the picture, and the words for a failure. */
const focused = (page) => page.evaluate(() => {
  const { dataset, id, textContent } = document.activeElement;
  return { ring: dataset.cell === undefined ? dataset.name ?? dataset.ring ?? null : document.activeElement.closest("table").dataset.matrix,
    disabled: document.activeElement.getAttribute("aria-disabled") === "true", id, text: textContent.slice(0, 40) };
});

for (const [step, more] of [["scores", {}], ["softmax", { mask: "causal" }]]) {
  test(`every stop of Tab has a ring on the picture, at the step ${step}`, async (t) => {
    const page = await openPage(t, { path: linkOf({ step, text: "a b c", d_model: "4", d_k: "2", ...more }), context: { bypassCSP: true } });
    await mirrored(page);
    await page.evaluate(() => document.activeElement.blur());
    await page.evaluate(() => document.getElementById("mirror-switch").focus());
    const kinds = { disabled: 0, sources: 0, tables: 0, all: 0 };
    for (let presses = 0; presses < 300; ++presses) {
      await page.keyboard.press("Tab");
      const { ring, disabled, id, text } = await focused(page);
      if (ring === null) {
        assert.equal(id, "", `${text} has no ring`);
        break;
      }
      await settled(page);
      const rect = await page.evaluate((name) => {
        const anchors = window.attentionPlayground.anchors();
        return anchors[name] ?? anchors[{ term: "panel.terms", "row_sum.term": "panel.terms", journey: "panel.journey" }[name]];
      }, ring);
      assert.ok(rect !== undefined, `${ring} is nowhere on the picture`);
      const there = await ringPixels(page, rect);
      assert.ok(there > 20, `${ring} has no ring: ${there} pixels`);
      kinds.all += 1;
      kinds.disabled += disabled ? 1 : 0;
      kinds.sources += /source\[/.test(ring) ? 1 : 0;
      kinds.tables += ["term", "row_sum.term", "journey"].includes(ring) ? 1 : 0;
    }
    t.diagnostic(JSON.stringify(kinds));
    assert.ok(kinds.all > 40 && kinds.disabled > 0 && kinds.sources > 0 && kinds.tables > 1, JSON.stringify(kinds));
    await page.evaluate(() => document.activeElement.blur());
    await settled(page);
    assert.equal(await ringPixels(page, await anchor(page, "step.next")), 0, "and none when the focus is gone");
  });
}

test("the canvas shows that it has the focus once a key was pressed", async (t) => {
  const page = await openPage(t, { path: linkOf({ step: "scores" }) });
  const outline = () => page.evaluate(() => getComputedStyle(document.getElementById("canvas")).outlineStyle);
  assert.equal(await page.evaluate(() => document.activeElement.id), "canvas");
  assert.equal(await outline(), "none");
  await page.keyboard.press("ArrowRight");
  assert.equal(await outline(), "solid");
});

test("by keyboard alone: all steps to the last, settings, a cell, its number, the mask, sharing", async (t) => {
  const page = await openPage(t, { path: linkOf({ text: "one two three four", d_model: "8", d_k: "4", heads: "2", d_ff: "8" }) });
  const { keyboard } = page;
  const active = () => page.evaluate(() => document.activeElement.dataset.name ?? document.activeElement.dataset.cell ?? document.activeElement.id);
  const tabTo = async (wanted, key = "Tab") => {
    for (let presses = 0; presses < 400; ++presses) {
      if (wanted.test(await active())) {
        return;
      }
      await keyboard.press(key);
    }
    assert.fail(`Tab does not come to ${wanted}`);
  };
  await tabTo(/^step\.next$/);
  const { step: first } = await state(page);
  assert.equal(first, "tokens");
  const walked = [];
  for (const step of await stepsOf(page)) {
    assert.equal((await state(page)).step, step);
    walked.push(step);
    assert.equal(await active(), "step.next", "the focus stays");
    await keyboard.press("Enter");
    await settled(page);
  }
  assert.equal(walked.at(-1), "norm_2");
  assert.equal(walked.length, 17);
  assert.equal((await state(page)).step, "norm_2", "and there it ends");

  // A radio button, a checkbox, a number.
  await tabTo(/^scale\.(on|off)$/, "Shift+Tab");
  assert.equal(await active(), "scale.on");
  await keyboard.press("ArrowRight");
  await settled(page);
  assert.equal((await state(page)).scale, "off");
  await keyboard.press("ArrowLeft");
  await settled(page);
  assert.equal((await state(page)).scale, "on");
  await tabTo(/^mask\.causal$/);
  await keyboard.press(" ");
  await settled(page);
  assert.equal((await state(page)).mask, "causal");
  await keyboard.press(" ");
  await settled(page);
  assert.equal((await state(page)).mask, "none");
  await tabTo(/^d_k$/, "Shift+Tab");
  await keyboard.press("Control+a");
  await keyboard.type("3");
  await keyboard.press("Enter");
  await settled(page);
  assert.equal((await state(page)).d_k, 3);

  // A slider: the playhead.
  await tabTo(/^step\.queries$/);
  await keyboard.press("Enter");
  await settled(page);
  await tabTo(/^play\.bar$/);
  const sliderValue = () => page.evaluate(() => Number(document.activeElement.value));
  const before = await sliderValue();
  await keyboard.press("ArrowRight");
  await keyboard.press("ArrowRight");
  await settled(page);
  assert.equal(await sliderValue(), before + 2);

  // A cell and its number.
  await tabTo(/^queries\[/, "Shift+Tab");
  await keyboard.press("ArrowRight");
  await keyboard.press("ArrowDown");
  await settled(page);
  const cell = await active();
  assert.match(cell, /^queries\[\d+,\d+\]$/, "the focus follows the cell");
  const [, row, column] = cell.match(/\[(\d+),(\d+)\]/).map(Number);
  await keyboard.press("Enter");
  await page.locator("input.field").waitFor();
  await keyboard.press("Control+a");
  await keyboard.type("2.5");
  await keyboard.press("Enter");
  await settled(page);
  const queries = await tensor(page, "queries", {});
  assert.equal(queries.data[row * 3 + column], 2.5);
  assert.equal(await active(), cell, "and comes back to it");

  // The mask, painted.
  await tabTo(/^step\.masked$/, "Shift+Tab");
  await keyboard.press("Enter");
  await settled(page);
  await tabTo(/^mask\.paint$/);
  await keyboard.press("Enter");
  await tabTo(/^masked_scores\[/);
  await keyboard.press("ArrowDown");
  await settled(page);
  const painted = await active();
  await keyboard.press(" ");
  await settled(page);
  assert.match((await state(page)).mask, /^painted:/);
  const [, query, key] = painted.match(/\[(\d+),(\d+)\]/).map(Number);
  const masked = await tensor(page, "masked_scores", {});
  assert.deepEqual([...masked.data].map((value) => value === -Infinity), [...masked.data].map((_, index) => index === 4 * query + key));

  // Escape leaves the painting, then the grid: no arrow does anything unseen.
  await keyboard.press("Escape");
  assert.equal(await active(), painted);
  await keyboard.press("Escape");
  assert.equal(await page.evaluate(() => document.activeElement.localName), "body");
  await keyboard.press("ArrowRight");
  await settled(page);
  assert.equal((await state(page)).step, "masked");

  await tabTo(/^share$/, "Shift+Tab");
  await keyboard.press("Enter");
  await mirrored(page);
  assert.equal(await page.locator('#mirror-content [role="dialog"]').count(), 1);
  await tabTo(/^share\.link$/);
  await keyboard.press("Enter");
  await settled(page);
  await keyboard.press("Escape");
  await mirrored(page);
  assert.equal(await page.locator('#mirror-content [role="dialog"]').count(), 0, "Escape closes it");
  assert.equal(await active(), "share", "and gives the focus back");
  assert.deepEqual(page.problems, []);
});

test("in the text view a cell's number and the text are typed in sight, and the focus comes back", async (t) => {
  const page = await openPage(t, { path: linkOf({ step: "queries" }) });
  await page.evaluate(() => document.getElementById("mirror-switch").click());
  await mirrored(page);
  /** What has the focus is what one sees at its place. */
  const isSeen = () => page.evaluate(() => {
    const field = document.activeElement;
    const { x, y, width, height } = field.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2) === field && field.matches("input, textarea");
  });
  const cell = "queries[2,0]";
  await page.locator(`#mirror-content [data-cell="${cell}"]`).click();
  await mirrored(page);
  await page.evaluate((name) => document.querySelector(`#mirror-content [data-cell="${name}"]`).focus(), cell);
  await mirrored(page);
  await page.keyboard.press("Enter");
  await settled(page);
  assert.ok(await isSeen(), "the field is in sight");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("nonsense");
  await page.keyboard.press("Enter");
  await settled(page);
  assert.ok(await isSeen(), "what is refused stays");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("1.25");
  await page.keyboard.press("Enter");
  await mirrored(page);
  assert.equal((await tensor(page, "queries", {})).data[2 * 16], 1.25);
  assert.equal(await page.evaluate(() => document.activeElement.dataset.cell), cell, "the focus comes back");
  assert.match(await page.evaluate(() => document.activeElement.textContent), /^1\.2500 \(edited\)$/);
  await press(page, "text.edit");
  assert.ok(await isSeen(), "the text is in sight");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.name), "text");
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".field").count(), 0);
  assert.deepEqual(page.problems, []);
});

test("in the mirror a click on a cell paints it while the mask is painted", async (t) => {
  const page = await openPage(t, { path: linkOf({ step: "masked", text: "a b c" }) });
  await mirrored(page);
  await press(page, "mask.paint");
  const clickCell = async () => {
    await page.evaluate(() => document.querySelector('#mirror-content [data-cell="masked_scores[0,2]"]').click());
    await mirrored(page);
  };
  await clickCell();
  const { data } = await tensor(page, "masked_scores", {});
  assert.deepEqual([...data].map((value) => value === -Infinity), [...data].map((_, index) => index === 2));
  const { cells } = await textsOf(page, "matrix.masked_scores");
  assert.equal(cells[0][2], "−∞ (masked)");
  assert.doesNotMatch(cells[0][1], /masked/);
  await clickCell();
  assert.ok((await tensor(page, "masked_scores", {})).data.every(Number.isFinite));
});

test("what is out of range is refused by the same sentence, tied to its field, and changes nothing", async (t) => {
  const page = await openPage(t, { path: linkOf({ step: "scores" }) });
  await mirrored(page);
  const before = await state(page);
  for (const [name, typed] of [["d_model", "0"], ["d_k", "9999"], ["heads", "-3"], ["seed", "1.5"], ["scale", "many"]]) {
    const field = page.locator(`#mirror-content [data-name="${name}"][data-field]`);
    await field.evaluate((input, value) => {
      input.focus();
      input.value = value;
      input.dispatchEvent(new Event("change", { bubbles: true }));
    }, typed);
    await settled(page);
    const said = await field.evaluate((input) => ({
      invalid: input.getAttribute("aria-invalid"),
      sentence: document.getElementById(input.getAttribute("aria-describedby"))?.textContent,
      shown: input.value,
    }));
    const thrown = name === "scale" || name === "seed" ? null
      : await dispatch(page, { type: "set_sizes", [name]: Number(typed) });
    assert.equal(said.invalid, "true", name);
    assert.ok(said.sentence?.length > 10, `${name}: ${said.sentence}`);
    if (thrown !== null) {
      assert.equal(said.sentence, thrown);
    }
    assert.equal(said.shown, name === "scale" ? "many" : typed, "what was typed is not lost");
    assert.deepEqual(await state(page), before);
    await field.evaluate((input, value) => {
      input.value = value;
      input.dispatchEvent(new Event("input", { bubbles: true }));
      input.dispatchEvent(new Event("change", { bubbles: true }));
    }, String(before[name] === "on" ? "0.25" : before[name]));
    await settled(page);
  }
});

test("a change is told once, politely, and a resting page draws nothing for the mirror", async (t) => {
  const page = await openPage(t, { path: linkOf({ step: "scores" }) });
  await mirrored(page);
  const status = page.locator("#mirror-status");
  assert.equal(await status.getAttribute("role"), "status");
  await dispatch(page, { type: "go_to_step", step: "softmax" });
  await mirrored(page);
  assert.match(await status.innerText(), /Scores become shares/);
  await dispatch(page, { type: "select", query: 3, key: 2 });
  await mirrored(page);
  assert.match(await status.innerText(), /not attends to did/);
  await page.evaluate(() => {
    window.changes = 0;
    new MutationObserver((records) => { window.changes += records.length; })
      .observe(document.getElementById("mirror"), { subtree: true, childList: true, characterData: true, attributes: true });
  });
  const before = await page.evaluate(() => window.attentionPlayground.frames);
  await page.waitForTimeout(2000);
  assert.equal(await page.evaluate(() => window.attentionPlayground.frames), before);
  assert.equal(await page.evaluate(() => window.changes), 0);
});

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

test("the text view can be asked for, and left", async (t) => {
  const page = await openPage(t, { path: linkOf({ step: "scores" }) });
  await page.focus("#canvas");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.locator("#mirror-content table").last().waitFor({ state: "visible" });
  assert.equal(await page.evaluate(() => getComputedStyle(document.getElementById("mirror")).opacity), "1");
  await page.locator('#mirror-content [data-name="step.next"]').click();
  assert.equal((await state(page)).step, "scaled");
  await page.locator("#mirror-switch").click();
  assert.equal(await page.evaluate(() => getComputedStyle(document.getElementById("mirror")).opacity), "0");
});

/** What axe has to say about the page as it is. */
async function axeFindings(page) {
  await page.evaluate(axeSource);
  return page.evaluate(async () => {
    const { violations } = await window.axe.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"], resultTypes: ["violations"],
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(" | ")}`);
  });
}

for (const dark of [false, true]) {
  test(`axe finds nothing in the page and its text view, ${dark ? "dark" : "light"}`, async (t) => {
    const page = await openPage(t, { path: linkOf({ step: "softmax", mask: "causal" }), dark, context: { bypassCSP: true } });
    await mirrored(page);
    assert.deepEqual(await axeFindings(page), []);
    await page.evaluate(() => document.getElementById("mirror-switch").click());
    await mirrored(page);
    for (const step of ["tokens", "scores", "softmax"]) {
      await dispatch(page, { type: "go_to_step", step });
      await mirrored(page);
      assert.deepEqual(await axeFindings(page), [], step);
    }
    for (const name of ["settings", "share"]) {
      await page.locator(`#mirror-content [data-name="${name}"]`).click();
      await mirrored(page);
      assert.deepEqual(await axeFindings(page), [], name);
    }
  });
}

test("axe finds nothing in an article with embeds, nor in what is inside of them", async (t) => {
  for (const dark of [false, true]) {
    const page = await openPage(t, { path: "articles/sample.html", started: false, dark, context: { bypassCSP: true } });
    await page.evaluate(async () => {
      const figure = document.querySelector("attention-playground");
      figure.scrollIntoView();
      await figure.ready;
    });
    await page.waitForTimeout(PATIENCE_MILLISECONDS);
    assert.deepEqual(await axeFindings(page), []);
    const frame = page.frames().find((one) => one !== page.mainFrame());
    assert.ok(frame !== undefined, "a figure has its frame");
    assert.deepEqual(await axeFindings(frame), []);
  }
});

test("in an embed the mirror comes before Tab leaves, and a touch screen's targets are 44 pixels", async (t) => {
  const page = await openPage(t, { path: "embed.html#step=scores", width: 390, height: 700, touch: true });
  await mirrored(page);
  await page.evaluate(() => document.getElementById("mirror-switch").click());
  await mirrored(page);
  const small = await page.evaluate(() => [...document.querySelectorAll("#mirror-content button, #mirror-content .mirror-field input, #mirror-content label:has(input)")]
    .filter((node) => node.getClientRects().length > 0 && !node.closest("td"))
    .map((node) => [node.textContent || node.dataset.name, Math.round(node.getBoundingClientRect().height)])
    .filter(([, height]) => height < 44));
  assert.deepEqual(small, []);
  const overflow = await page.evaluate(() => document.getElementById("mirror").scrollWidth - document.getElementById("mirror").clientWidth);
  assert.ok(overflow <= 0, `${overflow} pixels stand out`);
});

test("the mirror speaks the language of the page", async (t) => {
  const page = await openPage(t, { path: linkOf({ step: "softmax", lang: "es" }) });
  await mirrored(page);
  assert.equal(await page.evaluate(() => document.documentElement.lang), "es");
  const text = await page.evaluate(() => document.getElementById("mirror-content").innerText);
  assert.match(text, /Puntuaciones/);
  assert.match(text, /suma/);
  assert.doesNotMatch(text, /Settings|Explanation|Next:/);
  assert.deepEqual(page.problems, []);
});
