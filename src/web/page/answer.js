/** The first section: exact probabilities. */
import { fillTable, get, html, message, write } from "./dom.js";
import { decimal, integer, oneIn, percent } from "./numbers.js";

/**
 * The measures, with a label and a unit; those with `anySize` do not depend on the hand size.
 * @typedef {Exclude<import("../index.js").Measure, "greedy-cap">} Choice
 * @type {Record<Choice, { label: string, unit: string, anySize?: boolean }>}
 */
const measures = {
  "sets": { label: "sets in the hand", unit: "sets" },
  "disjoint-sets": { label: "sets that can be taken at once", unit: "sets" },
  "in-sets": { label: "cards that belong to a set", unit: "cards" },
  "largest-cap": { label: "most cards without a set", unit: "cards" },
  "ultrasets": { label: "ultrasets: two pairs that one card completes", unit: "ultrasets" },
  "first-set": { label: "cards turned over until there is a set", unit: "cards", anySize: true },
  "set-types": { label: "features in which a set differs", unit: "features", anySize: true },
};

/** In these, 0 means that the hand has no set. */
const noSet = new Set(["sets", "disjoint-sets", "in-sets"]);

/** A longer table leaves out rare values. */
const longest = 30;
const rare = 1e-6;

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
  const size = first?.cards;
  if (noSet.has(measure) && first?.value === 0) {
    const { count, probability, total } = first;
    write("answer-number", percent(probability));
    const hands = probability === 0
      ? "always hold a set"
      : `hold no set in ${integer(count)} of ${integer(total)} hands`;
    const odds = oneIn(probability);
    write("answer-text", `${size} cards ${hands}${odds ? `: ${odds}` : ""}. ${sentence}`);
  } else {
    write("answer-number", mean);
    write("answer-text", sentence);
  }

  const possible = distribution.filter(({ probability }) => probability > 0);
  const shown = possible.length > longest
    ? possible.filter(({ probability }) => probability >= rare)
    : possible;
  const largest = Math.max(...shown.map(({ probability }) => probability));
  const rows = shown.map(({ value, count, probability }) => {
    const bar = html("span", { class: "bar" });
    bar.style.inlineSize = `${(100 * probability) / largest}%`;
    return [String(value), percent(probability), oneIn(probability), integer(count), bar];
  });
  const columns = [
    { title: unit }, { title: "probability" }, { title: "odds" },
    { title: anySize ? "count" : "hands", wide: true }, { title: "chart" },
  ];
  const caption = anySize ? label : `${size} cards: ${label}`;
  fillTable("answer-table", caption, columns, rows);
  write("answer-note", shown.length < possible.length
    ? "Values rarer than 1 in a million are left out; the command lists them." : "");
}
