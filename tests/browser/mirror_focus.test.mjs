// The focus: a ring on the picture wherever Tab stops, and everything by keyboard alone, without or with the text in view.
import assert from "node:assert/strict";
import test from "node:test";
import { mirrored, press, stepsOf, textsOf } from "./mirror_support.mjs";
import { anchor, linkOf, openPage, settled, state, tensor } from "./support.mjs";

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
