// The mirror from outside: its tables as numbers, and what is done with it.
import { dispatch, settled, tensor } from "./support.mjs";

export const PATIENCE_MILLISECONDS = 400;

/** The mirror follows what nobody in it asked for a moment later. */
export async function mirrored(page) {
  await settled(page);
  await page.waitForTimeout(PATIENCE_MILLISECONDS);
}

/** "−0.1234 (edited)" as a number; what is said beside the number stands in brackets. */
export const numberOf = (text) => Number(text.replace(/ \(.*\)$/, "").replace("−∞", "-Infinity").replace("−", "-"));

/** A table of the mirror: its headers, and its cells as they are said. */
export const textsOf = (page, name) => page.evaluate((wanted) => {
  const table = document.querySelector(`#mirror-content table[data-matrix="${wanted}"]`);
  if (table === null) {
    return null;
  }
  const texts = (nodes) => [...nodes].map((node) => node.textContent);
  return {
    caption: table.caption.textContent,
    columns: texts(table.querySelectorAll("thead th")),
    rows: texts(table.querySelectorAll("tbody th")),
    cells: [...table.querySelectorAll("tbody tr")].map((row) => texts(row.querySelectorAll("td"))),
  };
}, name);

/** The same with numbers in the cells. @param {string} name of the tensor */
export async function tableOf(page, name) {
  const table = await textsOf(page, `matrix.${name}`);
  return table && { ...table, cells: table.cells.map((line) => line.map(numberOf)) };
}

/**
 * How far numbers that are said are from the tensor's; the table may be turned, and have sums at its end.
 * @returns {Promise<{count: number, worst: number}>}
 */
export async function compared(page, name, cells, { head = 0 } = {}) {
  const { shape: [rows, columns], data } = await tensor(page, name, { head });
  const margin = name === "weights" ? 1 : 0;
  const fits = (down, across) => cells.length === down + margin && cells.every((line) => line.length === across + margin);
  const worstOf = (at) => data.reduce((worst, exact, index) => {
    const said = at(Math.floor(index / columns), index % columns);
    return said === exact ? worst : Math.max(worst, Math.abs(said - exact));
  }, 0);
  const straight = fits(rows, columns) ? worstOf((row, column) => cells[row][column]) : Infinity;
  const turned = fits(columns, rows) ? worstOf((row, column) => cells[column][row]) : Infinity;
  return { count: rows * columns, worst: Math.min(straight, turned) };
}

/** Presses a control of the mirror as a screen reader does, and waits until all follows. */
export async function press(page, name) {
  await page.evaluate((wanted) => document.querySelector(`#mirror-content [data-name="${wanted}"]`).click(), name);
  await mirrored(page);
}

/** The names of the steps, in their order. */
export async function stepsOf(page) {
  await mirrored(page);
  return page.evaluate(() => [...document.querySelectorAll('[data-part="steps"] button[data-name^="step."]')]
    .map(({ dataset }) => dataset.name.slice("step.".length)).filter((name) => !["next", "previous", "play"].includes(name)));
}

export async function goTo(page, step) {
  const refusal = await dispatch(page, { type: "go_to_step", step });
  await mirrored(page);
  return refusal;
}
