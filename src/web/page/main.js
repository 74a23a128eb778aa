import { startAnswer } from "./answer.js";
import { addClips } from "./cards.js";
import { message, write } from "./dom.js";
import { load } from "./engine.js";
import { startHand } from "./hand.js";
import { startPuzzle } from "./puzzle.js";
import { startSimulation } from "./simulation.js";

try {
  const engine = await load();
  addClips();
  startAnswer(engine.answer);
  startHand(engine.answer);
  startPuzzle(engine.answer);
  startSimulation(engine);
  document.body.dataset["state"] = "ready";
} catch (thrown) {
  document.body.dataset["state"] = "failed";
  write("failure", "WebAssembly" in globalThis
    ? `This browser cannot compute the numbers: ${message(thrown)}.`
    : "This browser does not run WebAssembly.");
}

// Answers must be open to be printed.
addEventListener("beforeprint", () => {
  for (const question of document.querySelectorAll("#questions details")) {
    question.setAttribute("open", "");
  }
});
