/** Loads the module. In a worker, pass the `WebAssembly.Module` that is already compiled. */
export function load(module?: object): Promise<Answer>;

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
  (request: Request): Reply;
}

export type Request =
  | Odds | Deal | Find | Next | Puzzle | SimulateBlocks | SimulateParts | Simulate;

export type Reply =
  | OddsReply | HandsReply | NextReply | PuzzleReply | BlocksReply | PartsReply | SimulateReply;

/** Requests have the long options of the command line, with `_` for `-`. */
interface Options<Command extends string> {
  command: Command;
  /** Features of the deck: 2 to 6, 4 by default. */
  features?: number;
}

export type Measure =
  | "sets" | "first-set" | "in-sets" | "disjoint-sets" | "set-types" | "largest-cap"
  | "greedy-cap" | "ultrasets";

/** A number, a range or a list: `12`, `3+` (or more), `2-4`, `0,2`. */
export type Numbers = number | string | (number | string)[];

/** Options for the notation of cards, described by `setodds find --help`. */
interface Spelling {
  as?: "words" | "codes" | "digits" | "numbers"; values?: string; numbers_from?: "0" | "1";
  hand_a_line?: boolean; one_hand?: boolean;
}

/** A random seed. By default one is drawn and returned in the provenance of the reply. */
export type Seed = number | string;

/** Exact probabilities. `cards` may also be `first-set`. */
export interface Odds extends Options<"odds"> {
  cards?: Numbers; measure?: Measure; sets?: Numbers; value?: Numbers; given?: string;
}

export interface Deal extends Options<"deal"> {
  cards?: number; hands?: number; sets?: boolean; seed?: Seed;
}

/** Finds the sets of hands in any notation that the program reads. */
export interface Find extends Options<"find">, Spelling {
  hands: string; caps?: boolean; ultrasets?: boolean; why?: boolean;
}

/** Computes the probabilities of sets after the next cards on a table. */
export interface Next extends Options<"next">, Spelling {
  table: string; gone?: string; deal?: Numbers; completing?: boolean;
}

/** The puzzle of a date, such as `2026-11-29`, or of a seed. */
export interface Puzzle extends Options<"puzzle"> {
  from?: string; days?: number; count?: number; seed?: Seed; cards?: number; sets?: number;
}

export interface Simulate extends Options<"simulate"> {
  cards?: Numbers; measure?: Measure | Measure[]; deals?: number | string; seed?: Seed;
  until?: string; value?: number; confidence?: number | string;
}

/** Computes the blocks `from` to `to - 1` of a run; `[0, 0]` only returns the number of blocks. */
export type SimulateBlocks = Simulate & { seed: Seed; blocks: [from: number, to: number] };

/** Merges parts of a run. */
export type SimulateParts = Simulate & { seed: Seed; parts: string[] };

/** An exact integer: text where it may exceed 2^53. */
export type Count = number | string;

export type Ratio = { numerator: string; denominator: string; value: number };

/** The provenance of a result; `read` describes how cards were read. */
export type Provenance = { command?: string; seed?: Seed; read?: string; [key: string]: unknown };

export interface Row {
  features: number; cards: number; measure: Measure; value: number;
  count: Count; total: Count; probability: number;
  ci_low: number | null; ci_high: number | null; exact_probability: number | null;
}

export interface SimulateReply { provenance: Provenance; distribution: Row[] }

/** A distribution, or the probabilities asked for by `sets` or `value`. */
export interface OddsReply extends SimulateReply {
  summary?: { cards: number; measure: Measure; mean: Ratio | number | null }[];
  answers?: { cards: number; count: Count | null; total: Count | null; probability: number }[];
}

/** A card as written in the input, as digits, as bits, and as a number from 0. */
export type Card = { card: string; digits: string; bits: string; index: number };

export interface HandsReply {
  provenance: Provenance;
  hands: { hand: string; cards: Card[]; sets: string[][] }[];
}

export interface NextReply {
  provenance: Provenance;
  next: { dealt: number; sets: number; count: Count; total: Count; probability: number }[];
}

/** Puzzles and their solutions, with cards as digits. */
export interface PuzzleReply {
  provenance: Provenance;
  puzzles: {
    date: string | null;
    cards: string[];
    number_of_sets: number;
    sets: { cards: string[]; differing_features: number }[];
  }[];
}

/** A computed part, to be merged by `parts`; `blocks` is the number of blocks of the whole run. */
export type BlocksReply = { part: string; blocks: number; deals_per_block: number };

/** The merged part, and the result of the deals that it covers. */
export type PartsReply = { part: string; result: SimulateReply };
