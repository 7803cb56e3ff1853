// Fails where an object that is compiled for size holds one of Eigen's products of matrices. They are to come from
// core/attention/product.hpp: a program keeps one copy of a template, which may be the slow one.
// Run after the page is built: node tests/check_products.mjs [folder of the build]
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const build = process.argv[2] ?? fileURLToPath(new URL("../build/web", import.meta.url));
const products = /gebp_kernel|general_matrix_matrix_product|general_matrix_vector_product/;

/** The last of a command's levels of optimisation counts. */
const isForSize = (command) => /^-O[sz]$/.test(command.match(/(?<= )-O\w+(?= )/g)?.at(-1) ?? "");

const commands = JSON.parse(readFileSync(join(build, "compile_commands.json"), "utf8"));
const objects = commands.filter(({ command, file }) => /\.c(pp|xx)$/.test(file) && isForSize(command))
  .map(({ command }) => command.match(/ -o (\S+)/)[1])
  .filter((object) => existsSync(join(build, object))); // what is for the bench alone may not be built
const found = objects.filter((object) =>
  products.test(execFileSync("emnm", [join(build, object)], { encoding: "utf8", maxBuffer: 1 << 28 })));
for (const object of found) {
  console.error(`${object}: a product of matrices is compiled for size; use attention::product`);
}
console.log(`${objects.length} objects are compiled for size, ${found.length} of them with a product of matrices`);
if (objects.length === 0 || found.length > 0) {
  process.exit(1);
}
