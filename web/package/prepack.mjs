// Before `npm pack` in web/: what the package has beside web/package/ is copied there, from dist/ (or AP_DIST) and the root.
import { cpSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const web = fileURLToPath(new URL("..", import.meta.url));
const root = join(web, "..");
const dist = process.env.AP_DIST ?? join(root, "dist");

function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}

if (!existsSync(join(dist, "embed.js"))) {
  stop(`There is no page in ${dist}: build it with web/play --build-only, then pack again.`);
}
const [, version] = /project\(attention_playground VERSION ([\d.]+)/.exec(readFileSync(join(root, "CMakeLists.txt"), "utf8"));
const { version: packed } = JSON.parse(readFileSync(join(web, "package.json"), "utf8"));
if (packed !== version) {
  stop(`web/package.json is of version ${packed} and CMakeLists.txt of ${version}: they have to be the same.`);
}
rmSync(join(web, "dist"), { recursive: true, force: true });
cpSync(dist, join(web, "dist"), { recursive: true, filter: (path) => path !== join(dist, "articles") });
cpSync(join(root, "LICENSE"), join(web, "LICENSE"));
