// The mirror in the lessons: knobs, choices and the training are worked by it, and what happens is told.
import assert from "node:assert/strict";
import test from "node:test";
import { mirrored, press } from "./mirror_support.mjs";
import { dispatch, linkOf, openPage, settled, state, until } from "./support.mjs";

const training = (page) => page.evaluate(() => window.attentionPlayground.training());
const status = (page) => page.locator("#mirror-status").innerText();

/** The radio groups of the mirror: what they are called, and the names of all and of the chosen choices. */
const groupsOf = (page) => page.evaluate(() => [...document.querySelectorAll('#mirror-content [role="radiogroup"]')].map((group) => ({
  label: group.getAttribute("aria-label"),
  names: [...group.querySelectorAll("input")].map(({ dataset }) => dataset.name),
  chosen: [...group.querySelectorAll("input")].filter(({ checked }) => checked).map(({ dataset }) => dataset.name),
})));

test("the knobs of a lesson are groups of their own, and each press turns one knob alone", async (t) => {
  const page = await openPage(t, { path: linkOf({ lesson: "block", cue: "6" }) });
  await mirrored(page);
  const knobsOf = (groups) => groups.filter(({ names }) => names[0].startsWith("knob."));
  const knobs = knobsOf(await groupsOf(page));
  assert.ok(knobs.length >= 2, JSON.stringify(knobs));
  for (const { label, names, chosen } of knobs) {
    assert.ok(label?.length > 1, `${names[0]} says what it is about`);
    assert.equal(chosen.length, 1, names.join(" "));
    assert.equal(new Set(names.map((name) => name.split(".")[1])).size, 1, "one knob");
  }
  for (const [place, { names, chosen }] of knobs.entries()) {
    const other = names.find((name) => !chosen.includes(name));
    const before = knobsOf(await groupsOf(page));
    const { knobs: turned } = await state(page);
    await press(page, other);
    const after = knobsOf(await groupsOf(page));
    assert.deepEqual(after[place].chosen, [other]);
    assert.deepEqual(after.map(({ chosen: now }) => now).toSpliced(place, 1), before.map(({ chosen: now }) => now).toSpliced(place, 1),
      "the others stay");
    assert.notDeepEqual((await state(page)).knobs, turned, "the Session follows");
  }
  assert.deepEqual(page.problems, []);
});

test("arrow keys stay within the knob they are in", async (t) => {
  const page = await openPage(t, { path: linkOf({ lesson: "block", cue: "6" }) });
  await mirrored(page);
  const [first] = (await groupsOf(page)).filter(({ names }) => names[0].startsWith("knob."));
  await page.evaluate((name) => document.querySelector(`#mirror-content [data-name="${name}"]`).focus(), first.chosen[0]);
  const met = new Set();
  for (let presses = 0; presses < first.names.length + 2; ++presses) {
    await page.keyboard.press("ArrowRight");
    await settled(page);
    met.add(await page.evaluate(() => document.activeElement.dataset.name));
  }
  assert.deepEqual([...met].sort(), [...first.names].sort());
});

test("what is compared is chosen and taken back in the mirror, setting by setting", async (t) => {
  const page = await openPage(t, { path: linkOf({ step: "scaled" }) });
  await mirrored(page);
  await press(page, "compare");
  const checked = () => page.evaluate(() => [...document.querySelectorAll('#mirror-content [data-name^="compare."][type=checkbox]')]
    .filter((box) => box.checked).map(({ dataset }) => dataset.name));
  assert.deepEqual(await checked(), []);
  await press(page, "compare.scale.off");
  await press(page, "compare.mask.causal");
  assert.deepEqual(await checked(), ["compare.scale.off", "compare.mask.causal"]);
  assert.equal((await state(page)).compare, "mask=causal&scale=off");
  await press(page, "compare.scale.on");
  assert.deepEqual(await checked(), ["compare.scale.on", "compare.mask.causal"]);
  await press(page, "compare.mask.causal");
  assert.deepEqual(await checked(), ["compare.scale.on"]);
  await press(page, "compare.scale.on");
  assert.deepEqual(await checked(), []);
});

test("the speed and what follows a step are two groups that show what the picture does", async (t) => {
  const page = await openPage(t, { path: linkOf({ step: "scores" }) });
  await mirrored(page);
  await press(page, "play.speed");
  const ofPlay = async () => (await groupsOf(page)).filter(({ names }) => names[0].startsWith("play."));
  const [speeds, ends] = await ofPlay();
  assert.deepEqual(ends.names, ["play.continue", "play.stop"]);
  assert.ok(speeds.names.length >= 3 && speeds.names.every((name) => name.startsWith("play.speed[")), speeds.names.join(" "));
  assert.deepEqual([speeds.label, ends.label], ["speed", "at the end of the step"]);
  assert.deepEqual([speeds.chosen.length, ends.chosen.length], [1, 1]);
  await press(page, "play.speed[2]");
  assert.equal(await page.locator('#mirror-content [data-name="play.speed"]').innerText(), "2×");
  await press(page, "play.speed");
  assert.deepEqual((await ofPlay()).map(({ chosen }) => chosen), [["play.speed[2]"], ends.chosen]);
});

