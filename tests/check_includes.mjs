// Fails where a file includes against the direction of the parts, or holds what its part must not:
//   core/attention <- core/training <- core/playground <- shell <- web
// Run: node tests/check_includes.mjs [root of the repository]
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = process.argv[2] ?? fileURLToPath(new URL("..", import.meta.url));

const standard = /^[a-z_0-9]+$/;
const simd = /^(immintrin|wasm_simd128|arm_neon)\.h$/;
const eigen = /^Eigen\//;
const json = /^nlohmann\//;
const imgui = /^imgui(_internal)?\.h$/;

/** What each part may include; the first part whose folder holds a file is its part. */
const parts = [
  { folder: "core/attention", own: ["core/attention/"], others: [standard, simd, eigen] },
  { folder: "core/training", own: ["core/attention/", "core/training/"], others: [standard, eigen] },
  { folder: "core/playground", own: ["core/"], others: [standard, eigen, json] },
  { folder: "shell/desktop", own: ["core/", "shell/"], others: [/./] },
  { folder: "shell", own: ["core/", "shell/"], others: [standard, eigen, imgui] },
  { folder: "web", own: ["core/", "shell/", "web/"], others: [/./] },
];

const ours = /^(core|shell|web|tests)\//;

/** What may not stand in a file, where, and why. */
const banned = [
  { text: /\b__EMSCRIPTEN__\b|\bemscripten\.h\b/, folders: ["core", "shell"], why: "only web/ knows of Emscripten" },
  {
    text: /\bstd::\w+_distribution\b|\bstd::random_device\b|\bstd::mt19937|\bs?rand\(/,
    folders: ["core", "shell", "web"],
    why: "random numbers come from core/attention/random.hpp, equal on every platform",
  },
  { text: /\bimgui\b/i, folders: ["core"], why: "the core does not draw" },
  { text: /\busing namespace std\b/, folders: ["core", "shell", "web"], why: "names keep their std::" },
];

function sourceFiles(folder) {
  const files = [];
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      files.push(...sourceFiles(path));
    } else if (/\.(hpp|h|cpp)$/.test(entry.name)) {
      files.push(path);
    }
  }
  return files;
}

function problemsOf(path) {
  const part = parts.find(({ folder }) => path.startsWith(`${folder}/`));
  const problems = [];
  readFileSync(join(root, path), "utf8").split("\n").forEach((line, index) => {
    const place = `${path}:${index + 1}`;
    const include = line.match(/^\s*#\s*include\s*["<]([^">]+)[">]/)?.[1];
    if (include !== undefined) {
      const allowed = ours.test(include)
        ? part.own.some((folder) => include.startsWith(folder))
        : part.others.some((pattern) => pattern.test(include));
      if (!allowed) {
        problems.push(`${place}: ${part.folder} may not include ${include}`);
      }
    }
    const code = line.replace(/\/\/.*$/, "");
    for (const { text, folders, why } of banned) {
      if (folders.some((folder) => path.startsWith(`${folder}/`)) && text.test(code)) {
        problems.push(`${place}: ${code.match(text)[0]} may not stand here: ${why}`);
      }
    }
  });
  return problems;
}

const files = ["core", "shell", "web"].flatMap(sourceFiles);
const problems = files.flatMap(problemsOf);
for (const problem of problems) {
  console.error(problem);
}
console.log(`${files.length} files looked at, ${problems.length} problems`);
process.exit(files.length > 0 && problems.length === 0 ? 0 : 1);
