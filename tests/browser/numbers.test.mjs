// Numbers: every tensor of the page against NumPy, and every term of provenance against the tensors.
import assert from "node:assert/strict";
import test from "node:test";
import { linkOf, numpyMissing, openPage, randomNumbers, reference, settled, tensor } from "./support.mjs";

const TOLERANCE = 1e-9;
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
  for (const [name, rows] of Object.entries(expected)) {
    const perHead = Array.isArray(rows[0][0]); // one matrix for each head
    for (const [head, matrix] of (perHead ? rows : [rows]).entries()) {
      const off = difference(await tensor(page, name, { head }), matrix);
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
  const numbers = ["d_model", "d_k", "heads", "kv_heads", "d_ff"].filter((name) => name in link);
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
    mask: pick("none", "causal", `padding:${whole(0, tokens.length)}`, `causal,window:${whole(0, tokens.length)}`,
      `prefix:${whole(0, tokens.length)}`),
    positions: pick("none", "sinusoidal", "rotary", "rotary_half", "alibi"),
    d_ff: String(pick(0, 0, 1, 24)),
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

/** The tensors whose terms add up, with how many there are. */
const SUMS = {
  inputs: () => 2,
  queries: (sizes) => sizes.d_model,
  keys: (sizes) => sizes.d_model,
  values: (sizes) => sizes.d_model,
  rotated_queries: () => 2,
  rotated_keys: () => 2,
  scores: (sizes) => sizes.d_k,
  row_sum: (_, tokens) => tokens,
  head_output: (_, tokens) => tokens,
  output: (sizes) => sizes.heads * sizes.d_k,
  residual_1: () => 2,
  mean_1: (sizes) => sizes.d_model,
  variance_1: (sizes) => sizes.d_model,
  hidden: (sizes) => sizes.d_model,
  feed_forward: (sizes) => sizes.d_ff,
  residual_2: () => 2,
  mean_2: (sizes) => sizes.d_model,
  variance_2: (sizes) => sizes.d_model,
};
const OTHERS = ["embeddings", "positions", "wq", "wk", "wv", "wo", "w1", "w2", "scaled_scores", "position_bias",
  "masked_scores", "row_max", "exponentials", "weights", "concatenated", "norm_1", "activated", "norm_2"];

test("300 random cells over all tensors of random links explain themselves", async (t) => {
  const page = await openPage(t);
  const random = randomNumbers(seed + 1);
  const positions = ["none", "sinusoidal", "rotary", "rotary_half", "alibi", "none"];
  for (const [index, kind] of positions.entries()) {
    const link = { ...randomLink(random), d_k: "6", heads: "4", kv_heads: "2", positions: kind, d_ff: "5", v: `${index + 2}` };
    await page.evaluate((hash) => new Promise((resolve) => {
      window.addEventListener("hashchange", resolve, { once: true });
      window.location.hash = hash;
    }), linkOf(link));
    await settled(page);
    const complaints = await page.evaluate(({ sums, others, numbers, tolerance }) => {
      const playground = window.attentionPlayground;
      const sizes = playground.state();
      const tokens = playground.tensor("weights").shape[0];
      const has = (name) => {
        try {
          return Boolean(playground.tensor(name));
        } catch {
          return false;
        }
      };
      const names = [...Object.keys(sums), ...others].filter(has);
      const found = [];
      for (const [place, number] of numbers.entries()) {
        const name = names[place % names.length];
        const head = place % 4;
        const { shape, data } = playground.tensor(name, { head });
        const cell = Math.floor(number * data.length);
        const [row, column] = [Math.floor(cell / shape[1]), cell % shape[1]];
        const origin = playground.provenance(name, row, column, { head });
        const sum = origin.terms.reduce((total, { value }) => total + value, 0);
        const holds = Object.is(origin.value, data[cell]) && origin.formula.length > 0 &&
          origin.terms.every(({ label, value }) => label.length > 0 && typeof value === "number") &&
          (!(name in sums) || (Math.abs(sum - origin.value) <= tolerance && origin.terms.length === sums[name][tokens]));
        if (!holds) {
          found.push(`${name}[${row},${column}] of head ${head} with ${sizes.positions}: ${origin.formula}`);
        }
      }
      return found;
    }, {
      sums: Object.fromEntries(Object.entries(SUMS).map(([name, count]) => [name,
        Array.from({ length: 15 }, (_, tokens) => count({ ...link, d_model: Number(link.d_model), d_k: 6, heads: 4, d_ff: 5 }, tokens))])),
      others: OTHERS,
      numbers: Array.from({ length: 50 }, random),
      tolerance: TOLERANCE,
    });
    assert.deepEqual(complaints, []);
  }
});

test("the provenance of a masked cell is a number, minus infinity", async (t) => {
  const page = await openPage(t, { path: linkOf({ mask: "causal" }) });
  const value = await page.evaluate(() => window.attentionPlayground.provenance("masked_scores", 0, 5).value);
  assert.equal(value, -Infinity);
});
