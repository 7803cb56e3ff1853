// Fails where a text is not in the tables of words, or stands there for nothing:
//   a row of core/playground/words.def that no source says; a name of web/words.js that no script or page says, that is
//   missing in a language or has other places for values there; a text of web/page.html that is not the table's;
//   a sentence or a label in the sources of shell/, core/playground/ and web/ outside the tables.
// That the C++ rows are whole is for the compiler, and for tests/playground/words_test.cpp.
// Run: node tests/check_words.mjs [root of the repository]
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = process.argv[2] ?? fileURLToPath(new URL("..", import.meta.url));
const problems = [];

const read = (path) => readFileSync(join(root, path), "utf8");
const filesOf = (folder, pattern) =>
  readdirSync(join(root, folder)).filter((name) => pattern.test(name)).map((name) => `${folder}/${name}`);

/** Whole files whose literals no reader sees as the interface. */
const notSpoken = new Map([
  ["core/playground/code.cpp", "programs"],
  ["core/playground/numpy_code.cpp", "programs"],
  ["core/playground/torch_code.cpp", "programs"],
  ["core/playground/cpp_code.cpp", "programs"],
  ["core/playground/npy.cpp", "a file format"],
  ["core/playground/latex.cpp", "a file format"],
  ["core/playground/trace_json.cpp", "a file format"],
  ["core/playground/narration.cpp", "errors for the author of a narration"],
  ["core/playground/snippets.cpp", "HTML"],
  ["core/playground/draw.cpp", "calls of NumPy"],
  ["shell/svg.cpp", "a file format"],
  ["web/report.cpp", "JSON"],
  ["web/mirror_json.cpp", "JSON"],
  ["web/action_json.js", "errors for the author of a script"],
  ["web/api.js", "errors for the author of a script"],
  ["web/messages.js", "errors for the author of a script"],
  ["web/embed_links.js", "errors for the author of an article"],
  ["web/embed_look.js", "a style sheet"],
  ["web/serve.mjs", "a tool"],
  ["web/bundle.mjs", "a tool"],
]);

/** Literals that look like prose and are none. */
const allowed = new Map([
  ["the animal did not cross the street because it was too tired", "the opening experiment: data, not interface"],
  [" of head ", "the name of a matrix in a CSV file"],
  ["cos(", "mathematics"],
  ["sin(", "mathematics"],
  ["max(0, ", "mathematics"],
  [") = max(0, ", "mathematics"],
  [") = exp(", "mathematics"],
  [" · cos", "mathematics"],
  [" · sin", "mathematics"],
  [" · −sin", "mathematics"],
  ["d_model", "a size, as the field and the links call it"],
  ["d_k", "a size, as the field and the links call it"],
  ["d_ff", "a size, as the field and the links call it"],
  ["Aa", "a sign"],
  ["x", "measures the height of a letter"],
  ["#version 300 es", "GLSL"],
  ["300px 0px", "CSS"],
  ["new URL(\"{}\")", "code"],
  ["attention-playground dark", "the name of a frame"],
  ["attention-playground light", "the name of a frame"],
  ["context lost", "a reason that the scripts tell each other"],
  ["off screen", "a reason that the scripts tell each other"],
  ["{} could not be loaded ({}).", "for the author of an article"],
  ["The embed was taken out of the page before it could answer.", "for the author of an article"],
  ["input:not([type=radio], [type=checkbox]), textarea, select", "CSS"],
  ["The embed was taken out of the page.", "for the author of an article"],
  ["The embed is made anew, because its attribute isolated changed.", "for the author of an article"],
]);

