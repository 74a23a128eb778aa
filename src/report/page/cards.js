// Cards: their features and their pictures. A card is a number from 0 to 80 whose four digits to base three
// are number, shape, colour and shading, as everywhere in setodds.

const NUMBERS = ["one", "two", "three"];
const SHAPES = ["diamond", "oval", "squiggle"];
const COLOURS = ["red", "green", "purple"];
const SHADINGS = ["solid", "open", "striped"];

/** Outlines in a box of 20 by 40. */
const OUTLINES = [
  "M10 1L19 20L10 39L1 20Z",
  "M10 1A8.5 8.5 0 0 1 18.5 9.5V30.5A8.5 8.5 0 0 1 1.5 30.5V9.5A8.5 8.5 0 0 1 10 1Z",
  "M13.2 1.6C18.6 4.4 19.6 10.5 17.6 16.2C16 20.8 15.4 23.6 17.4 28.4C19.3 33 18.6 37.6 14.9 38.8" +
    "C11.9 39.7 9 38.9 6.8 38.4C1.4 35.6.4 29.5 2.4 23.8C4 19.2 4.6 16.4 2.6 11.6C.7 7 1.4 2.4 5.1 1.2C8.1.3 11 1.1 13.2 1.6Z",
];

const digits = (card) => [27, 9, 3, 1].map((place) => Math.trunc(card / place) % 3);

/** `two red striped ovals` */
function nameOf(card) {
  const [number, shape, colour, shading] = digits(card);
  return `${NUMBERS[number]} ${COLOURS[colour]} ${SHADINGS[shading]} ${SHAPES[shape]}${number ? "s" : ""}`;
}

/** Saves hands, which `setodds find` reads. */
function saveHands(name, hands) {
  const rows = hands.flatMap((hand, place) => hand.map((card) => `${place + 1},${digits(card).join("")}\n`));
  if (!rows.length) throw new Error("There are no cards to save.");
  saveText(`${name}.csv`, `hand,card\n${rows.join("")}`);
}

/** The picture of a card. */
function picture(card) {
  const [number, shape, colour, shading] = digits(card);
  const fill = ["currentColor", "none", `url(#stripes-${colour})`][shading];
  const symbol = (place) => `<path d="${OUTLINES[shape]}" transform="translate(${36 + 25 * place - 12.5 * number} 9)" fill="${fill}"/>`;
  const symbols = Array.from({ length: number + 1 }, (_, place) => symbol(place));
  return `<svg class="card ink-${colour}" viewBox="0 0 92 58" aria-hidden="true">${symbols.join("")}</svg>`;
}

/** The stripes, one pattern for each colour. */
const stripes = () => `<svg width="0" height="0" class="patterns" aria-hidden="true"><defs>${COLOURS.map((_, colour) =>
  `<pattern id="stripes-${colour}" class="ink-${colour}" width="4" height="3.2" patternUnits="userSpaceOnUse">` +
  `<path d="M0 1.6H4" stroke="currentColor" stroke-width="1.3"/></pattern>`).join("")}</defs></svg>`;
