/** Hand sizes: `12`, `"3-21"`, or `[12, 15]`. */
export type Sizes = number | string | readonly number[];
/** Wanted numbers: `0`, `"3+"`, `"2-4"`, or a list of them. */
export type Values = number | string | readonly (number | string)[];
/** Cards in any notation: a text with a card a line, or a list of cards. */
export type Cards = string | readonly (string | number)[];
/** How cards are written, such as `"words"` or `"digits"`. */
export type Style = string;

/** A card. */
export interface Card {
  /** The card as it was written, or in the chosen style. */
  card: string;
  /** Its values as digits from 0 to 2: number, colour, shading, shape. */
  digits: string;
  /** A bit for each value. */
  bits: string;
  /** Its number, from 0. */
  index: number;
}

/** A hand with its sets. */
export interface Hand {
  hand: string;
  cards: Card[];
  /** The cards of each set, as they are written. */
  sets: [string, string, string][];
  /** The missing cards of more than half a deck. */
  missing?: string[];
  /** The cards of the largest part without a set, if `caps` asks for it. */
  largest_cap?: string[];
  is_cap?: boolean;
  is_complete?: boolean | null;
  admits?: number | null;
}

/** A row of an exact distribution. */
export interface DistributionRow {
  features: number;
  cards: number;
  measure: string;
  value: number;
  count: bigint | null;
  total: bigint | null;
  probability: number;
  ci_low: null;
  ci_high: null;
  exact_probability: number;
  /** The fraction where it has no count. */
  numerator?: bigint;
  denominator?: bigint;
}

/** An answer to a question about a hand size. */
export interface AnswerRow {
  features: number;
  cards: number;
  sets?: string;
  given?: string | null;
  measure?: string;
  value?: string;
  count: bigint | null;
  total: bigint | null;
  probability: number;
  numerator?: bigint;
  denominator?: bigint;
}

/** A number of sets after the next cards. */
export interface NextRow {
  features: number;
  table: number;
  unseen: number;
  dealt: number;
  sets: number;
  count: bigint;
  total: bigint;
  probability: number;
  ci_low: null;
  ci_high: null;
}

/** A pair on the table that a card completes to a set. */
export interface CompletionRow {
  card: string;
  digits: string;
  sets: number;
  card1: string;
  card2: string;
}

/** A hand to find the sets in, and its solution. */
export interface Puzzle {
  puzzle: number;
  date: string | null;
  cards: string[];
  number_of_sets: number;
  most_frequent_value: number;
  sets: { cards: [string, string, string]; differing_features: number }[];
  sets_of_cards: number[];
}

/** Options of cards that are read. */
export interface ReadOptions {
  features?: number;
  /** The number of the first card, where cards are numbers. */
  numbers_from?: 0 | 1;
  style?: Style;
}

/**
 * Exact probabilities for hands of some sizes (12): the distribution of the number of sets, or of another `measure`;
 * with `sets` or `value`, the probabilities of these numbers alone. All functions throw a RangeError with the program's
 * message if an argument is not valid.
 */
export function odds(
  cards?: Sizes,
  options?: { sets?: undefined; measure?: string; value?: undefined; features?: number },
): DistributionRow[];
export function odds(
  cards: Sizes | undefined,
  options: { sets?: Values; given?: string; measure?: string; value?: Values; features?: number },
): AnswerRow[];
/** The first hands of a seed, as `setodds deal` deals them; without one, random hands. */
export function deal(
  cards?: number,
  options?: { hands?: number; seed?: number | bigint; style?: Style; features?: number },
): Hand[];
/** The sets in hands; with `caps`, also the largest parts without a set. */
export function find(hands: Cards, options?: ReadOptions & { caps?: boolean }): Hand[];
/** The card that completes two to a set. */
export function third(first: string | number, second: string | number, options?: ReadOptions): Card;
/** What the next cards (3) bring to a table, exactly; the cards that are `gone` do not come. */
export function next(
  table: Cards,
  options?: ReadOptions & { gone?: Cards; dealt?: Sizes },
): { next: NextRow[]; completing: CompletionRow[]; position: { table: number; sets: number; unseen: number } };
/**
 * The puzzle of a seed, or of a seed and a date, as `setodds puzzle` makes it. Without a seed, that of a date has the
 * seed 1, any other a random one. It has exactly `sets` sets. With `differing`, the cards of each set differ in this
 * number of features. With `difficulty`, the hand is in the easiest, middle or hardest third of such hands.
 */
export function puzzle(
  cards?: number,
  options?: {
    sets?: number;
    differing?: number;
    difficulty?: "easy" | "medium" | "hard";
    date?: string;
    seed?: number | bigint;
    features?: number;
  },
): Puzzle;
