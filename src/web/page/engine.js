/** The compiled module, which the build script embeds in the page. */
import { XzReadableStream } from "xz-decompress";
import { connect } from "../module.js";
import { get } from "./dom.js";
import { unpack } from "./unpack.js";

/**
 * @typedef {object} Engine
 * @property {import("../index.js").Answer} answer
 * @property {WebAssembly.Module} module The module for workers.
 */

/** @returns {Promise<Engine>} */
export async function load() {
  const compressed = new Blob([unpack(get("module", HTMLScriptElement).text)]);
  const stream = new XzReadableStream(compressed.stream());
  const module = await WebAssembly.compile(await new Response(stream).arrayBuffer());
  return { answer: await connect(module), module };
}
