// Training: in the page, in seconds, from noise to weights that look at the right noun; by link again the same.
import assert from "node:assert/strict";
import test from "node:test";
import { dispatch, linkOf, openPage, settled, state, tensor } from "./support.mjs";

const TIRED = "the animal did not cross the street because it was too tired";
const WIDE = TIRED.replace("tired", "wide");
const SEEDS = ["1", "2", "3"];
const MOST_SECONDS = 10;
const NOUNS = [1, 6]; // animal and street, in both sentences
const IT = 8;

const training = (page) => page.evaluate(() => window.attentionPlayground.training());

/** What "it" gives each word in the last layer. */
async function lookOfIt(page, choice = {}) {
  const { data, shape: [, keys] } = await tensor(page, "weights", choice);
  return [...data.slice(IT * keys, (IT + 1) * keys)];
}

async function trained(page, steps) {
  const seconds = await page.evaluate((count) => new Promise((resolve) => {
    const from = performance.now();
    const end = window.attentionPlayground.on("trained", () => {
      end();
      resolve((performance.now() - from) / 1000);
    });
    window.attentionPlayground.dispatch({ type: "train", steps: count });
  }), steps);
  await settled(page);
  return seconds;
}

for (const seed of [...SEEDS, String(Math.floor(Math.random() * 1e6))]) {
  test(`seed ${seed}: 300 steps in the page name the noun and look at it`, { timeout: 120_000 }, async (t) => {
    const page = await openPage(t, { path: linkOf({ weights: "trained", training: `seed:${seed}`, step: "softmax" }) });
    assert.deepEqual((await training(page)).step, 0);
    const seconds = await trained(page, 300);
    const now = await training(page);
    t.diagnostic(`${seconds.toFixed(2)} s, loss ${now.loss.toFixed(4)}, held out ${now.held_out_accuracy.toFixed(3)}`);
    assert.equal(now.step, 300);
    assert.equal(now.running, false);
    assert.ok(now.held_out_accuracy >= 0.95, `held-out accuracy ${now.held_out_accuracy}`);
    assert.ok(seconds <= MOST_SECONDS, `${seconds} s`);
    if (!SEEDS.includes(seed)) {
      return; // one in sixty answers rightly and looks elsewhere now and then (docs/training.md)
    }
    const told = await openPage(t, { path: linkOf({ lesson: "train", cue: "1", training: (await state(page)).training }) });
    const { claims } = await told.evaluate(() => window.attentionPlayground.lesson());
    const looks = claims.find(({ name }) => name === "held_out_looks").value;
    t.diagnostic(`"it" looks at its referent in ${(100 * looks).toFixed(1)} % of the held-out sentences`);
    assert.ok(looks >= 0.95, `looks ${looks}`);
    const [animal, street] = NOUNS;
    const tired = await lookOfIt(page);
    assert.ok(tired[animal] > tired[street], `tired: animal ${tired[animal]}, street ${tired[street]}`);
    assert.equal(await dispatch(page, { type: "set_text", text: WIDE }), null);
    const wide = await lookOfIt(page);
    assert.ok(wide[street] > wide[animal], `wide: animal ${wide[animal]}, street ${wide[street]}`);
  });
}

test("a link replays the training to the same numbers", { timeout: 120_000 }, async (t) => {
  const page = await openPage(t, { path: linkOf({ weights: "trained", training: "seed:5", step: "softmax" }) });
  await trained(page, 40);
  const before = await lookOfIt(page);
  const now = await state(page);
  assert.equal(now.training, "seed:5~steps:40");
  const again = await openPage(t, { path: await page.evaluate(() => window.location.hash) });
  assert.deepEqual(await state(again), now);
  assert.deepEqual(await lookOfIt(again), before);
  assert.equal(await dispatch(page, { type: "undo" }), null);
  assert.equal((await state(page)).training, "seed:5", "all steps of a run are one step of undo");
});

test("the weights that ship open at once, in both layers, with the origin of each number", async (t) => {
  const page = await openPage(t, { path: linkOf({ weights: "trained", step: "softmax" }) });
  const { layer, d_model, heads } = await state(page);
  assert.deepEqual([layer, heads], [1, 1]);
  const last = await lookOfIt(page);
  assert.ok(last[NOUNS[0]] > 0.5, `animal ${last[NOUNS[0]]}`);
  const first = await lookOfIt(page, { layer: 0 });
  assert.notDeepEqual(first, last);
  assert.deepEqual(await lookOfIt(page, { layer: 1 }), last);
  const embeddings = await tensor(page, "embeddings");
  const wv = await tensor(page, "wv");
  const values = await tensor(page, "values");
  let sum = 0;
  for (let index = 0; index < d_model; ++index) {
    sum += embeddings.data[1 * d_model + index] * wv.data[index * wv.shape[1] + 3];
  }
  assert.ok(Math.abs(sum - values.data[1 * values.shape[1] + 3]) < 1e-12, "values read the words themselves");
  const origin = await page.evaluate(() => window.attentionPlayground.provenance("values", 1, 3));
  assert.equal(origin.terms.length, d_model);
  assert.ok(Math.abs(origin.terms.reduce((all, term) => all + term.value, 0) - origin.value) < 1e-9);
  assert.match(await dispatch(page, { type: "set_text", text: "the giraffe was tired" }), /giraffe/);
  assert.match(await dispatch(page, { type: "set_sizes", d_model: 64 }), /random weights/);
  assert.equal(await dispatch(page, { type: "set_weights", weights: "random" }), null);
  assert.equal((await state(page)).d_model, 64);
});

test("a rate that is far too high stops with a sentence, and the page goes on", { timeout: 60_000 }, async (t) => {
  const page = await openPage(t, { path: linkOf({ weights: "trained", training: "seed:1~rate:100" }) });
  const message = await page.evaluate(() => new Promise((resolve) => {
    window.attentionPlayground.on("failed", (detail) => resolve(detail.message));
    window.attentionPlayground.dispatch({ type: "train", steps: 300 });
  }));
  assert.match(message, /stopped after/);
  assert.equal((await training(page)).running, false);
  assert.equal(await dispatch(page, { type: "set_training", training: "seed:1" }), null);
  await trained(page, 3);
  assert.equal((await training(page)).step, 3);
});
