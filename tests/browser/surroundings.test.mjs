// Surroundings: an embed in containers that change, out of sight, under strict rules, and in the reader's own settings.
import assert from "node:assert/strict";
import test from "node:test";
import { inflateSync } from "node:zlib";
import { middleInArticle, openArticle } from "./article.mjs";
import { dispatch, openPage, settled, site, state } from "./support.mjs";

const sizes = (embed) => embed.evaluate(() => {
  const canvas = document.getElementById("canvas");
  return { css: [canvas.clientWidth, canvas.clientHeight], pixels: [canvas.width, canvas.height] };
});

/** Waits until the canvas has the pixels of its place, and gives them. */
async function sharp(embed, ratio) {
  await embed.waitForFunction((expected) => {
    const canvas = document.getElementById("canvas");
    const agrees = (pixels, css) => Math.abs(pixels - css * expected) < 1;
    return Math.abs(window.devicePixelRatio - expected) < 1e-6 && agrees(canvas.width, canvas.clientWidth) &&
      agrees(canvas.height, canvas.clientHeight);
  }, ratio);
  await settled(embed);
  return sizes(embed);
}

test("an embed stays sharp when its container changes and when the page is zoomed", async (t) => {
  const { page, embed } = await openArticle(t, { width: 900 });
  assert.deepEqual((await sharp(embed, 1)).pixels, [900, 640]);
  for (const [width, height] of [[517, 640], [333, 401], [899, 700]]) {
    await page.evaluate(([w, h]) => {
      Object.assign(document.getElementById("embed").style, { width: `${w}px`, height: `${h}px` });
    }, [width, height]);
    await embed.waitForFunction((expected) => document.getElementById("canvas").clientWidth === expected, width);
    assert.deepEqual((await sharp(embed, 1)).pixels, [width, height]);
  }
  const session = await page.context().newCDPSession(page);
  const emulate = (width, ratio) => session.send("Emulation.setDeviceMetricsOverride", {
    width, height: 800, deviceScaleFactor: ratio, mobile: false,
  });
  await page.evaluate(() => { document.getElementById("embed").style.cssText = ""; });
  for (const ratio of [1.25, 2, 1.1, 1]) {
    await emulate(Math.round(900 / ratio), ratio); // as zooming does
    const { css } = await sharp(embed, ratio);
    const right = Math.max(...await embed.evaluate(() =>
      Object.values(window.attentionPlayground.anchors()).map(({ x, width }) => x + width)));
    assert.ok(right <= css[0] + 1 && right > css[0] * 0.5, `at ${ratio}: the picture ends at ${right} of ${css[0]}`);
  }
  await emulate(900, 2); // as another screen does
  await page.mouse.move(400, 300);
  assert.deepEqual((await sharp(embed, 2)).pixels, [1800, 1280]);
});

const countRequests = (page) => page.addInitScript(() => {
  window.requests = 0;
  const request = window.requestAnimationFrame;
  window.requestAnimationFrame = (callback) => {
    window.requests += 1;
    return request.call(window, callback);
  };
});

/** What an embed out of sight does in one second while it is told to step. */
async function activity({ page, embed }) {
  const count = () => embed.evaluate(() => [window.attentionPlayground.frames, window.requests]);
  const before = await count();
  await embed.evaluate(() => {
    window.attentionPlayground.dispatch({ type: "next_step" });
    window.attentionPlayground.dispatch({ type: "set_seed", seed: 3 });
  });
  await page.waitForTimeout(1000); // nothing happening is what is waited for
  const after = await count();
  return { frames: after[0] - before[0], requests: after[1] - before[1] };
}

test("an embed out of sight draws no frame and asks for none, and is up to date when it is scrolled to", async (t) => {
  const article = await openArticle(t, { above: 2500, before: countRequests, started: false });
  const { page, embed } = article;
  await embed.waitForFunction(() => window.attentionPlayground !== undefined);
  await embed.evaluate(() => window.attentionPlayground.ready);
  await embed.evaluate(() => new Promise((resolve) => new IntersectionObserver(resolve).observe(document.body)));
  assert.deepEqual(await activity(article), { frames: 0, requests: 0 }, "below the fold");
  await page.locator("#embed").scrollIntoViewIfNeeded();
  await embed.waitForFunction(() => window.attentionPlayground.anchors()["matrix.scaled_scores"] !== undefined);
  await settled(embed);
  await page.evaluate(() => window.scrollTo(0, 0));
  await embed.evaluate(() => new Promise((resolve) => {
    new IntersectionObserver(([entry], observer) => {
      if (!entry.isIntersecting) {
        observer.disconnect();
        resolve();
      }
    }, { rootMargin: "200px" }).observe(document.body);
  }));
  assert.deepEqual(await activity(article), { frames: 0, requests: 0 }, "scrolled away");
});

