// The language of the page: what its link asks for, or else the first of the reader's languages that there is.

import { languageAmong } from "./embed_words.js";
import { knows, learn, say, speak, spoken } from "./words.js";

/** The page's own texts as they stand in it. @type {Map<string, string>} */
const english = new Map([
  ...[...document.querySelectorAll("[data-word]")].map(({ dataset, textContent }) => [dataset.word, textContent]),
  ...[...document.querySelectorAll("[data-word-label]")].map((element) => [element.dataset.wordLabel, element.getAttribute("aria-label")]),
]);

/** @returns {import("./words.js").Tongue} */
export const readersLanguage = () => languageAmong(navigator.languages) ?? "en";

/** Asked for last. */
let wanted = spoken();

/** Before the program has read the link, which knows more of it. @returns {Promise<void>} settled once it is spoken */
export function speakAsLinked() {
  const { hash, search } = window.location;
  const asked = new URLSearchParams(hash.slice(1)).get("lang") ?? new URLSearchParams(search).get("lang") ?? "auto";
  return showLanguage(languageAmong([asked]) ?? readersLanguage());
}

/**
 * Speaks a language, and shows the page's own texts in it: data-word names a text, data-word-label an aria-label. Where
 * its words cannot be loaded, the one that is spoken stays.
 */
export async function showLanguage(language) {
  wanted = language;
  if (language === spoken() && document.documentElement.lang === language) {
    return;
  }
  if (!knows(language)) {
    await learn(language).catch(() => {});
    if (!knows(language) || language !== wanted) {
      return;
    }
  }
  speak(language);
  document.documentElement.lang = language;
  const text = (name) => (language === "en" ? english.get(name) : say(name));
  for (const element of document.querySelectorAll("[data-word]")) {
    element.textContent = text(element.dataset.word);
  }
  for (const element of document.querySelectorAll("[data-word-label]")) {
    element.setAttribute("aria-label", text(element.dataset.wordLabel));
  }
}
