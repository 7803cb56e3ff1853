// Light: what the first view costs, and what is seen while it is on its way.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import test from "node:test";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { ask, drawn, frameOf, openArticle } from "./embed_support.mjs";
import { click, dist, linkOf, openPage, settled, site, state } from "./support.mjs";

const LARGEST_TRANSFER = 500_000;
const LARGEST_SCRIPT = 8_000;

const padded = (number) => String(number).padStart(9);

/**
 * Prints what the files cost that were asked for before the first picture of the page or frame. @returns {Promise<string[]>}
 */
async function checkFirstView(page, frame) {
  const late = await frame.evaluate(() => {
    const [{ startTime: drawn }] = performance.getEntriesByName("first-picture");
    return performance.getEntriesByType("resource").filter(({ startTime }) => startTime >= drawn).map(({ name }) => name);
  });
  assert.ok(late.some((url) => url.endsWith("lessons.wasm")), "the lessons' part is loaded after the first picture");
  const own = page.requested.filter((url) => url.startsWith(site) && !late.includes(url));
  const files = [...new Set(own.map((url) => url.slice(site.length).split("#")[0] || "index.html"))];
  const rows = files.map((file) => {
    const bytes = readFileSync(`${dist}/${file}`);
    return [file, bytes.length, gzipSync(bytes, { level: 9 }).length, brotliCompressSync(bytes).length];
  });
  const total = [1, 2, 3].map((column) => rows.reduce((sum, row) => sum + row[column], 0));
  console.log(`    as it is     gzip   brotli`);
  for (const [file, ...sizes] of [...rows, ["in all", ...total]]) {
    console.log(`  ${sizes.map(padded).join("")}  ${file}`);
  }
  assert.ok(files.includes("attention_playground.wasm"), "the program is not among the parts");
  assert.ok(total[1] <= LARGEST_TRANSFER, `${total[1]} bytes of at most ${LARGEST_TRANSFER}`);
  return files;
}

test("the first view costs at most 500 kB, compressed by gzip", async (t) => {
  const page = await openPage(t);
  await checkFirstView(page, page);
});

test("the first figure of an article costs at most 500 kB until its picture, compressed by gzip", async (t) => {
  const page = await openArticle(t, `<attention-playground id="a"></attention-playground>`);
  await ask(page, "#a", "ready");
  const files = await checkFirstView(page, await frameOf(page, "#a"));
  assert.ok(files.includes("embed.js") && files.includes("embed.html"), `${files}`);
});

test("the script of an article is at most 8 kB, compressed by gzip", () => {
  const bytes = gzipSync(readFileSync(`${dist}/embed.js`), { level: 9 }).length;
  console.log(`  embed.js: ${bytes} bytes`);
  assert.ok(bytes <= LARGEST_SCRIPT, `${bytes} bytes`);
});

test("the first picture of an embed does not wait for the lessons, and ready does", async (t) => {
  let release;
  const held = new Promise((resolve) => { release = resolve; });
  const page = await openArticle(t, `<attention-playground id="a" step="scores"></attention-playground>`, {
    before: (opened) => opened.route("**/lessons.wasm", async (route) => {
      await held;
      await route.continue();
    }),
  });
  await page.evaluate(() => {
    document.getElementById("a").ready.then(() => { window.isReady = true; });
  });
  await drawn(page, "#a");
  const seen = await page.evaluate(() => [
    getComputedStyle(document.getElementById("a").shadowRoot.querySelector("iframe")).visibility, window.isReady ?? false,
  ]);
  assert.deepEqual(seen, ["visible", false]);
  release();
  await ask(page, "#a", "ready");
  assert.equal((await ask(page, "#a", "state")).step, "scores");
});

test("a field that is opened before its script has arrived opens when it comes", async (t) => {
  let release;
  const held = new Promise((resolve) => { release = resolve; });
  const page = await openPage(t, {
    started: false,
    before: (opened) => opened.route("**/late.js", async (route) => {
      await held;
      await route.continue();
    }),
  });
  await page.waitForFunction(() => window.attentionPlayground?.frames > 0);
  await settled(page);
  await click(page, "seed");
  assert.equal(await page.locator(".field").count(), 0);
  release();
  await page.locator(".field").waitFor();
  assert.equal(await page.locator(".field").inputValue(), "7");
  await page.evaluate(() => window.attentionPlayground.ready);
});

test("the poster is painted before any of the program arrives", async (t) => {
  let release;
  const held = new Promise((resolve) => { release = resolve; });
  const page = await openPage(t, {
    started: false,
    before: (opened) => opened.route("**/*.wasm", async (route) => {
      await held;
      await route.continue();
    }),
  });
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
  assert.equal(await page.locator("#poster").isVisible(), true);
  assert.match(await page.locator("#poster").innerText(), /Attention Playground/);
  assert.equal(await page.evaluate(() => window.attentionPlayground?.frames ?? 0), 0);
  release();
  await page.evaluate(() => window.attentionPlayground.ready);
  await settled(page);
  assert.equal(await page.locator("#poster").isVisible(), false);
});

test("the program is compiled while it arrives", async (t) => {
  const page = await openPage(t, {
    before: (opened) => opened.addInitScript(() => {
      window.compiled = [];
      for (const name of ["compile", "compileStreaming", "instantiate", "instantiateStreaming"]) {
        const original = WebAssembly[name];
        WebAssembly[name] = async (source, ...rest) => {
          window.compiled.push([name, (await source).headers?.get("Content-Type") ?? "bytes"]);
          return original.call(WebAssembly, source, ...rest);
        };
      }
    }),
  });
  assert.deepEqual((await page.evaluate(() => window.compiled))[0], ["instantiateStreaming", "application/wasm"]);
});

