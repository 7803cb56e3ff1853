// Makes the npm package of what is in dist/: node web/package/pack.mjs [DIST [TARGET]]. Prints the path of the archive.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL("./", import.meta.url));
const root = join(here, "../..");
const [dist = join(root, "dist"), target = join(root, "build/package")] = process.argv.slice(2);

const [, version] = /project\(attention_playground VERSION ([\d.]+)/.exec(readFileSync(join(root, "CMakeLists.txt"), "utf8"));
const about = { ...JSON.parse(readFileSync(join(here, "package.template.json"), "utf8")), version };
if (!existsSync(join(dist, "embed.js"))) {
  delete about.exports["."];
}

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
writeFileSync(join(target, "package.json"), `${JSON.stringify(about, null, 2)}\n`);
for (const name of ["README.md", "copy.js", "folder.js", "folder.d.ts", "vite.js", "vite.d.ts"]) {
  cpSync(join(here, name), join(target, name));
}
cpSync(join(root, "LICENSE"), join(target, "LICENSE"));
cpSync(dist, join(target, "dist"), { recursive: true, filter: (path) => !path.includes(join(dist, "articles")) });

const pack = spawnSync("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", target], {
  cwd: target, encoding: "utf8",
});
if (pack.status !== 0) {
  console.error(pack.stderr);
  process.exit(1);
}
const [{ filename }] = JSON.parse(pack.stdout);
console.log(join(target, filename));
