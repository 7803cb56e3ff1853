// After `npm pack` in web/: what was copied for it goes.
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

for (const name of ["dist", "LICENSE"]) {
  rmSync(fileURLToPath(new URL(`../${name}`, import.meta.url)), { recursive: true, force: true });
}
