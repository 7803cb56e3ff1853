// Support: the page in a real Chromium, and what the tests ask it.
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const root = fileURLToPath(new URL("../../", import.meta.url));
export const dist = process.env.AP_DIST ?? `${root}dist`;
export const screenshotFolder = `${root}build/screenshots`;

const browserArguments = [
  "--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
  "--disable-sync", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist",
  // A page that a test makes up counts as one from afar, which may not load from this machine.
  "--disable-features=LocalNetworkAccessChecks",
];

const server = spawn(process.execPath, [`${root}web/serve.mjs`, dist, "0"], { stdio: ["ignore", "pipe", "inherit"] });
export const site = await new Promise((resolve, reject) => {
  server.stdout.once("data", (line) => resolve(String(line).trim()));
  server.once("exit", () => reject(new Error("web/serve.mjs ended: is the page in dist/?")));
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/google-chrome"].find(existsSync),
  args: browserArguments,
});
after(async () => {
  await browser.close();
  server.kill();
});

/**
 * Opens a page and closes it after the test. What it did wrong is in page.problems: errors, policy violations,
 * requests to another host.
 * @param {import("node:test").TestContext} t
 * @param {{path?: string, width?: number, height?: number, density?: number, dark?: boolean, touch?: boolean,
 *   javaScript?: boolean, context?: object, from?: string, before?: (page: object) => Promise<void>, started?: boolean}} [options]
 *   `context` is what else playwright's newContext takes; `from` another address than that of the page, with its "/"
 */
export async function openPage(t, options = {}) {
  const { path = "", width = 1440, height = 900, density = 1, dark = false, touch = false, javaScript = true } = options;
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: density,
    colorScheme: dark ? "dark" : "light",
    hasTouch: touch,
    isMobile: touch,
    javaScriptEnabled: javaScript,
    ...options.context,
  });
  t.after(() => context.close());
  const page = await context.newPage();
  page.setDefaultNavigationTimeout(90_000); // a busy machine takes its time to start the program
  page.problems = [];
  page.requested = [];
  page.on("pageerror", (error) => page.problems.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") {
      page.problems.push(`console: ${message.text()}`);
    }
  });
  page.on("request", (request) => {
    page.requested.push(request.url());
    if (![site, options.from ?? site, "data:", "blob:"].some((known) => request.url().startsWith(known))) {
      page.problems.push(`request to another host: ${request.url()}`);
    }
  });
  await options.before?.(page);
  await page.goto((options.from ?? site) + path);
  if (options.started ?? javaScript) {
    await started(page);
  }
  return page;
}

/** Waits until the playground of a page or a frame is ready, rests, and has its text, which comes after its picture. */
export async function started(page) {
  await page.waitForFunction(() => window.attentionPlayground !== undefined);
  await page.evaluate(() => window.attentionPlayground.ready);
  await page.waitForFunction(() => document.querySelector("#mirror-content [data-name]") !== null);
  await settled(page);
}

/** Waits until the page has drawn and rests: no frame in several animation frames. */
export const settled = (page) =>
  page.evaluate(async () => {
    const animationFrame = () => new Promise(requestAnimationFrame);
    const playground = window.attentionPlayground;
    for (let before = -1; before !== playground.frames || before === 0;) {
      before = playground.frames;
      for (let count = 0; count < 3; ++count) {
        await animationFrame();
      }
    }
  });

export const state = (page) => page.evaluate(() => window.attentionPlayground.state());

/** Dispatches and waits until the picture follows. Gives the message of the Error where it is refused, or null. */
export async function dispatch(page, action) {
  const message = await page.evaluate((given) => {
    try {
      window.attentionPlayground.dispatch(given);
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : `not an Error: ${error}`;
    }
  }, action);
  if (message === null) {
    await settled(page);
  }
  return message;
}

/** The rectangle of an anchor once it is drawn. */
export async function anchor(page, name) {
  const handle = await page.waitForFunction((wanted) => window.attentionPlayground.anchors()[wanted], name, {
    timeout: 10_000,
  });
  return handle.jsonValue();
}

export async function middle(page, name) {
  const { x, y, width, height } = await anchor(page, name);
  return { x: x + width / 2, y: y + height / 2 };
}

/** Clicks an anchor as a person does, and waits until the picture follows. */
export async function click(page, name) {
  const { x, y } = await middle(page, name);
  await page.mouse.click(x, y);
  await settled(page);
}

/** @returns {Promise<{shape: number[], data: Float64Array}>} */
export async function tensor(page, name, choice) {
  const { shape, bytes } = await page.evaluate(([wanted, options]) => {
    const answer = window.attentionPlayground.tensor(wanted, options);
    const raw = new Uint8Array(answer.data.buffer);
    let text = "";
    for (let start = 0; start < raw.length; start += 0x8000) {
      text += String.fromCharCode(...raw.subarray(start, start + 0x8000));
    }
    return { shape: answer.shape, bytes: btoa(text) };
  }, [name, choice]);
  const raw = Buffer.from(bytes, "base64");
  return { shape, data: new Float64Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.length)) };
}

export const linkOf = (parameters) => `#${new URLSearchParams(parameters)}`;

const python = "/usr/bin/python3";
/** What is missing for a comparison with NumPy, or false: for the `skip` of a test. */
export const numpyMissing =
  spawnSync(python, ["-c", "import numpy"]).status === 0 ? false : "NumPy is missing (Debian: python3-numpy)";

/** The tensors of the configurations, from the independent NumPy program. */
export function reference(configurations) {
  const run = spawnSync(python, [`${root}tests/golden/reference.py`], {
    input: JSON.stringify(configurations),
    maxBuffer: 2 ** 30,
    encoding: "utf8",
  });
  if (run.status !== 0) {
    throw new Error(`tests/golden/reference.py: ${run.stderr}`);
  }
  return JSON.parse(run.stdout);
}

/** Random numbers in [0, 1) from a seed (mulberry32), so that a failure can be repeated. */
export function randomNumbers(seed) {
  let current = seed >>> 0;
  return () => {
    current = (current + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(current ^ (current >>> 15), current | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Waits until `predicate`, run in the page, gives a promise of something true. (page.waitForFunction takes a promise itself
 * for true.)
 */
export async function until(page, predicate, value) {
  for (const end = Date.now() + 30_000; !(await page.evaluate(predicate, value));) {
    if (Date.now() > end) {
      throw new Error(`It did not come to be: ${predicate}`);
    }
    await page.waitForTimeout(50);
  }
}
