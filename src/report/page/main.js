// What happens when something is pressed.

/** Saves a file of the page as it is. */
function save(path) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([data.files[path].csv], { type: "text/csv" }));
  link.download = path.split("/").pop();
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

$("cards").addEventListener("input", () => choose(chosenCards()));
$("powers").addEventListener("change", () => drawDistribution(chosenCards()));
document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.dataset.cards) choose(Number(button.dataset.cards));
  if (button?.dataset.file) save(button.dataset.file);
});
document.addEventListener("change", (event) => {
  if (event.target.name === "policy") choosePolicy(event.target.value);
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
if (chosenCards() !== 12 || $("powers").checked) choose(chosenCards());
const policy = document.querySelector("[name=policy]:checked");
if (policy && policy.value !== data.games[0].policy) choosePolicy(policy.value);
