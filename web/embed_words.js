// The words of an embed until its picture is there, in each language: those that stand in the article. Some of them the
// page has as well (words.js has all of its own).

/** @typedef {"en" | "es"} Tongue */

export const COMMON_WORDS = {
  en: {
    loading: "Loading the program",
    try_again: "Try again",
  },
  es: {
    loading: "Cargando el programa",
    try_again: "Reintentar",
  },
};

export const EMBED_WORDS = {
  en: {
    embed_caption: "Attention, step by step",
    embed_no_files: "The files of the embed cannot be handed over: {error} They need the header Access-Control-Allow-Origin.",
    embed_no_start: "The isolated embed cannot start: {error} A Content-Security-Policy of its files has to allow blob: in script-src and connect-src.",
    embed_silent: "{address} does not answer: is it there, and does the Content-Security-Policy of this page allow it as a frame?",
  },
  es: {
    embed_caption: "La atención, paso a paso",
    embed_no_files: "Los archivos de la figura no se pueden entregar: {error} Necesitan la cabecera Access-Control-Allow-Origin.",
    embed_no_start: "La figura aislada no puede empezar: {error} Una Content-Security-Policy de sus archivos tiene que permitir blob: en script-src y connect-src.",
    embed_silent: "{address} no responde: ¿está ahí, y la Content-Security-Policy de esta página lo permite como marco?",
  },
};

/** @param {string} text @param {Record<string, string | number>} [values] for the places "{name}" in it */
export const filled = (text, values = {}) => text.replace(/\{(\w+)\}/g, (_, place) => String(values[place] ?? ""));

/** @param {Tongue} language @param {string} name @param {Record<string, string | number>} [values] @returns {string} */
export const sayIn = (language, name, values) =>
  filled(EMBED_WORDS[language][name] ?? COMMON_WORDS[language][name], values);

/** @param {readonly string[]} tags such as "es-MX", the one liked best first @returns {Tongue | null} */
export function languageAmong(tags) {
  const known = tags.map((tag) => tag.toLowerCase().split("-")[0]).find((tag) => Object.hasOwn(COMMON_WORDS, tag));
  return /** @type {Tongue | null} */ (known ?? null);
}
