// The hand explorer: cards that are picked or dealt, their sets, and how rare that is.

const MOST = Number($("cards").max);
/** The sets that get a button of their own: more take a browser long. */
const MOST_SETS = 60;
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

/** Lays out the first hand that is written in the field, and says what was read. */
function layWritten() {
  const read = engine.ask(`read ${$("written-cards").value.normalize("NFC")}`);
  const [summary, first, ...others] = read.split("\n");
  const cards = first.split(" ").map(Number);
  if (cards.length > MOST) throw new Error(`The hand has ${cards.length} cards; ${MOST} fit here.`);
  $("read").textContent = `Read ${summary}${others.length ? "; the first hand lies below" : ""}.`;
  lay(cards);
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

/** How large its largest part without a set is; of hands that are too large for the search, that. */
function tellCap(hand) {
  let cap;
  try {
    cap = engine.ask(`cap ${hand.join(" ")}`).split(" ");
  } catch (error) {
    return `<p class="hint">Its largest part without a set was not searched: ${escaped(error.message)}.</p>`;
  }
  return `<p>Its largest part without a set has <b>${plural(cap.length, "card")}</b>. ` +
    `<button type="button" id="show-cap" data-places="${cap}" aria-pressed="${table.kind === "cap"}">Show it</button></p>`;
}

function tell(sets) {
  const { hand } = table;
  if (hand.length < 3) return `<p class="hint">Three cards make the smallest hand that can hold a set.</p>`;
  const rest = sets.length ? tellCap(hand) : "";
  return `<p class="count"><strong>${sets.length ? plural(sets.length, "set") : "No set"}</strong> among ${hand.length} cards</p>` +
    `<p>${engine.ask(`rarity ${hand.length} ${sets.length}`)}</p>` +
    `<p>${engine.ask(`difficulty ${hand.join(" ")}`)}</p>${rest}`;
}

function draw() {
  const { hand } = table;
  const found = engine.ask(`sets ${hand.join(" ")}`);
  const sets = found ? found.split(" ").map((places) => places.split(",").map(Number)) : [];
  const inSets = new Set(sets.flat());
  $("hand").innerHTML = hand.map((card, place) => handCard(card, place, inSets)).join("") ||
    `<p class="hint">No card lies here.</p>`;
  $("told").innerHTML = tell(sets);
  const more = sets.length - MOST_SETS;
  $("found").innerHTML = sets.slice(0, MOST_SETS).map(setButton).join("") +
    (more > 0 ? `<p class="hint">and ${plural(more, "set")} more</p>` : "");
  for (const button of $("deck").children) {
    button.setAttribute("aria-pressed", String(hand.includes(Number(button.dataset.card))));
  }
  $("deal-three").disabled = hand.length + 3 > MOST;
  drawPlane();
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

/** The deck as it lies: a row for each shape and shading, a column for each colour and number. */
const DECK_ORDER = Array.from({ length: 81 }, (_, place) => {
  const [row, column] = [Math.trunc(place / 9), place % 9];
  return 27 * (column % 3) + 9 * Math.trunc(row / 3) + 3 * Math.trunc(column / 3) + row % 3;
});

/** One stop for the tab key. */
function layDeck() {
  $("deck").innerHTML = DECK_ORDER.map((card, place) => `<button type="button" data-card="${card}" aria-pressed="false" ` +
    `tabindex="${place ? -1 : 0}" aria-label="${nameOf(card)}">${picture(card)}</button>`).join("");
}

/** Arrow keys follow the rows and columns of 81 cards as they lie there. */
function moveInGrid(id, event) {
  const all = [...$(id).children];
  const at = all.indexOf(document.activeElement);
  const columns = getComputedStyle($(id)).gridTemplateColumns.split(" ").length;
  const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns, Home: -at, End: 80 - at };
  if (!(event.key in steps) || at < 0) return;
  event.preventDefault();
  const to = at + steps[event.key];
  if (!all[to]) return;
  for (const it of all) it.tabIndex = it === all[to] ? 0 : -1;
  all[to].focus();
}

function startExplorer() {
  document.body.insertAdjacentHTML("beforeend", stripes());
  layDeck();
  const onButton = (id, act) => on(id, "click", "told", (event) => {
    const button = event.target.closest("button");
    if (button) keepingFocus(() => act(button));
  });
  const onPlaces = (id, kind) => onButton(id, (button) => show(button.dataset.places.split(",").map(Number), kind));
  onButton("hand", (button) => toggle(Number(button.dataset.card)));
  onButton("deck", (button) => toggle(Number(button.dataset.card)));
  onPlaces("found", "set");
  onPlaces("told", "cap");
  on("deck", "keydown", "told", (event) => moveInGrid("deck", event));
  on("deal", "click", "told", () => { table.hand = []; deal(chosenCards()); });
  on("deal-three", "click", "told", () => deal(3));
  on("clear", "click", "told", () => lay([]));
  on("lay-written", "click", "read", layWritten);
  on("hand-save", "click", "told", () => saveHands("hand", [table.hand]));
  deal(chosenCards());
}
