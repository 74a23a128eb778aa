// The number of cards: its answer, its distribution, its place among the others.

const data = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);

/** The rows of a CSV of the page, as objects; counts stay text. */
const parsed = new Map();
function rows(path) {
  if (!parsed.has(path)) {
    const [header, ...body] = data.files[path].csv.trimEnd().split("\n").map((line) => line.split(","));
    parsed.set(path, body.map((cells) => Object.fromEntries(header.map((name, place) => [name, cells[place]]))));
  }
  return parsed.get(path);
}

/** A row with its share as a number, and its interval where it has one. */
function shareOf(row, value) {
  const share = Number(row.count) / Number(row.total);
  const limits = row.ci_low ? { low: Number(row.ci_low), high: Number(row.ci_high) } : {};
  return { value: Number(row[value]), count: row.count, share, ...limits };
}

/** The distributions of a file, by the number of cards. */
function distributions(path, exact) {
  const found = new Map();
  for (const row of path ? rows(path) : []) {
    if (row.features !== "4" || row.measure !== "sets" || !row.ci_low !== exact) continue;
    if (!found.has(row.cards)) found.set(row.cards, []);
    found.get(row.cards).push(shareOf(row, "value"));
  }
  return found;
}

const exact = distributions(data.exact, true);
const simulated = distributions(data.simulated, false);
const plural = (number, what) => `${number} ${what}${number === 1 ? "" : "s"}`;

/** The exact distribution of a number of cards. */
const exactly = (cards) => exact.get(String(cards)) ?? [];
const sampleOf = (cards, value) => simulated.get(String(cards))?.find((row) => row.value === value);

function drawDistribution(cards) {
  const all = exactly(cards);
  const drawn = all.map(({ value, share }) => ({
    label: String(value),
    share,
    over: share >= 0.001 && all.length <= 16 ? short(share) : "",
    sample: sampleOf(cards, value),
    title: title(plural(value, "set"), share),
    accent: value === 0,
  }));
  const shares = drawn.map((bar) => bar.share);
  const scale = $("powers").checked ? powers(shares) : linear(Math.max(...shares));
  const about = `Bars: the number of sets in ${cards} cards. The table below has all of it.`;
  $("distribution-chart").innerHTML = bars(drawn, scale, "sets in the hand", about);
}

function fillDistribution(cards) {
  const body = exactly(cards).map(({ value, count, share }) => {
    const sample = sampleOf(cards, value);
    const cells = [exactPercent(share), oneIn(share), grouped(count), sample ? sampled(sample) : "", sample ? interval(sample) : ""];
    return `<tr><th scope="row">${value}</th>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
  });
  const table = $("distribution-table");
  table.tBodies[0].innerHTML = body.join("");
  table.caption.textContent = `Hands of ${cards} cards by the number of their sets`;
  table.parentElement.setAttribute("aria-label", table.caption.textContent);
}

function drawOverview(chosen) {
  const none = (found) => [...found].map(([cards, all]) => {
    const row = all.find(({ value }) => value === 0) ?? { share: 0 };
    return { ...row, x: Number(cards), title: title(`${cards} cards`, row.share) };
  }).filter(({ x }) => data.sizes[x]);
  const points = none(exact);
  const largest = Math.max(4, ...points.filter(({ share }) => share > 0).map(({ x }) => x));
  const ticks = points.filter(({ x }) => x % 3 === 0 && x <= largest).map(({ x }) => [x, String(x)]);
  const axis = { from: 3, to: largest, ticks, name: "cards", chosen: chosen <= largest ? chosen : undefined };
  const series = [
    { style: 0, line: true, marks: false, points },
    { style: 1, line: false, marks: true, points: none(simulated) },
  ];
  const about = "A line that falls ever steeper: how often hands hold no set, by their cards.";
  $("overview-chart").innerHTML = lines(series, axis, powers(points.map(({ share }) => share)), about);
}

/** Shows another number of cards everywhere. */
function choose(cards) {
  const { answer, also, sentences } = data.sizes[cards];
  $("cards").value = cards;
  $("cards-out").textContent = cards;
  for (const place of document.querySelectorAll(".cards-now")) place.textContent = cards;
  for (const button of document.querySelectorAll("[data-cards]")) {
    button.setAttribute("aria-pressed", String(button.dataset.cards === String(cards)));
  }
  $("answer-main").textContent = answer;
  $("answer-main").classList.toggle("long", answer.length > 9);
  $("answer-also").textContent = also;
  $("sentences").innerHTML = sentences.map((sentence) => `<p>${escape(sentence)}</p>`).join("");
  $("sample-key").hidden = !simulated.has(String(cards));
  drawDistribution(cards);
  fillDistribution(cards);
  drawOverview(cards);
}

const chosenCards = () => Number($("cards").value);