test("a server that gives the program another type still gets it to run", async (t) => {
  const page = await openPage(t, {
    before: (opened) => opened.route("**/*.wasm", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), "content-type": "application/octet-stream" } });
    }),
  });
  assert.equal((await state(page)).step, "tokens");
});

/** Serves dist/ with the program in 40 parts, one after the other. @returns {Promise<string>} its address */
async function slowSite(t) {
  const server = createServer(async (request, response) => {
    const name = new URL(request.url, "http://localhost").pathname.slice(1) || "index.html";
    const type = { html: "text/html", js: "text/javascript", mjs: "text/javascript", css: "text/css",
      wasm: "application/wasm" }[name.split(".").at(-1)];
    if (type === undefined || !existsSync(`${dist}/${name}`)) {
      response.writeHead(404).end();
      return;
    }
    const bytes = readFileSync(`${dist}/${name}`);
    response.writeHead(200, { "Content-Type": type, "Content-Length": bytes.length, "Access-Control-Allow-Origin": "*" });
    const part = name.endsWith(".wasm") ? Math.ceil(bytes.length / 40) : bytes.length;
    for (let start = 0; start < bytes.length; start += part) {
      response.write(bytes.subarray(start, start + part));
      await new Promise((resolve) => setTimeout(resolve, part === bytes.length ? 0 : 100));
    }
    response.end();
  });
  t.after(() => server.close());
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${server.address().port}/`;
}

test("on a slow line a bar shows how much has arrived", async (t) => {
  const page = await openPage(t, {
    from: await slowSite(t),
    started: false,
    before: (opened) => opened.addInitScript(() => {
      window.seen = [];
      const look = () => {
        const bar = document.getElementById("progress");
        if (bar !== null && bar.value !== window.seen.at(-1)) {
          window.seen.push(bar.value);
        }
        requestAnimationFrame(look);
      };
      look();
    }),
  });
  await page.evaluate(() => window.attentionPlayground.ready);
  const { seen, max, label } = await page.evaluate(() => {
    const bar = document.getElementById("progress");
    return { seen: window.seen, max: bar.max, label: bar.getAttribute("aria-label") };
  });
  assert.equal(max, readFileSync(`${dist}/attention_playground.wasm`).length);
  assert.ok(seen.length >= 6, `the bar showed ${seen}`);
  assert.deepEqual(seen, seen.toSorted((one, other) => one - other));
  assert.ok(seen.some((bytes) => bytes > 0.2 * max && bytes < 0.8 * max), `nothing between: ${seen}`);
  assert.equal(seen.at(-1), max);
  assert.notEqual(label, "");
});

for (const isolated of ["", "isolated"]) {
  test(`on a slow line an embed shows how much has arrived${isolated && ", isolated"}`, async (t) => {
    const page = await openArticle(t, `<attention-playground id="a" ${isolated}><p>The author's words.</p></attention-playground>`, {
      files: await slowSite(t),
      before: (opened) => opened.addInitScript(() => {
        window.bars = [];
        const look = () => {
          const bar = document.getElementById("a")?.shadowRoot?.querySelector("progress");
          if (bar?.checkVisibility() && bar.value !== window.bars.at(-1)?.value) {
            window.bars.push({ value: bar.value, max: bar.max, label: bar.getAttribute("aria-label") });
          }
          requestAnimationFrame(look);
        };
        look();
      }),
    });
    await page.waitForFunction(() => window.bars.length > 2);
    assert.equal(await page.getByText("The author's words.").isVisible(), true);
    await drawn(page, "#a");
    const bars = await page.evaluate(() => window.bars);
    const seen = bars.map(({ value }) => value);
    const files = isolated ? ["attention_playground.wasm", "lessons.wasm"] : ["attention_playground.wasm"];
    const bytes = files.reduce((sum, name) => sum + readFileSync(`${dist}/${name}`).length, 0);
    assert.deepEqual([...new Set(bars.map(({ max }) => max))], [bytes]);
    assert.deepEqual([...new Set(bars.map(({ label }) => label))], ["Loading the program"]);
    assert.ok(seen.length >= 6, `the bar showed ${seen}`);
    assert.deepEqual(seen, seen.toSorted((one, other) => one - other));
    assert.ok(seen.some((value) => value > 0.2 * bytes && value < 0.8 * bytes), `nothing between: ${seen}`);
    const isSeen = await page.evaluate(() => document.getElementById("a").shadowRoot.querySelector("progress").checkVisibility());
    assert.equal(isSeen, false, "the bar is gone with the picture");
  });
}

const broken = {
  "the connection fails": [(route) => route.abort(), /\.wasm\) could not be loaded/],
  "the file is not there": [(route) => route.fulfill({ status: 404, body: "" }), /404/],
  "the file is damaged": [
    (route) => route.fulfill({ contentType: "application/wasm", body: "not a program" }), /damaged/,
  ],
};

for (const [what, [answer, expected]] of Object.entries(broken)) {
  test(`where ${what} the page says so, and trying again works`, async (t) => {
    const page = await openPage(t, {
      path: linkOf({ step: "softmax", seed: "21" }),
      started: false,
      before: (opened) => opened.route("**/*.wasm", answer, { times: 1 }),
    });
    await page.locator("#fallback").waitFor();
    assert.match(await page.locator("#fallback-reason").innerText(), expected);
    assert.match(await page.evaluate(() => window.attentionPlayground.ready.catch((error) => error.message)), expected);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.waitForFunction(() => window.attentionPlayground?.frames > 0);
    assert.equal((await state(page)).step, "softmax");
    assert.equal((await state(page)).seed, 21);
    assert.equal(await page.locator("#fallback").isVisible(), false);
  });
}
