// axe (WCAG 2.2, A and AA) finds nothing in the page, its text view, an article and its embeds.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import test from "node:test";
import { mirrored, PATIENCE_MILLISECONDS } from "./mirror_support.mjs";
import { dispatch, linkOf, openPage } from "./support.mjs";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe has to say about the page as it is. */
async function axeFindings(page) {
  await page.evaluate(axeSource);
  return page.evaluate(async () => {
    const { violations } = await window.axe.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"], resultTypes: ["violations"],
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(" | ")}`);
  });
}

for (const dark of [false, true]) {
  test(`axe finds nothing in the page and its text view, ${dark ? "dark" : "light"}`, async (t) => {
    const page = await openPage(t, { path: linkOf({ step: "softmax", mask: "causal" }), dark, context: { bypassCSP: true } });
    await mirrored(page);
    assert.deepEqual(await axeFindings(page), []);
    await page.evaluate(() => document.getElementById("mirror-switch").click());
    await mirrored(page);
    for (const step of ["tokens", "scores", "softmax"]) {
      await dispatch(page, { type: "go_to_step", step });
      await mirrored(page);
      assert.deepEqual(await axeFindings(page), [], step);
    }
    for (const name of ["settings", "share"]) {
      await page.locator(`#mirror-content [data-name="${name}"]`).click();
      await mirrored(page);
      assert.deepEqual(await axeFindings(page), [], name);
    }
  });
}

test("axe finds nothing in an article with embeds, nor in what is inside of them", async (t) => {
  for (const dark of [false, true]) {
    const page = await openPage(t, { path: "articles/sample.html", started: false, dark, context: { bypassCSP: true } });
    await page.evaluate(async () => {
      const figure = document.querySelector("attention-playground");
      figure.scrollIntoView();
      await figure.ready;
    });
    await page.waitForTimeout(PATIENCE_MILLISECONDS);
    assert.deepEqual(await axeFindings(page), []);
    const frame = page.frames().find((one) => one !== page.mainFrame());
    assert.ok(frame !== undefined, "a figure has its frame");
    assert.deepEqual(await axeFindings(frame), []);
  }
});
