// The reference for scripts (docs/embedding.md, web/embed.d.ts) against what the program reads and answers.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { METHODS, TO_ELEMENT, TO_EMBED } from "../../web/messages.js";
import { openPage, state } from "./support.mjs";

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const docs = read("docs/embedding.md");
const types = read("web/embed.d.ts");

/** The part of the documentation from one phrase to the next empty line. */
const paragraph = (start) => {
  const at = docs.indexOf(start);
  assert.ok(at >= 0, `docs/embedding.md has no "${start}"`);
  return docs.slice(at, docs.indexOf("\n\n", at));
};

const sorted = (map) => Object.fromEntries([...map].map(([name, fields]) => [name, [...fields].sort()]).sort());

/** `name {field, field}` in a text. @returns {Map<string, string[]>} */
const named = (text) => new Map([...text.matchAll(/`(\w+)(?: \{([\w, …]*)\})?`/g)].map(([, name, fields]) =>
  [name, (fields ?? "").split(/,\s*/).filter((field) => field !== "")]));

/** What action_json.cpp reads: the rows of its table, and the fields that each row asks for. */
function actionsRead() {
  const [, table] = /kActionTypes = \{\{\n([\s\S]*?)\n\}\};/.exec(read("core/playground/action_json.cpp"));
  const rows = table.split(/^ {4}\{(?=")/m).slice(1);
  return new Map(rows.map((row) => {
    const fields = [...row.matchAll(/fields\.(?:text|whole|number|truth|word|optional_\w+)\("(\w+)"/g)].map(([, name]) => name);
    for (const [, name] of row.matchAll(/fields\.(seed|scale)\(\)/g)) {
      fields.push(name);
    }
    if (row.includes("fields.cell()")) {
      fields.push("tensor", "row", "column", "head", "layer");
    }
    return [/^"(\w+)"/.exec(row)[1], [...new Set(fields)]];
  }));
}

test("the documentation lists the actions that the program reads, with their fields, and so do the types", () => {
  const actions = actionsRead();
  assert.ok(actions.size >= 28, `${actions.size} actions`);
  assert.deepEqual(sorted(named(paragraph("Actions: "))), sorted(actions));
  const [, union] = /export type ActionType =([^;]*);/.exec(types);
  assert.deepEqual([...union.matchAll(/"(\w+)"/g)].map(([, name]) => name).sort(), [...actions.keys()].sort());
});

test("a refused action lists the types that the documentation lists", async (t) => {
  const page = await openPage(t);
  const sentence = await page.evaluate(() => {
    try {
      return window.attentionPlayground.dispatch({ type: "fly" });
    } catch (error) {
      return error.message;
    }
  });
  for (const name of named(paragraph("Actions: ")).keys()) {
    assert.ok(new RegExp(`\\b${name}\\b`).test(sentence), `${name} is not in: ${sentence}`);
  }
});

test("the types name every key of the state, and every member of the page and the element is told", async (t) => {
  const page = await openPage(t);
  const [, fields] = /export interface State \{([\s\S]*?)\n\}/.exec(types);
  const named = [...fields.matchAll(/^ {2}(\w+): /gm)].map(([, name]) => name);
  assert.deepEqual(named.sort(), Object.keys(await state(page)).sort());
  const members = await page.evaluate(() => ["ready", "frames", "on", "state", "dispatch", "tensor", "provenance", "anchors", "url",
    "lesson", "training"].filter((name) => name in window.attentionPlayground));
  const table = paragraph("| member | what it gives |");
  const element = paragraph("`embed.js` exports nothing");
  for (const name of new Set([...members, ...METHODS.filter((method) => method !== "show")])) {
    assert.ok(table.includes(`\`${name}`), `${name} is not in the table of members`);
    assert.ok(name === "on" || element.includes(`\`${name}`), `${name} is not told of the element`);
  }
  assert.ok(members.includes("lesson") && members.includes("training"), `${members}`);
});

test("the documentation has every message, with its fields", () => {
  const rows = docs.slice(docs.indexOf("| to the frame | |"));
  const told = named([...rows.matchAll(/^\| (`[^|]*) \|/gm)].map(([, cell]) => cell).join(" "));
  const spoken = new Map([...TO_EMBED, ...TO_ELEMENT].map(([type, fields]) => [type, fields.map(([name]) => name)]));
  assert.deepEqual(sorted(told), sorted(spoken));
});
