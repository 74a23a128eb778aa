/** The committed page answers as the one that is built. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { connect } from "../../src/web/module.js";
import { unpack } from "../../src/web/page/unpack.js";

/** @param {string} path */
async function answerOf(path) {
  const page = readFileSync(path, "utf8");
  const packed = /<script id="module" type="text\/plain">([^]*?)<\/script>/.exec(page)?.[1];
  assert.ok(packed, path);
  const input = Buffer.from(unpack(packed));
  const module = execFileSync("xz", ["--decompress"], { input, maxBuffer: 2 ** 24 });
  return connect(await WebAssembly.compile(module));
}

/** @type {import("../../src/web/index.js").Request[]} */
const requests = [
  ...[3, 9, 12, 15, 20, 21, 81].map((cards) => (
    /** @type {const} */ ({ command: "odds", cards }))),
  { command: "odds", cards: "first-set" },
  { command: "odds", cards: 12, measure: "in-sets" },
  { command: "odds", cards: 15, sets: 0, given: "12:0" },
  ...[1, 2, 3].map((seed) => (
    /** @type {const} */ ({ command: "deal", cards: 12, hands: 20, sets: true, seed }))),
  { command: "find", hands: "2RTD 1RTD 3RTD 1GSO", caps: true },
  { command: "find", hands: "zwei rote volle Ovale, eine rote volle Oval", why: true },
  { command: "next", table: "@0\n@1\n@5\n@80" },
  ...["2026-01-01", "2027-12-31"].map((from) => (
    /** @type {const} */ ({ command: "puzzle", from }))),
  { command: "puzzle", cards: 12, sets: 6, seed: 3 },
  { command: "simulate", cards: "3-21", deals: 50_000, seed: 1 },
  { command: "simulate", cards: 12, measure: "largest-cap", deals: 20_000, seed: 1 },
];

test("the committed page answers as the one that is built", async () => {
  const [committed, built] = await Promise.all(
    ["reports/index.html", "target/web/setodds.html"].map(answerOf));
  for (const request of requests) {
    /** @param {any} answer */
    const reply = (answer) => {
      try {
        return { ...answer(request), provenance: undefined };
      } catch (thrown) {
        return String(thrown);
      }
    };
    assert.deepEqual(reply(committed), reply(built), JSON.stringify(request));
  }
});
