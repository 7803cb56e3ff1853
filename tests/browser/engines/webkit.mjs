// WebKit: Debian's webkit2gtk with its MiniBrowser, driven by selenium-webdriver, on a screen of Xvfb.
import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { Builder, Capabilities, Key, Origin } from "selenium-webdriver";
import { openScreen, screenMissing } from "./screen.mjs";

const libraries = "/usr/lib/x86_64-linux-gnu";
const miniBrowser = (existsSync(libraries) ? readdirSync(libraries) : [])
  .filter((folder) => folder.startsWith("webkit2gtk-4.")).sort().reverse()
  .map((folder) => `${libraries}/${folder}/MiniBrowser`).find(existsSync);
const driverProgram = "/usr/bin/WebKitWebDriver";
const found = existsSync(driverProgram) && miniBrowser !== undefined && screenMissing === "";

export const name = "WebKit";
export const missing = found ? false : "no WebKit (Debian: webkit2gtk-driver, xvfb)";
export const cannot = { wheel: "WebKitWebDriver sends no wheel events" };

const KEYS = { Tab: Key.TAB, Enter: Key.ENTER, Escape: Key.ESCAPE, ArrowDown: Key.ARROW_DOWN, ArrowRight: Key.ARROW_RIGHT,
  PageDown: Key.PAGE_DOWN };

export async function start() {
  const screen = await openScreen();
  const environment = { ...screen.environment, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1" };
  const port = 20000 + (process.pid % 20000);
  const driver = spawn(driverProgram, [`--port=${port}`, "--host=127.0.0.1"], { env: environment, stdio: "ignore" });
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const capabilities = new Capabilities({
    browserName: "MiniBrowser",
    "webkitgtk:browserOptions": { binary: miniBrowser, args: ["--automation"] },
  });
  const browser = await new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(capabilities).build();
  await browser.manage().setTimeouts({ script: 120_000, pageLoad: 120_000 });
  const { map_: answered } = await browser.getCapabilities();
  return {
    version: `WebKitGTK ${answered.get("browserVersion")}`,
    async stop() {
      await browser.quit();
      driver.kill();
      screen.stop();
    },
    async open(url, { width, height }) {
      await browser.manage().window().setRect({ x: 0, y: 0, width, height: height + 100 });
      await browser.get(url);
      // The driver tells no errors: the page notes its own, from here on.
      await browser.executeScript(`
        window.complaints = [];
        window.addEventListener("error", (event) => event.isTrusted && window.complaints.push("error: " + (event.message ?? event.target)));
        window.addEventListener("unhandledrejection", ({ reason }) => window.complaints.push("error: " + reason));
        document.addEventListener("securitypolicyviolation", ({ violatedDirective }) => window.complaints.push("policy: " + violatedDirective));
        const error = console.error;
        console.error = (...given) => { window.complaints.push("console: " + given.join(" ")); error(...given); };`);
      const keys = (text) => browser.actions().sendKeys(text).perform();
      return {
        complaints: () => browser.executeScript("return window.complaints"),
        run: async (script, argument) => {
          const { value, error } = await browser.executeAsyncScript(
            `const done = arguments[arguments.length - 1];
             Promise.resolve().then(() => (${script})(arguments[0])).then((value) => done({ value }), (error) => done({ error: String(error) }));`,
            argument ?? null);
          if (error !== undefined) {
            throw new Error(error);
          }
          return value;
        },
        click: (x, y) => browser.actions().move({ x: Math.round(x), y: Math.round(y), origin: Origin.VIEWPORT }).click().perform(),
        press: (key) => (key.startsWith("Shift+")
          ? browser.actions().keyDown(Key.SHIFT).sendKeys(KEYS[key.slice(6)]).keyUp(Key.SHIFT).perform() : keys(KEYS[key])),
        type: keys,
        picture: async () => Buffer.from(await browser.takeScreenshot(), "base64"),
        close: async () => {},
      };
    },
  };
}
