// Start: how soon the first picture is there, beside a bare page of SDL2 and Dear ImGui (tests/browser/bare). Run by
// `tests/run bench`, on a machine that does nothing else.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { linkOf, openPage } from "./support.mjs";

const MOST_TIMES_BARE = 2;
const PAIRS_OF_LOADS = 7;
const bareFolder = fileURLToPath(new URL("../../build/web/tests/browser/bare/", import.meta.url));

/** Serves another folder in the same way. @returns {Promise<string>} its address */
async function serve(t, folder) {
  const server = spawn(process.execPath, [fileURLToPath(new URL("../../web/serve.mjs", import.meta.url)), folder, "0"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.after(() => server.kill());
  return new Promise((resolve) => server.stdout.once("data", (line) => resolve(String(line).trim())));
}

/** Milliseconds from the navigation to the first frame of our page. */
async function ourStart(t) {
  const page = await openPage(t, {
    path: linkOf({ step: "scores" }),
    started: false,
    before: (opened) => opened.addInitScript(() => {
      Object.defineProperty(window, "attentionPlayground", {
        set(api) {
          api.ready.then(() => { window.firstFrame = performance.now(); }); // the first frame is drawn before
        },
      });
    }),
  });
  return firstFrame(page);
}

async function firstFrame(page) {
  const handle = await page.waitForFunction(() => window.firstFrame);
  const time = await handle.jsonValue();
  await page.context().close();
  return time;
}

async function bareStart(t, from) {
  return firstFrame(await openPage(t, { from, path: "page.html", started: false }));
}

const median = (numbers) => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)];

test("the first picture takes at most twice as long as that of a bare page", async (t) => {
  const from = await serve(t, bareFolder);
  const ours = [];
  const bare = [];
  for (let pair = 0; pair < PAIRS_OF_LOADS + 1; ++pair) {
    ours.push(await ourStart(t));
    bare.push(await bareStart(t, from));
  }
  const [our, its] = [ours, bare].map((times) => median(times.slice(1))); // the first loads warm up
  console.log(`  first picture after ${our.toFixed(0)} ms, of a bare page after ${its.toFixed(0)} ms: ` +
    `${(our / its).toFixed(2)} times (medians of ${PAIRS_OF_LOADS} alternated loads)`);
  assert.ok(our <= MOST_TIMES_BARE * its, `${(our / its).toFixed(2)} times`);
});
