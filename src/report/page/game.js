// A game that plays itself, turn by turn.

/** How long a turn is shown, in milliseconds. */
const TURN = 1500;

/** The turns of the game, which of them is shown, and what shows the next. */
const game = { number: 0, turns: [], at: 0, timer: 0 };

function beginGame() {
  const numbers = (words) => words.split(" ").filter(Boolean).map(Number);
  const turn = (line) => {
    const [inDeck, table, taken] = line.split(";");
    return { inDeck, table: numbers(table), taken: numbers(taken) };
  };
  pauseGame();
  const policy = $("game-policy").selectedOptions[0];
  $("game-policy-words").textContent = `The policy ${policy.dataset.words}.`;
  const turns = engine.ask(`game ${$("run-seed").value.trim()} ${game.number} ${policy.value}`);
  Object.assign(game, { turns: turns.split("\n").map(turn), at: 0 });
  showTurn();
}

function showTurn() {
  const { inDeck, table, taken } = game.turns[game.at];
  const last = game.at + 1 === game.turns.length;
  const then = taken.length ? `takes ${taken.map(nameOf).join(", ")}` :
    last ? "no set is left: the game ends" : "no set: three more cards";
  $("game-told").textContent = `Game ${game.number + 1}, turn ${game.at + 1}: ${plural(table.length, "card")} on the ` +
    `table, ${inDeck} in the deck; ${then}.`;
  $("game-table").innerHTML = table.map((card) =>
    `<div class="${taken.includes(card) ? "lit" : ""}" role="img" aria-label="${nameOf(card)}">${picture(card)}</div>`).join("");
  if (last) pauseGame();
}

function step() {
  if (!game.turns.length) return;
  if (game.at + 1 < game.turns.length) game.at += 1;
  showTurn();
}

function pauseGame() {
  clearInterval(game.timer);
  game.timer = 0;
  $("game-play").textContent = "Play";
}

function playGame() {
  if (game.timer) return pauseGame();
  if (!game.turns.length) return beginGame();
  if (game.at + 1 === game.turns.length) nextGame();
  game.timer = setInterval(() => attempt("game-told", step), TURN);
  $("game-play").textContent = "Pause";
}

function nextGame() {
  game.number += 1;
  beginGame();
}

function startGame() {
  on("game-play", "click", "game-told", playGame);
  on("game-step", "click", "game-told", () => { pauseGame(); step(); });
  on("game-next", "click", "game-told", nextGame);
  on("game-save", "click", "game-told", () => saveHands(`game-${game.number + 1}`, game.turns.map((turn) => turn.table)));
  on("game-policy", "change", "game-told", beginGame);
  beginGame();
}
