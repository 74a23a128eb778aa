/** The fourth section: a simulation whose estimate converges to the exact value. */
import { randomSeed } from "../module.js";
import { drawChart } from "./chart.js";
import { fillTable, get, html, message, write } from "./dom.js";
import { integer, interval, likeInterval, short } from "./numbers.js";
import { startThreads } from "./threads.js";

/**
 * @typedef {import("../index.js").Row} Row
 * @typedef {import("./engine.js").Engine} Engine
 * @typedef {import("./chart.js").Point} Point
 * @typedef {{ command: "simulate", cards: number, deals: number, seed: string }} Run
 */

/** The time that a worker computes before it reports, in milliseconds. */
const slice = 100;
/** Minimum time between updates of the page, which slow down the workers, in milliseconds. */
const pause = 250;

/** @param {Engine} engine */
export function startSimulation(engine) {
  const workers = get("deal-workers", HTMLSelectElement);
  const cores = navigator.hardwareConcurrency || 1;
  for (const count of [...new Set([cores, ...Array(cores).keys()])]) {
    const label = count === 0 ? "this page alone" : count === 1 ? "1 worker" : `${count} workers`;
    workers.append(html("option", { value: String(count) }, label));
  }
  const start = get("deal-start", HTMLButtonElement);
  const stop = get("deal-stop", HTMLButtonElement);
  let stopping = new AbortController();
  stop.addEventListener("click", () => stopping.abort());

  get("deal-form", HTMLFormElement).addEventListener("submit", async (event) => {
    event.preventDefault();
    // A disabled button would lose the focus.
    if (start.getAttribute("aria-disabled") === "true") return;
    start.setAttribute("aria-disabled", "true");
    stop.disabled = false;
    stopping = new AbortController();
    write("deal-error", "");
    try {
      /** @type {Run} */
      const run = {
        command: "simulate",
        cards: get("deal-cards", HTMLInputElement).valueAsNumber,
        deals: Number(get("deal-deals", HTMLSelectElement).value),
        seed: get("deal-seed", HTMLInputElement).value || String(randomSeed()),
      };
      await simulate(engine, run, Number(workers.value), stopping.signal);
    } catch (thrown) {
      write("deal-error", message(thrown));
    }
    if (document.activeElement === stop) start.focus();
    start.removeAttribute("aria-disabled");
    stop.disabled = true;
  });
}

/**
 * Runs a simulation and shows its progress. The signal stops it after the current blocks.
 * @type {(engine: Engine, run: Run, workers: number, signal: AbortSignal) => Promise<void>}
 */
async function simulate(engine, run, workers, signal) {
  const { answer } = engine;
  const none = { ...run, blocks: /** @type {[number, number]} */ ([0, 0]) };
  const { blocks } = answer(none);
  get("deal-result", HTMLElement).hidden = false;
  write("deal-status", `Dealing ${integer(run.deals)} hands.`);
  write("deal-table", "");
  showCommand(run, run.deals);
  const points = [100, 1000, 10_000, 100_000].filter((deals) => deals < run.deals)
    .map((deals) => noSet(answer({ ...run, deals }).distribution));

  let next = 0;
  /** @type {string[]} */
  let merged = [];
  /** @type {Row[]} */
  let rows = [];
  /** @type {string[]} */
  let parts = [];
  let shown = 0;
  const update = () => {
    if (parts.length === 0) return;
    const whole = answer({ ...run, parts: [...merged, ...parts] });
    parts = [];
    merged = [whole.part];
    rows = whole.result.distribution;
    const point = noSet(rows);
    if (point.deals > (points.at(-1)?.deals ?? 0)) points.push(point);
    showEstimate(run, point, points);
  };
  const threads = await startThreads(engine, workers, none);
  const started = performance.now();
  try {
    await Promise.all(threads.map(async (thread) => {
      let size = 1;
      while (next < blocks && (next === 0 || !signal.aborted)) {
        const from = next;
        next = Math.min(blocks, from + size);
        const began = performance.now();
        const { part } = await thread.ask({ ...run, blocks: [from, next] });
        const time = Math.max(performance.now() - began, slice / 4);
        size = Math.max(1, Math.round((size * slice) / time));
        parts.push(part);
        const now = performance.now();
        if (now - shown > pause) {
          shown = now;
          // Deferred, so that the thread gets its next blocks first.
          setTimeout(update);
        }
      }
    }));
  } finally {
    threads.forEach((thread) => thread.end());
  }
  const seconds = (performance.now() - started) / 1000;
  update();
  showResult(run, rows, seconds);
}

/**
 * Returns the estimated probability of no set. Up to 20 cards, the result has a row for it.
 * @type {(rows: Row[]) => Point}
 */
function noSet(rows) {
  const row = rows.find(({ value }) => value === 0);
  if (!row) throw new Error("the result has no row for hands without a set");
  const { total, probability, ci_low, ci_high, exact_probability } = row;
  return {
    deals: Number(total),
    estimate: probability,
    low: ci_low ?? probability,
    high: ci_high ?? probability,
    exact: exact_probability ?? 0,
  };
}

/** Shows the progress of a run. @type {(run: Run, point: Point, points: Point[]) => void} */
function showEstimate(run, point, points) {
  const progress = get("deal-progress", HTMLProgressElement);
  progress.max = run.deals;
  progress.value = point.deals;
  const inDigits = likeInterval(point.low, point.high);
  write("deal-number", inDigits(point.estimate));
  const inside = point.low <= point.exact && point.exact <= point.high;
  write("deal-text", `of ${integer(point.deals)} hands of ${run.cards} cards hold no set, with ` +
    `95 % confidence ${interval(point.low, point.high)}. The interval ` +
    `${inside ? "contains" : "does not contain"} the exact value ${inDigits(point.exact)}` +
    `${inside ? "" : ", as in 5 of 100 runs"}.`);
  const chart = get("deal-chart", HTMLElement);
  chart.replaceChildren(...drawChart(points, run.deals, chart.clientWidth));
}

/**
 * Shows the result of a complete or stopped run. Blocks are assigned in order, so a stopped run is
 * a shorter run with the same seed.
 * @type {(run: Run, rows: Row[], seconds: number) => void}
 */
function showResult(run, rows, seconds) {
  const deals = Number(rows[0]?.total ?? 0);
  write("deal-status", (deals < run.deals ? "Stopped after " : "Done: ") +
    `${integer(deals)} deals, ${short(deals / seconds)} per second.`);
  showCommand(run, deals);
  const columns = [
    { title: "sets" }, { title: "hands", wide: true }, { title: "estimate" },
    { title: "95 % interval" }, { title: "exact" },
  ];
  const cells = rows.map(({ value, count, probability, ci_low, ci_high, exact_probability }) => {
    const [low, high] = [ci_low ?? probability, ci_high ?? probability];
    const inDigits = likeInterval(low, high);
    const exact = inDigits(exact_probability ?? 0);
    return [String(value), integer(count), inDigits(probability), interval(low, high), exact];
  });
  fillTable("deal-table", "Hands by number of sets", columns, cells);
}

/** Shows the command that repeats a run. @type {(run: Run, deals: number) => void} */
function showCommand({ cards, seed }, deals) {
  write("deal-command", `setodds simulate --cards ${cards} --deals ${deals} --seed ${seed}`);
}
