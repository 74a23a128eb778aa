/** A worker that receives the compiled module, then requests, one at a time. */
import { connect } from "../module.js";
import { message } from "./dom.js";

/** @type {Promise<import("../index.js").Answer>} */
let answer;

addEventListener("message", async ({ data }) => {
  if (data instanceof WebAssembly.Module) {
    answer = connect(data);
    return;
  }
  try {
    postMessage({ reply: (await answer)(data) });
  } catch (thrown) {
    postMessage({ error: message(thrown) });
  }
});
