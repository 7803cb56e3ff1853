// Messages: what an embed and the element around it say to each other, and how each checks what it is told.
//
// A message is an object {source: "attention-playground", version: 1, type, ...fields}. What has another source is
// somebody else's and is passed over; what has ours and is not as it should be gets a sentence.

import { LINK_PARAMETERS, MOST_LINK_CHARACTERS } from "./link_parameters.js";

export const SOURCE = "attention-playground";
export const VERSION = 1;

export const EVENTS = ["statechanged", "stepchanged", "selectionchanged", "trained", "failed"];

/** What the element may ask for; "show" gives link parameters new values. */
export const METHODS = [
  "state", "dispatch", "tensor", "provenance", "url", "frames", "training", "lesson", "anchors", "show",
];

const LONGEST_SENTENCE = 10_000;
const LARGEST_HEIGHT = 100_000;
const MOST_VALUES = 4;

/** @typedef {[(value: unknown) => boolean, string]} Rule a check, and what it asks for in words */

const isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isParameter = ([name, value]) => LINK_PARAMETERS.includes(name) && (value === null || typeof value === "string");

const isFile = (value) => typeof value === "string" || value instanceof ArrayBuffer;

/** @type {Record<string, Rule>} */
const RULE = {
  count: [(value) => Number.isSafeInteger(value) && value >= 0, "a whole number"],
  flag: [(value) => typeof value === "boolean", "true or false"],
  length: [(value) => Number.isFinite(value) && value >= 0 && value <= LARGEST_HEIGHT, "a length in CSS pixels"],
  sentence: [(value) => typeof value === "string" && value.length <= LONGEST_SENTENCE, "a sentence"],
  link: [(value) => typeof value === "string" && value.length <= 3 * MOST_LINK_CHARACTERS, "a link"],
  record: [isRecord, "an object"],
  files: [(value) => isRecord(value) && Object.values(value).every(isFile), "an object of texts and ArrayBuffers"],
  method: [(value) => METHODS.includes(value), `one of ${METHODS.join(", ")}`],
  event: [(value) => EVENTS.includes(value), `one of ${EVENTS.join(", ")}`],
  values: [(value) => Array.isArray(value) && value.length <= MOST_VALUES, `a list of at most ${MOST_VALUES} values`],
  anything: [() => true, "anything"],
};

/**
 * In a function, so that a script carries only the one that it reads by.
 * @param {Record<string, Record<string, Rule>>} types fields of each type
 */
const schema = (types) => new Map(Object.entries(types).map(([type, fields]) => [type, Object.entries(fields)]));

/** From the element to the page in its frame. */
export const TO_EMBED = /* @__PURE__ */ (() => schema({
  scheme: { dark: RULE.flag },
  call: { id: RULE.count, method: RULE.method, values: RULE.values },
  rest: {},
  wake: {},
  files: { files: RULE.files },
}))();

/** From the page in the frame to the element. */
export const TO_ELEMENT = /* @__PURE__ */ (() => schema({
  hello: {},
  needs_files: {},
  progress: { bytes: RULE.count, of: RULE.count },
  drawn: {},
  ready: { link: RULE.link },
  stopped: { message: RULE.sentence },
  answer: { id: RULE.count, value: RULE.anything },
  refusal: { id: RULE.count, message: RULE.sentence },
  event: { name: RULE.event, detail: RULE.record, link: RULE.link },
  height: { width: RULE.length, height: RULE.length },
  rested: {},
  stale: {},
  touched: {},
}))();

/** @param {string} type @param {object} [fields] */
export const message = (type, fields = {}) => ({ source: SOURCE, version: VERSION, type, ...fields });

/** @param {unknown} value a short name for it in a sentence */
const named = (value) => (typeof value === "string" ? `"${value.slice(0, 40)}"` : typeof value);

/**
 * @param {unknown} data of a message event: a structured clone, so that reading it runs nobody's code
 * @param {Map<string, [string, Rule][]>} types TO_EMBED or TO_ELEMENT
 * @returns {null | {problem: string, id?: number} | {problem: "", message: object}} null where it is not ours; the
 *   message is a copy that has the known fields alone. The `id` tells which call has the problem
 */
export function readMessage(data, types) {
  if (!isRecord(data) || !Object.hasOwn(data, "source") || data.source !== SOURCE) {
    return null;
  }
  const id = Object.hasOwn(data, "id") && RULE.count[0](data.id) ? { id: data.id } : {};
  if (!Object.hasOwn(data, "version") || data.version !== VERSION) {
    return { ...id, problem: `This message is not of version ${VERSION}, the only one known here.` };
  }
  const fields = Object.hasOwn(data, "type") ? types.get(data.type) : undefined;
  if (fields === undefined) {
    return { ...id, problem: `There is no message of the type ${named(data.type)} here; the types are ` +
      `${[...types.keys()].join(", ")}.` };
  }
  const read = { type: data.type };
  for (const [field, [holds, wanted]] of fields) {
    const value = Object.hasOwn(data, field) ? data[field] : undefined;
    if (!holds(value)) {
      return { ...id, problem: `The message ${data.type} needs as its ${field} ${wanted}, not ${named(value)}.` };
    }
    read[field] = value;
  }
  return { problem: "", message: read };
}

/** Characters. @param {string | null} value */
const length = (value) => value?.length ?? 0;

/**
 * The parameters of a "show", checked.
 * @param {unknown} parameters @returns {string} empty, or what is wrong with them
 */
export function problemOfParameters(parameters) {
  if (!isRecord(parameters)) {
    return "The parameters to show are an object: names of link parameters with their values.";
  }
  const wrong = Object.entries(parameters).find((entry) => !isParameter(entry));
  if (wrong !== undefined) {
    return `${named(wrong[0])} is no link parameter with a text as its value.`;
  }
  const characters = Object.values(parameters).reduce((sum, value) => sum + length(value), 0);
  return characters > MOST_LINK_CHARACTERS
    ? `The parameters have ${characters.toLocaleString("en-US")} characters: at most ` +
      `${MOST_LINK_CHARACTERS.toLocaleString("en-US")} are allowed.`
    : "";
}

/**
 * The parameters without those that cannot be meant; where they are too long together, the longest go.
 * @param {Record<string, string | null>} parameters
 * @returns {{kept: Record<string, string | null>, problems: string[]}} with a sentence for each that is left out
 */
export function meantParameters(parameters) {
  const kept = { ...parameters };
  const problems = [];
  for (let problem = problemOfParameters(kept); problem !== ""; problem = problemOfParameters(kept)) {
    const worst = Object.keys(kept).reduce((one, other) => (length(kept[other]) > length(kept[one]) ? other : one));
    delete kept[worst];
    problems.push(`${worst} is left out. ${problem}`);
  }
  return { kept, problems };
}

const COMPLAIN_AGAIN_AFTER_MILLISECONDS = 1000;

/**
 * Bad messages may come by the thousand: one sentence a second tells of them.
 * @param {(sentence: string) => void} say @returns {(sentence: string) => void}
 */
export function nowAndThen(say) {
  let last = -Infinity;
  return (sentence) => {
    const now = performance.now();
    if (now - last >= COMPLAIN_AGAIN_AFTER_MILLISECONDS) {
      last = now;
      say(sentence);
    }
  };
}
