// The mirror: what the picture says as real HTML. Its numbers are the Snapshot's, everything can be done with it, the
// focus is the same thing on both sides, and axe finds nothing.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import test from "node:test";
import { anchor, dispatch, linkOf, openPage, settled, state, tensor } from "./support.mjs";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const PATIENCE_MILLISECONDS = 400;

/** The mirror follows what nobody in it asked for a moment later. */
async function mirrored(page) {
  await settled(page);
  await page.waitForTimeout(PATIENCE_MILLISECONDS);
}

/** A table of the mirror: its headers, and its cells as numbers; "edited" aside. */
const tableOf = (page, name) => page.evaluate((wanted) => {
  const table = document.querySelector(`#mirror-content table[data-matrix="matrix.${wanted}"]`);
  if (table === null) {
    return null;
  }
  const texts = (nodes) => [...nodes].map((node) => node.textContent);
  const number = (text) => Number(text.replace("−∞", "-Infinity").replace("−", "-").replace(" (edited)", ""));
  return {
    caption: table.caption.textContent,
    columns: texts(table.querySelectorAll("thead th")),
    rows: texts(table.querySelectorAll("tbody th")),
    cells: [...table.querySelectorAll("tbody tr")].map((row) => [...row.querySelectorAll("td")].map((cell) => number(cell.textContent))),
  };
}, name);

/** Compares every number that stands in the table with that of the tensor. @returns {Promise<number>} how many */
async function compareTable(page, name, { head = 0, sums = false } = {}) {
  const table = await tableOf(page, name);
  const { shape: [rows, columns], data } = await tensor(page, name, { head });
  const margin = sums ? 1 : 0;
  const turned = table.cells.length === columns + margin && table.cells[0].length === rows + margin && rows !== columns;
  assert.deepEqual([table.cells.length, table.cells[0].length],
    turned ? [columns + margin, rows + margin] : [rows + margin, columns + margin], table.caption);
  let worst = 0;
  for (let row = 0; row < rows; ++row) {
    for (let column = 0; column < columns; ++column) {
      const said = turned ? table.cells[column][row] : table.cells[row][column];
      const exact = data[row * columns + column];
      worst = Math.max(worst, said === exact ? 0 : Math.abs(said - exact));
    }
  }
  assert.ok(worst <= 0.5e-4 + 1e-12, `${name}: off by ${worst}`);
  return rows * columns;
}

const CONFIGURATIONS = [
  {},
  { text: "one two three four five", seed: "11", d_model: "8", d_k: "4", heads: "2", kv_heads: "1", mask: "causal", d_ff: "12" },
  { text: "a b c", d_model: "6", d_k: "3", positions: "rotary", scale: "off", mask: "padding:1", vectors: "word" },
];

for (const [index, configuration] of CONFIGURATIONS.entries()) {
  test(`every number of every step stands in the mirror: configuration ${index}`, async (t) => {
    const page = await openPage(t, { path: linkOf(configuration) });
    const steps = await page.evaluate(() => [...document.querySelectorAll('[data-part="steps"] button')].map(({ dataset }) => dataset.name));
    assert.ok(steps.length >= 10, `${steps}`);
    let compared = 0;
    for (const name of steps) {
      const step = name.slice("step.".length);
      assert.equal(await dispatch(page, { type: "go_to_step", step }), null);
      await mirrored(page);
      const matrices = await page.evaluate(() => [...document.querySelectorAll("#mirror-content table[data-matrix]")].map(({ dataset }) => dataset.matrix.slice("matrix.".length)));
      assert.ok(step === "tokens" || matrices.length > 0, step);
      for (const matrix of matrices) {
        const transposed = matrix === "keys" && step === "scores";
        if (transposed) {
          const table = await tableOf(page, "keys");
          const { shape: [rows, columns], data } = await tensor(page, "keys", {});
          assert.deepEqual([table.cells.length, table.cells[0].length], [columns, rows]);
          table.cells.forEach((line, k) => line.forEach((said, token) => assert.ok(Math.abs(said - data[token * columns + k]) <= 0.5e-4 + 1e-12)));
          compared += rows * columns;
        } else if (!/^(rotated_|inputs|positions$)/.test(matrix)) {
          compared += await compareTable(page, matrix, { sums: matrix === "weights" });
        }
      }
      const current = await page.locator('[data-part="steps"] [aria-current="step"]').getAttribute("data-name");
      assert.equal(current, name);
    }
    assert.ok(compared > 100, `${compared} numbers`);
    t.diagnostic(`${compared} numbers compared`);
  });
}

