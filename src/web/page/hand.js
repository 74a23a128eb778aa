/** The second section: finds the sets in the reader's hand. */
import { cardButton, name, picture, row } from "./cards.js";
import { get, html, message, press, write } from "./dom.js";
import { counted, oneIn, percent } from "./numbers.js";

/** @param {import("../index.js").Answer} answer */
export function startHand(answer) {
  /** @type {number[]} */
  let hand = [];
  const deck = Array.from({ length: 81 }, (_, card) => cardButton(card));

  /** @param {number[]} cards @param {string} before @param {string} after */
  const show = (cards, before = "", after = "") => {
    hand = cards;
    deck.forEach((button, card) => press(button, hand.includes(card)));
    const sets = findSets(answer, hand);
    showHand(hand, sets);
    const text = hand.length ? summary(answer, hand, sets.length) : "No cards yet.";
    write("hand-summary", before + text + after);
    write("hand-error", "");
  };

  /** @param {import("../index.js").HandsReply} reply */
  const showFirst = ({ provenance: { read }, hands }) => {
    const cards = hands[0]?.cards.map(({ index }) => index) ?? [];
    const first = hands.length > 1 ? `The first of ${hands.length} hands: ` : "";
    show(cards, first, read ? ` Read: ${read}.` : "");
  };

  deck.forEach((button, card) => button.addEventListener("click", () => {
    show(hand.includes(card) ? hand.filter((other) => other !== card) : [...hand, card]);
  }));
  const grid = get("hand-deck", HTMLElement);
  grid.append(...deck);
  moveByArrows(grid, deck);

  const size = get("hand-size", HTMLInputElement);
  get("hand-deal", HTMLButtonElement).addEventListener("click", () => {
    if (size.reportValidity()) showFirst(answer({ command: "deal", cards: size.valueAsNumber }));
  });
  get("hand-clear", HTMLButtonElement).addEventListener("click", () => show([]));
  get("hand-form", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    const hands = get("hand-text", HTMLTextAreaElement).value;
    try {
      if (!hands.trim()) throw new Error("Write some cards first.");
      showFirst(answer({ command: "find", hands }));
    } catch (thrown) {
      show([]);
      write("hand-error", plain(message(thrown)));
    }
  });
  show([]);
}

/** @type {(answer: import("../index.js").Answer, hand: number[]) => number[][]} */
function findSets(answer, hand) {
  if (hand.length === 0) return [];
  const { hands } = answer({ command: "find", hands: asText(hand) });
  return hands[0]?.sets.map((set) => set.map((card) => Number(card.slice(1)))) ?? [];
}

/** Removes hints on command-line options from a message. @type {(text: string) => string} */
function plain(text) {
  const short = text.replace(/^hands[,:] /, "").replace(/give --numbers-from .*, or /, "");
  return short.charAt(0).toUpperCase() + short.slice(1);
}

/** @param {number[]} hand */
function asText(hand) {
  return hand.map((card) => `@${card}`).join("\n");
}

/**
 * Returns a summary of a hand.
 * @type {(answer: import("../index.js").Answer, hand: number[], sets: number) => string}
 */
function summary(answer, hand, sets) {
  const text = `${counted(hand.length, "card")}, ${counted(sets, "set")}.`;
  if (hand.length < 3) return text;
  const { distribution } = answer({ command: "odds", cards: hand.length });
  const probability = distribution.find(({ value }) => value === sets)?.probability ?? 0;
  const odds = oneIn(probability);
  const often = `${percent(probability)} of all hands of ${hand.length} cards hold ` +
    `${sets === 0 ? "no set" : `exactly ${counted(sets, "set")}`}${odds ? `, 1 in ${odds}` : ""}.`;
  if (sets > 0) return `${text} ${often}`;
  const { next } = answer({ command: "next", table: asText(hand) });
  const none = next.find((row) => row.sets === 0)?.probability ?? 0;
  return `${text} ${often} Three more cards bring a set with probability ${percent(1 - none)}.`;
}

/**
 * Shows the cards and the sets. A selected set is highlighted in the hand.
 * @type {(hand: number[], sets: number[][]) => void}
 */
function showHand(hand, sets) {
  const items = new Map(hand.map((card) => {
    const times = sets.filter((set) => set.includes(card)).length;
    const image = picture(card);
    image.setAttribute("role", "img");
    image.setAttribute("aria-label", `${name(card)}, in ${counted(times, "set")}`);
    image.removeAttribute("aria-hidden");
    return [card, html("li", times ? { class: "in-set" } : {}, image)];
  }));
  const list = get("hand-cards", HTMLElement);
  list.replaceChildren(...items.values());
  list.classList.remove("choosing");
  const buttons = sets.map((set) => {
    const button = html("button", { type: "button", "aria-pressed": "false" }, ...row(set));
    button.addEventListener("click", () => {
      const chosen = button.getAttribute("aria-pressed") === "false";
      buttons.forEach((other) => press(other, chosen && other === button));
      list.classList.toggle("choosing", chosen);
      items.forEach((item, card) => item.classList.toggle("chosen", chosen && set.includes(card)));
    });
    return button;
  });
  get("hand-sets", HTMLElement).replaceChildren(...buttons.map((button) => html("li", {}, button)));
  get("hand-hint", HTMLElement).hidden = sets.length === 0;
}

/**
 * Makes a grid of buttons a single tab stop with navigation by arrow keys.
 * @type {(grid: HTMLElement, buttons: HTMLButtonElement[]) => void}
 */
function moveByArrows(grid, buttons) {
  let current = 0;
  /** @param {number} index */
  const enter = (index) => {
    buttons[current]?.setAttribute("tabindex", "-1");
    current = index;
    buttons[current]?.setAttribute("tabindex", "0");
  };
  buttons.forEach((button, i) => {
    button.tabIndex = -1;
    button.addEventListener("focus", () => enter(i));
  });
  enter(0);
  grid.addEventListener("keydown", (event) => {
    const columns = getComputedStyle(grid).gridTemplateColumns.split(" ").length;
    /** @type {Record<string, number>} */
    const steps = {
      ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns,
      Home: -current, End: buttons.length - 1 - current,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    buttons[current + step]?.focus();
  });
}
