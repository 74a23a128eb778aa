// Dealing: workers count blocks by their numbers, and the page adds what they send.

/** What a worker does: it starts the run that it is told, then counts what blocks it is told. */
const WORKER = `${connect}
onmessage = async ({ data: { module, start } }) => {
  const ask = await connect(module);
  ask(start);
  onmessage = ({ data: [from, to] }) => postMessage(ask(\`count \${from} \${to}\`));
  postMessage("");
};`;

/** How long a worker counts, how long a picture stays, and how long until the run is spoken of again, in milliseconds. */
const [COUNTING, SHOWING, SPEAKING] = [100, 250, 10_000];
/** Below this time, in milliseconds, there is no rate to tell of. */
const SOON = 200;
/** How long the address waits for the next change of the question: browsers refuse too many changes. */
const WRITING = 300;

/** The run: its question, its blocks, which is next, how many are counted; its workers. */
let run = { workers: [], counted: 0 };

const QUESTION = ["cards", "measure", "seed", "deals"];
const asked = () => Object.fromEntries(QUESTION.map((name) => [name, $(`run-${name}`).value.trim()]));

/** `10M` and `1e7` in digits; what is no such number stays. */
function inDigits(text) {
  const [, number, unit] = /^([0-9][0-9_.,]*(?:e[0-9]{1,2})?)([kmg]?)$/i.exec(text) ?? [];
  const value = Number(number?.replace(/[_,]/g, "")) * { "": 1, k: 1e3, m: 1e6, g: 1e9 }[(unit ?? "").toLowerCase()];
  return Number.isSafeInteger(value) ? String(value) : text;
}

let writing;

/** The address, the command and the picture follow the question. */
function changeQuestion() {
  tellCommand();
  clearTimeout(writing);
  writing = setTimeout(() => history.replaceState(null, "", `#${new URLSearchParams(asked())}`), WRITING);
}

/** The command that deals the same hands; the picture is shown beside its own question alone. */
function tellCommand() {
  const question = asked();
  $("run-command").textContent = "setodds simulate " +
    ["cards", "deals", "seed", "measure"].map((name) => `--${name} ${question[name]}`).join(" ");
  $("run-figure").hidden = !run.counted || QUESTION.some((name) => question[name] !== run.question[name]);
}

function takeQuestion() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  const cards = wanted.get("cards") ?? "";
  if (/^[0-9]{1,2}$/.test(cards) && Number(cards) <= $("cards").max) {
    $("run-cards").value = Number(cards);
    chooseCards(Number(cards));
  }
  for (const name of ["deals", "seed"]) if (wanted.has(name)) $(`run-${name}`).value = wanted.get(name);
  const measures = [...$("run-measure").options].map((option) => option.value);
  if (measures.includes(wanted.get("measure"))) $("run-measure").value = wanted.get("measure");
  tellCommand();
}

/** What a run is asked: `12 cards, sets, seed 1`. */
const inWords = ({ cards, measure, seed }) => `${plural(Number(cards), "card")}, ${measure}, seed ${seed}`;

function beginRun() {
  stopRun();
  const question = asked();
  for (const name of QUESTION) if (!/^\S+$/.test(question[name])) throw new Error(`Fill in ${name}.`);
  const start = `start ${QUESTION.map((name) => (name === "deals" ? inDigits(question[name]) : question[name])).join(" ")}`;
  const [blocks, perBlock] = engine.ask(start).split(" ").map(Number);
  const now = performance.now();
  const deals = Number(inDigits(question.deals));
  run = { question, deals, blocks, perBlock, next: 0, counted: 0, shown: 0, spoken: now, started: now, workers: [] };
  tellCommand();
  const script = URL.createObjectURL(new Blob([WORKER], { type: "text/javascript" }));
  const cores = Math.min(navigator.hardwareConcurrency || 1, run.blocks);
  run.workers = Array.from({ length: cores }, () => work(new Worker(script), start));
  URL.revokeObjectURL(script);
  $("run-stop").setAttribute("aria-disabled", "false");
  $("run-progress").textContent = "";
  $("run-told").textContent = `Dealing ${inWords(question)}.`;
}

/** Gives a worker blocks as long as there are any. */
function work(worker, start) {
  const own = run;
  let [blocks, counting, since] = [1, 0, 0];
  worker.onerror = (event) => {
    event.preventDefault();
    attempt("run-told", () => { stopRun(); throw new Error(event.message); });
  };
  worker.onmessage = ({ data: counts }) => attempt("run-told", () => {
    if (own !== run || !run.workers.length) return;
    const now = performance.now();
    if (counting) {
      engine.ask(`add ${counts}`);
      run.counted += counting;
      blocks = Math.max(1, Math.round(blocks * Math.min(2, COUNTING / (now - since))));
    }
    counting = Math.min(blocks, run.blocks - run.next);
    since = now;
    if (counting) worker.postMessage([run.next, run.next + counting]);
    run.next += counting;
    if (run.counted === run.blocks) stopRun();
    else if (now - run.shown > SHOWING) showRun();
  });
  worker.postMessage({ module: engine.module, start });
  return worker;
}

function stopRun() {
  if (!run.workers.length) return;
  run.workers.forEach((worker) => worker.terminate());
  run.workers = [];
  $("run-stop").setAttribute("aria-disabled", "true");
  showRun();
  const end = run.counted === run.blocks ? "Done" : "Stopped";
  $("run-progress").textContent = "";
  $("run-told").textContent = `${end}: ${inWords(run.question)}, ${dealtInWords()}.`;
}

const dealt = () => Math.min(run.counted * run.perBlock, run.deals);

/** How many hands were dealt, and how fast. */
function dealtInWords() {
  const time = performance.now() - run.started;
  const rate = Math.round(dealt() / time * 1000).toLocaleString("en");
  return `${dealt().toLocaleString("en")} of ${plural(run.deals, "hand")}${time < SOON ? "" : `, ${rate} a second`}`;
}

/** The progress, often; what is spoken aloud, now and then. */
function showRun() {
  if (!run.counted) return;
  run.shown = performance.now();
  $("run-progress").textContent = dealtInWords();
  if (run.shown - run.spoken > SPEAKING) {
    run.spoken = run.shown;
    $("run-told").textContent = `Dealing ${inWords(run.question)}: ${dealtInWords()}.`;
  }
  drawRun();
}

function drawRun() {
  if (!run.counted) return;
  tellCommand();
  const scale = $("run-powers").checked ? "powers" : "linear";
  $("run-chart").innerHTML = chart((size) => engine.ask(`chart ${size} ${scale}`), [420, 400]);
  $("run-caption").textContent = `${inWords(run.question)}, ${plural(dealt(), "deal")}; lines with ends, where they are long enough to be seen, are 95 % intervals.`;
}

function startRun() {
  on("run-form", "submit", "run-told", (event) => { event.preventDefault(); beginRun(); });
  on("run-stop", "click", "run-told", stopRun);
  on("run-powers", "change", "run-told", drawRun);
  on("run-save", "click", "run-told", () => {
    const part = run.counted < run.blocks ? ".partial" : "";
    saveText(`${run.question.measure}-${run.question.cards}${part}.csv`, engine.ask("csv"));
  });
  on("run-form", "input", "run-told", changeQuestion);
}
