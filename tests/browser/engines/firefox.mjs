// Firefox: Debian's firefox-esr, driven by puppeteer-core over WebDriver BiDi, on a screen of Xvfb: without one it has no
// WebGL on a machine without a graphics card.
import { existsSync } from "node:fs";
import puppeteer from "puppeteer-core";
import { logOf } from "./log.mjs";
import { openScreen, screenMissing } from "./screen.mjs";

const executablePath = process.env.FIREFOX ?? ["/usr/bin/firefox-esr", "/usr/bin/firefox"].find(existsSync);

export const name = "Firefox";
export const missing = executablePath === undefined || screenMissing !== "" ? "no Firefox (Debian: firefox-esr, xvfb)" : false;
export const cannot = {};

export async function start() {
  const screen = await openScreen();
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath,
    headless: false,
    env: screen.environment,
    extraPrefsFirefox: { "webgl.force-enabled": true, "webgl.disabled": false },
  });
  return {
    version: await browser.version(),
    async stop() {
      await browser.close();
      screen.stop();
    },
    async open(url, { width, height }) {
      const page = await browser.newPage();
      const log = logOf(page);
      await page.bringToFront();
      await page.setViewport({ width, height });
      await page.goto(url);
      return {
        complaints: async () => log,
        run: (script, argument) => page.evaluate(script, argument),
        click: (x, y) => page.mouse.click(x, y),
        wheel: async (x, y, by) => {
          await page.mouse.move(x, y);
          await page.mouse.wheel({ deltaY: by });
        },
        press: async (key) => {
          const keys = key.split("+");
          for (const one of keys) await page.keyboard.down(one);
          for (const one of keys.reverse()) await page.keyboard.up(one);
        },
        type: (text) => page.keyboard.type(text),
        picture: async () => Buffer.from(await page.screenshot()),
        close: () => page.close(),
      };
    },
  };
}
