// How numbers look, as in src/report/number.rs.

/** A count with separators: `70,724,320,184,700`. Takes text, as counts pass what a number holds. */
const grouped = (digits) => String(digits).replace(/\B(?=(\d{3})+(?!\d))/g, ",");

/** A value with so many decimals, and separators. */
function fixed(value, decimals) {
  const [whole, fraction] = value.toFixed(decimals).split(".");
  return fraction === undefined ? grouped(whole) : `${grouped(whole)}.${fraction}`;
}

/** A value that is not negative to so many significant digits. */
function significant(value, digits) {
  if (!(value > 0)) return "0";
  const [rounded, exponent] = value.toExponential(digits - 1).split("e");
  return fixed(Number(`${rounded}e${exponent}`), Math.max(0, digits - 1 - Number(exponent)));
}

/** The decimals that a value deserves whose uncertainty is `half`. */
function decimals(half) {
  for (let places = 0; places < 17; places += 1, half *= 10) if (half >= 1) return places;
  return 17;
}

/** An exact probability: `3.2302 %`. */
const exactPercent = (value) => (value >= 1 ? "100 %" : `${significant(100 * value, 5)} %`);

/** A probability as odds: `1 in 30.96`; nothing when it is zero. */
const oneIn = (value) => (value > 0 ? `1 in ${significant(1 / value, 4)}` : "");

/** A short probability: `27.3 %`. */
const short = (value) => `${significant(100 * value, 3)} %`;

/** What is told of a value: `3 sets: 27.258 %, 1 in 3.669`. */
const title = (what, value) => `${what}: ${exactPercent(value)}${value > 0 ? `, ${oneIn(value)}` : ""}`;

const half = (row) => (row.high - row.low) / 2;

/** A sampled probability with the digits that its interval allows. */
const sampled = (row) => `${fixed(100 * row.share, decimals(100 * half(row)))} %`;

/** The interval: `3.229 to 3.232 %`. */
function interval(row) {
  const places = decimals(100 * half(row));
  return `${fixed(100 * row.low, places)} to ${fixed(100 * row.high, places)} %`;
}

/** Text with the characters that HTML gives a meaning. */
const escapes = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escape = (text) => String(text).replace(/[&<>"]/g, (character) => escapes[character]);