/** Calls of the shell whose text argument is shown: a single word is a label there. */
const shown = /\b(?:label_of|label_before|labelled_field|paragraph|heading|draw_label)\(\s*frame,\s*"([^"]*\p{L}[^"]*)"/gu;
const width = /\bbutton_width\(\s*frame,\s*"([^"]*\p{L}[^"]*)"\)/gu;
const button = /\b(?:button|next_button)\(\s*frame,(?:\s*first,)?\s*[^,"]*"[^"]*"[^,]*,\s*"([^"]*\p{L}[^"]*)"/gu;
const choice = /\bChoice\{\s*"[^"]*",\s*"([^"]*\p{L}[^"]*)"/gu;
/** In tables and in what is put together, a capital at the start is a label's. */
const title = /"(\p{Lu}\p{Ll}+)"/gu;
/** Two words with letters. */
const prose = /\p{L}{2,}[^\p{L}"]* [^\p{L}"]*\p{L}{2,}/u;
/** Next to a value a single word is prose as well: " of ", ": copied.". */
const fragment = /^(?=.*\p{L}{2,})(?:.* |[ :;,].*)$/u;

/** The literals of a line of C++ or JavaScript, without its comment. */
function literalsOf(line) {
  const literals = [];
  const pattern = /\/\/.*$|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g;
  for (const [, quoted, template] of line.matchAll(pattern)) {
    const text = quoted ?? template?.replace(/\$\{[^}]*\}/g, "{}");
    if (text !== undefined) {
      literals.push(text);
    }
  }
  return literals;
}

const noText = /^\s*(?:\/\/|\*|\/\*|#include|import |export .* from )|static_assert|std::snprintf|querySelector|matchMedia/;

function checkLiterals(path) {
  read(path).split("\n").forEach((line, index) => {
    if (noText.test(line)) {
      return;
    }
    const where = `${path}:${index + 1}`;
    const isProse = (text) => prose.test(text) || (path.endsWith(".cpp") && fragment.test(text));
    const labels = path.startsWith("shell/") ? [shown, width, button, choice, title] : [];
    const found = new Set([
      ...literalsOf(line).filter((text) => isProse(text) && !isMachinery(text)),
      ...labels.flatMap((pattern) => [...line.matchAll(pattern)].map(([, text]) => text)),
    ]);
    for (const text of found) {
      if (!allowed.has(text)) {
        problems.push(`${where}: "${text}" is not in the table of words`);
      }
    }
  });
}

/** Markup, CSS, MIME types, lists of fonts, code. */
const isMachinery = (text) => /^[a-z-]+\/|^[\\<"']|[{;]$|[^{]\}$|\(.*:.*\)|^allow-|monospace|sans-serif/.test(text);

// ---- The C++ table ----

const rows = [...read("core/playground/words.def").matchAll(/^WORD\((\w+), /gm)].map(([, name]) => name);
const sources = ["core/playground", "shell", "web"].flatMap((folder) => filesOf(folder, /\.[ch]pp$/));
const said = new Set(sources.flatMap((path) => [...read(path).matchAll(/\bWord::(\w+)/g)].map(([, name]) => name)));
for (const name of rows.filter((row) => !said.has(row))) {
  problems.push(`core/playground/words.def: ${name} is said nowhere`);
}
if (rows.length === 0 || new Set(rows).size !== rows.length) {
  problems.push("core/playground/words.def: rows that are missing, or twice the same name");
}

// ---- The JavaScript table ----

const places = (text) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort().join();
const { en: english } = (await import(pathToFileURL(join(root, "web/words.js")))).WORDS;
const { WORDS: spanish } = await import(pathToFileURL(join(root, "web/words_es.js")));
const { COMMON_WORDS: common, EMBED_WORDS: ofEmbed } = await import(pathToFileURL(join(root, "web/embed_words.js")));
const page = read("web/page.html");
/** English as it stands in the page. */
const inPage = Object.fromEntries([
  ...page.matchAll(/data-word="(\w+)">([^<]*)</g), ...page.matchAll(/data-word-label="(\w+)" aria-label="([^"]*)"/g),
].map(([, name, text]) => [name, text]));
for (const name of Object.keys(inPage).filter((one) => english[one] !== undefined && english[one] !== inPage[one])) {
  problems.push(`web/page.html: the text ${name} is not the one of the table`);
}
const tables = ["web/words.js", "web/words_es.js", "web/embed_words.js"];
const WORDS = {
  en: { ...inPage, ...english, ...ofEmbed.en },
  es: { ...spanish, ...common.es, ...ofEmbed.es },
};
const scripts = filesOf("web", /\.js$/).filter((path) => !tables.includes(path));
const users = [...scripts.map(read), page].join("\n");
const names = new Set(Object.values(WORDS).flatMap(Object.keys));
for (const name of names) {
  const texts = Object.entries(WORDS).map(([language, words]) => [language, words[name]]);
  for (const [language, text] of texts.filter(([, words]) => typeof words !== "string" || words === "")) {
    problems.push(`web/words.js: ${name} is missing in ${language}`);
  }
  if (new Set(texts.map(([, text]) => places(text ?? ""))).size > 1) {
    problems.push(`web/words.js: ${name} has other places for values in another language`);
  }
  if (new Set(texts.map(([, text]) => text)).size < texts.length) {
    problems.push(`web/words.js: ${name} is not translated`);
  }
  if (!users.includes(`"${name}"`)) {
    problems.push(`web/words.js: ${name} is said nowhere`);
  }
}
for (const [, name] of users.matchAll(/\b(?:say\(|sayIn\([^"]*,\s*)"(\w+)"/g)) {
  if (!names.has(name)) {
    problems.push(`web/: say("${name}") is not in web/words.js`);
  }
}
// ---- What stands outside of them ----

const checked = [...filesOf("core/playground", /\.cpp$/), ...filesOf("shell", /\.cpp$/), ...filesOf("web", /\.(cpp|js)$/)]
  .filter((path) => !tables.includes(path) && path !== "core/playground/words.cpp" && !notSpoken.has(path));
checked.forEach(checkLiterals);

for (const problem of problems) {
  console.error(problem);
}
console.log(`${rows.length} + ${names.size} texts, ${checked.length} files looked at, ${problems.length} problems`);
process.exit(checked.length > 0 && problems.length === 0 ? 0 : 1);
