// What happens when something is pressed.

function saveText(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Saves a file of the page as it is. */
async function save(path) {
  saveText(path.split("/").pop(), (await unpackedObject("files"))[path]);
}

/** Another number of cards, for what is shown and for what is dealt. */
function pickCards(cards) {
  chooseCards(cards);
  $("run-cards").value = cards;
  keepQuestion();
}

$("cards").addEventListener("input", () => pickCards(chosenCards()));
$("powers").addEventListener("change", chooseScale);
document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.dataset.cards) pickCards(Number(button.dataset.cards));
  if (button?.dataset.file) save(button.dataset.file);
});
document.addEventListener("change", (event) => {
  if (event.target.name === "policy") choose("policy", event.target.value);
});
// On paper everything is unfolded.
addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll("details:not([open])")) {
    details.open = true;
    addEventListener("afterprint", () => { details.open = false; }, { once: true });
  }
});
for (const hidden of document.querySelectorAll(".controls[hidden], .save[hidden]")) hidden.hidden = false;
// A page that is loaded again keeps what was chosen.
const policy = document.querySelector("[name=policy]:checked");
if (policy) choose("policy", policy.value);
chooseCards(chosenCards());
$("run-cards").value = chosenCards();
takeQuestion();
addEventListener("hashchange", takeQuestion);
// The engine starts after the charts, even where these cannot be unpacked.
unpackedObject("charts").catch(drawnAtFirst).then((charts) => {
  drawn = charts;
  drawDistribution(chosenCards());
  return startEngine();
});
