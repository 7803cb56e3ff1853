// The view of the mirror: what the picture says as real HTML: landmarks, headings, native controls and tables.

import { element } from "./elements.js";

/**
 * @typedef {{caption: string, note: string, rows: string[], columns: string[], cells: string[][], names: string[][],
 *   row: number, column: number}} Table `row`, `column`: of the selected cell, -1 for none
 * @typedef {{kind: string, text: string, name?: string, value?: string, group?: string, chosen?: boolean,
 *   family?: string, news?: boolean, disabled?: boolean, level?: number, most?: number, help?: string, table?: Table}} Entry
 *   `family`: what the choices of one group share; `news`: worth telling when it comes up
 * @typedef {{part: string, label: string, entries: Entry[]}} Part
 * @typedef {{modal: boolean, parts: Part[]}} Said
 * @typedef {Map<string, string>} Refusals the sentence by the name of the field
 * @typedef {{refusals: Refusals, part: number, say: typeof import("./words.js").say}} View `part`: rows and columns that a
 *   table has unless all are asked for
 */

const TAGS = { header: "header", steps: "nav", stage: "main", explanation: "aside", footer: "footer" };

/** Ids that the elements of a control refer to each other by. */
const idOf = (name, what) => `mirror-${what}-${name}`;

/** @param {Said} said @param {View} view */
export function describe(said, view) {
  return said.parts.map((part) => describePart(part, view));
}

/** @param {Part} part */
function describePart({ part, label, entries }, view) {
  const said = part === "header" ? entries.filter(({ kind }) => kind !== "heading") : entries; // the page has it as its own
  // The line that says what choices are about is the name of their group.
  const apart = said.filter(({ kind, text }, index) => kind !== "text" || text !== said[index + 1]?.group);
  const groups = gathered(apart).map((group) => describeGroup(group, view));
  const dialog = part === "dialog" || part === "working";
  return element(
    dialog ? "section" : TAGS[part] ?? "section",
    {
      key: part,
      "data-part": part,
      "aria-label": label,
      role: dialog ? "dialog" : TAGS[part] === undefined ? "region" : null,
      "aria-modal": dialog ? "true" : null,
    },
    ...groups,
  );
}

/** Choices of one family that follow each other are one group. @returns {Entry[][]} */
function gathered(entries) {
  const groups = [];
  for (const entry of entries) {
    const last = groups.at(-1)?.[0];
    const isChoice = entry.kind === "radio" || entry.kind === "checkbox";
    if (isChoice && last?.family === entry.family && last.kind === entry.kind) {
      groups.at(-1).push(entry);
    } else {
      groups.push([entry]);
    }
  }
  return groups;
}

function describeGroup(entries, view) {
  const [first] = entries;
  if (first.kind === "radio" || first.kind === "checkbox") {
    const { family } = first;
    return element(
      "div",
      { key: `group ${family}`, role: first.kind === "radio" ? "radiogroup" : "group", "aria-label": first.group },
      first.group === undefined ? null : element("span", { "aria-hidden": "true" }, `${first.group}: `),
      ...entries.map((entry) => describeChoice(entry, family)),
    );
  }
  return describeEntry(first, view);
}

function describeEntry(entry, view) {
  switch (entry.kind) {
    case "heading":
      return element(`h${entry.level}`, {}, entry.text);
    case "text":
      return element("p", {}, entry.text);
    case "code":
      return element("p", {}, element("code", {}, entry.text));
    case "button":
      return describeButton(entry);
    case "field":
    case "number":
      return describeField(entry, view);
    case "slider":
      return describeSlider(entry);
    default:
      return entry.table === undefined ? null : describeTable(entry, view);
  }
}

function describeButton({ name, text, value, chosen, disabled, help }) {
  const isStep = name.startsWith("step.") && /^\d/.test(text);
  return element(
    "button",
    {
      key: name, type: "button", "data-name": name,
      "aria-pressed": chosen && !isStep ? "true" : null,
      "aria-current": chosen && isStep ? "step" : null,
      "aria-disabled": disabled ? "true" : null,
      title: help,
    },
    value ? `${text} (${value})` : text,
  );
}

