// The package as it is installed: the numbers of the program, its texts, and its types.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { deal, find, next, odds, puzzle, third } from "setodds";

test("exact numbers have any size", () => {
  const [none, one] = odds(12);
  assert.equal(none.count, 2284535476080n);
  assert.equal(none.total, 70724320184700n);
  assert.equal(one.value, 1);
  assert.equal(odds("3-21").filter(({ value }) => value === 0).length, 19);
  const [given] = odds(15, { sets: 0, given: "12:0" });
  assert.deepEqual([given.count, given.total], [99022742n, 8770938979n]);
  assert.equal(odds(12, { measure: "in-sets", value: [0, "9+"] })[0].count, none.count);
  const caps = odds(undefined, { measure: "greedy-cap" });
  const one_ = caps.reduce((sum, { probability }) => sum + probability, 0);
  assert.ok(Math.abs(one_ - 1) < 1e-9);
  assert.equal(typeof caps.at(-1).denominator, "bigint");
});

test("the deals of a seed are those of the command", () => {
  // setodds deal --cards 3 --seed 1
  const [{ cards, sets }] = deal(3, { seed: 1 });
  assert.deepEqual(cards.map(({ index }) => index), [56, 27, 4]);
  assert.equal(cards[0].card, "three red striped diamonds");
  assert.deepEqual(sets, []);
  assert.equal(deal(12, { hands: 5, seed: 2n ** 63n }).length, 5);
  assert.notDeepEqual(deal(12), deal(12));
});

test("sets are found in any notation", () => {
  assert.deepEqual(find(["0000", "0001", "0002", "0010"])[0].sets, [["0000", "0001", "0002"]]);
  const words = "one red solid oval\ntwo red solid oval\nthree red solid oval";
  assert.equal(find(words)[0].sets.length, 1);
  assert.equal(find("1RSO 2GDT, 3PSF").length, 1);
  assert.deepEqual(find(["0000", "0001", "0002"], { caps: true })[0].largest_cap.length, 2);
  assert.equal(find([0, 1, 2], { numbers_from: 0 })[0].sets.length, 1);
  assert.equal(third("0000", "0001").digits, "0002");
  assert.equal(third("0001", "0002", { style: "words" }).card, find(["0000"], { style: "words" })[0].cards[0].card);
});

test("what is not a card is refused, and no option changes the command", () => {
  for (const wrong of [null, undefined, {}, [null], ["0000", undefined], [["0000"], true], () => 1]) {
    assert.throws(() => find(wrong), { name: "RangeError", message: /is not a valid card/ }, String(wrong));
    assert.throws(() => third("0000", wrong), RangeError);
  }
  assert.throws(() => deal(3, { command: "odds" }), { name: "RangeError", message: "`command` is not an option" });
  assert.throws(() => find([]), { message: /the input is empty .* or a hand a line$/ });
});

test("the puzzle of a date is that of the command", () => {
  // setodds puzzle --from 2026-01-01
  const { cards, sets, date } = puzzle(9, { date: "2026-01-01" });
  assert.equal(date, "2026-01-01");
  assert.equal(cards.join(" "), "1212 0112 1002 1222 2002 2211 2001 2012 0120");
  assert.equal(sets.length, 4);
  assert.deepEqual(puzzle(9, { date: "2026-01-01", seed: 1 }).cards, cards);
  assert.deepEqual(find(cards)[0].sets, sets.map((set) => set.cards));
  assert.equal(puzzle(5, { sets: 1 }).sets.length, 1);
  // setodds puzzle --cards 12 --sets 1 --differing 4 --seed 1
  const [set] = puzzle(12, { sets: 1, differing: 4, seed: 1 }).sets;
  assert.deepEqual(set, { cards: ["0101", "1012", "2220"], differing_features: 4 });
  // setodds puzzle --cards 12 --sets 5 --difficulty hard --seed 1
  const hard = puzzle(12, { sets: 5, difficulty: "hard", seed: 1 });
  assert.equal(hard.cards.join(" "), "0102 1000 1102 0121 1101 1002 0021 2222 1020 2212 0101 2211");
  // setodds puzzle --cards 40 --seed 1
  assert.equal(puzzle(40, { seed: 1 }).number_of_sets, 104);
});

