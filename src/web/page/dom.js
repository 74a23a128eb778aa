/** Finds and creates elements. Text is never parsed as HTML. */

/**
 * Returns the element with an identifier, which must have the given type.
 * @template {Element} T
 * @param {string} id
 * @param {new () => T} type
 * @returns {T}
 */
export function get(id, type) {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`the page has no ${type.name} ${id}`);
  return found;
}

/** Sets the text of the element with an identifier. @type {(id: string, text: string) => void} */
export function write(id, text) {
  get(id, HTMLElement).textContent = text;
}

/**
 * Sets the state of a toggle button.
 * @type {(button: HTMLButtonElement, pressed: boolean) => void}
 */
export function press(button, pressed) {
  button.setAttribute("aria-pressed", String(pressed));
}

/**
 * Creates an HTML element. Children are elements or text.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, string>} [attributes]
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function html(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/**
 * Creates an SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, string | number>} [attributes]
 * @param {(Node | string)[]} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(name, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

/** @typedef {{ title: string, wide?: boolean }} Column Narrow screens omit wide columns. */

/**
 * Fills a table. The first cell of a row is its header.
 * @type {(id: string, caption: string, columns: Column[], rows: (Node | string)[][]) => void}
 */
export function fillTable(id, caption, columns, rows) {
  /** @param {number} i @returns {Record<string, string>} */
  const style = (i) => (columns[i]?.wide ? { class: "wide" } : {});
  const head = columns.map(({ title }, i) => html("th", { scope: "col", ...style(i) }, title));
  const body = rows.map((cells) => {
    const made = cells.map((cell, i) =>
      i === 0 ? html("th", { scope: "row" }, cell) : html("td", style(i), cell));
    return html("tr", {}, ...made);
  });
  get(id, HTMLTableElement).replaceChildren(
    html("caption", {}, caption),
    html("thead", {}, html("tr", {}, ...head)),
    html("tbody", {}, ...body),
  );
}

/** Returns the message of a thrown value. @type {(thrown: unknown) => string} */
export function message(thrown) {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
