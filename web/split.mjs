// Splits the compiled program in two: what the first picture may need, and what lessons, trained weights and files need,
// which the page loads after it (web/program.js). Needs Binaryen's wasm-opt and wasm-split, which come with Emscripten, and the
// names of functions in the program (--profiling-funcs); none of them is left in the two parts.
//
//   node web/split.mjs PROGRAM.wasm FIRST.wasm LESSONS.wasm [FOLDER_OF_BINARYEN]
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [program, first, lessons, folder = ""] = process.argv.slice(2);
const FEATURES = [
  "--enable-simd", "--enable-bulk-memory", "--enable-mutable-globals", "--enable-sign-ext", "--enable-nontrapping-float-to-int",
];

/**
 * The doors to what lessons compute and draw, to comparisons, to dialogs and what writes files: nothing goes through one of
 * them before the lessons are there. What is reached in no other way goes with them; a function that the linker shares with
 * others stays.
 */
const DOORS = [
  /^playground::\w+_private::.*\(playground::Lecture const&/, /^playground::\w+_experiment\(/,
  /^shell::(draw_(exhibit|lesson|comparison|compare_chooser|export_dialog|share_dialog)|take_away)\(/,
  /^playground::Stopwatch::(advance|start|take_size|Run::compute)\(/,
  /^playground::(plan_from_text|run_of|advance_run|missing_steps|run_so_far|held_out_so_far|held_out_of|note_run|tried_runs)\(/,
  /^playground::(shipped_model|trained_numbers|trained_json|trained_parameters|trained_model|broken_reading)\(/,
  /^training::TrainingRun::(TrainingRun|step|held_out)\(/, /\btraining::(forward|backward|random_model)</,
  /^training::(read_sentence|trace|flat_parameters|model_from_flat|model_from_text|parameter_names|evaluate)\(/,
  /^attention::\(anonymous namespace\)::attend\w*\(/,
];

function run(tool, args) {
  return execFileSync(folder === "" ? tool : join(folder, tool), args, { encoding: "utf8", maxBuffer: 1 << 28 });
}

/** Binaryen writes signs of a name as "\28". */
const readable = (name) => name.replace(/\\([0-9a-f]{2})/g, (_, digits) => String.fromCharCode(parseInt(digits, 16)));

/** Functions that somebody outside of the code can call: exports, and those in the table. @returns {Set<number>} */
function entryPoints(bytes) {
  const entries = new Set();
  let at = 8;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) {
        return value >>> 0;
      }
    }
  };
  const EXPORTS = 7;
  const ELEMENTS = 9;
  while (at < bytes.length) {
    const section = bytes[at++];
    const length = number();
    const end = at + length;
    if (section === EXPORTS) {
      for (let left = number(); left > 0; --left) {
        const name = number();
        at += name;
        const kind = bytes[at++];
        const index = number();
        if (kind === 0) {
          entries.add(index);
        }
      }
    } else if (section === ELEMENTS) {
      for (let left = number(); left > 0; --left) {
        if (number() !== 0 || bytes[at++] !== 0x41) {
          throw new Error("An element segment is not of the plain kind.");
        }
        number();
        at += 1; // end of the offset
        for (let functions = number(); functions > 0; --functions) {
          entries.add(number());
        }
      }
    }
    at = end;
  }
  return entries;
}

const names = []; // of all functions, imports first
const called = new Map();
for (const line of run("wasm-opt", [program, ...FEATURES, "--print-call-graph", "-o", join(tmpdir(), "nothing.wasm")]).split("\n")) {
  const edge = /^\s*"(.*?)" -> "(.*?)"; \/\/ call/.exec(line);
  if (edge !== null) {
    called.set(edge[1], [...(called.get(edge[1]) ?? []), edge[2]]);
    continue;
  }
  const node = /^ {2}"(.*?)" \[style="[^"]*", fillcolor="[^"]*"\];/.exec(line);
  if (node !== null) {
    names.push(node[1]);
  }
}

const doors = new Set(names.filter((name) => DOORS.some((pattern) => pattern.test(readable(name)))));
const byIndex = run("wasm-opt", [program, ...FEATURES, "--print-function-map", "-o", join(tmpdir(), "nothing.wasm")])
  .split("\n").map((line) => /^(\d+):(.*)$/.exec(line)).filter((match) => match !== null);
const nameOf = new Map(byIndex.map(([, index, name]) => [Number(index), name]));
const reached = new Set();
const open = [...entryPoints(readFileSync(program))].map((index) => nameOf.get(index)).filter((name) => name !== undefined);
while (open.length > 0) {
  const name = open.pop();
  if (!reached.has(name) && !doors.has(name)) {
    reached.add(name);
    open.push(...(called.get(name) ?? []));
  }
}
const defined = new Set([...called.keys(), ...nameOf.values()]);
const moved = [...defined].filter((name) => !reached.has(name) && names.includes(name));
if (doors.size < 20 || moved.length < 2 * doors.size) {
  throw new Error(`Only ${doors.size} doors to ${moved.length} functions of lessons were found: does the program have names?`);
}
const temporary = mkdtempSync(join(tmpdir(), "split-"));
const list = join(temporary, "functions");
writeFileSync(list, `${moved.join("\n")}\n`);
run("wasm-split", [
  program, ...FEATURES, "--split", `--split-funcs=@${list}`, "-o1", first, "-o2", lessons,
  "--import-namespace=primary", "--placeholder-namespace=placeholder",
]);
rmSync(temporary, { recursive: true });
console.log(`${moved.length} of ${defined.size} functions are loaded with the lessons.`);
