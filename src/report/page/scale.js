// The vertical axis of a chart, as in scale.rs.

const HEIGHT = 240;

/** The smallest of 1, 2, 5, 10, 20, ... (or parts of ten of these) that is at least the value. */
function nice(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((digit) => digit * power).find((found) => found >= value) ?? 10 * power;
}

/** A scale from 0 to at least the largest value. */
function linear(largest) {
  const step = nice(Math.max(largest, 1e-9) / 4);
  const steps = Math.max(1, Math.ceil(largest / step));
  const ticks = Array.from({ length: steps + 1 }, (_, place) => place * step);
  return {
    place: (value) => HEIGHT * (1 - Math.min(1, Math.max(0, value / (step * steps)))),
    ticks: ticks.map((value) => [value, percentTick(value)]),
  };
}

/** A scale of powers of ten around all values that are not zero; they are shown as odds. */
function powers(values) {
  const seen = values.filter((value) => value > 0);
  const from = seen.length ? Math.floor(Math.log10(Math.min(...seen))) : -1;
  const to = seen.length ? Math.max(from + 1, Math.ceil(Math.log10(Math.max(...seen)))) : 0;
  const stride = Math.max(1, Math.trunc((to - from + 5) / 6));
  const ticks = [];
  for (let exponent = to; exponent >= from; exponent -= stride) {
    ticks.push([10 ** exponent, powerTick(exponent)]);
  }
  const share = (value) => (value > 0 ? (Math.log10(value) - from) / (to - from) : 0);
  return { place: (value) => HEIGHT * (1 - Math.min(1, Math.max(0, share(value)))), ticks };
}

/** `5 %` */
function percentTick(value) {
  const digits = significant(100 * value, 2);
  return `${digits.includes(".") ? digits.replace(/\.?0+$/, "") : digits} %`;
}

/** `1 in 100` */
function powerTick(exponent) {
  const size = Math.abs(exponent);
  const small = [...String(size)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]).join("");
  return `1 in ${size <= 3 ? grouped(10 ** size) : `10${small}`}`;
}
