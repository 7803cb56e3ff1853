// A screen of Xvfb, on which browsers draw with the graphics of the processor.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";

const program = "/usr/bin/Xvfb";
export const screenMissing = existsSync(program) ? "" : "xvfb";

/** @returns {Promise<{environment: object, stop: () => void}>} what a browser on it is started with */
export async function openScreen() {
  // Xvfb chooses a display that is free and writes its number.
  const screen = spawn(program, ["-displayfd", "1", "-screen", "0", "1600x1200x24"], { stdio: ["ignore", "pipe", "ignore"] });
  const display = await new Promise((resolve, reject) => {
    screen.stdout.once("data", (number) => resolve(String(number).trim()));
    screen.once("error", reject);
    screen.once("exit", (code) => reject(new Error(`${program} ended with ${code}`)));
  });
  return {
    environment: { ...process.env, DISPLAY: `:${display}`, GDK_BACKEND: "x11", LIBGL_ALWAYS_SOFTWARE: "1" },
    stop: () => screen.kill(),
  };
}
