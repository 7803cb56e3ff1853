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
  assert.match(await message(page, 'tensor("wo")'), /wo with one head/);
  assert.match(await message(page, 'tensor("w1")'), /d_ff/);
  assert.match(await message(page, 'tensor("positions")'), /sinusoidal/);
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

test("training says that there is none yet", async (t) => {
  const page = await openPage(t);
  const training = await page.evaluate(() => window.attentionPlayground.training());
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

test("a handler that goes to another step is told of after what it answered", async (t) => {
  const page = await openPage(t);
  assert.deepEqual(await page.evaluate(() => {
    const playground = window.attentionPlayground;
    const heard = [];
    playground.on("statechanged", ({ state }) => {
      if (state.step === "scores") {
        playground.dispatch({ type: "go_to_step", step: "softmax" });
      }
    });
    playground.on("stepchanged", ({ state }) => heard.push(state.step));
    playground.dispatch({ type: "go_to_step", step: "scores" });
    return heard;
  }), ["scores", "softmax"]);
});

test("all handlers hear the events in the order in which they happened", async (t) => {
  const page = await openPage(t);
  const heard = await page.evaluate(() => {
    const playground = window.attentionPlayground;
    const first = [];
    const second = [];
    let answered = false;
    playground.on("statechanged", ({ state: now }) => {
      first.push(now.seed);
      now.seed = "changed by a handler";
      if (!answered) {
        answered = true;
        playground.dispatch({ type: "set_seed", seed: 200 });
        first.push(`now ${playground.state().seed}`);
      }
    });
    playground.on("statechanged", ({ state: now }) => second.push(now.seed));
    playground.dispatch({ type: "set_seed", seed: 100 });
    return { first, second };
  });
  assert.deepEqual(heard, { first: [100, "now 200", 200], second: [100, 200] });
});

test("a handler that answers its own events for ever is stopped, and the page goes on", async (t) => {
  const page = await openPage(t);
  const [calls, seed] = await page.evaluate(() => {
    const playground = window.attentionPlayground;
    let count = 0;
    const end = playground.on("statechanged", () => playground.dispatch({ type: "set_seed", seed: ++count }));
    playground.dispatch({ type: "set_seed", seed: 99999 });
    end();
    playground.dispatch({ type: "set_seed", seed: 3 });
    return [count, playground.state().seed];
  });
  assert.ok(calls > 900 && calls < 1100, `${calls} calls`);
  assert.equal(seed, 3);
  assert.equal(page.problems.length, 1);
  assert.match(page.problems[0], /handler/);
});

test("each call of on is a listener of its own, and one that has ended hears nothing more", async (t) => {
  const page = await openPage(t);
  const counts = await page.evaluate(() => {
    const playground = window.attentionPlayground;
    let twice = 0;
    const count = () => { twice += 1; };
    const endFirst = playground.on("stepchanged", count);
    playground.on("stepchanged", count);
    playground.dispatch({ type: "next_step" });
    endFirst();
    endFirst();
    playground.dispatch({ type: "next_step" });
    let late = 0;
    playground.on("selectionchanged", () => endLate());
    const endLate = playground.on("selectionchanged", () => { late += 1; });
    playground.dispatch({ type: "select", query: 3 });
    return { twice, late };
  });
  assert.deepEqual(counts, { twice: 3, late: 0 });
});

test("numbers that JSON cannot hold are refused by the name of their field, and -0 stays", async (t) => {
  const page = await openPage(t);
  const before = await state(page);
  for (const [action, expected] of [
    ['{ type: "edit_cell", tensor: "queries", row: 0, column: 0, head: NaN, value: 5 }', /head.*NaN/],
    ['{ type: "edit_cell", tensor: "queries", row: 0, column: 0, value: Infinity }', /value.*Infinity/],
    ['{ type: "set_sizes", d_model: 8, heads: NaN }', /heads.*NaN/],
    ['{ type: "set_text", text: "a \\ud800 b" }', /text.*D800.*position 2/],
    ['{ type: "set_text", text: "x".repeat(4e8) }', /text.*400,000,000.*1,000,000/],
    ['{ type: "explode\\u0000now" }', /explode.now/],
    ['{ type: "set_seed", get seed() { throw "no"; } }', /cannot be read.*no/],
  ]) {
    const started = Date.now();
    const sentence = await page.evaluate(`(() => {
      try { window.attentionPlayground.dispatch(${action}); return null; }
      catch (error) { return error instanceof Error ? error.message : "not an Error"; }
    })()`);
    assert.match(sentence ?? "taken", expected);
    assert.match(sentence, /\.$/);
    assert.ok(Date.now() - started < 3000, `${action} took ${Date.now() - started} ms`);
  }
  assert.deepEqual(await state(page), before);
  const zero = await page.evaluate(() => {
    window.attentionPlayground.dispatch({ type: "edit_cell", tensor: "wq", row: -0, column: 0, value: -0 });
    return [Object.is(window.attentionPlayground.tensor("wq").data[0], -0), window.attentionPlayground.state().edits[0]];
  });
  assert.equal(zero[0], true);
  assert.equal(zero[1].row, 0);
});

test("nothing is turned into a row, a column or a head that is none", async (t) => {
  const page = await openPage(t);
  for (const [call, expected] of [
    ['provenance("weights", null, "")', /row.*whole number/],
    ['provenance("weights", [], 0)', /row/],
    ['provenance("weights", 0, "1")', /column "1"/],
    ['provenance("weights", 4294967296, 0)', /row 4294967296/],
    ['provenance("weights", 0.5, 0)', /row 0\.5/],
    ['provenance("weights", 12, 0)', /row 12/],
    ['tensor("weights", {head: ""})', /head/],
    ['tensor("weights", {head: []})', /head/],
    ["tensor(null)", /name.*string/],
    ['tensor("€".repeat(99))', /“€{40}…”/],
  ]) {
    const sentence = (await message(page, call)) ?? "taken";
    assert.match(sentence, expected, call);
    assert.doesNotMatch(sentence, /\ufffd/);
  }
  assert.equal(await message(page, 'tensor("weights", null)'), null);
});

test("hidden controls are not drawn", async (t) => {
  const page = await openPage(t, { path: "#hide=seed,text,step.next,undo,scale,mask,rail&step=scores" });
  const names = await page.evaluate(() => Object.keys(window.attentionPlayground.anchors()));
  const hidden = /^(seed|text|text\.edit|step\.next|step\.scores|undo|scale|scale\..*|mask\..*)$/;
  assert.deepEqual(names.filter((name) => hidden.test(name)), []);
  for (const name of ["redo", "step.previous", "d_k", "settings", "tokens[0]", "scores[0,0]"]) {
    assert.ok(names.includes(name), name);
  }
});
