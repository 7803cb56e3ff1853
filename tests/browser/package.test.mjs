// The npm package: packed, installed in a sample site of Vite, built and opened; and copied beside a plain page.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { dist, openPage, settled, state } from "./support.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const vite = join(root, "tests/package/node_modules/vite/bin/vite.js");
const skip = existsSync(vite) ? false : "Vite is not installed (npm ci --prefix tests/package)";

/** Runs a program to its end; gives what it printed. */
function run(command, given, cwd) {
  const { status, stdout, stderr } = spawnSync(command, given, { cwd, encoding: "utf8" });
  assert.equal(status, 0, `${command} ${given.join(" ")}: ${stdout}${stderr}`);
  return stdout.trim();
}

/** A folder of its own, outside of the checkout, so that nothing of the checkout is found by accident. */
function workshop(t) {
  const folder = mkdtempSync(join(tmpdir(), "attention_package_"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function packed(folder) {
  return run(process.execPath, [join(root, "web/package/pack.mjs"), dist, join(folder, "package")], folder);
}

async function serve(t, folder) {
  const server = spawn(process.execPath, [join(root, "web/serve.mjs"), folder, "0"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.after(() => server.kill());
  return new Promise((resolve) => server.stdout.once("data", (line) => resolve(String(line).trim())));
}

/** Opens a page with an embed in a plain frame, and waits for the embed. */
async function openSite(t, from, path) {
  const page = await openPage(t, { from, path, started: false });
  const embed = page.frames().find((frame) => frame.url().includes("embed.html#step=scores"));
  await embed.waitForFunction(() => window.attentionPlayground?.frames > 0);
  await settled(embed);
  assert.equal((await state(embed)).step, "scores");
  return page;
}

test("the package has the built files, types, a README and the notices, and nothing else", (t) => {
  const folder = workshop(t);
  const archive = packed(folder);
  const names = run("tar", ["-tzf", archive], folder).split("\n").map((name) => name.replace(/^package\//, ""));
  for (const name of ["package.json", "README.md", "LICENSE", "vite.js", "vite.d.ts", "folder.js", "folder.d.ts", "copy.js",
    "dist/index.html", "dist/embed.html", "dist/attention_playground.mjs", "dist/attention_playground.wasm",
    "dist/NOTICES.txt"]) {
    assert.ok(names.includes(name), `${name} is missing`);
  }
  assert.deepEqual(names.filter((name) => /node_modules|\.tgz|articles|test/.test(name)), []);
  const about = JSON.parse(readFileSync(join(folder, "package/package.json"), "utf8"));
  assert.match(about.version, /^\d+\.\d+\.\d+$/);
  for (const entry of Object.values(about.exports).flatMap((value) => Object.values(typeof value === "string" ? [value] : value))) {
    assert.ok(entry.includes("*") || names.includes(entry.slice(2)), `${entry} is promised, and missing`);
  }
});

test("a site of Vite builds with the installed package, and its embed starts", { skip }, async (t) => {
  const folder = workshop(t);
  const archive = packed(folder);
  const site = join(folder, "site");
  cpSync(join(root, "tests/package/site"), site, { recursive: true });
  writeFileSync(join(site, "package.json"), '{"name": "sample", "private": true, "type": "module"}\n');
  run("npm", ["install", "--no-audit", "--no-fund", "--offline", archive], site);
  assert.deepEqual(readdirSync(join(site, "node_modules")).filter((name) => !name.startsWith(".")), ["attention-playground"]);
  run(process.execPath, [vite, "build", "--logLevel", "warn"], site);
  const page = await openSite(t, await serve(t, join(site, "dist")), "index.html");
  assert.equal(await page.evaluate(() => document.body.dataset.built), "yes");
  if (existsSync(join(dist, "embed.js"))) {
    const answer = await page.evaluate(async () => {
      await customElements.whenDefined("attention-playground");
      const element = document.getElementById("element");
      element.scrollIntoView();
      await element.ready;
      return element.state();
    });
    assert.equal(answer.step, "softmax");
  }
});

test("the package copies its files beside a plain page", async (t) => {
  const folder = workshop(t);
  const archive = packed(folder);
  writeFileSync(join(folder, "package.json"), '{"name": "plain", "private": true}\n');
  run("npm", ["install", "--no-audit", "--no-fund", "--offline", archive], folder);
  run("npx", ["--no-install", "attention-playground", "site/playground"], folder);
  writeFileSync(join(folder, "site/index.html"), '<!doctype html><html lang="en"><title>Plain</title><link rel="icon" href="data:,">' +
    '<iframe src="playground/embed.html#step=scores" title="Attention" width="900" height="640"></iframe>');
  await openSite(t, await serve(t, join(folder, "site")), "index.html");
});
