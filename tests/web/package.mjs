/** The npm package. `.ci/web` runs this where the package is installed, and nothing else. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "setodds-web";

const answer = await load();

test("exact odds", () => {
  const { distribution, summary } = answer({ command: "odds", cards: 12 });
  assert.equal(distribution.length, 15);
  assert.equal(distribution[0]?.count, "2284535476080");
  assert.deepEqual(summary?.[0]?.mean, {
    numerator: "220", denominator: "79", value: 220 / 79,
  });
});

test("the sets of a hand", () => {
  const { hands } = answer({ command: "find", hands: "2RTD 1RTD 3RTD 1GSO" });
  assert.deepEqual(hands[0]?.sets, [["2RTD", "1RTD", "3RTD"]]);
  const { next } = answer({ command: "next", table: "@0\n@1\n@3\n@4" });
  assert.equal(next[0]?.count, "49248");
});

test("the puzzle of a day", () => {
  const { puzzles } = answer({ command: "puzzle", from: "2026-11-29" });
  assert.equal(puzzles[0]?.cards.join(" "), "0102 0202 1022 2110 2112 2211 2210 0002 1121");
});

test("a seed fixes a deal, and one is drawn where none is given", () => {
  const deal = answer({ command: "deal", cards: 12 });
  const { seed } = deal.provenance;
  assert.ok(seed !== undefined);
  assert.deepEqual(answer({ command: "deal", cards: 12, seed }).hands, deal.hands);
  /** @type {import("setodds-web").Request} */
  const request = { command: "puzzle", seed: undefined };
  assert.ok("puzzles" in answer(request));
});

test("a run in parts is the run", () => {
  /** @type {import("setodds-web").Simulate} */
  const run = { command: "simulate", cards: 12, deals: 1_000_000, seed: 2026 };
  const whole = answer(run).distribution;
  assert.equal(whole[0]?.count, 32199);
  const { blocks, deals_per_block } = answer({ ...run, seed: 2026, blocks: [0, 0] });
  assert.equal(blocks, Math.ceil(1_000_000 / deals_per_block));
  /** @type {[number, number][]} */
  const ranges = [[40, blocks], [0, 7], [7, 40]];
  const parts = ranges.map((range) => answer({ ...run, seed: 2026, blocks: range }).part);
  const first = answer({ ...run, seed: 2026, parts: parts.slice(0, 2) });
  const { result } = answer({ ...run, seed: 2026, parts: [first.part, ...parts.slice(2)] });
  assert.deepEqual(result.distribution, whole);
});

test("an error has the program's message", () => {
  assert.throws(() => answer({ command: "find", hands: "<b>" }), /<b>/);
  assert.throws(() => answer({ command: "find", hands: "\ud800" }), /\ufffd/);
  assert.throws(() => answer({ command: "odds", cards: 82 }), Error);
  // @ts-expect-error There is no such command.
  assert.throws(() => answer({ command: "guess" }), Error);
});