test("the accessibility tree has the weights as a table with row and column headers", async (t) => {
  const page = await openPage(t, { path: linkOf({ step: "softmax" }) });
  await mirrored(page);
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  const seen = nodes.filter(({ ignored }) => !ignored);
  const name = (node) => node.name?.value ?? "";
  const grid = seen.find((node) => node.role.value === "grid" && name(node).startsWith("weights"));
  assert.ok(grid !== undefined, "a grid called weights");
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const inside = (node) => [node, ...(node.childIds ?? []).map((id) => byId.get(id)).filter(Boolean).flatMap(inside)];
  const roles = inside(grid).filter(({ ignored }) => !ignored).map((node) => node.role.value);
  assert.equal(roles.filter((role) => role === "columnheader").length, 13, "12 tokens and the sums");
  assert.equal(roles.filter((role) => role === "rowheader").length, 13);
  const { data } = await tensor(page, "weights", {});
  const cells = inside(grid).filter((node) => !node.ignored && node.role.value === "gridcell").map(name).filter((text) => text !== "");
  for (const value of data) {
    assert.ok(cells.includes(value.toFixed(4)), value.toFixed(4));
  }
  const heading = seen.find((node) => node.role.value === "heading" && name(node) === "Scores become shares");
  assert.ok(heading !== undefined, "the step's heading");
  assert.ok(seen.some((node) => node.role.value === "button" && name(node) === "Next: Output"), "a button to the next step");
});

test("the focus of the document and the lit control of the picture are the same thing", async (t) => {
  const page = await openPage(t, { path: linkOf({ step: "scores" }), context: { bypassCSP: true } });
  await mirrored(page);
  const focusBlue = [26, 86, 184];
  const ringAt = async (name) => {
    const { x, y, width, height } = await anchor(page, name);
    const shot = await page.screenshot({ clip: { x, y, width, height: Math.min(height, 12) } });
    return page.evaluate(async ([base64, wanted]) => {
      const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const context = canvas.getContext("2d");
      context.drawImage(bitmap, 0, 0);
      const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
      let count = 0;
      for (let index = 0; index < data.length; index += 4) {
        count += wanted.every((value, channel) => Math.abs(data[index + channel] - value) < 24) ? 1 : 0;
      }
      return count;
    }, [shot.toString("base64"), focusBlue]);
  };
  for (const name of ["share", "mask.causal", "step.next"]) {
    assert.equal(await ringAt(name), 0, `${name} has no ring yet`);
    await page.evaluate((wanted) => document.querySelector(`#mirror-content [data-name="${wanted}"]`).focus(), name);
    await settled(page);
    assert.ok((await ringAt(name)) > 20, `${name} has a ring`);
  }
  await page.evaluate(() => document.activeElement.blur());
  await settled(page);
  assert.equal(await ringAt("step.next"), 0, "and none when the focus is gone");
});

test("by keyboard alone: all steps, settings, a cell, its number, the mask, sharing", async (t) => {
  const page = await openPage(t);
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
  for (const step of ["embeddings", "queries", "keys", "values", "scores"]) {
    await keyboard.press("Enter");
    await settled(page);
    assert.equal((await state(page)).step, step);
    assert.equal(await active(), "step.next", "the focus stays");
  }
  await tabTo(/^d_k$/, "Shift+Tab");
  await keyboard.press("Control+a");
  await keyboard.type("8");
  await keyboard.press("Enter");
  await settled(page);
  assert.equal((await state(page)).d_k, 8);
  await tabTo(/^queries\[/);
  await keyboard.press("ArrowRight");
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
  assert.equal(queries.data[row * 8 + column], 2.5);
  assert.equal(await active(), cell, "and comes back to it");
  await keyboard.press("PageDown");
  await keyboard.press("PageDown");
  await mirrored(page);
  assert.equal((await state(page)).step, "masked");
  await page.evaluate(() => document.querySelector('#mirror-content [data-name="mask.paint"]').focus());
  await keyboard.press("Enter");
  await tabTo(/^masked_scores\[/);
  await keyboard.press("ArrowDown");
  await keyboard.press(" ");
  await settled(page);
  assert.match((await state(page)).mask, /^painted:/);
  await keyboard.press("Escape");
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

test("a matrix of 512 tokens stands in the mirror as the part around the cell", async (t) => {
  const text = Array.from({ length: 512 }, (_, index) => `w${index}`).join(" ");
  const page = await openPage(t, { path: linkOf({ step: "scores", d_model: "8", d_k: "4", text }) });
  await mirrored(page);
  const table = await tableOf(page, "scores");
  assert.deepEqual([table.rows.length, table.columns.length], [64, 64]);
  assert.match(table.caption, /rows \d+ to \d+ of 512/);
  await dispatch(page, { type: "select", query: 400, key: 5 });
  await mirrored(page);
  assert.ok((await tableOf(page, "scores")).rows.includes("w400"));
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
