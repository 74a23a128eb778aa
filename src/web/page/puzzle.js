/** The third section: the daily puzzle, nine cards with four sets, the same for everybody. */
import { cardButton, fault, fromDigits, row } from "./cards.js";
import { get, html, message, press, write } from "./dom.js";
import { counted } from "./numbers.js";

/** @param {import("../index.js").Answer} answer */
export function startPuzzle(answer) {
  const date = get("puzzle-date", HTMLInputElement);
  const now = new Date();
  now.setMinutes(now.getMinutes() - now.getTimezoneOffset());
  date.value = now.toISOString().slice(0, 10);

  /** @type {Puzzle | undefined} */
  let puzzle;
  const show = () => {
    write("puzzle-command", date.value && `setodds puzzle --from ${date.value}`);
    try {
      if (!date.value) throw new Error("Choose a date.");
      const reply = answer({ command: "puzzle", from: date.value });
      const [{ cards, sets } = { cards: [], sets: [] }] = reply.puzzles;
      puzzle = new Puzzle(cards.map(fromDigits), sets.map((set) => set.cards.map(fromDigits)));
    } catch (thrown) {
      puzzle = undefined;
      for (const id of ["task", "cards", "sets"]) write(`puzzle-${id}`, "");
      write("puzzle-status", message(thrown));
    }
  };
  date.addEventListener("change", show);
  get("puzzle-solve", HTMLButtonElement).addEventListener("click", () => puzzle?.solve());
  show();
}

/** A puzzle on the page with the sets found so far. */
class Puzzle {
  /** @type {number[]} */
  picked = [];
  /** @type {Set<string>} */
  found = new Set();
  /** @type {Map<number, HTMLButtonElement>} */
  buttons;
  /** @type {number[][]} */
  sets;

  /**
   * @param {number[]} cards
   * @param {number[][]} sets
   */
  constructor(cards, sets) {
    this.sets = sets;
    this.buttons = new Map(cards.map((card) => [card, cardButton(card)]));
    this.buttons.forEach((button, card) => button.addEventListener("click", () => this.pick(card)));
    get("puzzle-cards", HTMLElement).replaceChildren(...this.buttons.values());
    get("puzzle-sets", HTMLElement).replaceChildren();
    write("puzzle-task", `${cards.length} cards with ${counted(sets.length, "set")}. ` +
      "Choose three cards that form a set.");
    write("puzzle-status", "");
  }

  /** @param {number} card */
  pick(card) {
    this.picked = this.picked.includes(card)
      ? this.picked.filter((other) => other !== card)
      : [...this.picked, card];
    const { picked } = this;
    if (picked.length === 3) {
      this.picked = [];
      this.judge(picked);
    }
    this.buttons.forEach((button, other) => press(button, this.picked.includes(other)));
  }

  /** @param {number[]} three */
  judge(three) {
    const why = fault(three);
    if (why) {
      write("puzzle-status", `Not a set: ${why}.`);
    } else if (this.add(three)) {
      const left = this.sets.length - this.found.size;
      write("puzzle-status", left ? `A set! ${left} to go.` : "A set, and the last one. Solved!");
    } else {
      write("puzzle-status", "You have found this set already.");
    }
  }

  solve() {
    const added = this.sets.filter((set) => this.add(set)).length;
    write("puzzle-status", added
      ? `The solution: ${counted(added, "set")} added to the list.`
      : "Nothing is left to find.");
  }

  /**
   * Adds a set to the list. Returns whether it is new.
   * @param {number[]} set
   */
  add(set) {
    const key = [...set].sort().join();
    if (this.found.has(key)) return false;
    this.found.add(key);
    get("puzzle-sets", HTMLElement).append(html("li", {}, ...row(set)));
    return true;
  }
}
