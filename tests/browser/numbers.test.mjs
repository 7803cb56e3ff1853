// Numbers: every tensor of the page against NumPy, and every term of provenance against the tensors.
import assert from "node:assert/strict";
import test from "node:test";
import { linkOf, numpyMissing, openPage, randomNumbers, reference, settled, state, tensor } from "./support.mjs";

const TOLERANCE = 1e-9;
const PER_HEAD = ["queries", "keys", "values", "scores", "scaled_scores", "masked_scores", "row_max", "exponentials",
  "row_sum", "weights", "head_output"];
const ONCE = ["embeddings", "wq", "wk", "wv", "wo", "concatenated", "output"];

const seed = Number(process.env.AP_SEED ?? Date.now() % 1_000_000);
console.log(`random configurations and cells from AP_SEED=${seed}`);

/** Largest difference of a matrix and its expected rows; equal infinities differ by 0. */
function difference({ shape, data }, rows) {
  assert.deepEqual(shape, [rows.length, rows[0].length]);
  const expected = rows.flat().map((value) => (value === "-Infinity" ? -Infinity : value));
  return data.reduce((worst, value, index) => {
    const off = Object.is(value, expected[index]) ? 0 : Math.abs(value - expected[index]);
    return Number.isNaN(off) ? Infinity : Math.max(worst, off);
  }, 0);
}

async function compare(page, expected) {
  const heads = expected.weights.length;
  for (const name of ONCE.filter((each) => each in expected)) {
    const off = difference(await tensor(page, name), expected[name]);
    assert.ok(off <= TOLERANCE, `${name} differs from NumPy by ${off}`);
  }
  for (const name of PER_HEAD) {
    for (let head = 0; head < heads; ++head) {
      const off = difference(await tensor(page, name, { head }), expected[name][head]);
      assert.ok(off <= TOLERANCE, `${name} of head ${head} differs from NumPy by ${off}`);
    }
  }
}

const links = {
  "the opening experiment": {},
  "a word draw with Unicode": {
    text: "Ärger naïve 東京 مرحبا שלום 👨‍👩‍👧 नमस्ते Ärger", vectors: "word", seed: "12345",
  },
  "8 heads on 2 key/value heads with a causal mask": { heads: "8", kv_heads: "2", mask: "causal", seed: "3" },
  "padding, a scale of its own and a seed beyond 64 bits": {
    mask: "padding:3", scale: "0.125", seed: "340282366920938463463374607431768211457",
  },
  "the setting of the textbooks, 512 wide with 8 heads of 64": { d_model: "512", d_k: "64", heads: "8" },
};

/** A link as a configuration of tests/golden/reference.py. */
function configurationOf(link) {
  const numbers = ["d_model", "d_k", "heads", "kv_heads"].filter((name) => name in link);
  return { ...link, ...Object.fromEntries(numbers.map((name) => [name, Number(link[name])])) };
}

for (const [name, link] of Object.entries(links)) {
  test(`all tensors of ${name} equal NumPy's`, { skip: numpyMissing }, async (t) => {
    const page = await openPage(t, { path: linkOf(link) });
    await compare(page, reference([configurationOf(link)])[0]);
  });
}

function randomLink(random) {
  const whole = (low, high) => low + Math.floor(random() * (high - low + 1));
  const pick = (...options) => options[whole(0, options.length - 1)];
  const words = ["it", "was", "Straße", "眠い", "because", "тень", "a", "🙂", "the"];
  const tokens = Array.from({ length: whole(1, 14) }, () => pick(...words));
  const kvHeads = pick(1, 2, 4);
  const digits = Array.from({ length: pick(1, 9, 19, 20, 40) }, () => whole(0, 9)).join("");
  return {
    text: tokens.join(" "),
    seed: String(BigInt(digits)),
    vectors: pick("article", "word"),
    d_model: String(pick(1, 3, 17, 64, 100)),
    d_k: String(pick(1, 2, 7, 16, 33)),
    heads: String(kvHeads * pick(1, 2, 3)),
    kv_heads: String(kvHeads),
    mask: pick("none", "causal", `padding:${whole(0, tokens.length)}`),
    scale: pick("on", "off", String(whole(-40, 40) / 16)),
  };
}

test("all tensors of random configurations equal NumPy's", { skip: numpyMissing }, async (t) => {
  const random = randomNumbers(seed);
  const configurations = Array.from({ length: 12 }, () => randomLink(random));
  const expected = reference(configurations.map(configurationOf));
  const page = await openPage(t);
  for (const [index, link] of configurations.entries()) {
    await page.evaluate((hash) => new Promise((resolve) => {
      window.addEventListener("hashchange", resolve, { once: true });
      window.location.hash = hash;
    }), `${linkOf(link)}&hide=n${index}`); // an equal hash would change nothing
    await settled(page);
    await t.test(JSON.stringify(link), () => compare(page, expected[index]));
  }
});

/** How many terms a cell of a tensor has, and whether they add up to it. */
const SUMS = {
  queries: (sizes) => sizes.d_model,
  keys: (sizes) => sizes.d_model,
  values: (sizes) => sizes.d_model,
  scores: (sizes) => sizes.d_k,
  row_sum: (_, tokens) => tokens,
  head_output: (_, tokens) => tokens,
  output: (sizes) => sizes.heads * sizes.d_k,
};

test("the provenance of 50 random cells has their value and terms that add up", async (t) => {
  const page = await openPage(t, { path: linkOf({ heads: "4", kv_heads: "2", mask: "causal", d_model: "32" }) });
  const sizes = await state(page);
  const tokens = (await tensor(page, "embeddings")).shape[0];
  const random = randomNumbers(seed + 1);
  const below = (limit) => Math.floor(random() * limit);
  const names = [...PER_HEAD, ...ONCE];
  for (let count = 0; count < 50; ++count) {
    const name = names[count % names.length];
    const head = below(4);
    const { shape, data } = await tensor(page, name, { head });
    const [row, column] = [below(shape[0]), below(shape[1])];
    const where = `${name}[${row},${column}] of head ${head}`;
    const origin = await page.evaluate(
      ([...cell]) => window.attentionPlayground.provenance(cell[0], cell[1], cell[2], { head: cell[3] }),
      [name, row, column, head]);
    assert.ok(Object.is(origin.value, data[row * shape[1] + column]), `${where} is ${origin.value} in provenance`);
    assert.ok(origin.formula.length > 0, `${where} has no formula`);
    assert.ok(origin.terms.every(({ label, value }) => label.length > 0 && typeof value === "number"));
    if (name in SUMS) {
      assert.equal(origin.terms.length, SUMS[name](sizes, tokens), `number of terms of ${where}`);
      const sum = origin.terms.reduce((total, { value }) => total + value, 0);
      assert.ok(Math.abs(sum - origin.value) <= TOLERANCE, `the terms of ${where} add up to ${sum}`);
    }
  }
});

test("the provenance of a masked cell is a number, minus infinity", async (t) => {
  const page = await openPage(t, { path: linkOf({ mask: "causal" }) });
  const value = await page.evaluate(() => window.attentionPlayground.provenance("masked_scores", 0, 5).value);
  assert.equal(value, -Infinity);
});
