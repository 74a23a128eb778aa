// The number of cards that is chosen: its answer, its chart and its table.

/** The answer and the sentences of each number of cards, once they are unpacked. */
let answers;

const chosenCards = () => Number($("cards").value);
const question = (cards) => `How often ${cards === 1 ? "does 1 card" : `do ${cards} cards`} hold no set?`;

/** The table of the number of cards that comes with the page. */
const firstTable = $("distribution-numbers").innerHTML;

/** The chart and the table; both need the engine, but for the table that comes with the page. */
function drawDistribution() {
  const numbers = $("distribution-numbers");
  if (!engine.ask) {
    numbers.innerHTML = $("cards").value === $("cards").defaultValue ? firstTable : "";
    $("distribution-all").hidden = !numbers.innerHTML;
    return;
  }
  $("distribution-all").hidden = false;
  const [cards, scale] = [chosenCards(), $("powers").checked ? "powers" : "linear"];
  $("distribution-chart").innerHTML = chart((size) => engine.ask(`exact ${size} ${cards} ${scale}`));
  $("distribution-command").textContent = `setodds odds ${cards} --format csv`;
  numbers.replaceChildren(laidOut(engine.ask(`numbers ${cards}`), `Hands of ${plural(cards, "card")} by the number of their sets`));
}

/** The rule of the number of cards in the chart of all. */
function markSize() {
  for (const rule of document.querySelectorAll("[data-name^='rule-']")) {
    rule.classList.toggle("chosen", rule.dataset.name === `rule-${chosenCards()}`);
  }
}

/** Shows another number of cards everywhere. */
function chooseCards(cards) {
  $("cards").value = cards;
  $("cards-out").textContent = cards;
  if (answers) [$("answer").innerHTML, $("sentences").innerHTML] = answers[cards];
  document.title = question(cards);
  document.querySelector("h1").textContent = question(cards);
  $("deal").textContent = `Deal ${plural(cards, "card")}`;
  for (const button of document.querySelectorAll("[data-cards]")) {
    button.setAttribute("aria-pressed", String(button.dataset.cards === String(cards)));
  }
  markSize();
  attempt("distribution-chart", drawDistribution);
}

function startSizes() {
  on("powers", "change", "distribution-chart", drawDistribution);
  on("distribution-save", "click", "distribution-numbers", () => {
    saveText(`sets-${chosenCards()}-exact.csv`, engine.ask(`values ${chosenCards()}`));
  });
  on("overview-save", "click", "overview-chart", () => {
    const csvs = answers.map((_, cards) => engine.ask(`values ${cards}`));
    const rows = csvs.map((csv) => csv.slice(csv.indexOf("\n") + 1));
    saveText("sets-exact.csv", csvs[0].split("\n", 1) + "\n" + rows.join(""));
  });
  drawDistribution();
  $("overview-chart").innerHTML = chart((size) => engine.ask(`sizes ${size}`));
  markSize();
}
