// Find the set yourself: a table, a clock, hints; and the puzzle of a day.

/** How often the clock moves, in milliseconds. */
const TICK = 100;
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
/** The seed of the daily puzzles. */
const DAILY_SEED = 1;

/**
 * The table; its sets as the engine writes them; how many are wanted, which are found; the places that are chosen and
 * those that a hint shows; when the clock began, and whether it runs; what the table is called.
 */
const search = { hand: [], sets: [], wanted: 1, found: [], chosen: [], hinted: [], began: 0, timer: 0, name: "" };

function beginSearch(hand, name, wanted) {
  const found = engine.ask(`sets ${hand.join(" ")}`);
  stopClock();
  Object.assign(search, { hand, name, sets: found ? found.split(" ") : [], found: [], chosen: [], hinted: [] });
  search.wanted = wanted ?? search.sets.length;
  search.began = performance.now();
  search.timer = setInterval(tellTime, TICK);
  $("find-play").hidden = false;
  $("find-told").textContent = wanted ? `${name}: find a set.` : `${name}: find ${plural(search.wanted, "set")}.`;
  tellTime();
  drawSearch();
}

const secondsSearched = () => `${((performance.now() - search.began) / 1000).toFixed(1)} s`;

function tellTime() {
  $("find-clock").textContent = secondsSearched();
}

function stopClock() {
  clearInterval(search.timer);
  search.timer = 0;
}

function searchCard(card, place) {
  const [isChosen, isHinted] = [search.chosen.includes(place), search.hinted.includes(place)];
  const said = isHinted ? ", part of a set" : "";
  return `<button type="button" class="${isChosen ? "kept" : isHinted ? "lit" : ""}" data-place="${place}" aria-pressed="${isChosen}" ` +
    `aria-label="${LETTERS[place]}: ${nameOf(card)}${said}">${picture(card)}<span class="letter" aria-hidden="true">${LETTERS[place]}</span></button>`;
}

function drawSearch() {
  $("find-table").innerHTML = search.hand.map(searchCard).join("");
  $("find-found").innerHTML = search.found.map((set) => {
    const cards = set.split(",").map((place) => search.hand[place]);
    return `<div role="img" aria-label="${cards.map(nameOf).join(", ")}">${cards.map(picture).join("")}</div>`;
  }).join("");
  for (const id of ["find-none", "find-hint"]) $(id).setAttribute("aria-disabled", String(!search.timer));
}

/** Chooses a card or lets it go; three of them are an answer. */
function chooseCard(place) {
  if (!search.timer || place >= search.hand.length) return;
  const others = search.chosen.filter((other) => other !== place);
  search.chosen = others.length < search.chosen.length ? others : [...others, place];
  if (search.chosen.length === 3) answerWith(search.chosen);
  drawSearch();
}

function answerWith(places) {
  const same = (set) => set.split(",").every((place) => places.includes(Number(place)));
  const set = search.sets.find(same);
  search.chosen = [];
  if (!set) return tellSearch("That is not a set.");
  if (search.found.includes(set)) return tellSearch("You found that set before.");
  search.found.push(set);
  search.hinted = [];
  const left = search.wanted - search.found.length;
  if (left > 0) return tellSearch(`A set! ${plural(left, "set")} to go.`);
  endSearch(`${search.wanted > 1 ? "All sets found" : "A set"}, in ${secondsSearched()}.` +
    (search.wanted < search.sets.length ? ` The table holds ${plural(search.sets.length, "set")}.` : ""));
}

function claimNone() {
  if (!search.timer) return;
  if (search.sets.length) tellSearch("It holds a set.");
  else endSearch(`Right, it holds none. You said so after ${secondsSearched()}.`);
  drawSearch();
}

/** Shows one card of a set, then another. */
function giveHint() {
  if (!search.timer) return;
  const set = search.sets.find((it) => !search.found.includes(it))?.split(",").map(Number);
  if (!set) tellSearch("There is no set to be found.");
  else {
    search.hinted = set.slice(0, Math.min(2, search.hinted.length + 1));
    tellSearch(`${search.hinted.map((place) => LETTERS[place]).join(" and ")} ${search.hinted.length > 1 ? "are" : "is"} part of a set.`);
  }
  drawSearch();
}

function tellSearch(text) {
  $("find-told").textContent = text;
}

function endSearch(text) {
  tellTime();
  stopClock();
  tellSearch(search.sets.length ? `${text} ${engine.ask(`difficulty ${search.hand.join(" ")}`)}` : text);
}

/** The puzzle of a date is that of the command line. */
function beginDaily() {
  const date = $("find-date").value;
  if (!date) throw new Error("Choose a date.");
  const day = Date.parse(`${date}T00:00Z`) / 86_400_000;
  const hand = engine.ask(`puzzle ${DAILY_SEED} ${day}`).split(" ").map(Number);
  beginSearch(hand, `Puzzle of ${date}`);
  $("find-words").replaceChildren("The same as that of ", make("code", `setodds puzzle --from ${date} --seed ${DAILY_SEED}`));
  writeAddress({ puzzle: date });
}

function beginTable() {
  beginSearch(shuffled().slice(0, 12), "12 cards", 1);
  delete address.puzzle;
  writeAddress({});
  $("find-words").textContent = "";
}

/** Letters choose cards while the focus is in the table. */
function typeCard(event) {
  const place = event.key.length === 1 ? LETTERS.indexOf(event.key.toLowerCase()) : -1;
  if (place < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  keepingFocus(() => chooseCard(place));
}

/** Whether a text is a day that the calendar has. */
function isDate(text) {
  const time = Date.parse(`${text}T00:00Z`);
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(`${text}T`);
}

/** The puzzle that the address asks for. */
function takePuzzle() {
  const date = wantedByAddress().get("puzzle");
  if (date === null || date === address.puzzle || !isDate(date)) return;
  $("find-date").value = date;
  beginDaily();
}

function startFind() {
  const now = new Date();
  $("find-date").value = new Date(now - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
  const act = (id, what) => on(id, "click", "find-told", () => keepingFocus(what));
  act("find-deal", beginTable);
  act("find-daily", beginDaily);
  act("find-none", claimNone);
  act("find-hint", giveHint);
  act("find-save", () => saveHands(address.puzzle ? `puzzle-${address.puzzle}` : "table", [search.hand]));
  on("find-table", "keydown", "find-told", typeCard);
  on("find-table", "click", "find-told", (event) => {
    const card = event.target.closest("button");
    if (card) keepingFocus(() => chooseCard(Number(card.dataset.place)));
  });
  takePuzzle();
  addEventListener("hashchange", () => attempt("find-told", takePuzzle));
}
