import { connect } from "./module.js";

/**
 * Loads the module next to this file: in Node from disk, elsewhere by `fetch`.
 * @param {object} [module] The compiled `WebAssembly.Module`, if a bundler or a worker has it.
 */
export async function load(module) {
  return connect(module ?? (await WebAssembly.compile(await read())));
}

async function read() {
  const url = new URL("./setodds.wasm", import.meta.url);
  if (url.protocol !== "file:") return (await fetch(url)).arrayBuffer();
  const { readFile } = await import("node:fs/promises");
  return /** @type {Uint8Array<ArrayBuffer>} */ (await readFile(url));
}
