// The puzzle of a day, and how rare a table without a set is: `node daily.mjs 2026-01-01`.
import { odds, puzzle } from "setodds";

const date = process.argv[2] ?? new Date().toISOString().slice(0, 10);
const { cards, sets } = puzzle(9, { date, seed: 1 });
console.log(`${date}: ${cards.join(" ")}`);
for (const set of sets) console.log(`  ${set.cards.join(" ")}`);

const [none] = odds(12, { sets: 0 });
console.log(`12 cards hold no set in ${none.count} of ${none.total} hands`);
