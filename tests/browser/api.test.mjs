// The API: what window.attentionPlayground promises to host pages.
import assert from "node:assert/strict";
import test from "node:test";
import { click, dispatch, linkOf, openPage, settled, state } from "./support.mjs";

test("the object is there when the script has run, and says when it is ready", async (t) => {
  const page = await openPage(t, {
    before: (opened) => opened.addInitScript(() => {
      document.addEventListener("DOMContentLoaded", () => {
        const playground = window.attentionPlayground;
        const message = (call) => {
          try {
            return call();
          } catch (error) {
            return error.message;
          }
        };
        window.early = {
          ready: playground.ready instanceof Promise,
          dispatch: message(() => playground.dispatch({ type: "next_step" })),
          state: message(() => playground.state()),
          anchors: playground.anchors(),
          frames: playground.frames,
          url: playground.url() === window.location.href,
        };
      });
    }),
  });
  const early = await page.evaluate(() => window.early);
  assert.equal(early.ready, true);
  assert.match(early.dispatch, /await attentionPlayground\.ready/);
  assert.match(early.state, /await attentionPlayground\.ready/);
  assert.deepEqual([early.anchors, early.frames, early.url], [{}, 0, true]);
});

test("state has the names of the link parameters", async (t) => {
  const page = await openPage(t, { path: linkOf({ seed: "18446744073709551616" }) });
  const now = await state(page);
  for (const name of ["text", "seed", "vectors", "d_model", "d_k", "heads", "kv_heads", "mask", "scale", "step", "query",
    "key", "head", "theme"]) {
    assert.ok(name in now, name);
  }
  assert.equal(now.seed, "18446744073709551616");
});

test("an action is applied before dispatch returns", async (t) => {
  const page = await openPage(t);
  const [step, seed] = await page.evaluate(() => {
    const playground = window.attentionPlayground;
    playground.dispatch({ type: "go_to_step", step: "softmax" });
    playground.dispatch({ type: "set_seed", seed: 36893488147419103233n });
    return [playground.state().step, playground.state().seed];
  });
  assert.deepEqual([step, seed], ["softmax", "36893488147419103233"]);
});

test("a tensor is a copy", async (t) => {
  const page = await openPage(t);
  const same = await page.evaluate(() => {
    const playground = window.attentionPlayground;
    const first = playground.tensor("weights");
    const value = first.data[0];
    first.data[0] = 99;
    return playground.tensor("weights").data[0] === value && first.data instanceof Float64Array;
  });
  assert.equal(same, true);
});

const message = (page, call) => page.evaluate(`(() => { try { window.attentionPlayground.${call}; return null; }
  catch (error) { return error.message; } })()`);

test("a tensor, a cell or a head that does not exist is an Error with a sentence", async (t) => {
  const page = await openPage(t);
  assert.match(await message(page, 'tensor("soul")'), /soul.*weights/s);
  assert.match(await message(page, 'tensor("wo")'), /wo/);
  assert.match(await message(page, 'tensor("weights", {head: 1})'), /head/);
  assert.match(await message(page, 'tensor("weights", {head: NaN})'), /head/);
  assert.match(await message(page, 'tensor("weights", {layer: 2})'), /layer/);
  assert.match(await message(page, 'provenance("weights", 99, 0)'), /row|cell/);
  assert.match(await message(page, 'provenance("weights", 0, 0.5)'), /column|cell/);
  assert.match(await message(page, 'provenance("soul", 0, 0)'), /soul/);
  assert.match(await message(page, 'on("exploded", () => {})'), /exploded/);
});

test("events tell the state and its cause, and end when asked to", async (t) => {
  const page = await openPage(t);
  await page.evaluate(() => {
    window.heard = [];
    window.endings = ["statechanged", "stepchanged", "selectionchanged"].map((name) =>
      window.attentionPlayground.on(name, ({ state: now, cause }) => window.heard.push([name, now.step, cause])));
  });
  await dispatch(page, { type: "go_to_step", step: "scores" });
  assert.deepEqual(await page.evaluate(() => window.heard), [
    ["statechanged", "scores", "go_to_step"], ["stepchanged", "scores", "go_to_step"],
  ]);
  await page.evaluate(() => { window.heard = []; });
  await click(page, "scores[3,4]");
  assert.deepEqual((await page.evaluate(() => window.heard)).map(([name]) => name), ["statechanged", "selectionchanged"]);
  await page.evaluate(() => {
    window.heard = [];
    window.endings.forEach((end) => end());
  });
  await dispatch(page, { type: "next_step" });
  assert.deepEqual(await page.evaluate(() => window.heard), []);
});

test("a handler that throws does not keep the others from hearing", async (t) => {
  const page = await openPage(t);
  await page.evaluate(() => {
    window.attentionPlayground.on("stepchanged", () => { throw new Error("a handler of the host"); });
    window.attentionPlayground.on("stepchanged", () => { window.heard = true; });
  });
  assert.equal(await dispatch(page, { type: "next_step" }), null);
  assert.equal(await page.evaluate(() => window.heard), true);
  assert.deepEqual(page.problems, ["error: a handler of the host"]);
});

test("anchors are where the cells are drawn, in CSS pixels at any density", async (t) => {
  for (const density of [1, 2]) {
    const page = await openPage(t, { density, path: linkOf({ step: "scores" }) });
    const anchors = await page.evaluate(() => window.attentionPlayground.anchors());
    const cell = anchors["scores[8,1]"];
    const other = anchors["scores[9,2]"];
    assert.ok(cell.width > 4 && cell.height > 4 && cell.x < 1440 && cell.y < 900);
    assert.ok(other.x >= cell.x + cell.width - 1 && other.y >= cell.y + cell.height - 1);
  }
});

test("lesson and training say that there is none yet", async (t) => {
  const page = await openPage(t);
  const [lesson, training] = await page.evaluate(() =>
    [window.attentionPlayground.lesson(), window.attentionPlayground.training()]);
  assert.equal(lesson, null);
  assert.deepEqual(training, { step: 0, loss: null, held_out_accuracy: null, running: false });
});

test("a failed message comes from what a person types wrong", async (t) => {
  const page = await openPage(t);
  await page.evaluate(() => window.attentionPlayground.on("failed", ({ message: text }) => { window.failure = text; }));
  await click(page, "seed");
  await page.keyboard.type("x");
  await page.keyboard.press("Enter");
  await settled(page);
  assert.match(await page.evaluate(() => window.failure), /seed/i);
});
