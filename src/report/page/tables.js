// Odds as tables of cards: as many of them as hold a set for each that holds none.

/** What the tables of a kind are, in words that follow their number. */
const KINDS = {
  deal: "tables of 12 random cards",
  dealt: "tables of 12 cards in games, to which cards were just dealt",
  taken: "tables of 12 cards in games that are left when a set was taken from 15 cards",
};
/** The seed of the tables that are shown, the button of their kind, and their cards, a line for each. */
const tables = { seed: 1, kind: undefined, lines: [] };

/** A table: its cards, with one of its sets lit, or with a frame where it holds none. */
function smallTable(line, place) {
  const found = engine.ask(`sets ${line}`).split(" ").filter(Boolean);
  const [lit] = found.map((set) => set.split(",").map(Number));
  const cards = line.split(" ").map((card, at) =>
    `<div class="${lit?.includes(at) ? "lit" : ""}">${picture(Number(card))}</div>`);
  const said = `Table ${place + 1}: ${found.length ? plural(found.length, "set") : "no set"}`;
  return `<li><div class="small-table${lit ? "" : " none"}" role="img" aria-label="${said}">${cards.join("")}</div></li>`;
}

function showTables(button) {
  const { tables: kind, with: some, without: none } = button.dataset;
  tables.kind = button;
  for (const other of document.querySelectorAll("[data-tables]")) {
    other.setAttribute("aria-pressed", String(other === button));
  }
  const lines = engine.ask(`tables ${kind} ${tables.seed} ${some} ${none}`).split("\n");
  tables.lines = lines;
  $("tables-words").textContent = `${lines.length} ${KINDS[kind]}: ${none} of them, framed, ` +
    `${none === "1" ? "holds" : "hold"} no set. In each of the others one set is lit.`;
  $("tables-shown").innerHTML = lines.map(smallTable).join("");
}

function startTables() {
  const buttons = [...document.querySelectorAll("[data-tables]")];
  for (const button of buttons) button.addEventListener("click", () => attempt("tables-words", () => showTables(button)));
  on("tables-others", "click", "tables-words", () => { tables.seed += 1; showTables(tables.kind ?? buttons[0]); });
  on("tables-save", "click", "tables-words", () => {
    const hands = tables.lines.map((line) => line.split(" ").map(Number));
    saveHands(`tables-${tables.kind.dataset.tables}-${tables.seed}`, hands);
  });
  // Hundreds of cards are drawn when they come into sight.
  const seen = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    seen.disconnect();
    if (!tables.kind) attempt("tables-words", () => showTables(buttons[0]));
  }, { rootMargin: "200px" });
  seen.observe($("tables"));
}
