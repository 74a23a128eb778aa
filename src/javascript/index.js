// The functions of the package: each asks the engine, a WebAssembly module, whose questions and answers
// `src/wasm/commands.rs` describes.

const place = new URL("./setodds.wasm", import.meta.url);

/** The bytes of the module: of a file in Node, else of an address. */
async function bytes() {
  if (place.protocol !== "file:") return (await fetch(place)).arrayBuffer();
  const { readFile } = await import("node:fs/promises");
  return readFile(place);
}

const module = await WebAssembly.compile(await bytes());
let engine = new WebAssembly.Instance(module).exports;

/** Asks the engine in text. */
function asked(question) {
  const text = new TextEncoder().encode(question);
  const at = engine.room(text.length);
  new Uint8Array(engine.memory.buffer, at, text.length).set(text);
  const length = engine.ask();
  return new TextDecoder().decode(new Uint8Array(engine.memory.buffer, engine.room(length), length));
}

/** The columns of exact counts, which may be of any size. */
const COUNTS = new Set(["count", "total", "numerator", "denominator"]);
const revived = (name, value) => (COUNTS.has(name) && value !== null ? BigInt(value) : value);

/** The answer to a command; options that are undefined are as if they were not given. */
function answer(command, options) {
  if ("command" in options) throw new RangeError("`command` is not an option");
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const texts = given.map(([name, value]) => [name, (Array.isArray(value) ? value.join(",") : String(value))]);
  let text;
  try {
    text = asked(JSON.stringify({ command, ...Object.fromEntries(texts) }));
  } catch (cause) {
    // A trap leaves the instance in an unknown state.
    engine = new WebAssembly.Instance(module).exports;
    throw new Error(`the engine failed: ${cause.message}`, { cause });
  }
  if (text.startsWith("!")) throw new RangeError(text.slice(1));
  return JSON.parse(text, revived);
}

/** Cards as a text: a list has one on each line. */
function written(cards) {
  const all = [cards].flat();
  const wrong = all.findIndex((card) => typeof card !== "string" && typeof card !== "number");
  if (wrong >= 0) throw new RangeError(`\`${String(all[wrong])}\` is not a valid card; give a text or a number`);
  return all.join("\n").normalize("NFC");
}

/** A random seed. */
const drawn = () => crypto.getRandomValues(new BigUint64Array(1))[0];

export function odds(cards, options = {}) {
  const { distribution, answers } = answer("odds", { cards, ...options });
  return distribution ?? answers;
}

export function deal(cards, { seed = drawn(), ...options } = {}) {
  return answer("deal", { cards, seed, ...options }).hands;
}

export function find(hands, options = {}) {
  return answer("find", { hands: written(hands), ...options }).hands;
}

export function third(first, second, options = {}) {
  return answer("third", { cards: written([first, second]), ...options });
}

export function next(table, { gone = "", dealt, ...options } = {}) {
  return answer("next", { table: written(table), gone: written(gone), deal: dealt, ...options });
}

export function puzzle(cards, { date, seed = date === undefined ? drawn() : 1, ...options } = {}) {
  return answer("puzzle", { cards, seed, date, day: date === undefined ? undefined : dayOf(date), ...options });
}

/** The days from the beginning of 1970 to a date. */
function dayOf(date) {
  const time = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(date) : NaN;
  // `Date` takes 30 February for 2 March.
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(date)) {
    throw new RangeError(`\`${date}\` is not a valid date; give one like 2026-01-01`);
  }
  return time / 86_400_000;
}
