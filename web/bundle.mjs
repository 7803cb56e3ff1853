// Puts the page's scripts and styles into dist/: each entry as one small file, and the whole page as one file that opens
// without a server. Without esbuild (npm ci in web/) the scripts go there as they are written, and the one file does not.
//
//   node web/bundle.mjs PROGRAM_FOLDER DIST_FOLDER     prints the names of the files that it wrote
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const web = dirname(fileURLToPath(import.meta.url));
const [program, dist] = process.argv.slice(2).map((folder) => resolve(folder));
const NAME = "attention_playground";
const OFFLINE = `${NAME}_offline.html`;
const LESSONS = "lessons.js";

/** What a script loads later. */
const LATE = ["./attention_playground.mjs", "./lessons.js", "./late.js", "./words_es.js", "./embed_files.js"];

/** Scripts that a page asks for by name; all others are parts of these. */
const entries = ["page.js", "late.js", "words_es.js", "embed.js", "embed_files.js", "isolated.js"];

const esbuild = await import("esbuild").catch(() => null);

const common = {
  bundle: true, minify: true, format: "esm", target: "es2022", charset: "utf8", legalComments: "inline", write: false,
  logLevel: "error",
};

/** Writes only what is new, so that a browser's copy stays good. */
function put(name, content) {
  const bytes = Buffer.from(content);
  const path = join(dist, name);
  if (!existsSync(path) || !readFileSync(path).equals(bytes)) {
    writeFileSync(path, bytes);
  }
  console.log(name);
}

async function bundled(path, options = {}) {
  const { outputFiles } = await esbuild.build({ ...common, entryPoints: [path], ...options });
  return outputFiles[0].text;
}

/** The texts of the lessons as a module that the page loads after its first picture. */
function lessonsModule() {
  const folder = join(web, "../assets/lessons");
  const files = readdirSync(folder).filter((name) => name.endsWith(".txt")).sort();
  const texts = files.map((name) => `${name}\n${readFileSync(join(folder, name), "utf8")}\0`);
  return `export const texts = ${JSON.stringify(texts.join(""))};\n`;
}

/** In the one file, the program lies beside the scripts as text. */
const programInline = {
  name: "program-inline",
  setup(build) {
    build.onResolve({ filter: /\/program_file\.js$/ }, () => ({ path: join(web, "program_inline.js") }));
    build.onResolve({ filter: /\/lessons\.js$/ }, () => ({ path: join(dist, LESSONS) }));
    build.onResolve({ filter: /\/attention_playground\.mjs$/ }, () => ({ path: join(program, `${NAME}.mjs`) }));
  },
};

/** A closing tag inside a script would end it. */
const insideScript = (text) => text.replaceAll("</script", "<\\/script");

async function offlinePage() {
  const script = await bundled(join(web, "page.js"), { plugins: [programInline] });
  const style = await bundled(join(web, "style.css"));
  const packed = (name) => gzipSync(readFileSync(join(program, "parts", `${name}.wasm`)), { level: 9 }).toString("base64");
  const icon = `data:image/svg+xml,${encodeURIComponent(readFileSync(join(web, "favicon.svg"), "utf8"))}`;
  const policy = "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; style-src 'unsafe-inline'; " +
    "img-src data: blob:; base-uri 'none'; form-action 'none'";
  return readFileSync(join(dist, "index.html"), "utf8")
    .replace(/ *<link rel="(modulepreload|preload)"[^\n]*\n/g, "")
    .replace(/(http-equiv="Content-Security-Policy" content=")[^"]*/, (_, start) => start + policy)
    .replace("favicon.svg", () => icon)
    .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${style}</style>`)
    .replace(/ *<script type="module" src="page.js"><\/script>\n/, "")
    .replace("</body>", () => `<script type="text/plain" id="program">${packed(NAME)}</script>\n` +
      `<script type="text/plain" id="lessons">${packed("lessons")}</script>\n` +
      `<script type="module">${insideScript(script)}</script>\n</body>`);
}

put(LESSONS, lessonsModule());
if (esbuild === null) {
  console.error("esbuild is not installed: the scripts stay as written, and " + OFFLINE + " is not made.");
  for (const name of readdirSync(web).filter((file) => /\.(js|css)$/.test(file))) {
    copyFileSync(join(web, name), join(dist, name));
    console.log(name);
  }
  copyFileSync(join(program, `${NAME}.mjs`), join(dist, `${NAME}.mjs`));
  console.log(`${NAME}.mjs`);
} else {
  for (const name of entries) {
    put(name, await bundled(join(web, name), { external: LATE }));
  }
  put("style.css", await bundled(join(web, "style.css")));
  put(`${NAME}.mjs`, await bundled(join(program, `${NAME}.mjs`)));
  put(OFFLINE, await offlinePage());
}
