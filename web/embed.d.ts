// Types of <attention-playground> (web/embed.js) and of window.attentionPlayground (web/api.js).

export type Step =
  | "tokens" | "embeddings" | "queries" | "keys" | "values" | "scores" | "scaled" | "masked" | "softmax" | "output"
  | "concatenated" | "projected" | "residual_1" | "norm_1" | "feed_forward" | "residual_2" | "norm_2";

/** The Session; its keys are the names of the link parameters. Seeds above 2^53 are decimal strings. */
export interface State {
  lesson: string;
  /** Place in the lesson's narration. */
  cue: number;
  /** Knobs of the lesson that are not as it has them: "width:64~form:plain". */
  knobs: string;
  step: Step;
  text: string;
  seed: number | string;
  vectors: "article" | "word";
  weights: string;
  positions: string;
  d_model: number;
  d_k: number;
  heads: number;
  kv_heads: number;
  d_ff: number;
  mask: string;
  scale: string | number;
  query: number;
  key: number;
  head: number;
  /** Selected column of matrices whose columns are features. */
  feature: number;
  edits: object[];
  /** A run of one's own in place of the weights that ship: "seed:1~steps:300". */
  training: string;
  /** Of the trained model. */
  layer: number;
  compare: string;
  tokens: "rows" | "columns";
  colors: "linear" | "log";
  digits: "auto" | number;
  theme: "light" | "dark" | "auto";
  lang: "auto" | "en" | "es";
  hide: string[];
  v: number;
  [parameter: string]: unknown;
}

export type ActionType =
  | "set_text" | "set_seed" | "set_sizes" | "set_vectors" | "set_positions" | "set_mask" | "paint_mask" | "set_scale"
  | "go_to_step" | "next_step" | "previous_step" | "select" | "select_head" | "edit_cell" | "reset_cell" | "reset_edits"
  | "undo" | "redo" | "set_theme" | "set_lang" | "set_compare" | "open_lesson" | "turn_knob" | "measure" | "set_weights"
  | "set_training" | "set_layer" | "train" | "set_view";

/** The other fields are the parameters of the type: docs/embedding.md has them. */
export interface Action {
  type: ActionType;
  [parameter: string]: unknown;
}

export interface Choice {
  head?: number;
  layer?: number;
}

/** Row by row; masked cells are -Infinity. */
export interface Tensor {
  shape: [rows: number, columns: number];
  data: Float64Array;
}

export interface Provenance {
  formula: string;
  value: number;
  terms: { label: string; value: number }[];
}

/** CSS pixels of the playground's own document. */
export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Training {
  step: number;
  loss: number | null;
  held_out_accuracy: number | null;
  running: boolean;
}

export interface Lesson {
  id: string;
  question: string;
  claims: { name: string; value: number }[];
}

export interface Change {
  state: State;
  /** The type of the action that caused it, or "open" for a link or attributes. */
  cause: string;
}

export interface Failure {
  message: string;
}

export interface PlaygroundEvents {
  statechanged: Change;
  stepchanged: Change;
  selectionchanged: Change;
  trained: Change;
  failed: Failure;
}

export class AttentionPlayground extends HTMLElement {
  /** Resolves once the playground can be used, which who asks for it starts; rejects with the reason where it cannot. */
  readonly ready: Promise<void>;
  state(): Promise<State>;
  /** Rejects with a sentence where the action is bad; then nothing has changed. */
  dispatch(action: Action): Promise<void>;
  tensor(name: string, choice?: Choice): Promise<Tensor>;
  provenance(name: string, row: number, column: number, choice?: Choice): Promise<Provenance>;
  /** The link of now. */
  url(): Promise<string>;
  /** Frames drawn so far. */
  frames(): Promise<number>;
  training(): Promise<Training>;
  lesson(): Promise<Lesson | null>;
  anchors(): Promise<Record<string, Rect>>;

  addEventListener<Name extends keyof PlaygroundEvents>(
    type: Name,
    listener: (this: AttentionPlayground, event: CustomEvent<PlaygroundEvents[Name]>) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

/** window.attentionPlayground of the page and of each embed, inside its own document. */
export interface AttentionPlaygroundApi {
  readonly ready: Promise<void>;
  readonly frames: number;
  state(): State;
  /** Applies the action before it returns; throws an Error with a sentence where it is bad. */
  dispatch(action: Action): void;
  tensor(name: string, choice?: Choice): Tensor;
  provenance(name: string, row: number, column: number, choice?: Choice): Provenance;
  anchors(): Record<string, Rect>;
  url(): string;
  training(): Training;
  lesson(): Lesson | null;
  on<Name extends keyof PlaygroundEvents>(event: Name, handler: (detail: PlaygroundEvents[Name]) => void): () => void;
}

declare global {
  interface HTMLElementTagNameMap {
    "attention-playground": AttentionPlayground;
  }
  interface Window {
    readonly attentionPlayground?: AttentionPlaygroundApi;
  }
}
