// Charts as SVG that fit any width, as in svg.rs: places across are percentages, those from the top pixels.

const MARKS = [
  "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0Z",
  "M-3.5-3.5h7v7h-7Z",
  "M0-5L4.5 3.5h-9Z",
  "M0-5L5 0L0 5L-5 0Z",
  "M0 5L4.5-3.5h-9Z",
];
const LABELS = 15;

function frame(scale, name, about, content) {
  const grid = scale.ticks.map(([value, label]) => {
    const y = scale.place(value).toFixed(1);
    return `<line x1="0" x2="100%" y1="${y}" y2="${y}"/><text x="-8" y="${y}" dy=".32em">${label}</text>`;
  });
  return `<svg class="chart" role="img" aria-label="${escape(about)}" width="100%" height="${HEIGHT}">` +
    `<g class="grid">${grid.join("")}</g>${content}` +
    `<text class="axis" x="50%" y="${HEIGHT + 40}">${escape(name)}</text></svg>`;
}

/** A vertical line for an interval, and the mark at its value. */
function mark(style, x, { share, low, high }, scale) {
  const across = `${x.toFixed(2)}%`;
  const whisker = low === undefined ? "" : `<line class="whisker" x1="${across}" x2="${across}" ` +
    `y1="${scale.place(high).toFixed(1)}" y2="${scale.place(low).toFixed(1)}"/>`;
  return `${whisker}<svg x="${across}" y="${scale.place(share).toFixed(1)}"><path d="${MARKS[style]}"/></svg>`;
}

const tick = (x, label) =>
  `<text class="tick" x="${x.toFixed(2)}%" y="${HEIGHT + 18}">${escape(label)}</text>`;

/** A chart of bars; each has label, share, over, title, accent, and perhaps a sample. */
function bars(all, scale, name, about) {
  const width = 100 / Math.max(1, all.length);
  const stride = Math.max(1, Math.ceil(all.length / LABELS));
  const content = all.map((bar, place) => {
    const [left, middle, top] = [width * place, width * (place + 0.5), scale.place(bar.share)];
    return `<g class="bar${bar.accent ? " accent" : ""}"><title>${escape(bar.title)}</title>` +
      `<rect class="hit" x="${left.toFixed(2)}%" y="0" width="${width.toFixed(2)}%" height="${HEIGHT}"/>` +
      `<rect x="${(left + 0.12 * width).toFixed(2)}%" y="${top.toFixed(1)}" ` +
      `width="${(0.76 * width).toFixed(2)}%" height="${(HEIGHT - top).toFixed(1)}"/></g>` +
      (bar.over ? `<text class="over" x="${middle.toFixed(2)}%" y="${(top - 9).toFixed(1)}">${bar.over}</text>` : "") +
      (bar.sample ? `<g class="sample">${mark(0, middle, bar.sample, scale)}</g>` : "") +
      (place % stride === 0 ? tick(middle, bar.label) : "");
  });
  return frame(scale, name, about, content.join(""));
}

/** A chart of lines and marks: series with a style, points with x, share and title. */
function lines(series, axis, scale, about) {
  const across = (x) => (100 * (x - axis.from)) / (axis.to - axis.from);
  const chosen = axis.chosen === undefined ? "" : across(axis.chosen).toFixed(2);
  const content = series.map(({ style, line, marks, points }) => {
    const seen = points.filter((point) => point.share > 0);
    const path = seen.map(({ x, share }) => `${(10 * across(x)).toFixed(1)} ${scale.place(share).toFixed(1)}`);
    const drawn = `<svg viewBox="0 0 1000 ${HEIGHT}" preserveAspectRatio="none" width="100%" height="${HEIGHT}">` +
      `<path class="line" d="M${path.join("L")}"/></svg>`;
    const marked = seen.map((point) =>
      `<g><title>${escape(point.title)}</title>${mark(style, across(point.x), point, scale)}</g>`);
    return `<g class="series s${style}">${line ? drawn : ""}${marks ? marked.join("") : ""}</g>`;
  });
  const line = chosen && `<line class="chosen" x1="${chosen}%" x2="${chosen}%" y1="0" y2="${HEIGHT}"/>`;
  const ticks = axis.ticks.map(([x, label]) => tick(across(x), label));
  return frame(scale, axis.name, about, line + content.join("") + ticks.join(""));
}
