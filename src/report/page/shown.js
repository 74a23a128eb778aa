// What is shown: messages, charts and tables.

const $ = (id) => document.getElementById(id);
const plural = (number, what) => `${number.toLocaleString("en")} ${what}${number === 1 ? "" : "s"}`;

/** Does something; what goes wrong is told at a place of the page, and stops nothing else. */
function attempt(place, act) {
  const fail = (error) => { $(place).textContent = error.message.replaceAll("`", ""); };
  try {
    Promise.resolve(act()).catch(fail);
  } catch (error) {
    fail(error);
  }
}

/** Does something whenever something happens to an element. */
const on = (id, event, place, act) => $(id).addEventListener(event, (it) => attempt(place, () => act(it)));

/** A text as HTML. */
const escaped = (text) => text.replaceAll("`", "").replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** An element with a text. */
function make(tag, text, attributes = {}) {
  const made = document.createElement(tag);
  made.textContent = text;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

/** A chart in two widths, for wide windows and for telephones; `ask` has the width and the height. */
function chart(ask, heights = [380, 330]) {
  const drawn = (look, width, height) => `<div class="${look}">${ask(`${width} ${height}`)}</div>`;
  return drawn("large", 880, heights[0]) + drawn("small", 350, heights[1]);
}

/** Lines of text; those that begin with a tab are a table: titles, each with `>` or `<` for its side, then rows. */
function laidOut(text, label) {
  const shown = document.createDocumentFragment();
  let table;
  let sides;
  for (const line of text.split("\n")) {
    if (!line.startsWith("\t")) {
      table = undefined;
      if (line.trim()) shown.append(make("p", line));
      continue;
    }
    const cells = line.slice(1).split("\t");
    if (table) {
      const cell = (text, place) => make(place ? "td" : "th", text, { class: sides[place], ...(place ? {} : { scope: "row" }) });
      table.tBodies[0].insertRow().append(...cells.map(cell));
      continue;
    }
    sides = cells.map((title) => (title.startsWith(">") ? "right" : "left"));
    table = make("table", "");
    const titles = cells.map((title, place) => make("th", title.slice(1), { class: sides[place], scope: "col" }));
    table.createTHead().insertRow().append(...titles);
    table.createTBody();
    const number = shown.querySelectorAll("table").length + 1;
    const name = number > 1 ? `${label}, table ${number}` : label;
    const wide = make("div", "", { class: "wide", tabindex: "0", role: "region", "aria-label": name });
    wide.append(table);
    shown.append(wide);
  }
  return shown;
}

/** Saves a text as a file. */
function saveText(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
