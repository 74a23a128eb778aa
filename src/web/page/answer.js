/** The first section: exact probabilities. */
import { fillTable, get, html, message, write } from "./dom.js";
import { counted, decimal, integer, oneIn, percent } from "./numbers.js";

/**
 * The measures, with a label and a unit; those with `anySize` do not depend on the hand size.
 * @typedef {Exclude<import("../index.js").Measure, "greedy-cap">} Choice
 * @type {Record<Choice, { label: string, unit: string, anySize?: boolean }>}
 */
const measures = {
  "sets": { label: "sets in the hand", unit: "sets" },
  "disjoint-sets": { label: "sets that can be taken at once", unit: "sets" },
  "in-sets": { label: "cards that belong to a set", unit: "cards" },
  "largest-cap": { label: "largest set-free subset", unit: "cards" },
  "ultrasets": { label: "ultrasets: pairs completed alike", unit: "ultrasets" },
  "first-set": { label: "cards dealt until there is a set", unit: "cards", anySize: true },
  "set-types": { label: "features in which a set differs", unit: "features", anySize: true },
};

/** The measures for which 0 means a hand without a set. */
const noSet = new Set(["sets", "disjoint-sets", "in-sets"]);

/** Maximum number of rows; longer tables omit rare values. */
const longest = 40;

/** Largest hand size with a known distribution of measures other than sets. */
const known = 18;

/** @param {import("../index.js").Answer} answer */
export function startAnswer(answer) {
  const cards = get("answer-cards", HTMLInputElement);
  const select = get("answer-measure", HTMLSelectElement);
  for (const [value, { label }] of Object.entries(measures)) {
    select.append(html("option", { value }, label));
  }

  const show = () => {
    const measure = /** @type {Choice} */ (select.value);
    cards.disabled = Boolean(measures[measure].anySize);
    write("answer-error", "");
    try {
      if (!cards.disabled && !cards.checkValidity()) throw new Error("Choose 0 to 81 cards.");
      if (measure === "first-set") {
        showAnswer(measure, answer({ command: "odds", cards: measure }));
        write("answer-command", "setodds odds first-set");
        return;
      }
      const size = cards.disabled ? 12 : cards.valueAsNumber;
      if (measure !== "sets" && size > known) {
        throw new Error(`This is known exactly only up to ${known} cards.`);
      }
      showAnswer(measure, answer({ command: "odds", cards: size, measure }));
      const option = measure === "sets" ? "" : ` --measure ${measure}`;
      write("answer-command", `setodds odds ${size}${option}`);
    } catch (thrown) {
      for (const id of ["number", "text", "table", "note", "command"]) write(`answer-${id}`, "");
      write("answer-error", message(thrown));
    }
  };
  const form = get("answer-form", HTMLFormElement);
  form.addEventListener("input", show);
  form.addEventListener("submit", (event) => event.preventDefault());
  show();
}

/** @type {(measure: Choice, reply: import("../index.js").OddsReply) => void} */
function showAnswer(measure, { distribution, summary }) {
  const { label, unit, anySize } = measures[measure];
  const exact = summary?.[0]?.mean ?? 0;
  const mean = decimal(typeof exact === "number" ? exact : exact.value);
  const sentence = `The mean is ${mean} ${unit}.`;
  const [first] = distribution;
  const hand = counted(first?.cards ?? 0, "card");
  if (noSet.has(measure) && first?.value === 0) {
    write("answer-number", percent(first.probability));
    write("answer-text", `${withoutSet(hand, first)} ${sentence}`);
  } else {
    write("answer-number", mean);
    write("answer-text", sentence);
  }

  const likely = distribution.map(({ probability }) => probability).sort((a, b) => b - a);
  const least = likely[longest - 1] || Number.MIN_VALUE;
  const shown = distribution.filter(({ value, probability }) =>
    probability >= least || (value === 0 && noSet.has(measure)));
  const largest = Math.max(...shown.map(({ probability }) => probability));
  const rows = shown.map(({ value, count, probability }) => {
    const bar = html("span", { class: "bar" });
    bar.style.inlineSize = `${(100 * probability) / largest}%`;
    return [String(value), percent(probability), oneIn(probability), integer(count), bar];
  });
  const columns = [
    { title: unit }, { title: "probability" }, { title: "1 in", wide: true },
    { title: anySize ? "count" : "hands", wide: true }, { title: "chart" },
  ];
  const caption = anySize ? label : `${hand}: ${label}`;
  fillTable("answer-table", caption, columns, rows);
  write("answer-note", likely[longest]
    ? `The ${longest} likeliest values are shown; the command lists all.` : "");
}

/**
 * Returns a sentence on the probability of no set, first in round numbers.
 * @type {(hand: string, row: import("../index.js").Row) => string}
 */
function withoutSet(hand, { cards, probability, count, total }) {
  const verb = cards === 1 ? "holds" : "hold";
  if (probability === 1) return `${hand} never ${verb} a set.`;
  if (probability === 0) return `${hand} always ${verb} a set.`;
  const digits = Math.max(2, Math.ceil(Math.log10(1 / probability)));
  const round = probability < 0.5 ? `1 deal in ${oneIn(probability, digits)}: ` : "";
  return `${round}${hand} ${verb} no set in ${integer(count)} of ${integer(total)} hands.`;
}