test("an embed whose frame is not displayed draws no frame and asks for none", async (t) => {
  const article = await openArticle(t, { before: countRequests });
  const frames = await article.embed.evaluate(() => window.attentionPlayground.frames);
  await article.page.evaluate(() => { document.getElementById("embed").style.display = "none"; });
  await article.embed.waitForFunction(() => document.getElementById("canvas").clientWidth === 0, null, { polling: 50 });
  await article.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  assert.deepEqual(await activity(article), { frames: 0, requests: 0 });
  assert.equal(await article.embed.evaluate(() => window.attentionPlayground.frames), frames, "none for a size of 0");
  await article.page.evaluate(() => { document.getElementById("embed").style.display = "block"; });
  await article.embed.waitForFunction(() => window.attentionPlayground.anchors()["matrix.scaled_scores"] !== undefined);
  assert.deepEqual((await sharp(article.embed, 1)).pixels[1], 640);
});

test("a context that is lost a hundred times in a row comes back each time with the same state", async (t) => {
  const { page, embed } = await openArticle(t, { width: 600 });
  await dispatch(embed, { type: "set_seed", seed: 21 });
  await dispatch(embed, { type: "set_mask", mask: "causal" });
  await page.mouse.move(300, 20);
  await settled(embed);
  const before = await state(embed);
  const picture = await page.screenshot();
  for (let count = 1; count <= 100; ++count) {
    const frames = await embed.evaluate(() => window.attentionPlayground.frames);
    await embed.evaluate(() => new Promise((resolve) => {
      const canvas = document.getElementById("canvas");
      window.loss ??= canvas.getContext("webgl2").getExtension("WEBGL_lose_context");
      canvas.addEventListener("webglcontextrestored", () => setTimeout(resolve), { once: true });
      canvas.addEventListener("webglcontextlost", () => setTimeout(() => window.loss.restoreContext()), { once: true });
      window.loss.loseContext();
    }));
    await embed.waitForFunction((least) => window.attentionPlayground.frames > least, frames);
    assert.deepEqual(await state(embed), before, `after loss ${count}`);
  }
  await settled(embed);
  assert.ok(picture.equals(await page.screenshot()), "the picture is the same to the last pixel");
  assert.equal(await embed.locator("#lost").isVisible(), false);
});

const STRICT = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; " +
  "img-src 'self' data: blob:";

test("a strict policy of the host and no cross-origin isolation are enough, also for copies and downloads", async (t) => {
  const { page, embed } = await openArticle(t, {
    before: async (opened) => {
      await opened.route("**/embed.html", async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, headers: { ...response.headers(), "content-security-policy": STRICT } });
      });
      await opened.addInitScript(() => {
        window.violations = [];
        document.addEventListener("securitypolicyviolation", (event) =>
          window.violations.push(`${event.violatedDirective} ${event.blockedURI}`));
      });
    },
  });
  const article = { page, embed };
  assert.equal(await embed.evaluate(() => window.crossOriginIsolated), false);
  for (const [open, save] of [["export", "export.png"], ["export", "export.csv"]]) {
    for (const name of [open, save]) {
      const { x, y } = await middleInArticle(article, name);
      const download = name === save ? page.waitForEvent("download") : null;
      await page.mouse.click(x, y);
      await settled(embed);
      await download;
    }
    await page.keyboard.press("Escape");
    await settled(embed);
  }
  assert.deepEqual(await embed.evaluate(() => window.violations), []);
  assert.deepEqual(page.problems, []);
});

/** Sets window.heap to a function that gives the bytes of the program's memory (its second part has none of its own). */
const measureHeap = (page) => page.addInitScript(() => {
  const keep = ({ exports }) => {
    const memory = Object.values(exports).find((value) => value instanceof WebAssembly.Memory);
    if (memory) window.heap = () => memory.buffer.byteLength;
  };
  for (const name of ["instantiate", "instantiateStreaming"]) {
    const original = WebAssembly[name];
    WebAssembly[name] = async (...given) => {
      const made = await original.apply(WebAssembly, given);
      keep(made.instance ?? made);
      return made;
    };
  }
});

test("an embed takes at most 24 MB of memory, and says how much with 512 tokens", async (t) => {
  const MEBIBYTE = 2 ** 20;
  const { embed } = await openArticle(t, { before: measureHeap });
  const small = await embed.evaluate(() => window.heap());
  for (const step of ["embeddings", "queries", "masked", "softmax", "output"]) {
    await dispatch(embed, { type: "go_to_step", step });
  }
  const stepped = await embed.evaluate(() => window.heap());
  const text = Array.from({ length: 512 }, (_, index) => `w${index}`).join(" ");
  await dispatch(embed, { type: "set_text", text });
  await embed.evaluate(() => window.attentionPlayground.tensor("output"));
  await settled(embed);
  const large = await embed.evaluate(() => window.heap());
  console.log(`  memory of the program: ${small / MEBIBYTE} MiB at the start, ${stepped / MEBIBYTE} MiB after all steps, ` +
    `${large / MEBIBYTE} MiB with 512 tokens`);
  assert.ok(stepped <= 24e6, `${stepped} bytes`);
  assert.ok(large <= 128e6, `${large} bytes with 512 tokens`);
});

