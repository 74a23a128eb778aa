// Dealing yourself: the distribution of what was dealt, and how its beginning came to rest.

/** How long each of the first hands is shown, in milliseconds, and how many are shown one by one. */
const [HAND, HANDS] = [150, 30];
/** More deals than anyone counts. */
const ALL_DEALS = Number.MAX_SAFE_INTEGER;

/** The run: a job with its question; and how many deals the picture of its course shows. */
let run = { workers: [], counted: 0, timer: 0 };

const QUESTION = ["cards", "measure", "seed", "deals"];
const asked = () => Object.fromEntries(QUESTION.map((name) => [name, $(`run-${name}`).value.trim()]));

/** The address, the command and the picture follow the question. */
function changeQuestion() {
  tellCommand();
  writeAddress(asked());
}

/** The command that deals the same hands; the picture is shown beside its own question alone. */
function tellCommand() {
  const question = asked();
  $("run-command").textContent = "setodds simulate " +
    ["cards", "deals", "seed", "measure"].map((name) => `--${name} ${question[name]}`).join(" ");
  $("run-figure").hidden = !run.counted || QUESTION.some((name) => question[name] !== run.question[name]);
}

function takeQuestion() {
  const wanted = wantedByAddress();
  const cards = wanted.get("cards") ?? "";
  if (/^[0-9]{1,2}$/.test(cards) && Number(cards) <= $("cards").max) {
    $("run-cards").value = Number(cards);
    chooseCards(Number(cards));
  }
  for (const name of ["deals", "seed", "measure"]) fillFrom(wanted, name, $(`run-${name}`));
  tellCommand();
}

/** What a run is asked: `12 cards, sets, seed 1`. */
const inWords = ({ cards, measure, seed }) => `${plural(Number(cards), "card")}, ${measure}, seed ${seed}`;

function beginRun() {
  stopRun();
  const question = asked();
  for (const name of QUESTION) if (!/^\S+$/.test(question[name])) throw new Error(`Fill in ${name}.`);
  const deals = inDigits(question.deals);
  const start = `start ${QUESTION.map((name) => (name === "deals" ? deals : question[name])).join(" ")}`;
  const job = { id: "run", doing: "Dealing", unit: "hand", words: inWords(question), start, count: "count" };
  const own = { ...job, question, total: Number(deals), workers: [], add: (counts) => engine.ask(`add ${counts}`), draw: drawRun };
  beginJob(own);
  run = own;
  tellCommand();
  watchHands();
}

/** Shows the course of the first hands one by one, then that of all. */
function watchHands() {
  run.seen = 0;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  $("trail").hidden = run.question.measure !== "sets";
  if ($("trail").hidden || still) run.seen = ALL_DEALS;
  const own = run;
  run.timer = setInterval(() => attempt("run-told", () => {
    own.seen = own.seen >= HANDS ? ALL_DEALS : own.seen + 1;
    if (own.seen === ALL_DEALS) clearInterval(own.timer);
    if (own === run && own.counted) drawTrail();
  }), HAND);
}

function stopRun() {
  if (!run.workers.length) return;
  clearInterval(run.timer);
  run.seen = ALL_DEALS;
  stopJob(run);
}

function drawTrail() {
  if ($("trail").hidden) return;
  const shown = Math.max(1, run.seen);
  $("trail-chart").innerHTML = chart((size) => engine.ask(`trail ${size} ${shown}`), [320, 320]);
  const said = `after ${plural(Math.min(shown, unitsDone(run)), "hand")}`;
  $("trail-caption").textContent = `The proportion of hands without a set, ${said}, with its 95 % interval; the line is the exact probability.`;
}

function drawRun() {
  if (!run.counted) return;
  tellCommand();
  const scale = $("run-powers").checked ? "powers" : "linear";
  $("run-chart").innerHTML = chart((size) => engine.ask(`chart ${size} ${scale}`), [420, 400]);
  $("run-caption").textContent = `${run.words}, ${plural(unitsDone(run), "deal")}; lines with ends, where they are long enough to be seen, are 95 % intervals.`;
  if (run.seen >= HANDS) drawTrail();
}

function startRun() {
  on("run-form", "submit", "run-told", (event) => { event.preventDefault(); beginRun(); });
  on("run-stop", "click", "run-told", stopRun);
  on("run-powers", "change", "run-told", drawRun);
  const save = (name, question) => saveText(`${name}-${run.question.cards}${partOf(run)}.csv`, engine.ask(question));
  on("run-save", "click", "run-told", () => save(run.question.measure, "csv"));
  on("trail-save", "click", "run-told", () => save("no-set-by-deals", "trail-csv"));
  on("run-form", "input", "run-told", changeQuestion);
}
