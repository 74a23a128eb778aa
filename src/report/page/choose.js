// What is chosen: what belongs to other choices is hidden, or not there.

const $ = (id) => document.getElementById(id);
const plural = (number, what) => `${number} ${what}${number === 1 ? "" : "s"}`;

/** The choices by name; an element with `data-for-cards` is shown for that number of cards alone. */
const chosen = { cards: $("cards").value, scale: "linear", policy: undefined };

function isShown(element) {
  return Object.entries(chosen).every(([name, value]) => {
    const wanted = element.getAttribute(`data-for-${name}`);
    return wanted === null || wanted === value;
  });
}

function choose(name, value) {
  chosen[name] = value;
  for (const element of document.querySelectorAll(`[data-for-${name}]`)) element.hidden = !isShown(element);
}

/** The chart and the table of each number of cards that the page holds: of the first one they are there from the start. */
const drawn = { [$("cards").defaultValue]: [$("distribution-chart").innerHTML, $("distribution-numbers").innerHTML] };

/** Draws a distribution; one that the page does not hold is drawn by the engine, as soon as that is there. */
function drawDistribution(cards) {
  const scale = (name) => `<div data-for-scale="${name}">${chartOf(`exact ${cards}`, name)}</div>`;
  const charts = () => (engine.ask ? scale("linear") + scale("powers") : "");
  [$("distribution-chart").innerHTML, $("distribution-numbers").innerHTML] = drawn[cards] ?? [charts(), ""];
  $("undrawn").hidden = cards in drawn;
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
