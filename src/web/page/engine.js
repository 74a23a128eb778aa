/** The compiled module, which the build script puts into the page: deflated, in base 64. */
import { connect } from "../module.js";
import { get } from "./dom.js";

/**
 * @typedef {object} Engine
 * @property {import("../index.js").Answer} answer
 * @property {WebAssembly.Module} module For the workers.
 */

/** @returns {Promise<Engine>} */
export async function load() {
  const text = get("module", HTMLScriptElement).text;
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const module = await WebAssembly.compile(await new Response(stream).arrayBuffer());
  return { answer: await connect(module), module };
}
