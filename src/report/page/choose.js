// What is chosen. What belongs to other choices is hidden; distributions of other hand sizes are put into the page when
// they are chosen.

const $ = (id) => document.getElementById(id);
const plural = (number, what) => `${number} ${what}${number === 1 ? "" : "s"}`;

/** Makes a choice: an element with `data-for-cards` is shown for that number of cards alone. */
function choose(name, value) {
  for (const element of document.querySelectorAll(`[data-for-${name}]`)) {
    element.hidden = element.getAttribute(`data-for-${name}`) !== value;
  }
}

/** Charts and table by the number of cards, once they are unpacked. */
let drawn;

/** The charts that are shown. */
let shown;

/** What is in the page as it comes, where the others cannot be unpacked. */
const drawnAtFirst = () => ({
  [$("cards").defaultValue]: ["distribution-chart", "distribution-numbers"].map((id) => $(id).innerHTML),
});

/** Shows a distribution; one that the page does not hold is drawn by the engine, as soon as that is there. */
function drawDistribution(cards) {
  if (!drawn) return;
  const scale = (name) => `<div data-for-scale="${name}">${engine.ask(`exact ${cards} ${name}`)}</div>`;
  const [charts, numbers] = drawn[cards] ?? [engine.ask ? scale("linear") + scale("powers") : "", ""];
  if (charts === shown) return;
  shown = charts;
  [$("distribution-chart").innerHTML, $("distribution-numbers").innerHTML] = [charts, numbers];
  $("distribution-numbers").parentElement.hidden = !numbers;
  $("numbers-elsewhere").hidden = cards in drawn;
  chooseScale();
}

/** Shows another number of cards everywhere. */
function chooseCards(cards) {
  drawDistribution(cards);
  choose("cards", String(cards));
  $("cards").value = cards;
  $("cards-out").textContent = cards;
  for (const place of document.querySelectorAll(".cards-now")) place.textContent = cards;
  for (const button of document.querySelectorAll("[data-cards]")) {
    button.setAttribute("aria-pressed", String(button.dataset.cards === String(cards)));
  }
  for (const rule of document.querySelectorAll("[data-name^='rule-']")) {
    rule.classList.toggle("chosen", rule.dataset.name === `rule-${cards}`);
  }
}

const chosenCards = () => Number($("cards").value);
const chooseScale = () => choose("scale", $("powers").checked ? "powers" : "linear");
