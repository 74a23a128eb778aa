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
  write("failure", `This browser cannot compute the numbers: ${message(thrown)}.`);
}

// A closed answer would be missing on paper.
addEventListener("beforeprint", () => {
  for (const question of document.querySelectorAll("#questions details")) {
    question.setAttribute("open", "");
  }
});
