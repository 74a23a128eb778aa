// A table of SET in the terminal: `node table.mjs 7` deals 12 cards with seed 7 and finds the sets.
import { load } from "setodds-web";

const answer = await load();
const seed = Number(process.argv[2] ?? 1);

for (const { cards, sets } of answer({ command: "deal", cards: 12, sets: true, seed }).hands) {
  for (const { card } of cards) console.log(card);
  sets.forEach((set, i) => console.log(`Set ${i + 1}: ${set.join(", ")}`));

  const { distribution } = answer({ command: "odds", cards: 12 });
  const like = distribution.find(({ value }) => value === sets.length);
  console.log(`12 cards, sets: ${sets.length}. Probability: ${like?.probability.toPrecision(4)}`);
}
