/** Numbers as text, as the program writes them. */

/** @type {(digits: number) => Intl.NumberFormatOptions} */
const significant = (digits) => ({
  minimumSignificantDigits: digits,
  maximumSignificantDigits: digits,
});

/**
 * Returns a probability in percent, with the given number of significant digits.
 * @type {(probability: number, digits?: number) => string}
 */
export function percent(probability, digits = 5) {
  const exact = probability === 0 || probability === 1;
  const options = exact ? {} : significant(digits);
  return `${(100 * probability).toLocaleString("en", options)}\u00a0%`;
}

/**
 * Returns an interval in percent, with enough digits to tell its limits apart.
 * @type {(low: number, high: number) => string}
 */
export function interval(low, high) {
  const digits = Math.ceil(Math.log10(high / (high - low || high || 1))) + 1;
  const [from, to] = [low, high].map((limit) => percent(limit, Math.min(7, Math.max(2, digits))));
  return `${from?.slice(0, -2)} to ${to}`;
}

/**
 * Returns `1 in 30.96`, or an empty text for probabilities of 0 and 1.
 * @type {(probability: number) => string}
 */
export function oneIn(probability) {
  if (probability === 0 || probability === 1) return "";
  return `1 in ${(1 / probability).toLocaleString("en", significant(4))}`;
}

/** Returns an integer with its thousands separated. @type {(count: number | string) => string} */
export function integer(count) {
  return BigInt(count).toLocaleString("en");
}

/** Returns a mean. @type {(value: number) => string} */
export function decimal(value) {
  return value.toLocaleString("en", significant(6));
}

/**
 * Returns a number with its noun: `1 set`, `2 sets`.
 * @type {(count: number, noun: string) => string}
 */
export function counted(count, noun) {
  return `${integer(count)} ${noun}${count === 1 ? "" : "s"}`;
}
