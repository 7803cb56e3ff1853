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
function run(command, given, cwd, variables = {}) {
  const { status, stdout, stderr } = spawnSync(command, given, { cwd, encoding: "utf8", env: { ...process.env, ...variables } });
  assert.equal(status, 0, `${command} ${given.join(" ")}: ${stdout}${stderr}`);
  return stdout.trim();
}

/** A folder of its own, outside of the checkout, so that nothing of the checkout is found by accident. */
function workshop(t) {
  const folder = mkdtempSync(join(tmpdir(), "attention_package_"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Packs what is in dist/, as docs/embedding.md says. @returns {string} the path of the archive */
function packed(folder) {
  const web = join(root, "web");
  const [{ filename }] = JSON.parse(run("npm", ["pack", "--json", "--silent", "--pack-destination", folder], web, { AP_DIST: dist }));
  assert.equal(existsSync(join(web, "dist")), false, "what was copied for it is gone");
  return join(folder, filename);
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

/** The site's script has seen the element, and the element answers. */
async function elementWorks(page) {
  await page.waitForFunction(() => document.body.dataset.built === "yes");
  const answer = await page.evaluate(() => {
    const element = document.getElementById("element");
    element.scrollIntoView();
    return element.state();
  });
  assert.equal(answer.step, "softmax");
}

test("the package has the built files, types, a README and the notices, and nothing else", (t) => {
  const folder = workshop(t);
  const archive = packed(folder);
  const names = run("tar", ["-tzf", archive], folder).split("\n").map((name) => name.replace(/^package\//, ""));
  for (const name of ["package.json", "README.md", "LICENSE", "package/vite.js", "package/vite.d.ts", "package/folder.js",
    "package/folder.d.ts", "package/copy.js", "dist/embed.js", "dist/index.html", "dist/embed.html", "dist/attention_playground.mjs", "dist/attention_playground.wasm",
    "dist/NOTICES.txt"]) {
    assert.ok(names.includes(name), `${name} is missing`);
  }
  assert.deepEqual(names.filter((name) => !/^(dist\/|package\/\w+(\.d)?\.[jt]s$|package\.json$|README\.md$|LICENSE$)/.test(name)), []);
  assert.deepEqual(names.filter((name) => /node_modules|\.tgz|articles|test/.test(name)), []);
  const about = JSON.parse(run("tar", ["-xzOf", archive, "package/package.json"], folder));
  const [, version] = /project\(attention_playground VERSION ([\d.]+)/.exec(readFileSync(join(root, "CMakeLists.txt"), "utf8"));
  assert.equal(about.version, version);
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
  const scripts = readdirSync(join(site, "dist/assets")).filter((name) => name.endsWith(".js"));
  const texts = scripts.map((name) => readFileSync(join(site, "dist/assets", name), "utf8"));
  assert.ok(texts.some((text) => /import\s*["']\/playground\/embed\.js["']/.test(text)), "the import names the file that lies there");
  assert.ok(texts.every((text) => !text.includes("customElements.define")), "the site's own script has no copy of it");
  const page = await openSite(t, await serve(t, join(site, "dist")), "index.html");
  await elementWorks(page);
});

test("an import of the package works while Vite serves the site, and where its base is not the root", { skip }, async (t) => {
  const folder = workshop(t);
  const archive = packed(folder);
  const site = join(folder, "site");
  cpSync(join(root, "tests/package/site"), site, { recursive: true });
  writeFileSync(join(site, "package.json"), '{"name": "sample", "private": true, "type": "module"}\n');
  run("npm", ["install", "--no-audit", "--no-fund", "--offline", archive], site);
  for (const [base, path] of [["/", ""], ["/docs/", "docs/"]]) {
    const server = spawn(process.execPath, [vite, "--host", "127.0.0.1", "--port", "0", "--base", base, "--logLevel", "info"], {
      cwd: site, stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, NO_COLOR: "1" },
    });
    t.after(() => server.kill());
    const address = await new Promise((resolve, reject) => {
      let said = "";
      server.stdout.on("data", (text) => {
        said += text;
        const found = /http:\/\/127\.0\.0\.1:\d+\//.exec(said);
        if (found !== null) {
          resolve(found[0]);
        }
      });
      server.once("exit", () => reject(new Error(said)));
    });
    const page = await openPage(t, { from: address, path, started: false });
    await elementWorks(page);
    assert.ok(page.requested.includes(`${address}${path}playground/embed.js`), base);
    assert.deepEqual(page.requested.filter((url) => /embed\.js/.test(url) && url !== `${address}${path}playground/embed.js`), []);
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
