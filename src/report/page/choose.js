// What is chosen: everything is in the page, and what belongs to other choices is hidden.

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

/** Shows another number of cards everywhere. */
function chooseCards(cards) {
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
