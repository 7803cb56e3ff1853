// The language of the page: what its link asks for, or else the first of the reader's languages that there is.

import { languageAmong, say, speak, spoken } from "./words.js";

/** @returns {import("./words.js").Tongue} */
export const readersLanguage = () => languageAmong(navigator.languages) ?? "en";

/** Before the program has read the link, which knows more of it. */
export function speakAsLinked() {
  const { hash, search } = window.location;
  const asked = new URLSearchParams(hash.slice(1)).get("lang") ?? new URLSearchParams(search).get("lang") ?? "auto";
  showLanguage(languageAmong([asked]) ?? readersLanguage());
}

/** Speaks a language, and shows the page's own texts in it: data-word names a text, data-word-label an aria-label. */
export function showLanguage(language) {
  if (language === spoken() && document.documentElement.lang === language) {
    return;
  }
  speak(language);
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-word]")) {
    element.textContent = say(element.dataset.word);
  }
  for (const element of document.querySelectorAll("[data-word-label]")) {
    element.setAttribute("aria-label", say(element.dataset.wordLabel));
  }
}
