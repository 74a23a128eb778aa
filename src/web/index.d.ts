/** Loads the module; pass it where it is compiled already. */
export function load(module?: WebAssembly.Module): Promise<Answer>;

/**
 * Answers a request with the JSON document that `setodds COMMAND --format json` writes. Throws an
 * `Error` with the program's message.
 */
export interface Answer {
  (request: Odds): OddsReply;
  (request: Deal | Find): HandsReply;
  (request: Next): NextReply;
  (request: Puzzle): PuzzleReply;
  (request: SimulateBlocks): BlocksReply;
  (request: SimulateParts): PartsReply;
  (request: Simulate): SimulateReply;
}

export type Request =
  | Odds | Deal | Find | Next | Puzzle | SimulateBlocks | SimulateParts | Simulate;

/** Requests have the long options of the command line, with `_` for `-`. */
interface Options<Command extends string> {
  command: Command;
  /** Features of the deck: 2 to 6, 4 by default. */
  features?: number;
}

export type Measure =
  | "sets" | "first-set" | "in-sets" | "disjoint-sets" | "set-types" | "largest-cap"
  | "greedy-cap" | "ultrasets";

/** A number, or text such as `3-21` and `12,15`. */
export type Cards = number | string;

/** Without a seed, a random one is taken; the reply's provenance names it. */
export type Seed = number | string;

/** Exact probabilities. `cards` is also `first-set`. */
export interface Odds extends Options<"odds"> {
  cards?: Cards;
  measure?: Measure;
  sets?: number | string;
  value?: number | string;
  given?: string;
}

export interface Deal extends Options<"deal"> {
  cards?: number;
  hands?: number;
  sets?: boolean;
  seed?: Seed;
}

/** The sets of hands, written in any way that the program reads. */
export interface Find extends Options<"find"> {
  hands: string;
  as?: "words" | "codes" | "digits" | "numbers";
}

/** What the next cards bring to a table. */
export interface Next extends Options<"next"> {
  table: string;
  gone?: string;
  deal?: Cards;
}

/** The puzzle of a date, `2026-11-29`, or of a seed. */
export interface Puzzle extends Options<"puzzle"> {
  from?: string;
  seed?: Seed;
  cards?: number;
  sets?: number | string;
}

export interface Simulate extends Options<"simulate"> {
  cards?: number;
  measure?: Measure;
  deals?: number | string;
  seed?: Seed;
}

/** Computes the blocks `from` to `to - 1` of a run; `[0, 0]` only says how many there are. */
export interface SimulateBlocks extends Simulate {
  seed: Seed;
  blocks: [from: number, to: number];
}

/** Merges parts of a run. */
export interface SimulateParts extends Simulate {
  seed: Seed;
  parts: string[];
}

/** An exact integer: text where it may exceed 2^53. */
export type Count = number | string;

export interface Ratio {
  numerator: string;
  denominator: string;
  value: number;
}

/** How a result was made. */
export interface Provenance {
  command?: string;
  seed?: Seed;
  [key: string]: unknown;
}

export interface Row {
  features: number;
  cards: number;
  measure: Measure;
  value: number;
  count: Count;
  total: Count;
  probability: number;
  ci_low: number | null;
  ci_high: number | null;
  exact_probability: number | null;
}

export interface Summary {
  cards: number;
  measure: Measure;
  mean: Ratio | null;
  variance: Ratio | null;
}

export interface OddsReply {
  provenance: Provenance;
  distribution: Row[];
  summary?: Summary[];
}

export interface SimulateReply {
  provenance: Provenance;
  distribution: Row[];
}

export interface Card {
  /** The card as it was written. */
  card: string;
  /** Number, shape, colour and shading, each 0 to 2. */
  digits: string;
  bits: string;
  /** The digits as a number in base 3. */
  index: number;
}

export interface HandsReply {
  provenance: Provenance;
  hands: { hand: string; cards: Card[]; sets: string[][] }[];
}

export interface NextReply {
  provenance: Provenance;
  next: {
    table: number;
    unseen: number;
    dealt: number;
    sets: number;
    count: Count;
    total: Count;
    probability: number;
  }[];
  completing?: { card: string; digits: string; sets: number; card1: string; card2: string }[];
}

export interface PuzzleReply {
  provenance: Provenance;
  puzzles: {
    puzzle: number;
    date: string | null;
    /** Cards are digits. */
    cards: string[];
    number_of_sets: number;
    sets: { cards: string[]; differing_features: number }[];
    sets_of_cards: number[];
  }[];
}

export interface BlocksReply {
  /** What was computed, to be merged by `parts`. */
  part: string;
  /** Blocks of the whole run. */
  blocks: number;
  deals_per_block: number;
}

export interface PartsReply {
  part: string;
  /** The document of all deals that the parts cover. */
  result: SimulateReply;
}
