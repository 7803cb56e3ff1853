// The mirror: what it refuses, tells, shows on request, and says in other languages.
import assert from "node:assert/strict";
import test from "node:test";
import { mirrored, press } from "./mirror_support.mjs";
import { dispatch, linkOf, openPage, settled, state } from "./support.mjs";

test("what is out of range is refused by the same sentence, tied to its field, and changes nothing", async (t) => {
  const page = await openPage(t, { path: linkOf({ step: "scores" }) });
  await mirrored(page);
  const before = await state(page);
  for (const [name, typed] of [["d_model", "0"], ["d_k", "9999"], ["heads", "-3"], ["seed", "1.5"], ["scale", "many"]]) {
    const field = page.locator(`#mirror-content [data-name="${name}"][data-field]`);
    await field.evaluate((input, value) => {
      input.focus();
      input.value = value;
      input.dispatchEvent(new Event("change", { bubbles: true }));
    }, typed);
    await settled(page);
    const said = await field.evaluate((input) => ({
      invalid: input.getAttribute("aria-invalid"),
      sentence: document.getElementById(input.getAttribute("aria-describedby"))?.textContent,
      shown: input.value,
    }));
    const thrown = name === "scale" || name === "seed" ? null
      : await dispatch(page, { type: "set_sizes", [name]: Number(typed) });
    assert.equal(said.invalid, "true", name);
    assert.ok(said.sentence?.length > 10, `${name}: ${said.sentence}`);
    if (thrown !== null) {
      assert.equal(said.sentence, thrown);
    }
    assert.equal(said.shown, name === "scale" ? "many" : typed, "what was typed is not lost");
    assert.deepEqual(await state(page), before);
    await field.evaluate((input, value) => {
      input.value = value;
      input.dispatchEvent(new Event("input", { bubbles: true }));
      input.dispatchEvent(new Event("change", { bubbles: true }));
    }, String(before[name] === "on" ? "0.25" : before[name]));
    await settled(page);
  }
});

test("a change is told once, politely, and a resting page draws nothing for the mirror", async (t) => {
  const page = await openPage(t, { path: linkOf({ step: "scores" }) });
  await mirrored(page);
  const status = page.locator("#mirror-status");
  assert.equal(await status.getAttribute("role"), "status");
  await dispatch(page, { type: "go_to_step", step: "softmax" });
  await mirrored(page);
  assert.match(await status.innerText(), /Scores become shares/);
  await dispatch(page, { type: "select", query: 3, key: 2 });
  await mirrored(page);
  assert.match(await status.innerText(), /not attends to did/);
  await page.evaluate(() => {
    window.changes = 0;
    new MutationObserver((records) => { window.changes += records.length; })
      .observe(document.getElementById("mirror"), { subtree: true, childList: true, characterData: true, attributes: true });
  });
  const before = await page.evaluate(() => window.attentionPlayground.frames);
  await page.waitForTimeout(2000);
  assert.equal(await page.evaluate(() => window.attentionPlayground.frames), before);
  assert.equal(await page.evaluate(() => window.changes), 0);
});

test("the text view can be asked for, and left", async (t) => {
  const page = await openPage(t, { path: linkOf({ step: "scores" }) });
  await page.focus("#canvas");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.locator("#mirror-content table").last().waitFor({ state: "visible" });
  assert.equal(await page.evaluate(() => getComputedStyle(document.getElementById("mirror")).opacity), "1");
  await page.locator('#mirror-content [data-name="step.next"]').click();
  assert.equal((await state(page)).step, "scaled");
  await page.locator("#mirror-switch").click();
  assert.equal(await page.evaluate(() => getComputedStyle(document.getElementById("mirror")).opacity), "0");
});

test("in an embed the mirror comes before Tab leaves, and a touch screen's targets are 44 pixels", async (t) => {
  const page = await openPage(t, { path: "embed.html#step=scores", width: 390, height: 700, touch: true });
  await mirrored(page);
  await page.evaluate(() => document.getElementById("mirror-switch").click());
  await mirrored(page);
  const small = await page.evaluate(() => [...document.querySelectorAll("#mirror-content button, #mirror-content .mirror-field input, #mirror-content label:has(input)")]
    .filter((node) => node.getClientRects().length > 0 && !node.closest("td"))
    .map((node) => [node.textContent || node.dataset.name, Math.round(node.getBoundingClientRect().height)])
    .filter(([, height]) => height < 44));
  assert.deepEqual(small, []);
  const overflow = await page.evaluate(() => document.getElementById("mirror").scrollWidth - document.getElementById("mirror").clientWidth);
  assert.ok(overflow <= 0, `${overflow} pixels stand out`);
});

test("the mirror speaks the language of the page", async (t) => {
  const page = await openPage(t, { path: linkOf({ step: "softmax", lang: "es" }) });
  await mirrored(page);
  assert.equal(await page.evaluate(() => document.documentElement.lang), "es");
  const text = await page.evaluate(() => document.getElementById("mirror-content").innerText);
  assert.match(text, /Puntuaciones/);
  assert.match(text, /suma/);
  assert.doesNotMatch(text, /Settings|Explanation|Next:/);
  assert.deepEqual(page.problems, []);
});
