// The article's own links and buttons: with data-step, data-mask or another link parameter, or a data-action, they
// drive the embed that they name by href="#id", data-for or aria-controls.

import { LINK_PARAMETERS } from "./link_parameters.js";

const DRIVES = [...LINK_PARAMETERS, "action"].map((name) => `[data-${name}]`).join(",");

/** More characters than any action takes. */
const LONGEST_ACTION = 1_000_000;

/** @param {Element} control @returns {Element | null} what it names */
function targetOf(control) {
  const href = control.getAttribute("href");
  const id = control.dataset.for ?? control.getAttribute("aria-controls") ??
    (href?.startsWith("#") ? href.slice(1) : null);
  return id === null ? null : control.getRootNode().getElementById?.(id) ?? document.getElementById(id);
}

/** @param {HTMLElement} control @returns {Record<string, string>} */
const parametersOf = ({ dataset }) =>
  Object.fromEntries(LINK_PARAMETERS.filter((name) => name in dataset).map((name) => [name, dataset[name]]));

function actionOf(text) {
  if (text.length > LONGEST_ACTION) {
    throw new Error("The data-action is far too long to be an action.");
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`The data-action is no JSON: ${text.slice(0, 80)}`);
  }
}

/**
 * @param {MouseEvent} event @param {(target: Element | null) => boolean} isEmbed
 * @param {{show: (embed: Element, parameters: object) => Promise<void>,
 *   dispatch: (embed: Element, action: object) => Promise<void>,
 *   fail: (embed: Element, sentence: string) => void}} to
 */
function drive(event, isEmbed, to) {
  const elsewhere = event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey ||
    event.altKey;
  const control = event.composedPath()[0]?.closest?.(DRIVES);
  const target = control && !elsewhere ? targetOf(control) : null;
  if (!isEmbed(target)) {
    return;
  }
  event.preventDefault(); // no jump, no new entry in the history, nothing sent
  const fail = (error) => to.fail(target, error.message);
  const parameters = parametersOf(control);
  if (Object.keys(parameters).length > 0) {
    to.show(target, parameters).catch(fail);
  }
  if (control.dataset.action !== undefined) {
    try {
      to.dispatch(target, actionOf(control.dataset.action)).catch(fail);
    } catch (error) {
      fail(error);
    }
  }
}

/** Listens for the whole article. */
export function listenToLinks(isEmbed, to) {
  document.addEventListener("click", (event) => drive(event, isEmbed, to));
}
