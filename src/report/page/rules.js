// Games by rules of one's own: many of them in seconds, and what they are like.

const RULES = ["start", "deal", "stuck", "hidden", "policy", "seed", "games"];

/** The games: a job with its rules. */
let games = { workers: [], counted: 0 };

function askedRules() {
  const value = (field) => (field.type === "checkbox" ? String(field.checked) : field.value.trim());
  return Object.fromEntries(RULES.map((name) => [name, value($(`rules-${name}`))]));
}

/** The command that plays the same games; tables are shown beside their own rules alone. */
function tellRules() {
  const rules = askedRules();
  const deal = rules.stuck === "deal" ? ` --deal ${rules.deal}` : "";
  $("rules-deal").disabled = rules.stuck !== "deal";
  $("rules-command").textContent = `setodds play --start ${rules.start}${deal} --when-stuck ${rules.stuck}` +
    `${rules.hidden === "true" ? " --last-hidden" : ""} --policy ${rules.policy} --games ${rules.games} --seed ${rules.seed}`;
  $("rules-figure").hidden = !games.counted || RULES.some((name) => rules[name] !== games.rules[name]);
}

/** The rules as fields of the address: the seed of the games is not that of the deals. */
function changeRules() {
  tellRules();
  const { seed, ...others } = askedRules();
  writeAddress({ ...others, "games-seed": seed });
}

function takeRules() {
  const wanted = wantedByAddress();
  for (const name of RULES) fillFrom(wanted, name === "seed" ? "games-seed" : name, $(`rules-${name}`));
  tellRules();
}

function playByRules() {
  stopJob(games);
  const rules = askedRules();
  // Cards in another number are dealt only where they are dealt at all.
  const deal = rules.stuck === "deal" ? rules.deal : "3";
  for (const name of RULES) if (!/^\S+$/.test({ ...rules, deal }[name])) throw new Error(`Fill in ${name}.`);
  const number = inDigits(rules.games);
  const start = `games-start ${rules.start} ${deal} ${rules.stuck} ${rules.hidden} ${rules.policy} ${rules.seed} ${number}`;
  const job = { id: "rules", doing: "Playing", unit: "game", start, count: "games-count", total: Number(number) };
  const words = `${rules.policy}, ${plural(Number(rules.start), "card")} at the start, seed ${rules.seed}`;
  const own = { ...job, rules, words, workers: [], add: (counted) => engine.ask(`games-add ${counted}`), draw: drawGames };
  beginJob(own);
  games = own;
  tellRules();
}

function drawGames() {
  tellRules();
  for (const part of $("rules-figure").children) {
    const shown = laidOut(engine.ask(`games-table ${part.dataset.games}`), part.firstElementChild.textContent);
    part.lastElementChild.replaceChildren(shown);
  }
}

function startRules() {
  on("rules-form", "submit", "rules-told", (event) => { event.preventDefault(); playByRules(); });
  on("rules-form", "input", "rules-told", changeRules);
  on("rules-stop", "click", "rules-told", () => stopJob(games));
  on("rules-figure", "click", "rules-told", (event) => {
    const name = event.target.closest(".save")?.closest("[data-games]").dataset.games;
    if (name) saveText(`${name}${partOf(games)}.csv`, engine.ask(`games-csv ${name}`));
  });
  takeRules();
  addEventListener("hashchange", () => attempt("rules-told", takeRules));
}
