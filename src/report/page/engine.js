// The engine: the WebAssembly module that the page holds. It is asked in words; what it answers is told where it is
// made.

/** The bytes that were packed into an element of the page. */
async function unpacked(id) {
  const packed = Uint8Array.from(atob($(id).textContent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).arrayBuffer();
}

/** The object that was packed into an element of the page. */
const unpackedObject = async (id) => JSON.parse(new TextDecoder().decode(await unpacked(id)));

/** A function that asks an instance of the module; workers have its text. */
async function connect(module) {
  const { memory, room, ask } = (await WebAssembly.instantiate(module)).exports;
  return (question) => {
    const text = new TextEncoder().encode(question);
    const place = room(text.length);
    new Uint8Array(memory.buffer, place, text.length).set(text);
    const length = ask();
    const at = room(length);
    const answer = new TextDecoder().decode(new Uint8Array(memory.buffer, at, length));
    if (answer.startsWith("!")) throw new Error(answer.slice(1));
    return answer;
  };
}

/** The module, and what asks the instance of the page itself. */
const engine = { module: undefined, ask: undefined };

/** Starts what needs the engine, or says that it cannot. */
async function startEngine() {
  try {
    engine.module = await WebAssembly.compile(await unpacked("engine"));
    engine.ask = await connect(engine.module);
  } catch {
    for (const note of document.querySelectorAll(".lacking")) note.hidden = false;
    return;
  }
  for (const part of document.querySelectorAll(".engine")) part.hidden = false;
  drawDistribution(chosenCards());
  startExplorer();
  startRun();
  startGame();
  document.body.dataset.engine = "ready";
}
