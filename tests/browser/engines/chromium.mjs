// Chromium: Debian's, driven by playwright-core.
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import { logOf } from "./log.mjs";

const executablePath = process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/google-chrome"].find(existsSync);

export const name = "Chromium";
export const missing = executablePath === undefined ? "no Chromium (Debian: chromium)" : false;
/** What this engine's driver cannot do. */
export const cannot = {};

export async function start() {
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-sync",
      "--disable-component-update", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"],
  });
  return {
    version: browser.version(),
    stop: () => browser.close(),
    async open(url, { width, height }) {
      const page = await browser.newPage({ viewport: { width, height } });
      const log = logOf(page);
      await page.goto(url);
      return {
        complaints: async () => log,
        run: (script, argument) => page.evaluate(script, argument),
        click: (x, y) => page.mouse.click(x, y),
        wheel: async (x, y, by) => {
          await page.mouse.move(x, y);
          await page.mouse.wheel(0, by);
        },
        press: (key) => page.keyboard.press(key),
        type: (text) => page.keyboard.type(text),
        picture: () => page.screenshot(),
        close: () => page.close(),
      };
    },
  };
}
