// The engines: the same page in Chromium, Firefox and WebKit. What an engine's driver cannot do is skipped by name. A
// failure leaves a picture and a log in build/screenshots/failures.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import test, { describe } from "node:test";
import * as chromium from "./engines/chromium.mjs";
import * as firefox from "./engines/firefox.mjs";
import * as webkit from "./engines/webkit.mjs";
import { openArticlePage } from "./engines/article.mjs";
import { linkOf, numpyMissing, reference, screenshotFolder, site } from "./support.mjs";

const SIZE = { width: 1280, height: 800 };
const CONFIGURATION = { text: "one two three four five", seed: "11", d_model: 16, d_k: 4, heads: 2, mask: "causal" };

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Waits until the page has started and rests. */
const settled = (page) => page.run(async () => {
  for (let tries = 0; window.attentionPlayground === undefined && tries < 400; ++tries) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await window.attentionPlayground.ready;
  for (let before = -1; before !== window.attentionPlayground.frames;) {
    before = window.attentionPlayground.frames;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
});

const state = (page) => page.run(() => window.attentionPlayground.state());

async function middle(page, anchor) {
  const rect = await page.run((name) => window.attentionPlayground.anchors()[name] ?? null, anchor);
  assert.ok(rect !== null, `${anchor} is drawn`);
  return [rect.x + rect.width / 2, rect.y + rect.height / 2];
}

async function click(page, anchor) {
  await page.click(...(await middle(page, anchor)));
  await settled(page);
}

const CHECKS = {
  async numbers(browser) {
    const page = await browser.open(`${site}${linkOf({ ...CONFIGURATION, step: "scores" })}`, SIZE);
    await settled(page);
    const [expected] = reference([CONFIGURATION]);
    let compared = 0;
    for (const head of [0, 1]) {
      for (const name of ["queries", "keys", "values", "scores", "weights", "head_output"]) {
        const { shape, data } = await page.run(([tensor, of]) => {
          const { shape: size, data: numbers } = window.attentionPlayground.tensor(tensor, { head: of });
          return { shape: size, data: [...numbers].map((value) => (Number.isFinite(value) ? value : String(value))) };
        }, [name, head]);
        const wanted = (expected[name].length === 2 && Array.isArray(expected[name][0][0]) ? expected[name][head] : expected[name]);
        assert.deepEqual(shape, [wanted.length, wanted[0].length], name);
        wanted.flat().forEach((value, index) => {
          assert.ok(Math.abs(Number(data[index]) - value) < 1e-9 || Number(data[index]) === value, `${name}[${index}]`);
          compared += 1;
        });
      }
    }
    assert.equal(compared, 2 * (4 * 20 + 2 * 25));
    return page;
  },

  async stepping(browser) {
    const page = await browser.open(site, SIZE);
    await settled(page);
    for (const step of ["embeddings", "queries", "keys", "values", "scores", "scaled", "masked", "softmax", "output"]) {
      await click(page, "step.next");
      assert.equal((await state(page)).step, step);
    }
    await click(page, "step.previous");
    await click(page, "mask.causal");
    const { step, mask } = await state(page);
    assert.deepEqual([step, mask], ["softmax", "causal"]);
    assert.equal(await page.run(() => document.documentElement.classList.contains("text-view")), false, "there is a picture");
    // The picture has more than one colour.
    const colors = await page.run(async () => {
      const canvas = document.getElementById("canvas");
      window.attentionPlayground.dispatch({ type: "select", query: 2, key: 1 });
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const copy = document.createElement("canvas");
      [copy.width, copy.height] = [160, 100];
      const context = copy.getContext("2d");
      window.attentionPlayground.dispatch({ type: "select", query: 3, key: 1 });
      await new Promise((resolve) => requestAnimationFrame(() => {
        context.drawImage(canvas, 0, 0, 160, 100); // in the same frame, after the picture was drawn
        resolve();
      }));
      return new Set(new Uint32Array(context.getImageData(0, 0, 160, 100).data.buffer)).size;
    });
    assert.ok(colors > 20, `${colors} colours`);
    return page;
  },

  async links(browser) {
    const fragment = linkOf({ ...CONFIGURATION, step: "softmax", query: 3, key: 1, positions: "rotary", scale: "0.3" });
    const page = await browser.open(`${site}${fragment}`, SIZE);
    await settled(page);
    await page.run(() => window.attentionPlayground.dispatch({ type: "edit_cell", tensor: "queries", row: 1, column: 2, head: 1, value: 2.5 }));
    const [before, url] = [await state(page), await page.run(() => window.attentionPlayground.url())];
    await page.close();
    const again = await browser.open(url, SIZE);
    await settled(again);
    assert.deepEqual(await state(again), before);
    return again;
  },

  async idle(browser) {
    const page = await browser.open(`${site}#step=softmax`, SIZE);
    await settled(page);
    await pause(500);
    const frames = () => page.run(() => window.attentionPlayground.frames);
    const before = await frames();
    await pause(5000);
    assert.equal(await frames(), before);
    return page;
  },

  async mirror(browser) {
    const page = await browser.open(`${site}#step=softmax`, SIZE);
    await settled(page);
    await pause(600);
    const said = await page.run(() => {
      const table = document.querySelector('#mirror-content table[data-matrix="matrix.weights"]');
      const cells = [...table.querySelectorAll("tbody tr")].slice(0, 12).map((row) => [...row.querySelectorAll("td")].slice(0, 12).map((cell) => Number(cell.textContent)));
      return { cells, exact: [...window.attentionPlayground.tensor("weights").data] };
    });
    said.cells.flat().forEach((value, index) => assert.ok(Math.abs(value - said.exact[index]) <= 0.5e-4 + 1e-12));
    assert.equal(said.cells.flat().length, 144);
    await page.run(() => document.querySelector('#mirror-content [data-name="step.next"]').focus());
    await page.press("Enter");
    await settled(page);
    assert.equal((await state(page)).step, "output");
    assert.equal(await page.run(() => document.activeElement.dataset.name), "step.next", "the focus stays");
    await page.press("Shift+Tab");
    assert.equal(await page.run(() => document.activeElement.dataset.name), "step.play");

    // Arrows move the cell and the focus with it; Escape gives the keys back, and no arrow does anything unseen.
    await page.run(() => [...document.querySelectorAll("#mirror-content table[data-matrix]")].at(-1).querySelector('[tabindex="0"]').focus());
    const cell = () => page.run(() => document.activeElement.dataset.cell ?? document.activeElement.localName);
    const before = (await cell()).match(/^(\w+)\[(\d+),(\d+)\]$/);
    await page.press("ArrowRight");
    await settled(page);
    assert.equal(await cell(), `${before[1]}[${before[2]},${Number(before[3]) + 1}]`);
    await page.press("Escape");
    await settled(page);
    assert.equal(await cell(), "body");
    await page.press("ArrowRight");
    await settled(page);
    assert.equal((await state(page)).step, "output");

    // A refusal is tied to its field and changes nothing.
    await page.run(() => {
      const field = document.querySelector('#mirror-content [data-name="d_k"][data-field]');
      field.focus();
      field.select();
    });
    await page.type("9999");
    await page.press("Enter");
    await settled(page);
    const refused = await page.run(() => {
      const field = document.querySelector('#mirror-content [data-name="d_k"][data-field]');
      return [field.getAttribute("aria-invalid"), document.getElementById(field.getAttribute("aria-describedby"))?.textContent, field.value];
    });
    assert.deepEqual(refused, ["true", "d_k is 9,999: 1 to 256 are allowed.", "9999"]);
    assert.equal((await state(page)).d_k, 16);
    return page;
  },

  async embed(browser) {
    const page = await openArticlePage(browser, SIZE, `<attention-playground id="fig" step="scores" text="a b c d"></attention-playground>
      <p><a id="link" href="#fig" data-step="softmax">softmax</a></p>`);
    const step = await page.run(async () => {
      const figure = document.getElementById("fig");
      await figure.ready;
      return (await figure.state()).step;
    });
    assert.equal(step, "scores");
    const after = await page.run(async () => {
      const figure = document.getElementById("fig");
      const changed = new Promise((resolve) => figure.addEventListener("stepchanged", ({ detail }) => resolve(detail.state.step), { once: true }));
      document.getElementById("link").click();
      const told = await changed;
      const { shape, data } = await figure.tensor("weights");
      return { told, shape, sum: [...data].reduce((sum, value) => sum + value, 0) };
    });
    assert.deepEqual([after.told, after.shape], ["softmax", [4, 4]]);
    assert.ok(Math.abs(after.sum - 4) < 1e-12);
    return page;
  },

  async citizen(browser) {
    const page = await openArticlePage(browser, SIZE, `<input id="comment"><button id="before">before</button>
      <attention-playground id="fig" step="scores" height="500px"></attention-playground><button id="after">after</button>
      <div style="height:3000px"></div>`);
    await page.run(async () => { await document.getElementById("fig").ready; });
    await page.run(() => document.getElementById("comment").focus());
    await page.type("a z?");
    assert.equal(await page.run(() => document.getElementById("comment").value), "a z?");
    assert.equal(await page.run(async () => (await document.getElementById("fig").state()).step), "scores");
    await page.run(() => document.getElementById("before").focus());
    const seen = [];
    for (let presses = 0; presses < 150 && seen.at(-1) !== "after"; ++presses) {
      await page.press("Tab");
      seen.push(await page.run(() => document.activeElement.id || document.activeElement.localName));
    }
    assert.equal(seen.at(-1), "after", `Tab comes out again: ${seen.length} presses, ${[...new Set(seen)]}`);
    assert.equal(await page.run(() => window.scrollX), 0);
    return page;
  },

  async wheel(browser) {
    const page = await openArticlePage(browser, SIZE, `<attention-playground id="fig" step="scores" height="500px"></attention-playground>
      <div style="height:3000px"></div>`);
    await page.run(async () => { await document.getElementById("fig").ready; window.scrollTo(0, 0); });
    await page.wheel(640, 300, 240);
    await pause(800);
    assert.ok((await page.run(() => window.scrollY)) > 50, "the article scrolls over an embed that nobody clicked into");
    return page;
  },
};

const failures = `${screenshotFolder}/failures`;

for (const engine of [chromium, firefox, webkit]) {
  describe(engine.name, { skip: engine.missing }, () => {
    let browser;
    test(`${engine.name} starts`, { timeout: 120_000 }, async (t) => {
      browser = await engine.start();
      t.diagnostic(browser.version);
    });
    for (const [what, check] of Object.entries(CHECKS)) {
      const skip = engine.cannot[what] ?? (what === "numbers" && numpyMissing);
      test(`${engine.name}: ${what}`, { skip, timeout: 180_000 }, async () => {
        let last = null;
        const watched = { ...browser, open: async (...given) => (last = await browser.open(...given)) };
        try {
          await check(watched);
          assert.deepEqual(await last.complaints(), []);
        } catch (error) {
          mkdirSync(failures, { recursive: true });
          const stem = `${failures}/${engine.name.toLowerCase()}_${what}`;
          const complaints = await last?.complaints().catch((problem) => [String(problem)]);
          writeFileSync(`${stem}.log`, `${error.stack}\n${complaints?.join("\n") ?? ""}\n`);
          const picture = await last?.picture().catch(() => null);
          if (picture) {
            writeFileSync(`${stem}.png`, picture);
          }
          throw error;
        } finally {
          await last?.close().catch(() => {});
        }
      });
    }
    test(`${engine.name}: what a page complains of is heard`, async () => {
      const page = await browser.open(site, SIZE);
      await settled(page);
      await page.run(async () => {
        setTimeout(() => { throw new Error("on purpose"); });
        await new Promise((resolve) => setTimeout(resolve, 300));
      });
      const complaints = await page.complaints();
      await page.close();
      assert.equal(complaints.length, 1, complaints.join("; "));
      assert.match(complaints[0], /on purpose/);
    });
    test(`${engine.name} ends`, async () => {
      await browser?.stop();
    });
  });
}
