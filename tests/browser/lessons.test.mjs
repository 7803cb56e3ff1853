// The lessons: each opens by link in page and embed, says its numbers, and follows what is changed.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import test from "node:test";
import { ask, openArticle } from "./embed_support.mjs";
import { click, dispatch, linkOf, middle, openPage, screenshotFolder, settled, state, tensor, until } from "./support.mjs";

const LESSONS = [
  "attention", "similarity", "scale", "mask", "softmax", "heads", "positions", "cost", "flash", "cache", "train",
  "parameters", "cross", "recurrence", "context", "block",
];

const lesson = (page) => page.evaluate(() => window.attentionPlayground.lesson());
const claimOf = ({ claims }, name) => claims.find((claim) => claim.name === name).value;

mkdirSync(screenshotFolder, { recursive: true });

for (const id of LESSONS) {
  test(`the lesson ${id} opens by link, states at least three numbers, and can be walked through`, async (t) => {
    for (const [width, file] of [[640, "embed.html"], [1280, ""]]) {
      const page = await openPage(t, { width, height: 900, path: file + linkOf({ lesson: id }) });
      const stated = await lesson(page);
      assert.equal(stated.id, id);
      assert.ok(stated.question.endsWith("?"), stated.question);
      assert.ok(stated.claims.length >= 3);
      assert.ok(stated.claims.every(({ name, value }) => Number.isFinite(value) || name.startsWith("naive_")));
      const picture = async (cue) => {
        for (const theme of ["light", "dark"]) {
          await page.emulateMedia({ colorScheme: theme });
          await settled(page);
          await page.screenshot({ path: `${screenshotFolder}/lesson-${id}-${width}-${cue}-${theme}.png` });
        }
      };
      await picture(0);
      let cue = 1;
      let refusal = null;
      for (; (refusal = await dispatch(page, { type: "open_lesson", lesson: id, cue })) === null; ++cue) {
        const now = await state(page);
        assert.deepEqual([now.lesson, now.cue], [id, cue]);
        await picture(cue);
      }
      assert.equal(refusal, `cue is ${cue}: 0 to ${cue - 1} are allowed.`);
      assert.equal((await state(page)).cue, cue - 1, "which changes nothing");
      assert.ok(cue >= 4, `${cue} cues`);
      assert.deepEqual(page.problems, []);
    }
  });
}

test("every lesson opens on a phone, in the page and in the page of an embed", async (t) => {
  for (const file of ["", "embed.html"]) {
    for (const id of LESSONS) {
      const page = await openPage(t, { width: 390, height: 844, touch: true, path: file + linkOf({ lesson: id, cue: "1" }) });
      assert.equal((await lesson(page)).id, id);
      await page.screenshot({ path: `${screenshotFolder}/lesson-${id}-390-${file === "" ? "page" : "embed"}.png` });
      const wide = await page.evaluate(() => Object.entries(window.attentionPlayground.anchors())
        .filter(([name, { x, width }]) => name.startsWith("panel.") && (x < 0 || x + width > window.innerWidth)));
      assert.deepEqual(wide, [], id);
      assert.deepEqual(page.problems, []);
      await page.context().close();
    }
  }
});

test("the bill is measured in this browser, can be cancelled, and the page goes on meanwhile", async (t) => {
  const page = await openPage(t, { path: linkOf({ lesson: "cost" }) });
  const shows = (name) => page.evaluate((wanted) => wanted in window.attentionPlayground.anchors(), name);
  for (let cue = 0; !await shows("exhibit.measure"); ++cue) {
    assert.equal(await dispatch(page, { type: "open_lesson", lesson: "cost", cue }), null, "no cue measures");
    await settled(page);
  }
  const { x, y } = await middle(page, "exhibit.measure");
  await page.mouse.click(x, y); // nothing rests before all is measured
  await until(page, () => "exhibit.progress" in window.attentionPlayground.anchors());
  const frames = await page.evaluate(() => window.attentionPlayground.frames);
  await until(page, () => "exhibit.measured" in window.attentionPlayground.anchors());
  assert.ok(await page.evaluate(() => window.attentionPlayground.frames) >= frames + 5);
  const measured = (await lesson(page)).claims.filter(({ name }) => /^(table|tiled)_ms_/.test(name));
  assert.ok(measured.length > 0 && measured.every(({ value }) => value > 0), JSON.stringify(measured));
  assert.equal(await dispatch(page, { type: "measure", running: false }), null);
  await settled(page);
  assert.equal(await shows("exhibit.progress"), false);
  assert.equal(await shows("exhibit.measured"), true, "what was measured stays");
});

test("an embed opens every lesson by its attribute", async (t) => {
  const page = await openArticle(t, `<attention-playground id="a" lesson="${LESSONS[0]}"></attention-playground>`, { width: 700 });
  await page.evaluate(() => document.getElementById("a").ready);
  for (const id of LESSONS) {
    await page.evaluate((lesson) => document.getElementById("a").setAttribute("lesson", lesson), id);
    await until(page, async (lesson) => (await document.getElementById("a").lesson())?.id === lesson, id);
    assert.ok((await ask(page, "#a", "lesson")).claims.length >= 3, id);
  }
  assert.deepEqual(page.problems, []);
});

