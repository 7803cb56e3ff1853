// In the page: attention by us, by onnxruntime-web and by tfjs-wasm, each with one thread, copies in and out included.
import attentionModule from "/ours/bench_web.mjs";
import * as ort from "/modules/onnxruntime-web/dist/ort.wasm.min.mjs";
import { attentionModel } from "/bench/onnx_graph.mjs";

const { tf } = window;
ort.env.wasm.numThreads = 1;
ort.env.wasm.wasmPaths = "/modules/onnxruntime-web/dist/";
const ours = await attentionModule();
tf.wasm.setWasmPaths("/modules/@tensorflow/tfjs-backend-wasm/dist/");
tf.wasm.setThreadsCount(1);
await tf.setBackend("wasm");
await tf.ready();

/** Numbers like those of a normal distribution, from a seed: the sum of four uniform ones. */
function randomFloats(count, seed) {
  let state = seed >>> 0;
  const uniform = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296 - 0.5;
  };
  return Float32Array.from({ length: count }, () => (uniform() + uniform() + uniform() + uniform()) * Math.sqrt(3));
}

/** The best of many short runs of nothing but multiply-adds, in GFLOP/s. */
function multiplyAddPeak() {
  const rounds = 2_000_000;  // some ms: the clock has steps of 0.1
  let best = Infinity;
  for (let run = 0; run < 30; ++run) {
    const begin = performance.now();
    ours._multiply_add(rounds, 0.5);
    best = Math.min(best, performance.now() - begin);
  }
  return (104 * rounds) / best / 1e6;
}

/** Memory for the arrays is taken once, as a program that attends again and again would. */
function contestantOurs(n, width, causal, [q, k, v]) {
  const size = n * width;
  const memory = ours._malloc(4 * size * 4);
  const at = (index) => memory / 4 + index * size;
  return {
    run() {
      [q, k, v].forEach((array, index) => ours.HEAPF32.set(array, at(index)));
      ours._attend(n, width, causal ? 1 : 0, memory, memory + size * 4, memory + size * 8, memory + size * 12);
      return ours.HEAPF32.slice(at(3), at(4));
    },
    free: () => ours._free(memory),
  };
}

async function contestantOrt(n, width, causal, [q, k, v], mask) {
  const session = await ort.InferenceSession.create(attentionModel(n, width, causal),
    { executionProviders: ["wasm"], graphOptimizationLevel: "all" });
  return {
    async run() {
      const shape = [n, width];
      const feeds = {
        q: new ort.Tensor("float32", q, shape),
        k: new ort.Tensor("float32", k, shape),
        v: new ort.Tensor("float32", v, shape),
      };
      if (causal) feeds.mask = new ort.Tensor("float32", mask, [n, n]);
      return (await session.run(feeds)).o.data;
    },
    free: () => session.release(),
  };
}

/** The mask stays in tfjs: what it is made of does not change from call to call. */
function contestantTf(n, width, causal, [q, k, v], mask) {
  const maskTensor = causal ? tf.tensor2d(mask, [n, n]) : null;
  return {
    run: () => tf.tidy(() => {
      const [tq, tk, tv] = [q, k, v].map((array) => tf.tensor2d(array, [n, width]));
      const scores = tf.mul(tf.matMul(tq, tk, false, true), 1 / Math.sqrt(width));
      return tf.matMul(tf.softmax(maskTensor ? tf.add(scores, maskTensor) : scores), tv).dataSync();
    }),
    free: () => maskTensor?.dispose(),
  };
}

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

/**
 * Medians in ms by contestant; the order turns by one every round.
 * @param {number} seconds to spend, unless 5 rounds take longer
 */
window.measure = async (n, width, causal, seconds) => {
  const inputs = [1, 2, 3].map((seed) => randomFloats(n * width, seed));
  const mask = causal ? Float32Array.from({ length: n * n }, (_, i) => (i % n <= Math.floor(i / n) ? 0 : -1e30)) : null;
  const contestants = {
    ours: contestantOurs(n, width, causal, inputs),
    "onnxruntime-web": await contestantOrt(n, width, causal, inputs, mask),
    "tfjs-wasm": contestantTf(n, width, causal, inputs, mask),
  };
  const expected = contestants.ours.run();
  const times = {};
  const differences = {};
  for (const [name, contestant] of Object.entries(contestants)) {
    times[name] = [];
    const output = await contestant.run();
    differences[name] = expected.reduce((worst, x, i) => Math.max(worst, Math.abs(x - output[i])), 0);
  }
  const names = Object.keys(contestants);
  const start = performance.now();
  for (let round = 0; round < 5 || (round < 101 && performance.now() - start < seconds * 1000); ++round) {
    for (const name of names) {
      const begin = performance.now();
      const output = contestants[name].run();
      if (output instanceof Promise) await output;
      times[name].push(performance.now() - begin);
    }
    names.push(names.shift());
  }
  for (const contestant of Object.values(contestants)) await contestant.free();
  const ms = Object.fromEntries(names.map((name) => [name, median(times[name])]));
  return { ms, differences, peak: multiplyAddPeak() };
};
window.benchReady = true;
