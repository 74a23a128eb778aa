// The geometry: the cards as the points of a space, a hand in it, and the lines through a card, which are its sets.

/** The hand that is drawn; the card whose lines are drawn; and the lines through each card, from the engine. */
const plane = { hand: [], card: undefined, lines: undefined };

/** All sets of the deck, for each of their cards. */
function linesOfDeck() {
  const all = Array.from({ length: 81 }, (_, card) => card);
  const lines = all.map(() => []);
  for (const set of engine.ask(`sets ${all.join(" ")}`).split(" ")) {
    const cards = set.split(",").map(Number);
    for (const card of cards) lines[card].push(cards);
  }
  return lines;
}

/** Draws the hand that is chosen, unless the section has not begun. */
function drawPlane() {
  if (!plane.lines) return;
  const written = $("plane-hand").value;
  plane.hand = written ? engine.ask(`read ${written.replaceAll(" ", ",")}`).split("\n")[1].split(" ").map(Number) : [...table.hand];
  for (const point of $("plane-points").children) {
    const isIn = plane.hand.includes(Number(point.dataset.card));
    point.classList.toggle("in", isIn);
    point.setAttribute("aria-label", `${nameOf(Number(point.dataset.card))}${isIn ? ", in the hand" : ""}`);
  }
  drawLines();
}

/** The lines through the card that is pointed at. */
function drawLines() {
  const inHand = (cards) => cards.every((card) => plane.hand.includes(card));
  const lines = plane.card === undefined ? [] : plane.lines[plane.card];
  const order = DECK_ORDER;
  const path = (cards) => cards.map((card) => order.indexOf(card)).sort((one, other) => one - other)
    .map((place) => `${place % 9 + .5} ${Math.trunc(place / 9) + .5}`).join("L");
  const drawn = (cards) => `<path class="${inHand(cards) ? "strong" : "faint"}" d="M${path(cards)}"/>`;
  const sorted = [...lines].sort((one, other) => inHand(one) - inHand(other));
  $("plane-lines").innerHTML = `<path class="border" d="M3 0V9M6 0V9M0 3H9M0 6H9"/>${sorted.map(drawn).join("")}`;
  const sets = lines.filter(inHand).length;
  $("plane-told").textContent = plane.card === undefined ? `${plural(plane.hand.length, "card")} in the space.` :
    `${nameOf(plane.card)}: ${plural(sets, "set")} of the hand ${sets === 1 ? "goes" : "go"} through it.`;
}

/** Draws the lines through a card, or through none. */
function pointAt(card) {
  if (card === plane.card) return;
  plane.card = card;
  drawLines();
}

function startPlane() {
  plane.lines = linesOfDeck();
  $("plane-points").innerHTML = DECK_ORDER.map((card, place) =>
    `<button type="button" data-card="${card}" tabindex="${place ? -1 : 0}"></button>`).join("");
  const point = (event) => {
    // A page that scrolls under a pointer at rest is not pointed at.
    if (event.type === "pointermove" && !event.movementX && !event.movementY) return;
    const button = event.target.closest("[data-card]");
    if (button) pointAt(Number(button.dataset.card));
  };
  for (const event of ["pointermove", "focusin", "click"]) on("plane-points", event, "plane-told", point);
  on("plane-points", "keydown", "plane-told", (event) => moveInGrid("plane-points", event));
  on("plane-points", "pointerleave", "plane-told", () => {
    const focused = document.activeElement.closest("#plane-points [data-card]");
    pointAt(focused ? Number(focused.dataset.card) : undefined);
  });
  on("plane-save", "click", "plane-told", () => saveHands("points", [plane.hand]));
  on("plane-hand", "change", "plane-told", drawPlane);
  drawPlane();
}
