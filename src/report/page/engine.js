// The engine: the WebAssembly module that the page holds. It is asked in words; what it answers is told where it is
// made.

/** The bytes that were packed into an element of the page. */
async function unpacked(id) {
  const packed = Uint8Array.from(atob($(id).textContent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).arrayBuffer();
}

/** The text that was packed into an element of the page. */
const unpackedText = async (id) => new TextDecoder().decode(await unpacked(id));

/** A function that asks an instance of the module; workers have its text. */
async function connect(module) {
  let instance = await WebAssembly.instantiate(module);
  const answered = (question) => {
    const { memory, room, ask } = instance.exports;
    const text = new TextEncoder().encode(question);
    const place = room(text.length);
    new Uint8Array(memory.buffer, place, text.length).set(text);
    const length = ask();
    const at = room(length);
    return new TextDecoder().decode(new Uint8Array(memory.buffer, at, length));
  };
  return (question) => {
    let answer;
    try {
      answer = answered(question);
    } catch (cause) {
      // An instance that has failed cannot go on.
      instance = new WebAssembly.Instance(module);
      throw new Error(`The engine failed (${cause.message}) and was started again.`, { cause });
    }
    if (answer.startsWith("!")) throw new Error(answer.slice(1));
    return answer;
  };
}

/** The module, and what asks the instance of the page itself. */
const engine = { module: undefined, ask: undefined };
