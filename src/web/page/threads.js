/** Threads that compute blocks of deals: workers, or the page itself between frames. */
import { get, write } from "./dom.js";

/**
 * @typedef {import("./engine.js").Engine} Engine
 * @typedef {import("../index.js").SimulateBlocks} Request
 * @typedef {import("../index.js").BlocksReply} Reply
 * @typedef {object} Thread
 * @property {(request: Request) => Promise<Reply>} ask Answers one request at a time.
 * @property {() => void} end
 */

/**
 * Starts workers and sends each a first request without computation. Returns the page itself as the
 * only thread if no workers are requested or they do not start.
 * @type {(engine: Engine, workers: number, first: Request) => Promise<Thread[]>}
 */
export async function startThreads(engine, workers, first) {
  /** @type {Thread[]} */
  const threads = [];
  try {
    for (let i = 0; i < workers; i++) threads.push(startWorker(engine.module));
    await Promise.all(threads.map((thread) => thread.ask(first)));
    if (workers > 0) return threads;
  } catch {
    threads.forEach((thread) => thread.end());
    write("deal-error", "Workers do not start here; this page computes alone.");
  }
  return [{
    ask: async (request) => {
      await new Promise((resolve) => setTimeout(resolve));
      return engine.answer(request);
    },
    end: () => {},
  }];
}

/** @type {(module: WebAssembly.Module) => Thread} */
function startWorker(module) {
  const source = new Blob([get("worker", HTMLScriptElement).text], { type: "text/javascript" });
  const url = URL.createObjectURL(source);
  const worker = new Worker(url);
  worker.postMessage(module);
  return {
    ask: (request) => new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => {
        if ("error" in data) reject(new Error(data.error));
        else resolve(data.reply);
      };
      worker.onerror = (event) => reject(new Error(event.message || "a worker does not start"));
      worker.postMessage(request);
    }),
    end: () => {
      worker.terminate();
      URL.revokeObjectURL(url);
    },
  };
}
