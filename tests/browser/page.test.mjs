// The page: it loads from its own host alone, within its size, and says what is missing where it cannot start.
import assert from "node:assert/strict";
import test from "node:test";
import { openPage, settled, state } from "./support.mjs";

for (const path of ["index.html", "embed.html"]) {
  test(`${path} loads without an error, a violation of its policy or a request to another host`, async (t) => {
    const page = await openPage(t, {
      path,
      before: (opened) => opened.addInitScript(() => {
        window.violations = [];
        document.addEventListener("securitypolicyviolation", (event) => window.violations.push(event.violatedDirective));
      }),
    });
    assert.deepEqual(page.problems, []);
    assert.deepEqual(await page.evaluate(() => window.violations), []);
    const policy = await page.getAttribute('meta[http-equiv="Content-Security-Policy"]', "content");
    assert.match(policy, /default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'/);
    assert.equal(await page.title(), "Attention Playground");
    assert.equal(await page.locator("#poster").isVisible(), false);
  });
}

test("the page's title is never touched", async (t) => {
  const page = await openPage(t);
  await page.evaluate(() => { document.title = "A title of the host"; });
  await page.focus("#canvas");
  await page.keyboard.press("ArrowRight");
  await settled(page);
  assert.equal(await page.title(), "A title of the host");
});

test("the ground of the page has the colour of the theme", async (t) => {
  const ground = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await openPage(t, { dark: false });
  const dark = await openPage(t, { dark: true });
  assert.equal(await ground(light), "rgb(246, 245, 241)");
  assert.equal(await ground(dark), "rgb(18, 19, 22)");
  await light.evaluate(() => window.attentionPlayground.dispatch({ type: "set_theme", theme: "dark" }));
  await settled(light);
  assert.equal(await ground(light), "rgb(18, 19, 22)");
  await dark.emulateMedia({ colorScheme: "light" });
  await dark.waitForFunction(() => getComputedStyle(document.body).backgroundColor === "rgb(246, 245, 241)");
});

const withoutWebGl = () => {
  const getContext = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (type, ...rest) {
    return type === "webgl2" ? null : getContext.call(this, type, ...rest);
  };
};
const withoutWebAssembly = () => {
  delete window.WebAssembly;
};
const withNoisyCanvas = () => {
  const getImageData = CanvasRenderingContext2D.prototype.getImageData;
  CanvasRenderingContext2D.prototype.getImageData = function (...rest) {
    const image = getImageData.apply(this, rest);
    crypto.getRandomValues(image.data);
    return image;
  };
};

for (const [what, script, expected] of [
  ["WebGL 2", withoutWebGl, /WebGL 2/],
  ["readable canvas pixels", withNoisyCanvas, /fingerprinting/],
]) {
  test(`a browser without ${what} gets everything as text, says why, and works`, async (t) => {
    const page = await openPage(t, { path: "#step=scores", before: (opened) => opened.addInitScript(script) });
    assert.match(await page.locator("#mirror-reason").innerText(), expected);
    assert.equal(await page.locator("#fallback").isVisible(), false);
    assert.equal(await page.locator("#poster").isVisible(), false);
    assert.equal(await page.locator("#mirror-content table").last().isVisible(), true);
    await page.getByRole("button", { name: "causal" }).or(page.getByRole("checkbox", { name: "causal" })).click();
    await page.getByRole("button", { name: "9 Softmax" }).click();
    const now = await state(page);
    assert.equal(now.step, "softmax");
    assert.equal(now.mask, "causal");
    await page.locator('[data-cell="weights[3,2]"]').click();
    assert.equal((await state(page)).query, 3);
    assert.match(await page.locator('[data-part="stage"]').innerText(), /not attends to did/);
    assert.deepEqual(page.problems, []);
  });
}

for (const [what, script, expected] of [
  ["WebAssembly", withoutWebAssembly, /WebAssembly/],
]) {
  test(`a browser without ${what} gets a readable page that says so`, async (t) => {
    const page = await openPage(t, { started: false, before: (opened) => opened.addInitScript(script) });
    const reason = await page.evaluate(() => window.attentionPlayground.ready.then(() => null, (error) => error.message));
    assert.match(reason, expected);
    await page.locator("#fallback").waitFor();
    assert.match(await page.locator("#fallback").innerText(), expected);
    assert.match(await page.locator("#fallback").innerText(), /softmax/);
    assert.equal(await page.locator("#canvas").isVisible(), false);
    assert.equal(await page.locator("#poster").isVisible(), false);
    assert.deepEqual(page.problems, []);
  });
}

test("a browser without JavaScript gets a readable page that says so", async (t) => {
  const page = await openPage(t, { javaScript: false });
  assert.match(await page.locator("noscript").innerText(), /JavaScript/);
});
