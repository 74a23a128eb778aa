// Work on all cores: workers count blocks by their numbers, and the page adds what they send.

/** What a worker does: it starts the run that it is told, then counts what blocks it is told. */
const WORKER = `${connect}
onmessage = async ({ data: { module, start, count } }) => {
  const ask = await connect(module);
  ask(start);
  onmessage = ({ data: [from, to] }) => postMessage(ask(\`\${count} \${from} \${to}\`));
  postMessage("");
};`;

/** How long a worker counts, how long a picture stays, and how long until the run is spoken of again, in milliseconds. */
const [COUNTING, SHOWING, SPEAKING] = [100, 250, 10_000];
/** Below this time, in milliseconds, there is no rate to tell of. */
const SOON = 200;

/** `10M` and `1e7` in digits; what is no such number stays. */
function inDigits(text) {
  const [, number, unit] = /^([0-9][0-9_.,]*(?:e[0-9]{1,2})?)([kmg]?)$/i.exec(text) ?? [];
  const value = Number(number?.replace(/[_,]/g, "")) * { "": 1, k: 1e3, m: 1e6, g: 1e9 }[(unit ?? "").toLowerCase()];
  return Number.isSafeInteger(value) ? String(value) : text;
}

/**
 * Begins a job. It has an `id`, with which the ids of its elements begin; the questions `start` and `count` of the
 * engine; `add` and `draw`, which take what was counted and show it; `doing`, `unit` and `words`, which name it; and
 * the `total` of its units.
 */
function beginJob(job) {
  const [blocks, perBlock] = engine.ask(job.start).split(" ").map(Number);
  const now = performance.now();
  Object.assign(job, { blocks, perBlock, next: 0, counted: 0, shown: 0, spoken: now, started: now });
  const script = URL.createObjectURL(new Blob([WORKER], { type: "text/javascript" }));
  const cores = Math.min(navigator.hardwareConcurrency || 1, blocks);
  job.workers = Array.from({ length: cores }, () => work(job, new Worker(script)));
  URL.revokeObjectURL(script);
  $(`${job.id}-stop`).setAttribute("aria-disabled", "false");
  $(`${job.id}-progress`).textContent = "";
  $(`${job.id}-told`).textContent = `${job.doing} ${job.words}.`;
}

/** Gives a worker blocks as long as there are any. */
function work(job, worker) {
  let [blocks, counting, since] = [1, 0, 0];
  worker.onerror = (event) => {
    event.preventDefault();
    attempt(`${job.id}-told`, () => { stopJob(job); throw new Error(event.message); });
  };
  worker.onmessage = ({ data: counts }) => attempt(`${job.id}-told`, () => {
    if (!job.workers.length) return;
    const now = performance.now();
    if (counting) {
      job.add(counts);
      job.counted += counting;
      blocks = Math.max(1, Math.round(blocks * Math.min(2, COUNTING / (now - since))));
    }
    counting = Math.min(blocks, job.blocks - job.next);
    since = now;
    if (counting) worker.postMessage([job.next, job.next + counting]);
    job.next += counting;
    if (job.counted === job.blocks) stopJob(job);
    else if (now - job.shown > SHOWING) showJob(job);
  });
  worker.postMessage({ module: engine.module, start: job.start, count: job.count });
  return worker;
}

function stopJob(job) {
  if (!job.workers.length) return;
  job.workers.forEach((worker) => worker.terminate());
  job.workers = [];
  $(`${job.id}-stop`).setAttribute("aria-disabled", "true");
  showJob(job);
  const end = job.counted === job.blocks ? "Done" : "Stopped";
  $(`${job.id}-progress`).textContent = "";
  $(`${job.id}-told`).textContent = `${end}: ${job.words}, ${doneInWords(job)}.`;
}

/** What the name of a file says of a job that is not done. */
const partOf = (job) => (job.counted < job.blocks ? ".partial" : "");

const unitsDone = (job) => Math.min(job.counted * job.perBlock, job.total);

/** How many hands or games are done, and how fast. */
function doneInWords(job) {
  const time = performance.now() - job.started;
  const rate = Math.round(unitsDone(job) / time * 1000).toLocaleString("en");
  return `${unitsDone(job).toLocaleString("en")} of ${plural(job.total, job.unit)}${time < SOON ? "" : `, ${rate} a second`}`;
}

/** The progress, often; what is spoken aloud, now and then. */
function showJob(job) {
  if (!job.counted) return;
  job.shown = performance.now();
  $(`${job.id}-progress`).textContent = doneInWords(job);
  if (job.shown - job.spoken > SPEAKING) {
    job.spoken = job.shown;
    $(`${job.id}-told`).textContent = `${job.doing} ${job.words}: ${doneInWords(job)}.`;
  }
  job.draw();
}
