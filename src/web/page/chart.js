/** A line chart of an estimate and its interval over the number of deals. */
import { html, svg } from "./dom.js";
import { integer, percent } from "./numbers.js";

/** @typedef {Record<"deals" | "estimate" | "low" | "high" | "exact", number>} Point */

const widest = 704;
const height = 240;
const [left, right, bottom, top] = [64, 22, 30, 8];

/**
 * Returns the chart and its caption, for points in the order of their deals, the number of deals of
 * the whole run, and the available width.
 * @type {(points: Point[], deals: number, room: number) => Node[]}
 */
export function drawChart(points, deals, room) {
  const last = points.at(-1);
  if (!last) return [];
  const width = Math.min(room || widest, widest);
  const [lowest, highest] = range(points, last, deals);
  const decades = Math.log10(deals) - 2;
  /** @param {number} value */
  const x = (value) => left + ((width - left - right) * (Math.log10(value) - 2)) / decades;
  /** @param {number} value */
  const y = (value) =>
    height - bottom - ((height - bottom - top) * (value - lowest)) / (highest - lowest);
  /** @param {(point: Point) => number} value */
  const line = (value) => points.map((point) => `${x(point.deals)},${y(value(point))}`);
  /** @param {number} at @param {string} style */
  const level = (at, style) =>
    svg("line", { x1: left, x2: width - right, y1: y(at), y2: y(at), class: style });

  const label = `The estimate after ${integer(last.deals)} deals is ${percent(last.estimate)}; ` +
    `exactly ${percent(last.exact)}.`;
  const size = { viewBox: `0 0 ${width} ${height}`, width };
  const made = svg("svg", { ...size, class: "chart", role: "img", "aria-label": label });
  for (let decade = 2; decade <= decades + 2; decade++) {
    const at = x(10 ** decade);
    made.append(
      svg("line", { x1: at, x2: at, y1: top, y2: height - bottom, class: "grid" }),
      svg("text", { x: at, y: height - bottom + 18, "text-anchor": "middle" },
        (10 ** decade).toLocaleString("en", { notation: "compact" })),
    );
  }
  for (const [tick, text] of ticks(lowest, highest)) {
    made.append(
      level(tick, "grid"),
      svg("text", { x: left - 6, y: y(tick) + 4, "text-anchor": "end" }, text),
    );
  }
  const band = [...line(({ low }) => low), ...line(({ high }) => high).reverse()];
  // The nested element clips whatever is outside the range.
  const box = { x: left, y: top, width: width - left - right, height: height - bottom - top };
  made.append(svg(
    "svg", { ...box, viewBox: Object.values(box).join(" ") },
    svg("polygon", { points: band.join(" "), class: "band" }),
    svg("polyline", { points: line(({ estimate }) => estimate).join(" "), class: "estimate" }),
    level(last.exact, "exact"),
  ));
  return [made, html("figcaption", {}, "The estimate by the number of deals (line), its 95 % " +
    "interval (area), and the exact value (dashed).")];
}

/**
 * Returns the range of the y axis: a little more than the interval in the middle of the run, so
 * that later intervals visibly narrow.
 * @type {(points: Point[], last: Point, deals: number) => [lowest: number, highest: number]}
 */
function range(points, last, deals) {
  const middle = points.findLast((point) => point.deals <= Math.sqrt(100 * deals));
  const { low, high, exact } = middle ?? last;
  const margin = (high - low) / 4;
  return [Math.max(0, Math.min(low, exact) - margin), Math.max(high, exact) + margin];
}

/**
 * Returns tick marks at round values in a range, with their labels.
 * @type {(lowest: number, highest: number) => [value: number, text: string][]}
 */
function ticks(lowest, highest) {
  const power = 10 ** Math.floor(Math.log10(highest - lowest));
  const step = power * ([0.2, 0.5, 1].find((size) => (highest - lowest) / power / size <= 6) ?? 2);
  const decimals = Math.max(0, -Math.floor(Math.log10(100 * step) + 1e-9));
  const first = Math.ceil(lowest / step);
  return Array.from({ length: Math.floor(highest / step) - first + 1 }, (_, i) => {
    const value = (first + i) * step;
    return [value, `${(100 * value).toFixed(decimals)} %`];
  });
}