test("the training is worked by the mirror: a step, all steps, a pause, a new start, another seed; its end is told", { timeout: 120_000 }, async (t) => {
  const page = await openPage(t, { path: linkOf({ lesson: "train", cue: "1" }) });
  await mirrored(page);
  await press(page, "exhibit.step");
  await until(page, () => window.attentionPlayground.training().step === 1);
  await press(page, "exhibit.train");
  assert.ok((await training(page)).step > 1, "steps are taken");
  if ((await training(page)).running) {
    await press(page, "exhibit.pause");
  }
  const paused = await training(page);
  assert.equal(paused.running, false);
  await page.waitForTimeout(300);
  assert.equal((await training(page)).step, paused.step, "it rests");
  await mirrored(page);
  assert.match(await status(page), new RegExp(`ended at step ${paused.step}\\.`));
  await press(page, "exhibit.again");
  assert.equal((await training(page)).step, 0);
  await press(page, "exhibit.seed");
  assert.notEqual((await state(page)).training, undefined);
  assert.match(JSON.stringify((await state(page)).training), /seed:2/);
  await press(page, "exhibit.train");
  await until(page, () => !window.attentionPlayground.training().running && window.attentionPlayground.training().step > 100);
  await mirrored(page);
  assert.match(await status(page), new RegExp(`ended at step ${(await training(page)).step}\\.`));
  assert.deepEqual(page.problems, []);
});

test("a new cue, an answer and a comparison that is ready are told, a number that moves is not", async (t) => {
  const page = await openPage(t, { path: linkOf({ lesson: "block", cue: "0" }) });
  await mirrored(page);
  await press(page, "lesson.option.1");
  assert.match(await status(page), /Right\./);
  assert.doesNotMatch(await status(page), /Attention has written/, "the cue was read before");
  await press(page, "lesson.next");
  assert.match(await status(page), /It is added, number by number/);
  await dispatch(page, { type: "open_lesson", lesson: "" });
  await dispatch(page, { type: "go_to_step", step: "scaled" });
  await mirrored(page);
  await dispatch(page, { type: "set_compare", compare: "scale=off" });
  await mirrored(page);
  assert.match(await status(page), /difference/i);
});

test("while all numbers are computed that is told once, and no percentage", async (t) => {
  const text = Array.from({ length: 500 }, (_, index) => `w${index}`).join(" ");
  const page = await openPage(t, { path: linkOf({ step: "scores", text }) });
  await mirrored(page);
  const told = await page.evaluate(async () => {
    const said = [];
    const area = document.getElementById("mirror-status");
    const observer = new MutationObserver(() => said.push(area.textContent));
    observer.observe(area, { childList: true, characterData: true, subtree: true });
    document.querySelector('#mirror-content [data-name="step.next"]').focus();
    window.attentionPlayground.dispatch({ type: "set_sizes", d_model: 512, d_k: 64, heads: 8 });
    const animationFrame = () => new Promise(requestAnimationFrame);
    for (let frames = 0; frames < 60; ++frames) {
      await animationFrame();
    }
    window.attentionPlayground.tensor("scores");
    await new Promise((resolve) => setTimeout(resolve, 600));
    observer.disconnect();
    return said;
  });
  t.diagnostic(JSON.stringify(told));
  assert.ok(told.some((sentence) => /Computing/.test(sentence)), "it is told");
  assert.equal(told.filter((sentence) => /Computing/.test(sentence)).length, 1, "once");
  assert.equal(told.filter((sentence) => /\d %/.test(sentence)).length, 0);
});

test("what the mirror's controls and the fields of the picture are called is Spanish in Spanish, each with its subject", async (t) => {
  const page = await openPage(t, { path: linkOf({ lesson: "similarity", cue: "0", lang: "es" }) });
  await mirrored(page);
  const bad = [];
  let points = 0;
  for (const [lesson, cues] of [["similarity", 4], ["scale", 4], ["block", 8]]) {
    for (let cue = 0; cue < cues; ++cue) {
      if (await dispatch(page, { type: "open_lesson", lesson, cue }) !== null) {
        continue;
      }
      await mirrored(page);
      const names = await page.evaluate(() => [
        ...[...document.querySelectorAll("#mirror-content [role=radiogroup], #mirror-content [role=group]")].map((node) => node.getAttribute("aria-label")),
        ...[...document.querySelectorAll("#mirror-content button")].map((node) => node.textContent),
        ...[...document.querySelectorAll("#mirror-content .mirror-field label")].map((node) => node.textContent),
      ]);
      bad.push(...names.filter((name) => name === null || /^[−+xy]$|^(lesson|code|digits|play|knob)\b/.test(name)));
      points += names.filter((name) => / [xy]$/.test(name)).length;
    }
  }
  assert.deepEqual(bad, []);
  assert.ok(points > 0, "there were points");
  // The field over the picture.
  await dispatch(page, { type: "open_lesson", lesson: "similarity", cue: 0 });
  const name = await page.evaluate(() => Object.keys(window.attentionPlayground.anchors()).find((one) => /^knob\..*\.x$/.test(one)));
  if (name !== undefined) {
    const { x, y, width, height } = await page.evaluate((one) => window.attentionPlayground.anchors()[one], name);
    await page.mouse.click(x + width / 2, y + height / 2);
    const label = await page.locator("input.field").getAttribute("aria-label");
    assert.doesNotMatch(label, /^knob/);
    assert.match(label, / x$/);
  }
});