test("the next cards are counted", () => {
  const { next: rows, completing, position } = next(["0000", "0001", "0002", "0010"], { gone: ["2222"], dealt: 1 });
  assert.deepEqual(position, { table: 4, sets: 1, unseen: 76 });
  assert.deepEqual(rows.map(({ count }) => count), [73n, 3n]);
  assert.equal(completing.length, 3);
});

test("results have the fields of the types", async () => {
  const declarations = new URL("index.d.ts", import.meta.resolve("setodds"));
  const interfaces = (await readFile(declarations, "utf8")).matchAll(/interface (\w+) \{\n([^]*?)\n\}/g);
  const types = Object.fromEntries(
    [...interfaces].map(([, name, body]) => [name, [...body.matchAll(/^  (\w+)(\??): (.*);$/gm)]]),
  );
  const [hand] = find(["0000", "0001", "0002"], { caps: true });
  const table = next(["0000", "0001"]);
  for (const [name, result] of [
    ["Hand", hand],
    ["Card", hand.cards[0]],
    ["DistributionRow", odds(12)[0]],
    ["DistributionRow", odds(12, { measure: "in-sets" })[0]],
    ["DistributionRow", odds(81, { measure: "greedy-cap" })[0]],
    ["AnswerRow", odds(12, { sets: 0 })[0]],
    ["AnswerRow", odds(12, { sets: 0, given: "9:0" })[0]],
    ["AnswerRow", odds(12, { measure: "in-sets", value: 0 })[0]],
    ["AnswerRow", odds(81, { measure: "greedy-cap", value: 12 })[0]],
    ["NextRow", table.next[0]],
    ["CompletionRow", table.completing[0]],
    ["Puzzle", puzzle()],
    ["Puzzle", puzzle(9, { date: "2026-01-01" })],
  ]) {
    const fields = types[name].map(([, field]) => field);
    const missing = types[name].filter(([, field, optional]) => !optional && !(field in result));
    assert.deepEqual([missing, Object.keys(result).filter((key) => !fields.includes(key))], [[], []], name);
    for (const [, field, , type] of types[name]) {
      const value = result[field];
      const kind = value === null ? "null" : typeof value;
      if (!["object", "undefined"].includes(kind)) assert.ok(type.includes(kind), `${name}.${field}: ${kind}`);
    }
  }
});

test("what is not valid is a RangeError with what would be", () => {
  for (const [call, text] of [
    [() => odds(-1), /`-1` is not a valid number of cards; give one like 12/],
    [() => odds(12.5), /`12.5` is not a valid number of cards/],
    [() => odds("x"), /`x` is not a valid number of cards/],
    [() => odds(90), /90 cards are more than the 81/],
    [() => odds(12, { sets: "x" }), /`x` is not a valid number or range/],
    [() => odds(12, { measure: "x" }), /`x`/],
    [() => odds(12, { features: 7 }), /a deck has 2 to 6 features, not 7/],
    [() => odds(12, { colour: 1 }), /`colour` is not an option of `odds`/],
    [() => odds(15, { sets: "0", given: "12:2" }), /counting/],
    [() => deal(12, { seed: -1 }), /`-1` is not a valid seed/],
    [() => deal(12, { hands: 0 }), /`0` is not a valid number of hands/],
    [() => deal("twelve"), /`twelve` is not a valid number of cards/],
    [() => find("five red"), /line 1/],
    [() => find([]), /the input is empty/],
    [() => third("0000", "0000"), /0000/],
    [() => puzzle(9, { date: "2026-02-30" }), /`2026-02-30` is not a valid date; give one like 2026-01-01/],
    [() => puzzle(9, { sets: 13 }), /sets/],
    [() => puzzle(20, { sets: 0 }), /too rare to be dealt; ask for others/],
    [() => puzzle(9, { difficulty: "harder" }), /`?harder`?.*easy, medium, hard/],
    [() => puzzle(9, { sets: 0, difficulty: "hard" }), /a hand without sets has no difficulty/],
    [() => puzzle(3, { sets: 1, difficulty: "hard" }), /too rare or too much alike/],
    [() => puzzle(9, { differing: 5 }), /differ in 1 to 4 features, not in 5/],
    [() => find(["0000"], { caps: "yes" }), /`yes` is not a valid caps; give true or false/],
    [() => next(["0000"], { gone: ["0000"] }), /given twice/],
    [() => next(["0000"], { dealt: 20 }), /deal fewer/],
  ]) {
    assert.throws(call, (error) => error instanceof RangeError && text.test(error.message), String(call));
  }
});
