// What happens at the start. Each part begins alone: what goes wrong in one is told there.

/** Another number of cards, for what is shown and for what is dealt. */
function pickCards(cards) {
  chooseCards(cards);
  $("run-cards").value = cards;
  changeQuestion();
}

async function startEngine() {
  try {
    engine.module = await WebAssembly.compile(await unpacked("engine"));
    engine.ask = await connect(engine.module);
  } catch {
    for (const note of document.querySelectorAll(".lacking")) note.hidden = false;
    for (const figure of ["distribution-chart", "overview-chart"]) $(figure).hidden = true;
    document.body.dataset.engine = "none";
    return;
  }
  for (const part of document.querySelectorAll(".engine")) part.hidden = false;
  attempt("told", startExplorer);
  attempt("find-told", startFind);
  attempt("distribution-chart", startSizes);
  attempt("run-told", startRun);
  attempt("game-told", startGame);
  attempt("rules-told", startRules);
  attempt("tables-words", startTables);
  attempt("plane-told", startPlane);
  document.body.dataset.engine = "ready";
}

/** The answers of all numbers of cards, and with them the choice. */
async function startChoice() {
  answers = JSON.parse(await unpackedText("answers"));
  $("chooser").hidden = false;
  on("cards", "input", "sentences", () => pickCards(chosenCards()));
  for (const button of document.querySelectorAll("[data-cards]")) {
    button.addEventListener("click", () => attempt("sentences", () => pickCards(Number(button.dataset.cards))));
  }
  // A page that is loaded again keeps what was chosen, unless the address says more.
  chooseCards(chosenCards());
  $("run-cards").value = chosenCards();
  takeQuestion();
  addEventListener("hashchange", () => attempt("run-told", takeQuestion));
}

// On paper what is short is unfolded.
addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll(".all:not([open])")) {
    details.open = true;
    addEventListener("afterprint", () => { details.open = false; }, { once: true });
  }
});
attempt("sentences", startResults);
engine.started = startChoice().catch(() => {}).then(startEngine);
