// The hand explorer: cards that are picked or dealt, their sets, and how rare that is.

const MOST = Number($("cards").max);
/** The hand; which places shine; and whether those are a set or a part without sets. */
const table = { hand: [], shown: null, kind: "" };

function shuffled() {
  const deck = Array.from({ length: 81 }, (_, card) => card);
  for (let left = deck.length; left > 1; left -= 1) {
    const other = Math.floor(Math.random() * left);
    [deck[left - 1], deck[other]] = [deck[other], deck[left - 1]];
  }
  return deck;
}

/** Adds random cards to those that lie there. */
function deal(number) {
  const fresh = shuffled().filter((card) => !table.hand.includes(card));
  lay([...table.hand, ...fresh.slice(0, Math.min(number, MOST - table.hand.length))]);
}

function lay(hand) {
  Object.assign(table, { hand, shown: null, kind: "" });
  draw();
}

function toggle(card) {
  const without = table.hand.filter((other) => other !== card);
  if (without.length < table.hand.length) lay(without);
  else if (table.hand.length < MOST) lay([...table.hand, card]);
}

/** Lets a set, or a part without sets, shine alone; again, all sets. */
function show(places, kind) {
  const same = table.kind === kind && String(table.shown) === String(places);
  Object.assign(table, same ? { shown: null, kind: "" } : { shown: places, kind });
  draw();
}

function handCard(card, place, inSets) {
  const { shown, kind } = table;
  const bright = shown ? shown.includes(place) : inSets.has(place);
  const looks = bright ? (kind === "cap" ? "kept" : "lit") : shown ? "dim" : "";
  const said = bright ? (kind === "cap" ? ", in the part without a set" : ", in a set") : "";
  return `<button type="button" class="${looks}" data-card="${card}" aria-label="${nameOf(card)}${said}">${picture(card)}</button>`;
}

function setButton(places, number) {
  const cards = places.map((place) => table.hand[place]);
  const pressed = table.kind === "set" && String(table.shown) === String(places);
  return `<button type="button" data-places="${places}" aria-pressed="${pressed}" ` +
    `aria-label="Set ${number + 1}: ${cards.map(nameOf).join(", ")}">${cards.map(picture).join("")}</button>`;
}

function tell(sets) {
  const { hand } = table;
  if (hand.length < 3) return `<p class="hint">Three cards make the smallest hand that can hold a set.</p>`;
  const cap = engine.ask(`cap ${hand.join(" ")}`).split(" ");
  const shown = table.kind === "cap";
  const rest = sets.length === 0 ? "" :
    `<p>Its largest part without a set has <b>${plural(cap.length, "card")}</b>. ` +
    `<button type="button" id="show-cap" data-places="${cap}" aria-pressed="${shown}">Show it</button></p>`;
  return `<p class="count"><strong>${sets.length ? plural(sets.length, "set") : "No set"}</strong> among ${hand.length} cards</p>` +
    `<p>${engine.ask(`rarity ${hand.length} ${sets.length}`)}</p>${rest}`;
}

function draw() {
  const { hand } = table;
  const found = engine.ask(`sets ${hand.join(" ")}`);
  const sets = found ? found.split(" ").map((places) => places.split(",").map(Number)) : [];
  const inSets = new Set(sets.flat());
  $("hand").innerHTML = hand.map((card, place) => handCard(card, place, inSets)).join("") ||
    `<p class="hint">No card lies here.</p>`;
  $("told").innerHTML = tell(sets);
  $("found").innerHTML = sets.map(setButton).join("");
  for (const button of $("deck").children) {
    button.setAttribute("aria-pressed", String(hand.includes(Number(button.dataset.card))));
  }
  $("deal-three").disabled = hand.length + 3 > MOST;
}

/** Redraws keep the focus at its place, or at the nearest that is left. */
function keepingFocus(act) {
  const parent = document.activeElement?.parentElement;
  const place = parent ? [...parent.children].indexOf(document.activeElement) : -1;
  const id = document.activeElement?.id;
  act();
  if (document.activeElement !== document.body) return;
  const again = (id && $(id)) || (parent?.isConnected && parent.children[Math.min(place, parent.children.length - 1)]);
  if (again) again.focus();
}

/** The deck: a row for each shape and shading, a column for each colour and number; one stop for the tab key. */
function layDeck() {
  const cards = [];
  for (let row = 0; row < 9; row += 1) {
    for (let column = 0; column < 9; column += 1) {
      const [shape, shading] = [Math.trunc(row / 3), row % 3];
      const [colour, number] = [Math.trunc(column / 3), column % 3];
      cards.push(27 * number + 9 * shape + 3 * colour + shading);
    }
  }
  $("deck").innerHTML = cards.map((card, place) => `<button type="button" data-card="${card}" aria-pressed="false" ` +
    `tabindex="${place ? -1 : 0}" aria-label="${nameOf(card)}">${picture(card)}</button>`).join("");
}

const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -9, ArrowDown: 9, Home: -81, End: 81 };

function moveInDeck(event) {
  const step = STEPS[event.key];
  const all = [...$("deck").children];
  const at = all.indexOf(document.activeElement);
  if (!step || at < 0) return;
  event.preventDefault();
  const to = Math.abs(step) === 81 ? (step < 0 ? 0 : 80) : at + step;
  if (!all[to]) return;
  all[at].tabIndex = -1;
  all[to].tabIndex = 0;
  all[to].focus();
}

function startExplorer() {
  document.body.insertAdjacentHTML("beforeend", stripes());
  layDeck();
  const pressed = (event) => event.target.closest("button");
  const onCard = (event) => {
    const button = pressed(event);
    if (button) keepingFocus(() => toggle(Number(button.dataset.card)));
  };
  const onPlaces = (kind) => (event) => {
    const button = pressed(event);
    if (button) keepingFocus(() => show(button.dataset.places.split(",").map(Number), kind));
  };
  $("hand").addEventListener("click", onCard);
  $("deck").addEventListener("click", onCard);
  $("deck").addEventListener("keydown", moveInDeck);
  $("found").addEventListener("click", onPlaces("set"));
  $("told").addEventListener("click", onPlaces("cap"));
  $("deal").addEventListener("click", () => { table.hand = []; deal(chosenCards()); });
  $("deal-three").addEventListener("click", () => deal(3));
  $("clear").addEventListener("click", () => lay([]));
  deal(chosenCards());
}
