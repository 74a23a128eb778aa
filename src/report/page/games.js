// The course of a game: another policy, the same charts.

/** The files behind a chart, as `made` in html.rs writes them. */
function made(paths) {
  return paths.map((path) => {
    const { command } = data.files[path];
    const by = command ? `<span class="by">made by</span> <code>${escape(command)}</code>` : "";
    return `<li><button type="button" class="save" data-file="${escape(path)}">Save CSV</button> ` +
      `<span class="file">${escape(path)}</span> ${by}</li>`;
  }).join("");
}

function drawCourse({ policy, course }) {
  const own = rows(course).filter((row) => row.features === "4" && row.policy === policy && row.sets === "0");
  const stages = own.map((row) => ({
    ...shareOf(row, "sets"),
    x: Number(row.in_deck),
    layout: `${row.table}, ${row.arrival}`,
  }));
  const series = data.layouts.map((layout, style) => {
    const points = stages.filter((stage) => stage.layout === layout);
    for (const point of points) point.title = title(`${layout}, ${point.x} in the deck`, point.share);
    return { style, line: true, marks: true, points };
  });
  const from = Math.max(...stages.map(({ x }) => x));
  const ticks = [];
  for (let x = 0; x < from; x += 12) ticks.push([x, String(x)]);
  const axis = { from, to: 0, ticks: [...ticks, [from, String(from)]], name: "cards left in the deck" };
  const scale = powers(series.flatMap(({ points }) => points.map(({ share }) => share)));
  const about = "Lines: how often no set is on the table, as the deck runs out.";
  $("course-chart").innerHTML = lines(series, axis, scale, about);
  $("course-made").innerHTML = made([course]);
}

function drawLeftover({ policy, leftover }) {
  const own = rows(leftover).filter((row) => row.features === "4" && row.policy === policy);
  const drawn = own.map((row) => shareOf(row, "cards_left")).map(({ value, share }) => ({
    label: String(value),
    share,
    over: share >= 0.001 ? short(share) : "",
    title: title(`${value} cards left`, share),
    accent: value === 0,
  }));
  const scale = linear(Math.max(...drawn.map(({ share }) => share)));
  const about = "Bars: the cards that are left at the end of a game.";
  $("leftover-chart").innerHTML = bars(drawn, scale, "cards left in the end", about);
  $("leftover-made").innerHTML = made([leftover]);
}

/** Shows another policy. */
function choosePolicy(name) {
  const game = data.games.find(({ policy }) => policy === name);
  $("policy-words").innerHTML = `The policy <b>${escape(game.policy)}</b> ${escape(game.words)}.`;
  drawCourse(game);
  if (game.leftover && $("leftover-chart")) drawLeftover(game);
}
