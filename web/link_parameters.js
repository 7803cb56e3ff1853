// Link parameters: the names that a link gives values to; an embed's attributes and data-* have the same names.

export const LINK_PARAMETERS = [
  "lesson", "cue", "knobs", "step", "text", "seed", "vectors", "weights", "positions", "d_model", "d_k", "heads", "kv_heads", "d_ff",
  "mask", "scale", "query", "key", "head", "feature", "edits", "training", "layer", "compare", "tokens", "colors", "digits", "theme",
  "hide", "lang", "v",
];

/** Characters that the values of one link may have together: more than all that a Session can hold. */
export const MOST_LINK_CHARACTERS = 1_000_000;
