// Dealing: workers count blocks by their numbers, and the page adds what they send.

/** What a worker does: it starts the run that it is told, then counts what blocks it is told. */
const WORKER = `${connect}
onmessage = async ({ data: { module, start } }) => {
  const ask = await connect(module);
  ask(start);
  onmessage = ({ data: [from, to] }) => postMessage(ask(\`count \${from} \${to}\`));
  postMessage("");
};`;

/** How long a worker counts, and how long a picture stays, in milliseconds. */
const [COUNTING, SHOWING] = [100, 250];

/** The run: its blocks, which is next, how many are counted; its workers. */
let run = { workers: [] };

const QUESTION = ["cards", "measure", "seed", "deals"];
const asked = () => Object.fromEntries(QUESTION.map((name) => [name, $(`run-${name}`).value]));

/** The address holds the question. */
function keepQuestion() {
  const question = asked();
  history.replaceState(null, "", `#${new URLSearchParams(question)}`);
  tellCommand();
}

/** The command that deals the same hands. */
function tellCommand() {
  const question = asked();
  $("run-command").textContent = "setodds simulate " +
    ["cards", "deals", "seed", "measure"].map((name) => `--${name} ${question[name]}`).join(" ");
}

function takeQuestion() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  for (const name of QUESTION) if (wanted.has(name)) $(`run-${name}`).value = wanted.get(name);
  const cards = Number(wanted.get("cards") ?? -1);
  if (Number.isInteger(cards) && cards >= $("cards").min && cards <= $("cards").max) chooseCards(cards);
  tellCommand();
}

function beginRun() {
  stopRun();
  keepQuestion();
  const question = asked();
  const start = `start ${QUESTION.map((name) => question[name]).join(" ")}`;
  try {
    const [blocks, perBlock] = engine.ask(start).split(" ").map(Number);
    run = { ...question, blocks, perBlock, next: 0, counted: 0, shown: 0, started: performance.now(), workers: [] };
  } catch (error) {
    $("run-told").textContent = error.message;
    return;
  }
  const script = URL.createObjectURL(new Blob([WORKER], { type: "text/javascript" }));
  const cores = Math.min(navigator.hardwareConcurrency || 1, run.blocks);
  run.workers = Array.from({ length: cores }, () => work(new Worker(script), start));
  URL.revokeObjectURL(script);
  [$("run-stop").disabled, $("run-save").disabled] = [false, true];
}

/** Gives a worker blocks as long as there are any. */
function work(worker, start) {
  const own = run;
  let [blocks, counting, since] = [1, 0, 0];
  worker.onerror = (event) => { stopRun(); $("run-told").textContent = event.message; };
  worker.onmessage = ({ data: counts }) => {
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
  };
  worker.postMessage({ module: engine.module, start });
  return worker;
}

function stopRun() {
  const dealt = run.workers.length > 0 && run.counted > 0;
  run.workers.forEach((worker) => worker.terminate());
  run.workers = [];
  $("run-stop").disabled = true;
  if (dealt) {
    showRun();
    $("run-save").disabled = false;
  }
}

function showRun() {
  if (!run.counted) return;
  run.shown = performance.now();
  const dealt = Math.min(run.counted * run.perBlock, Number(run.deals));
  const rate = dealt / (run.shown - run.started) * 1000;
  $("run-told").textContent = `${dealt.toLocaleString("en")} of ${Number(run.deals).toLocaleString("en")} hands, ` +
    `${Math.round(rate).toLocaleString("en")} a second`;
  drawRun();
}

function drawRun() {
  if (!run.counted) return;
  const scale = $("run-powers").checked ? "powers" : "linear";
  const chart = (look, size) => `<div class="${look}">${engine.ask(`chart ${size} ${scale}`)}</div>`;
  $("run-chart").innerHTML = chart("large", "880 420") + chart("small", "350 400");
}

function startRun() {
  $("run-form").addEventListener("submit", (event) => { event.preventDefault(); beginRun(); });
  $("run-stop").addEventListener("click", stopRun);
  $("run-powers").addEventListener("change", drawRun);
  $("run-save").addEventListener("click", () => {
    const part = run.counted < run.blocks ? ".partial" : "";
    saveText(`${run.measure}-${run.cards}${part}.csv`, engine.ask("csv"));
  });
  $("run-form").addEventListener("input", keepQuestion);
}
