// Fails unless the conformance program calls each broken case what its folder says, with a sentence, and exits with 1.
// Run: node tests/conformance/check_broken.mjs PROGRAM DIR
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";

const [program, root] = process.argv.slice(2);
const { stdout, status } = spawnSync(program, [root], { encoding: "utf8" });
console.log(stdout);
const problems = status === 1 ? [] : [`the exit status is ${status}, not 1`];
const counts = {};
for (const [kind, word] of [["failed", "FAILED"], ["skipped", "SKIPPED"]]) {
  const names = readdirSync(`${root}/${kind}`);
  counts[kind] = names.length;
  for (const name of names) {
    if (!stdout.split("\n").some((line) => line.startsWith(`${word}: ${kind}/${name}: `) && line.length > 40)) {
      problems.push(`${kind}/${name} is not reported as ${kind} with a sentence`);
    }
  }
}
if (!stdout.trimEnd().endsWith(`\n0 passed, ${counts.failed} failed, ${counts.skipped} skipped`)) {
  problems.push("the last line does not count them");
}
const empty = spawnSync(program, [`${root}/nowhere`], { encoding: "utf8" });
if (empty.status === 0) {
  problems.push("a folder that is not there is no failure");
}
problems.forEach((problem) => console.error(problem));
process.exit(problems.length === 0 ? 0 : 1);
