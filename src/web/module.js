/**
 * The interface of the compiled module, shared by the page, its workers and the npm package: a
 * request is written into the module's memory as JSON, and the reply is read from there.
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {(bytes: number) => number} room Reserves space for a request, returns its address.
 * @property {() => number} ask Computes the reply, returns its length in bytes.
 * @property {() => number} place Returns the address of the reply.
 */

/** The commands that need a seed. */
const random = new Set(["deal", "puzzle", "simulate"]);

/**
 * Instantiates the module. Returns a function that answers requests, and throws `Error`s with the
 * program's messages.
 * @param {WebAssembly.Module} module
 * @returns {Promise<import("./index.js").Answer>}
 */
export async function connect(module) {
  const instance = await WebAssembly.instantiate(module);
  const { memory, room, ask, place } = /** @type {Exports} */ (
    /** @type {unknown} */ (instance.exports)
  );
  /** @param {import("./index.js").Request} request */
  const answer = (request) => {
    const { seed, from } = /** @type {{ seed?: unknown, from?: unknown }} */ (request);
    const seedless = random.has(request.command) && seed == null && from == null;
    const complete = seedless ? { ...request, seed: randomSeed() } : request;
    const bytes = new TextEncoder().encode(JSON.stringify(complete, readable));
    // `room` may grow the memory, which replaces its buffer.
    const address = room(bytes.length);
    new Uint8Array(memory.buffer, address, bytes.length).set(bytes);
    const length = ask();
    const reply = new TextDecoder().decode(new Uint8Array(memory.buffer, place(), length));
    const value = JSON.parse(reply);
    if ("error" in value) throw new Error(value.error);
    return value;
  };
  return /** @type {import("./index.js").Answer} */ (answer);
}

/**
 * Prepares text for the module: replaces unpaired surrogates, which JSON would escape, and converts
 * to NFC, since only the browser has the tables for it.
 * @type {(key: string, value: unknown) => unknown}
 */
function readable(_, value) {
  return typeof value === "string" ? value.toWellFormed().normalize("NFC") : value;
}

/** Returns a seed that is short enough to be typed. */
export function randomSeed() {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
}
