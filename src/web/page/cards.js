/**
 * The 81 cards with names and pictures. The base-3 digits of a card number are number, shape,
 * colour and shading, as in the program.
 */
import { html, svg } from "./dom.js";

const values = [
  ["one", "two", "three"],
  ["diamond", "oval", "squiggle"],
  ["red", "green", "purple"],
  ["solid", "open", "striped"],
];

const features = ["numbers", "shapes", "colours", "shadings"];

/** The outlines of the shapes in a box of 20 by 40. */
const outlines = [
  "M10 1L19 20L10 39L1 20Z",
  "M10 1A8.5 8.5 0 0 1 18.5 9.5V30.5A8.5 8.5 0 0 1 1.5 30.5V9.5A8.5 8.5 0 0 1 10 1Z",
  "M13.2 1.6C18.6 4.4 19.6 10.5 17.6 16.2C16 20.8 15.4 23.6 17.4 28.4C19.3 33 18.6 37.6 14.9 38.8" +
    "C11.9 39.7 9 38.9 6.8 38.4C1.4 35.6.4 29.5 2.4 23.8C4 19.2 4.6 16.4 2.6 11.6" +
    "C.7 7 1.4 2.4 5.1 1.2C8.1.3 11 1.1 13.2 1.6Z",
];

/** The stripes that fill a box of 20 by 40. */
const stripes = "M0 4H20M0 8H20M0 12H20M0 16H20M0 20H20M0 24H20M0 28H20M0 32H20M0 36H20";

/**
 * Returns the values of a card, each 0 to 2.
 * @type {(card: number) => [number: number, shape: number, colour: number, shading: number]}
 */
function digits(card) {
  return [Math.floor(card / 27), Math.floor(card / 9) % 3, Math.floor(card / 3) % 3, card % 3];
}

/** Parses a card of four digits. @type {(text: string) => number} */
export function fromDigits(text) {
  return parseInt(text, 3);
}

/** Returns the name of a card: `two red striped diamonds`. @type {(card: number) => string} */
export function name(card) {
  const [number, shape, colour, shading] = digits(card).map((digit, i) => values[i]?.[digit]);
  return `${number} ${colour} ${shading} ${shape}${number === "one" ? "" : "s"}`;
}

/**
 * Returns the reason why three cards are not a set, or an empty text for a set.
 * @type {(cards: number[]) => string}
 */
export function fault(cards) {
  const all = cards.map(digits);
  for (const i of [0, 2, 3, 1]) {
    const three = all.map((card) => card[i] ?? 0);
    if (new Set(three).size === 2) {
      return `the ${features[i]} are ${three.map((digit) => values[i]?.[digit]).join(", ")}`;
    }
  }
  return "";
}

/** Adds the clip paths that keep stripes within their outlines. */
export function addClips() {
  const clips = outlines.map((d, i) => svg("clipPath", { id: `clip-${i}` }, svg("path", { d })));
  const hidden = { width: 0, height: 0, class: "clips", "aria-hidden": "true" };
  document.body.append(svg("svg", hidden, ...clips));
}

/** Draws a card, without a name for screen readers. @type {(card: number) => SVGSVGElement} */
export function picture(card) {
  const [number, shape, colour, shading] = digits(card);
  const style = { viewBox: "0 0 100 68", class: `card ink-${colour}`, "aria-hidden": "true" };
  const made = svg("svg", style);
  for (let i = 0; i <= number; i++) {
    const transform = `translate(${40 + 25 * i - 12.5 * number} 14)`;
    const fill = shading === 0 ? "currentColor" : "none";
    if (shading === 2) {
      const clipped = svg("path", { d: stripes, "clip-path": `url(#clip-${shape})` });
      made.append(svg("g", { transform }, clipped));
    }
    made.append(svg("path", { d: outlines[shape] ?? "", transform, fill }));
  }
  return made;
}

/**
 * Returns a card as a toggle button.
 * @type {(card: number) => HTMLButtonElement}
 */
export function cardButton(card) {
  const label = name(card);
  const attributes = { type: "button", "aria-pressed": "false", "aria-label": label, title: label };
  return html("button", attributes, picture(card));
}

/** Returns three cards as pictures and words. @type {(set: number[]) => HTMLElement[]} */
export function row(set) {
  const pictures = html("span", { class: "pictures" }, ...set.map(picture));
  return [pictures, html("span", {}, set.map(name).join(", "))];
}
