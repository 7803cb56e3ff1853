// Typing: clipboard, accents, input methods and the keyboard on the screen, in the text fields of an embed.
import assert from "node:assert/strict";
import test from "node:test";
import { middleInArticle, openArticle } from "./article.mjs";
import { settled, site, state, until } from "./support.mjs";

/** Opens a field of the embed by a click or a tap on its anchor. */
async function openField(article, name, tap = false) {
  const { x, y } = await middleInArticle(article, name);
  await (tap ? article.page.touchscreen.tap(x, y) : article.page.mouse.click(x, y));
  const field = article.embed.locator(".field");
  await field.waitFor();
  return field;
}

/** The field holds the text, and Enter makes it the embed's. */
async function assertTakenOver({ page, embed }, field, text) {
  assert.equal(await field.inputValue(), text);
  await page.keyboard.press("Enter");
  await settled(embed);
  assert.equal((await state(embed)).text, text);
}

const permissions = { context: { permissions: ["clipboard-read", "clipboard-write"] } };
const clipboard = (page) => page.evaluate(() => navigator.clipboard.readText());
/** Another origin on the same machine, as the host of the files is for most articles. */
const otherOrigin = site.replace("127.0.0.1", "localhost");

test("copy, cut and paste in a field reach the clipboard", async (t) => {
  const article = await openArticle(t, permissions);
  const { page, embed } = article;
  const field = await openField(article, "text.edit");
  await page.keyboard.type("one two three");
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+c");
  await page.keyboard.press("End");
  await page.keyboard.press("Shift+Control+ArrowLeft");
  await page.keyboard.press("Control+x");
  assert.equal(await field.inputValue(), "one two ");
  await page.focus("#comment");
  await page.keyboard.press("Control+v");
  assert.equal(await page.inputValue("#comment"), "three");
  await page.fill("#comment", "from the article");
  await page.focus("#comment");
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+c");
  await openField(article, "text.edit");
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+v");
  await page.keyboard.press("Enter");
  await settled(embed);
  assert.equal((await state(embed)).text, "from the article");
});

for (const [where, embedSite] of [["the article's own host", ""], ["another host", otherOrigin]]) {
  test(`a matrix that is copied in an embed of ${where} is in the clipboard`, async (t) => {
    const article = await openArticle(t, { ...permissions, embedSite });
    const { page, embed } = article;
    await page.evaluate(() => navigator.clipboard.writeText("nothing"));
    for (const name of ["export", "export.copy"]) {
      const { x, y } = await middleInArticle(article, name);
      await page.mouse.click(x, y);
      await settled(embed);
    }
    await page.bringToFront();
    await until(page, async () => (await navigator.clipboard.readText()) !== "nothing");
    const rows = (await clipboard(page)).trim().split("\n");
    assert.equal(rows.length, 13, "a head and a row for each token");
    assert.equal(rows[1].split("\t").length, 13);
    assert.equal(await embed.evaluate(() => document.activeElement.id), "canvas", "the focus comes back");
  });
}

test("what AltGr and dead keys make arrives in a field", async (t) => {
  const article = await openArticle(t);
  const { page } = article;
  const session = await page.context().newCDPSession(page);
  const field = await openField(article, "text.edit");
  // The third level of a key: the character comes with it.
  const altGr = { key: "AltGraph", code: "AltRight", windowsVirtualKeyCode: 225 };
  const at = { key: "@", code: "KeyQ", windowsVirtualKeyCode: 81, text: "@" };
  await session.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...altGr });
  await session.send("Input.dispatchKeyEvent", { type: "keyDown", ...at });
  await session.send("Input.dispatchKeyEvent", { type: "keyUp", ...at, text: undefined });
  await session.send("Input.dispatchKeyEvent", { type: "keyUp", ...altGr });
  const dead = { key: "Dead", code: "BracketLeft", windowsVirtualKeyCode: 229 };
  await session.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...dead });
  await session.send("Input.dispatchKeyEvent", { type: "keyUp", ...dead });
  await session.send("Input.insertText", { text: "ê" });
  await assertTakenOver(article, field, "@ê");
});

test("AltGr over the picture is nobody's command", async (t) => {
  const article = await openArticle(t);
  const { page, embed } = article;
  const cell = await middleInArticle(article, "scores[2,5]");
  await page.mouse.click(cell.x, cell.y);
  await settled(embed);
  await embed.evaluate(() => window.attentionPlayground.dispatch({ type: "set_seed", seed: 8 }));
  const before = await state(embed);
  const prevented = await embed.evaluate(() => ["z", "y", "@", "ArrowRight"].map((key) => {
    const event = new KeyboardEvent("keydown", { key, ctrlKey: true, altKey: true, bubbles: true, cancelable: true });
    document.getElementById("canvas").dispatchEvent(event);
    return event.defaultPrevented;
  }));
  await settled(embed);
  assert.deepEqual(prevented, [false, false, false, false]);
  assert.deepEqual(await state(embed), before);
});

test("an input method composes in a field, and its Enter does not close it", async (t) => {
  const article = await openArticle(t);
  const { page, embed } = article;
  const session = await page.context().newCDPSession(page);
  const field = await openField(article, "text.edit");
  for (const part of ["t", "to", "とう", "とうきょう"]) {
    await session.send("Input.imeSetComposition", { text: part, selectionStart: part.length, selectionEnd: part.length });
  }
  assert.equal(await field.inputValue(), "とうきょう");
  // The Enter that ends a composition says that it belongs to it.
  await embed.evaluate(() => document.querySelector(".field").dispatchEvent(
    new KeyboardEvent("keydown", { key: "Enter", isComposing: true, bubbles: true, cancelable: true })));
  assert.equal(await field.count(), 1);
  await session.send("Input.insertText", { text: "東京" });
  await assertTakenOver(article, field, "東京");
});

test("a tap on a field brings the keyboard of a phone: the field has the focus while the tap still counts", async (t) => {
  const article = await openArticle(t, { width: 390, height: 800, touch: true });
  const { page, embed } = article;
  await embed.evaluate(() => {
    window.addEventListener("focusin", (event) => {
      window.opened = {
        tag: event.target.tagName, byReader: navigator.userActivation.isActive,
        size: parseFloat(getComputedStyle(event.target).fontSize),
      };
    });
  });
  const field = await openField(article, "text.edit", true);
  const opened = await embed.evaluate(() => window.opened);
  assert.deepEqual({ ...opened, size: opened.size >= 16 }, { tag: "TEXTAREA", byReader: true, size: true });
  // Keyboards of Android send key 229 and then the text.
  const session = await page.context().newCDPSession(page);
  const unknown = { key: "Unidentified", code: "", windowsVirtualKeyCode: 229 };
  for (const text of ["a ", "word"]) {
    await session.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...unknown });
    await session.send("Input.insertText", { text });
    await session.send("Input.dispatchKeyEvent", { type: "keyUp", ...unknown });
  }
  await assertTakenOver(article, field, "a word");
});
