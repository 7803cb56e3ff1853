// Actions as JSON: what JSON would change in silence (NaN, Infinity, -0, half of a character) is refused or kept here,
// and what is far too long is refused before any memory is taken for it.

/** Characters that one action may have, all its fields together; the engine has limits of its own below that. */
const MOST_CHARACTERS = 1_000_000;

/** Fields in which -0 is not 0; in all others it is a row, a column or a size. */
const REAL_NUMBERS = new Set(["value", "scale"]);

const HALF_CHARACTER = /\p{Surrogate}/u;

/** @param {number} count "400,000,000" */
const grouped = (count) => count.toLocaleString("en-US");

function textJson(where, text) {
  if (text.length > MOST_CHARACTERS) {
    throw new Error(`${where} has ${grouped(text.length)} characters: an action may have ` +
      `${grouped(MOST_CHARACTERS)} in all.`);
  }
  const at = text.search(HALF_CHARACTER);
  if (at >= 0) {
    const code = text.charCodeAt(at).toString(16).toUpperCase();
    throw new Error(`${where} has half of a character (U+${code}) at position ${at}.`);
  }
  return JSON.stringify(text);
}

function numberJson(where, field, number) {
  if (!Number.isFinite(number)) {
    throw new Error(`${where} must be a finite number, not ${number}.`);
  }
  return Object.is(number, -0) && REAL_NUMBERS.has(field) ? "-0.0" : JSON.stringify(number);
}

/** @returns {string | undefined} undefined for what JSON leaves out */
function valueJson(where, field, value) {
  switch (typeof value) {
    case "string":
      return textJson(where, value);
    case "number":
      return numberJson(where, field, value);
    case "bigint": // seeds may be larger than any number of JSON
      return JSON.stringify(value.toString());
    default:
      return JSON.stringify(value); // no field of an action has parts of its own
  }
}

function objectJson(action) {
  const where = (field) => (typeof action.type === "string" ? `${action.type.slice(0, 40)}: the field ${field}`
    : `The field ${field} of the action`);
  const parts = Object.keys(action)
    .map((field) => [field, valueJson(where(field), field, action[field])])
    .filter(([, json]) => json !== undefined)
    .map(([field, json]) => `${JSON.stringify(field)}:${json}`);
  const json = `{${parts.join(",")}}`;
  if (json.length > MOST_CHARACTERS) {
    throw new Error(`The action has ${grouped(json.length)} characters: at most ${grouped(MOST_CHARACTERS)} are allowed.`);
  }
  return json;
}

/**
 * @param {unknown} action
 * @returns {string} the action as JSON; "null" for what is no object, which the engine refuses with its sentence
 * @throws {Error} with a sentence
 */
export function actionJson(action) {
  if (typeof action !== "object" || action === null || Array.isArray(action)) {
    return "null";
  }
  try {
    return objectJson(action);
  } catch (error) {
    // A getter of the host may throw anything; what comes out of here is an Error.
    throw error instanceof Error ? error : new Error(`The action cannot be read: ${String(error)}.`);
  }
}
