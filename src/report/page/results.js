// The results: what is opened is unpacked, and drawn by the engine; their CSVs can be saved.

/** The text of a CSV that was packed column by column: a column like an earlier one has its number. */
function csvOf(packed) {
  const [form, ...lines] = packed.split("\n");
  if (form === "text") return lines.join("\n");
  const columns = [];
  for (const line of lines) {
    const [title, same] = line.split("\t");
    columns.push(same === undefined ? line.split(",") : [title, ...columns[same].slice(1)]);
  }
  return columns[0].map((_, row) => `${columns.map((column) => column[row]).join(",")}\n`).join("");
}

/** The chart of a result with what one has to know to read it. */
async function drawnResult(number) {
  const text = await unpackedText(`chart-${number}`);
  const figure = make("figure", "", { class: "drawn" });
  figure.innerHTML = chart((size) => engine.ask(`draw ${size} ${text}`), [0, 0]);
  figure.append(make("figcaption", JSON.parse(text).caption));
  return figure;
}

/** Shows the chart and the table of a result that is opened for the first time. */
async function showResult(details) {
  const number = details.dataset.result;
  const place = details.querySelector(".shown");
  if (place.childElementCount) return;
  const path = details.querySelector(".file").textContent;
  const table = make("div", "");
  table.append(laidOut(await unpackedText(`table-${number}`), path));
  const picture = make("div", "", { id: `picture-${number}` });
  place.replaceChildren(picture, table);
  if (!$(`chart-${number}`)) return;
  attempt(picture.id, async () => {
    await engine.started;
    if (engine.ask) picture.replaceChildren(await drawnResult(number));
    else picture.append(make("p", "The chart needs WebAssembly, which this browser does not run.", { class: "note" }));
  });
}

async function saveResult(number) {
  const path = document.querySelector(`[data-result="${number}"] .file`).textContent;
  saveText(path.split("/").pop(), csvOf(await unpackedText(`csv-${number}`)));
}

function startResults() {
  for (const details of document.querySelectorAll("[data-result]")) {
    details.querySelector(".shown").id = `shown-${details.dataset.result}`;
    details.addEventListener("toggle", () => {
      if (details.open) attempt(`shown-${details.dataset.result}`, () => showResult(details));
    });
  }
  for (const button of document.querySelectorAll("[data-save]")) {
    button.hidden = false;
    button.addEventListener("click", () => attempt(`shown-${button.dataset.save}`, () => saveResult(button.dataset.save)));
  }
}
