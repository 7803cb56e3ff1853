#!/usr/bin/env node
// npx attention-playground FOLDER: copies the static files there, such as into public/playground.
import { cpSync } from "node:fs";
import { folder } from "./folder.js";

const [target] = process.argv.slice(2);
if (target === undefined || target.startsWith("-")) {
  console.error("usage: attention-playground FOLDER, such as public/playground: the static files are copied there");
  process.exit(2);
}
cpSync(folder, target, { recursive: true });
console.log(`The playground is in ${target}.`);