function describeChoice({ kind, name, text, chosen, help }, family) {
  return element(
    "label",
    { key: name, title: help },
    element("input", {
      type: kind, name: kind === "radio" ? `mirror ${family}` : null, "data-name": name,
      properties: { checked: chosen === true },
    }),
    text,
  );
}

function describeField({ kind, name, text, value, help }, { refusals }) {
  const refusal = refusals.get(name);
  const isNumber = kind === "number" && /^\d+$/.test(value);
  return element(
    "div",
    { key: name, class: "mirror-field" },
    element("label", { for: idOf(name, "field") }, text === "" ? help ?? name : text),
    element("input", {
      id: idOf(name, "field"), type: isNumber ? "number" : "text", "data-name": name, "data-field": value,
      inputmode: isNumber ? "numeric" : null, autocomplete: "off", spellcheck: "false", dir: "auto", title: help,
      "aria-invalid": refusal ? "true" : null,
      "aria-describedby": refusal ? idOf(name, "refusal") : null,
    }),
    refusal ? element("p", { id: idOf(name, "refusal"), class: "mirror-refusal" }, refusal) : null,
  );
}

function describeSlider({ name, text, value, most, group }) {
  const number = Number(value);
  return element(
    "div",
    { key: name, class: "mirror-field" },
    element("label", { for: idOf(name, "field") }, text),
    element("input", {
      id: idOf(name, "field"), type: "range", "data-name": name, min: 0, max: most, step: 1,
      "aria-valuetext": group ?? `${text} ${number + 1} / ${most + 1}`, properties: { value: String(number) },
    }),
  );
}

/** @param {Entry} entry with a table. The cells of a matrix take the focus, one at a time; the arrow keys move it. */
function describeTable({ kind, name = "", table }, { part, say }) {
  const isGrid = kind === "matrix";
  const { caption, note, rows, columns, cells, names, row, column } = table;
  const [focusRow, focusColumn] = row < 0 ? [0, 0] : [row, column];
  const isPart = note !== "";
  const isWhole = !isPart && isGrid && Math.max(rows.length, columns.length) > part + 1; // one more are the sums
  const describeCell = (text, index, rowIndex) => {
    const cellName = names[rowIndex]?.[index] ?? "";
    const selected = rowIndex === row && index === column;
    if (!isGrid && cellName !== "") {
      return element("td", {}, element("button", { type: "button", "data-name": cellName }, text));
    }
    return element("td", {
      role: isGrid ? "gridcell" : null,
      "data-cell": isGrid && cellName !== "" ? cellName : null,
      tabindex: !isGrid || cellName === "" ? null : rowIndex === focusRow && index === focusColumn ? 0 : -1,
      "aria-selected": isGrid && cellName !== "" ? String(selected) : null,
    }, text);
  };
  return element(
    "div",
    { key: `table ${name} ${caption}`, class: "mirror-table", "data-ring": isGrid ? null : name, tabindex: isGrid ? null : 0,
      role: isGrid ? null : "region", "aria-label": isGrid ? null : caption },
    isGrid && (isPart || isWhole)
      ? element("button", { type: "button", "data-whole": true, "data-ring": name }, say(isPart ? "all_cells" : "part_of_cells")) : null,
    element(
      "table",
      { role: isGrid ? "grid" : null, "data-matrix": isGrid ? name : null },
      element("caption", {}, note === "" ? caption : `${caption} (${note})`),
      element("thead", {}, element("tr", {}, element("td", { role: isGrid ? "gridcell" : null }),
        ...columns.map((text) => element("th", { scope: "col", dir: "auto" }, text)))),
      element("tbody", {}, ...cells.map((line, index) => element(
        "tr", {},
        element("th", { scope: "row", dir: "auto" }, rows[index]),
        ...line.map((text, place) => describeCell(text, place, index)),
      ))),
    ),
  );
}
