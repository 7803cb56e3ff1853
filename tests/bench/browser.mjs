// Times the kernel in one Chromium page against onnxruntime-web and tfjs-wasm; see page.mjs.
// Run: node tests/bench/browser.mjs <folder of bench_web.mjs> <rows.json>
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const here = fileURLToPath(new URL(".", import.meta.url));
const [oursFolder, target] = process.argv.slice(2);
const seconds = Number(process.env.AP_BENCH_SECONDS ?? 1.5);
const sizes = [128, 256, 512, 1024, 2048, 4096];

const folders = { ours: oursFolder, modules: join(here, "node_modules"), bench: here };
const types = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };
const server = createServer((request, response) => {
  const [, folder, ...rest] = normalize(new URL(request.url, "http://localhost").pathname).split("/");
  const path = folders[folder] && join(folders[folder], ...rest);
  if (!path || !existsSync(path)) return void response.writeHead(404).end();
  response.writeHead(200, { "content-type": types[extname(path)] ?? "application/octet-stream" });
  response.end(readFileSync(path));
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/google-chrome"].find(existsSync),
  args: ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync"],
});
try {
  const page = await browser.newPage();
  page.on("pageerror", (error) => console.error(`page: ${error.message}`));
  await page.goto(`http://127.0.0.1:${server.address().port}/bench/page.html`);
  await page.waitForFunction(() => window.benchReady, null, { timeout: 60_000 });
  console.log(`in Chromium ${browser.version()}, one thread, copies in and out included`);
  console.log(" d_k causal     n   ours ms onnxruntime  tfjs-wasm  ratio  GFLOP/s   peak  of it");
  const rows = [];
  for (const d_k of [64, 128]) {
    for (const causal of [false, true]) {
      for (const n of sizes) {
        const { ms, differences, peak } = await page.evaluate((call) => window.measure(...call), [n, d_k, causal, seconds]);
        const rate = (4 * d_k * (causal ? (n * (n + 1)) / 2 : n * n)) / ms.ours / 1e6;
        for (const [peer, difference] of Object.entries(differences)) {
          if (!(difference <= 1e-4)) throw new Error(`${peer} differs by ${difference} at n = ${n}, d_k = ${d_k}`);
          if (peer === "ours") continue;
          rows.push({ where: "browser", what: `attention d_k=${d_k}${causal ? " causal" : ""}`, n, d_k, causal,
            ours_ms: ms.ours, peer, peer_ms: ms[peer], ratio: Number((ms[peer] / ms.ours).toFixed(3)),
            gflops: Number(rate.toFixed(1)), peak_gflops: Number(peak.toFixed(1)),
            of_peak: Number((rate / peak).toFixed(3)) });
        }
        const fastest = Math.min(ms["onnxruntime-web"], ms["tfjs-wasm"]);
        console.log([String(d_k).padStart(4), (causal ? "yes" : "no").padStart(6), String(n).padStart(5),
          ms.ours.toFixed(2).padStart(9), ms["onnxruntime-web"].toFixed(2).padStart(11),
          ms["tfjs-wasm"].toFixed(2).padStart(10), (fastest / ms.ours).toFixed(2).padStart(6),
          rate.toFixed(1).padStart(8), peak.toFixed(1).padStart(6),
          `${Math.round((100 * rate) / peak)}%`.padStart(6)].join(" "));
      }
    }
  }
  writeFileSync(target, JSON.stringify(rows, null, 1));
} finally {
  await browser.close();
  server.close();
}
