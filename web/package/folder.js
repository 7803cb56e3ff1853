// The folder of static files that a site serves, for scripts that run in Node.
import { readdirSync } from "node:fs";
import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** An absolute path, without a separator at its end. */
export const folder = fileURLToPath(new URL("../dist", import.meta.url));

/** The names of all its files, with "/" between their parts. */
export const files = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, `${entry.parentPath ?? entry.path}${sep}${entry.name}`).split(sep).join("/"));