test("no exhibit is wider than its window, and every word of it is told by the mirror", async (t) => {
  for (const width of [320, 640]) {
    const page = await openPage(t, { width, height: 900, path: linkOf({ lesson: "similarity", cue: "3" }) });
    await settled(page);
    const anchors = await page.evaluate(() => window.attentionPlayground.anchors());
    const figures = Object.entries(anchors).filter(([name]) => name.startsWith("panel.exhibit."));
    assert.ok(figures.length >= 2);
    for (const [name, { x, width: wide }] of figures) {
      assert.ok(x >= 0 && x + wide <= width, `${name} reaches from ${x} to ${x + wide} of ${width}`);
    }
    await page.waitForFunction(() => document.querySelector("#mirror-content table") !== null);
    const text = await page.evaluate(() => document.getElementById("mirror-content").textContent);
    assert.match(text, /2\.24/, "the length of (2, 1)");
  }
});

test("an arrow is dragged by its tip, typed in a field, and comes back by the link", async (t) => {
  const page = await openPage(t, { width: 900, height: 900, path: linkOf({ lesson: "similarity", cue: "3" }) });
  await settled(page);
  const dot = async () => claimOf(await lesson(page), "dot");
  const before = await dot();
  assert.equal(before, 4, "(2, 1) · (1, 2)");
  const tip = await page.evaluate(() => {
    const anchors = window.attentionPlayground.anchors();
    return anchors[Object.keys(anchors).find((name) => /^exhibit\..*\.b$/.test(name))];
  });
  const [x, y] = [tip.x + tip.width / 2, tip.y + tip.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 30, y, { steps: 4 });
  await page.mouse.up();
  await settled(page);
  const { knobs } = await state(page);
  const [bx, by] = knobs.match(/b:([\d.-]+);([\d.-]+)/).slice(1).map(Number);
  assert.ok(bx > 1, knobs);
  assert.ok(Math.abs((await dot()) - (2 * bx + by)) < 1e-12, "the claim is the dot product of the two arrows");
  const again = await openPage(t, { width: 900, height: 900, path: await page.evaluate(() => window.location.hash) });
  assert.deepEqual(await state(again), await state(page));
  assert.match(await dispatch(page, { type: "turn_knob", knob: "b", value: "9;9" }), /from -3 to 3/);
  assert.equal(await dispatch(page, { type: "turn_knob", knob: "b", value: "-1;2" }), null);
  assert.equal(await dot(), 0, "a right angle");
});

test("a question can be answered, and the answer is judged at once", async (t) => {
  const page = await openPage(t, { path: linkOf({ lesson: "similarity" }) });
  await settled(page);
  await click(page, "lesson.option.0");
  await page.waitForFunction(() => /Not quite/.test(document.getElementById("mirror-content").textContent));
  await click(page, "lesson.option.1");
  await page.waitForFunction(() => /Right\./.test(document.getElementById("mirror-content").textContent));
});

test("a lesson's numbers are those of the page's tensors, also after a change", async (t) => {
  const page = await openPage(t, { path: linkOf({ lesson: "mask", cue: "2" }) });
  const future = async () => {
    const { data, shape: [rows, columns] } = await tensor(page, "weights");
    let sum = 0;
    for (let row = 0; row < rows; ++row) {
      for (let column = row + 1; column < columns; ++column) {
        sum += data[row * columns + column];
      }
    }
    return sum;
  };
  assert.equal(claimOf(await lesson(page), "future_weight"), 0);
  assert.equal(await future(), 0);
  assert.equal(await dispatch(page, { type: "set_mask", mask: "none" }), null);
  assert.ok(Math.abs(claimOf(await lesson(page), "future_weight") - (await future())) < 1e-12);
  assert.ok((await future()) > 1);
});

test("the address restores the lesson, its cue and what was changed; undo brings back the settings before it", async (t) => {
  const page = await openPage(t, { path: linkOf({ step: "scores" }) });
  assert.equal(await dispatch(page, { type: "open_lesson", lesson: "scale" }), null);
  await click(page, "lesson.next");
  await dispatch(page, { type: "set_seed", seed: 12 });
  const before = await state(page);
  assert.deepEqual([before.lesson, before.cue, before.seed, before.scale], ["scale", 1, 12, "off"]);
  const again = await openPage(t, { path: await page.evaluate(() => window.location.hash) });
  assert.deepEqual(await state(again), before);
  assert.match(await dispatch(page, { type: "open_lesson", lesson: "no" }), /attention, similarity, scale.*context or block/);
  assert.deepEqual(await state(page), before);
  for (let undo = 0; undo < 3; ++undo) {
    assert.equal(await dispatch(page, { type: "undo" }), null);
  }
  const { seed, scale, d_k } = await state(page);
  assert.deepEqual([seed, scale, d_k], [7, "on", 16]);
});

test("an embed shows a lesson at the width of an article, and its attribute changes it", async (t) => {
  const page = await openArticle(t, '<attention-playground id="a" lesson="mask" cue="3" style="width:640px"></attention-playground>', { width: 700 });
  await page.evaluate(() => document.getElementById("a").ready);
  assert.equal((await ask(page, "#a", "lesson")).id, "mask");
  assert.equal((await ask(page, "#a", "state")).cue, 3);
  await page.evaluate(() => document.getElementById("a").setAttribute("lesson", "scale"));
  await until(page, async () => (await document.getElementById("a").lesson()).id === "scale");
});

test("a lesson speaks Spanish, and is told by the mirror", async (t) => {
  const page = await openPage(t, { path: linkOf({ lesson: "mask", cue: "3", lang: "es" }) });
  assert.match((await lesson(page)).question, /^¿/);
  await page.waitForFunction(() => /el futuro se filtra/.test(document.getElementById("mirror-content").textContent));
  await settled(page);
  const text = await page.evaluate(() => document.getElementById("mirror-content").textContent);
  assert.match(text, /0\.056/);
});
