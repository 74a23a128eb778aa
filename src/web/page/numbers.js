/** Formats numbers as the program does. */

/** @type {(digits: number) => Intl.NumberFormatOptions} */
const significant = (digits) => ({
  minimumSignificantDigits: digits,
  maximumSignificantDigits: digits,
});

/**
 * Formats a probability in percent with the given number of significant digits; rare values have
 * three digits and a power of ten.
 * @type {(probability: number, digits?: number) => string}
 */
export function percent(probability, digits = 5) {
  const value = 100 * probability;
  if (value > 0 && value < 1e-4) return `${power(value, Math.min(digits, 3))}\u00a0%`;
  const options = value === 0 || value === 100 ? {} : significant(digits);
  return `${value.toLocaleString("en", options)}\u00a0%`;
}

/** Formats a number with a power of ten, such as `1.45 × 10⁻¹¹`. @type {(value: number, digits: number) => string} */
function power(value, digits) {
  const [factor, exponent = ""] = value.toExponential(digits - 1).split("e");
  const raised = exponent.replace("+", "").replace(/./g, (sign) =>
    "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"["-0123456789".indexOf(sign)] ?? "");
  return `${factor}\u00a0×\u00a010${raised}`;
}

/**
 * Returns a formatter for an estimate, its interval and the exact value, with enough decimals to
 * show the width of the interval to two digits.
 * @type {(low: number, high: number) => (probability: number) => string}
 */
export function likeInterval(low, high) {
  const decimals = Math.max(0, 1 - Math.floor(Math.log10(100 * (high - low) || 1)));
  return (probability) => decimals > 5 || probability === 0
    ? percent(probability, 2)
    : `${(100 * probability).toFixed(decimals)}\u00a0%`;
}

/** Formats an interval, such as `3.256 to 3.326 %`. @type {(low: number, high: number) => string} */
export function interval(low, high) {
  const [from, to] = [low, high].map(likeInterval(low, high));
  return `${from?.slice(0, -2)} to ${to}`;
}

/** Formats a large number in words, such as `6.88 trillion`. @type {(value: number) => string} */
export function short(value) {
  if (value >= 1e15) return power(value, 3);
  const options = /** @type {const} */ ({ notation: "compact", compactDisplay: "long" });
  return value.toLocaleString("en", { ...options, ...significant(3) });
}

/**
 * Formats the inverse of a probability, such as `30.96` for one in 30.96 deals; empty for 0 and 1.
 * @type {(probability: number, digits?: number) => string}
 */
export function oneIn(probability, digits = 4) {
  if (probability === 0 || probability === 1) return "";
  const deals = 1 / probability;
  return deals < 1e6 ? deals.toLocaleString("en", significant(digits)) : short(deals);
}

/** Formats an integer with thousands separators. @type {(count: number | string) => string} */
export function integer(count) {
  return BigInt(count).toLocaleString("en");
}

/** Formats a mean. @type {(value: number) => string} */
export function decimal(value) {
  return value.toLocaleString("en", Number.isInteger(value) ? {} : significant(6));
}

/**
 * Formats a number with its noun, such as `1 set` or `2 sets`.
 * @type {(count: number, noun: string) => string}
 */
export function counted(count, noun) {
  return `${integer(count)} ${noun}${count === 1 ? "" : "s"}`;
}
