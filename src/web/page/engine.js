/** The compiled module, which the build script puts into the page: see `packed` there. */
import { XzReadableStream } from "xz-decompress";
import { connect } from "../module.js";
import { get } from "./dom.js";

/**
 * @typedef {object} Engine
 * @property {import("../index.js").Answer} answer
 * @property {WebAssembly.Module} module For the workers.
 */

/** @returns {Promise<Engine>} */
export async function load() {
  const bytes = unpacked(get("module", HTMLScriptElement).text);
  const stream = new XzReadableStream(new Blob([bytes]).stream());
  const module = await WebAssembly.compile(await new Response(stream).arrayBuffer());
  return { answer: await connect(module), module };
}

/**
 * Returns four bytes for each five characters.
 * @param {string} text
 */
function unpacked(text) {
  const view = new DataView(new ArrayBuffer((text.length / 5) * 4));
  for (let i = 0; i < text.length; i += 5) {
    let number = 0;
    for (let k = i; k < i + 5; k++) number = number * 85 + text.charCodeAt(k) - 35;
    view.setUint32((i / 5) * 4, number);
  }
  return view.buffer;
}