test("with reduced motion nothing plays by itself", { timeout: 60_000 }, async (t) => {
  const article = await openArticle(t, { link: "#step=scores", context: { reducedMotion: "reduce" } });
  const { page, embed } = article;
  const play = await middleInArticle(article, "step.play");
  await page.mouse.move(play.x, play.y);
  await settled(embed);
  await page.mouse.click(play.x, play.y);
  await settled(embed); // while something plays it never rests
  const frames = await embed.evaluate(() => window.attentionPlayground.frames);
  await page.mouse.click(play.x, play.y);
  await settled(embed);
  const drawn = (await embed.evaluate(() => window.attentionPlayground.frames)) - frames;
  assert.ok(drawn > 0 && drawn <= 30, `${drawn} frames for one press`);
});

for (const dark of [false, true]) {
  test(`with forced colours (${dark ? "dark" : "light"}) fields, focus and ground take the system's`, async (t) => {
    const article = await openArticle(t, { dark, context: { forcedColors: "active" } });
    const { page, embed } = article;
    const system = await embed.evaluate(() => {
      const probe = document.body.appendChild(document.createElement("p"));
      probe.style.cssText = "color: CanvasText; background: Canvas";
      const { color, backgroundColor } = getComputedStyle(probe);
      probe.remove();
      return { color, backgroundColor };
    });
    const place = await middleInArticle(article, "seed");
    await page.mouse.click(place.x, place.y);
    await embed.locator(".field").waitFor();
    const seen = await embed.evaluate(() => {
      const field = getComputedStyle(document.querySelector(".field"));
      return {
        ground: getComputedStyle(document.body).backgroundColor, outline: `${field.outlineWidth} ${field.outlineStyle}`, border: field.borderTopStyle,
        ink: getComputedStyle(document.body).color,
      };
    });
    assert.equal(seen.ground, system.backgroundColor);
    assert.equal(seen.ink, system.color);
    assert.equal(seen.outline, "2px solid");
    assert.equal(seen.border, "solid");
    await page.keyboard.press("Escape");
    await settled(embed);
    // The picture itself follows light and dark, which the browser derives from the forced colours.
    const pixel = await pixelOf(page, await page.locator("#embed").screenshot(), 5, 5);
    assert.ok(dark ? pixel < 80 : pixel > 200, `brightness ${pixel}`);
  });
}

/** The brightness (0 to 255) of a pixel of a PNG, read by the browser. */
const pixelOf = (page, png, x, y) => page.evaluate(async ([data, at]) => {
  const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
  const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
  context.drawImage(image, 0, 0);
  const [red, green, blue] = context.getImageData(at[0], at[1], 1, 1).data;
  return (red + green + blue) / 3;
}, [png.toString("base64"), [x, y]]);

/** The raster pictures of a PDF, as how many colours each has. */
function picturesOf(pdf) {
  const text = pdf.toString("latin1");
  return [...text.matchAll(/<<[^>]*?\/Subtype\s*\/Image[\s\S]*?>>\s*stream\r?\n/g)].map((match) => {
    const [head] = match;
    const number = (name) => Number(new RegExp(`/${name} (\\d+)`).exec(head)[1]);
    const start = match.index + head.length;
    const pixels = inflateSync(pdf.subarray(start, start + number("Length")));
    const colors = new Set();
    for (let index = 0; index + 2 < pixels.length; index += 3) {
      colors.add(pixels.readUIntBE(index, 3));
    }
    return { width: number("Width"), height: number("Height"), colors: colors.size };
  });
}

for (const [what, options] of [["in view", {}], ["below the fold", { above: 1600 }]]) {
  test(`an embed ${what} is printed with the article, and is as before afterwards`, async (t) => {
    const { page, embed } = await openArticle(t, { ...options, width: 900, height: 800 });
    const before = await sizes(embed);
    const pictures = picturesOf(await page.pdf({ printBackground: true }));
    assert.ok(pictures.some(({ width, colors }) => width >= 600 && colors > 200), JSON.stringify(pictures));
    await settled(embed);
    assert.deepEqual(await sizes(embed), before);
    assert.equal(await embed.locator(".printed").count(), 0);
  });
}

test("the page of its own is printed with its picture", async (t) => {
  const page = await openPage(t, { path: "#step=scores", width: 1000, height: 800 });
  const pictures = picturesOf(await page.pdf());
  assert.ok(pictures.some(({ width, height, colors }) => width === 1000 && height === 800 && colors > 200),
    JSON.stringify(pictures));
  await settled(page);
  assert.deepEqual((await sizes(page)).pixels, [1000, 800]);
});
