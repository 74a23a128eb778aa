// What happens when something is pressed.

/** Saves a file of the page as it is. */
function save(path) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([data.files[path]], { type: "text/csv" }));
  link.download = path.split("/").pop();
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

$("cards").addEventListener("input", () => chooseCards(chosenCards()));
$("powers").addEventListener("change", chooseScale);
document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.dataset.cards) chooseCards(Number(button.dataset.cards));
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
startExplorer();
// A page that is loaded again keeps what was chosen.
const policy = document.querySelector("[name=policy]:checked");
if (policy) choose("policy", policy.value);
chooseScale();
chooseCards(chosenCards());
