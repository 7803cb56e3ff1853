// Language: the link decides, or else the browser; what is shown and said follows.
import assert from "node:assert/strict";
import test from "node:test";
import { ask, openArticle } from "./embed_support.mjs";
import { click, dispatch, linkOf, openPage, settled, state } from "./support.mjs";

const languageOf = (page) => page.evaluate(() => document.documentElement.lang);
const NOTHING_TO_UNDO = { en: "There is nothing to undo.", es: "No hay nada que deshacer." };

/** Opens a page in a browser of that language, and keeps what it said had failed. */
const openIn = (t, locale, parameters = {}, options = {}) => openPage(t, {
  path: linkOf(parameters),
  context: { locale },
  before: (opened) => opened.addInitScript(() => {
    window.failures = [];
    document.addEventListener("DOMContentLoaded", () =>
      window.attentionPlayground?.on("failed", ({ message }) => window.failures.push(message)));
  }),
  ...options,
});

/** All that tells which language the page is in now. */
async function assertSpeaks(page, language) {
  assert.equal(await languageOf(page), language);
  assert.equal(await dispatch(page, { type: "undo" }), NOTHING_TO_UNDO[language]);
  const label = await page.getAttribute("#canvas", "aria-label");
  assert.match(label, language === "es" ? /paso a paso/ : /step by step/);
}

test("a link with lang=es is Spanish in an English browser", async (t) => {
  const page = await openIn(t, "en-US", { step: "scores", lang: "es" });
  await assertSpeaks(page, "es");
  assert.equal((await state(page)).lang, "es");
  assert.match(page.url(), /lang=es/);
  assert.deepEqual(page.problems, []);
});

for (const [locale, language] of [["es-ES", "es"], ["es-MX", "es"], ["en-GB", "en"], ["de-DE", "en"]]) {
  test(`without lang= the page speaks ${language} to a browser in ${locale}`, async (t) => {
    const page = await openIn(t, locale);
    await assertSpeaks(page, language);
    assert.equal((await state(page)).lang, "auto");
    assert.doesNotMatch(page.url(), /lang=/);
  });
}

test("lang=en wins over a Spanish browser", async (t) => {
  const page = await openIn(t, "es-ES", { lang: "en" });
  await assertSpeaks(page, "en");
});

test("an unknown language falls back to the browser's, and says so in it", async (t) => {
  const page = await openIn(t, "es-ES", { lang: "de", step: "masked" });
  assert.deepEqual(await page.evaluate(() => window.failures),
    ["El parámetro lang del enlace no se usa tal como está. “de” no se conoce: se permite auto, en o es."]);
  await assertSpeaks(page, "es");
  assert.equal((await state(page)).step, "masked");
  assert.equal((await state(page)).lang, "auto");
});

test("set_lang changes the language at once; undo leaves it; a bad one is refused", async (t) => {
  const page = await openIn(t, "en-US");
  assert.equal(await dispatch(page, { type: "set_seed", seed: 8 }), null);
  assert.equal(await dispatch(page, { type: "set_lang", lang: "es" }), null);
  assert.equal(await dispatch(page, { type: "undo" }), null);
  await assertSpeaks(page, "es");
  assert.equal((await state(page)).lang, "es");
  const formula = await page.evaluate(() => window.attentionPlayground.provenance("queries", 0, 0).formula);
  assert.match(formula, /productos/);
  assert.match(await dispatch(page, { type: "set_lang", lang: "xx" }), /xx.*auto, en o es/);
  assert.equal(await dispatch(page, { type: "set_lang", lang: "auto" }), null);
  await assertSpeaks(page, "en");
  assert.doesNotMatch(await page.evaluate(() => window.attentionPlayground.url()), /lang=/);
});

test("the language is chosen in the settings", async (t) => {
  const page = await openIn(t, "en-US");
  await click(page, "settings");
  await click(page, "lang.es");
  await assertSpeaks(page, "es");
  await click(page, "lang.auto");
  await assertSpeaks(page, "en");
});

test("another link is read in the browser's language, whatever the one before asked for", async (t) => {
  const page = await openIn(t, "en-US", { lang: "es" });
  await page.evaluate(() => { window.location.hash = "#seed=5&lesson=5"; });
  await page.waitForFunction(() => window.attentionPlayground.state().seed === 5);
  await settled(page);
  assert.deepEqual(await page.evaluate(() => window.failures),
    ["The link's lesson is not used as given. “5” is not known here yet."]);
  assert.equal(await languageOf(page), "en");
});

test("a page that cannot start says why in the reader's language", async (t) => {
  const page = await openIn(t, "es-ES", {}, {
    started: false,
    before: (opened) => opened.addInitScript(() => { delete window.WebAssembly; }),
  });
  await page.locator("#fallback").waitFor();
  assert.match(await page.locator("#fallback").innerText(), /Este navegador no tiene WebAssembly/);
  assert.match(await page.locator("#fallback").innerText(), /Lo que verías aquí/);
  assert.equal(await page.getByRole("button", { name: "Reintentar" }).isVisible(), true);
  assert.equal(await languageOf(page), "es");
});

test("an embed shows its caption in the language of the article, and speaks the one it is asked for", async (t) => {
  const page = await openArticle(t, '<attention-playground id="a" lang="es-MX"></attention-playground><div lang="es">' +
    '<attention-playground></attention-playground></div><attention-playground></attention-playground>');
  const captions = await page.evaluate(() => [...document.querySelectorAll("attention-playground")]
    .map(({ shadowRoot }) => shadowRoot.querySelector("slot span").textContent));
  assert.deepEqual(captions, ["La atención, paso a paso", "La atención, paso a paso", "Attention, step by step"]);
  assert.equal((await ask(page, "#a", "state")).lang, "es");
});
