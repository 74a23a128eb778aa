/** The built page in a real browser, opened from the disk. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { axe, launch, open } from "./browser.mjs";

/** @typedef {import("./browser.mjs").Page} Page */

/** @type {import("./browser.mjs").Browser} */
let browser;
before(async () => (browser = await launch()));
after(() => browser?.close());

/**
 * Runs a test with the page, which must end without an error.
 * @param {string} name
 * @param {(page: Page) => Promise<void>} body
 * @param {Parameters<typeof open>[1]} [options]
 */
function onPage(name, body, options) {
  test(name, async () => {
    const { page, faults, close } = await open(browser, options);
    await body(page);
    assert.deepEqual(faults, []);
    await close();
  });
}

/**
 * Waits until an element has such a text, and returns the text.
 * @type {(page: Page, selector: string, pattern: RegExp) => Promise<string>}
 */
async function text(page, selector, pattern) {
  const found = page.locator(selector).filter({ hasText: pattern });
  await found.waitFor();
  return found.innerText();
}

/**
 * Deals in the fourth section, and returns the cells of its table.
 * @type {(page: Page, run: { deals: string, workers: number, seed: string }) => Promise<string[]>}
 */
async function deal(page, { deals, workers, seed }) {
  await page.fill("#deal-seed", seed);
  // More than the page offers: any number of deals, and more workers than the machine has cores.
  const choose = (/** @type {HTMLSelectElement} */ select, /** @type {string} */ value) => {
    select.add(new Option(value, value));
    select.value = value;
  };
  await page.$eval("#deal-deals", choose, deals);
  await page.$eval("#deal-workers", choose, String(workers));
  await page.click("#deal-start");
  await text(page, "#deal-status", /^Done/);
  return rowsOf(page);
}

/** Returns the rows of the fourth section's table. @type {(page: Page) => Promise<string[]>} */
function rowsOf(page) {
  return page.$$eval("#deal-table tr", (rows) => rows.map((row) =>
    [...row.children].map((cell) => cell.textContent).join(" ")));
}

/** @type {Record<string, (page: Page) => Promise<void>>} */
const sections = {
  async answer(page) {
    await text(page, "#answer-number", /^3\.2302\s%$/);
    await text(page, "#answer-text", /^1 deal in 31: .* 2,284,535,476,080 of 70,724,320,184,700 h/);
    assert.equal(await page.locator("#answer-table tbody tr").count(), 15);
    await page.fill("#answer-cards", "15");
    await text(page, "#answer-number", /^0\.036469\s%$/);
    await text(page, "#answer-command", /^setodds odds 15$/);
    await page.selectOption("#answer-measure", "largest-cap");
    await text(page, "#answer-number", /^11\.9676$/);
    await page.selectOption("#answer-measure", "sets");
    await page.fill("#answer-cards", "40");
    await text(page, "#answer-text", /^40 cards always hold a set\. The mean is 125\.063 sets\.$/);
    await page.selectOption("#answer-measure", "first-set");
    await text(page, "#answer-number", /^8\.23918$/);
    await page.selectOption("#answer-measure", "in-sets");
    await text(page, "#answer-error", /^This is known exactly only up to 18 cards\.$/);
    assert.equal(await page.locator("#answer-number").innerText(), "");
    await page.fill("#answer-cards", "99");
    await text(page, "#answer-error", /0 to 81/);
  },
  async hand(page) {
    await page.fill("#hand-size", "15");
    await page.click("#hand-deal");
    await text(page, "#hand-summary", /^15 cards, \d+ sets?\. .*hands of 15 cards hold/);
    await page.click("#hand-clear");
    await page.click("text=Pick cards from the deck");
    for (const card of ["one red solid oval", "two red solid ovals", "three red solid ovals"]) {
      await page.click(`#hand-deck [aria-label="${card}"]`);
    }
    await text(page, "#hand-summary", /^3 cards, 1 set\./);
    await page.click("text=Write or paste cards");
    await page.fill("#hand-text", "2RTD\n1RTD\n1GTD\n3RTD");
    await page.click("text=Find the sets");
    await text(page, "#hand-summary", /^4 cards, 1 set\./);
    assert.equal(await page.locator("#hand-cards .in-set").count(), 3);
    await page.click("#hand-sets button");
    assert.equal(await page.locator("#hand-cards .chosen").count(), 3);
    await page.fill("#hand-text", "@0 @1 @3 @4");
    await page.click("text=Find the sets");
    await text(page, "#hand-summary", /Three more cards bring a set with probability 32\.675/);
    for (const way of await page.locator("#hand-ways code").allInnerTexts()) {
      await page.fill("#hand-text", way);
      await page.click("text=Find the sets");
      await text(page, "#hand-summary", way === "2113" ? /digits 1 to 3\.$/ : /Read: 1 card\.$/);
      await page.locator('#hand-cards [aria-label^="two red striped diamonds"]').waitFor();
    }
    for (const words of [" ", "foo"]) {
      await page.fill("#hand-text", words);
      await page.click("text=Find the sets");
      await text(page, "#hand-error", words === " " ? /^Write some cards/ : /^Line 1: `foo`/);
      await text(page, "#hand-summary", /^No cards yet\.$/);
    }
  },
  async puzzle(page) {
    await page.fill("#puzzle-date", "2026-11-29");
    await text(page, "#puzzle-command", /^setodds puzzle --from 2026-11-29$/);
    const pick = async (/** @type {number[]} */ places) => {
      for (const place of places) await page.click(`#puzzle-cards button:nth-child(${place})`);
    };
    await pick([1, 2, 8]);
    await text(page, "#puzzle-status", /^A set! 3 to go\.$/);
    await pick([8, 1, 2]);
    await text(page, "#puzzle-status", /already/);
    await pick([1, 2, 3]);
    await text(page, "#puzzle-status", /^Not a set: the numbers are one, one, two\.$/);
    await page.click("#puzzle-solve");
    await text(page, "#puzzle-status", /3 sets added/);
    assert.equal(await page.locator("#puzzle-sets li").count(), 4);
    await page.fill("#puzzle-date", "");
    await text(page, "#puzzle-status", /^Choose a date\.$/);
  },
  async deal(page) {
    const rows = await deal(page, { deals: "1000000", workers: 2, seed: "1" });
    assert.match(rows[1] ?? "", /^0\s+32,907\b/);
    await text(page, "#deal-command", /^setodds simulate --cards 12 --deals 1000000 --seed 1$/);
    await text(page, "#deal-number", /^3\.291\s%$/);
    await text(page, "#deal-text", /of 1,000,000 hands .* 3\.256 to 3\.326\s%.* 3\.230\s%/);
    await page.locator("#deal-chart svg .estimate").waitFor();
  },
  async questions(page) {
    await page.click("text=Can 18 cards hold no set?");
    await text(page, "#questions details[open] pre", /^\$ setodds odds 18 --sets 0\n18 cards hold/);
  },
};

/** Returns what axe-core finds serious or critical. @type {(page: Page) => Promise<string[][]>} */
async function barriers(page) {
  await page.evaluate(axe);
  /** @type {{ violations: { id: string, impact: string, nodes: { html: string }[] }[] }} */
  const { violations } = await page.evaluate("axe.run()");
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
}

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  for (const width of [360, 1280]) {
    const options = { viewport: { width, height: 900 }, colorScheme };
    onPage(`all sections, ${width} pixels, ${colorScheme}`, async (page) => {
      for (const use of Object.values(sections)) await use(page);
      await page.$$eval("details", (all) => all.forEach((one) => one.setAttribute("open", "")));
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
      assert.deepEqual(await barriers(page), []);
    }, options);
  }
}

for (const width of [320, 360]) {
  onPage(`no table is wider than ${width} pixels`, async (page) => {
    const fits = async (/** @type {string} */ what) =>
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width, what);
    await page.$$eval("details", (all) => all.forEach((one) => one.setAttribute("open", "")));
    for (const measure of await page.locator("#answer-measure option").all()) {
      await page.selectOption("#answer-measure", await measure.getAttribute("value"));
      for (const cards of [0, 9, 15, 16, 17, 18, 40, 65, 66, 81]) {
        if (await page.isEnabled("#answer-cards")) await page.fill("#answer-cards", String(cards));
        const rows = await page.locator("#answer-table tbody tr").count();
        assert.ok(rows <= 41 && (rows > 0 || cards > 18), `${rows} rows for ${cards} cards`);
        await fits(`${await measure.innerText()}, ${cards} cards`);
      }
    }
    for (const cards of ["3", "12", "18", "20"]) {
      await page.fill("#deal-cards", cards);
      await deal(page, { deals: "2000000", workers: 2, seed: "18446744073709551615" });
      await fits(`deals of ${cards} cards`);
    }
  }, { viewport: { width, height: 900 } });
}

onPage("what the browser cannot do is said, and the answer for 12 cards stays", async (page) => {
  const computed = await page.locator("#answer [role=status]").innerText();
  await page.addInitScript("delete globalThis.WebAssembly");
  await page.reload();
  await text(page, "#failure", /^This browser does not run WebAssembly\.$/);
  const plain = await browser.newPage({ javaScriptEnabled: false });
  await plain.goto(page.url());
  for (const shown of [page, plain]) {
    assert.equal(await shown.locator("#answer [role=status]").innerText(), computed);
    assert.equal(await shown.locator(":is(button, input, select):visible").count(), 0);
  }
  await plain.close();
});

onPage("hostile words stay text", async (page) => {
  const words = '<img src=x onerror="document.title=1"> </script><script>document.title=2</script>';
  const title = await page.title();
  await page.click("text=Write or paste cards");
  const json = JSON.stringify({ hand: "<b>", cards: ["@1", words] });
  for (const hand of [words, `2RTD\n${words}\n3RTD`, json]) {
    await page.fill("#hand-text", hand);
    await page.click("text=Find the sets");
    await text(page, "#hand-error", /</);
  }
  assert.equal(await page.locator("#hand img, #hand script, #hand b").count(), 0);
  assert.equal(await page.title(), title);
});

onPage("workers, the page alone and one request count the same", async (page) => {
  const alone = await deal(page, { deals: "1000000", workers: 0, seed: "2026" });
  for (const workers of [1, 3]) {
    assert.deepEqual(await deal(page, { deals: "1000000", workers, seed: "2026" }), alone);
  }
  // The README shows this run.
  assert.match(alone[1] ?? "", /^0\s+32,199\b/);
  assert.match(alone[14] ?? "", /^13\s+1\b/);
  await page.evaluate("window.Worker = undefined");
  assert.deepEqual(await deal(page, { deals: "1000000", workers: 2, seed: "2026" }), alone);
  await text(page, "#deal-error", /^Workers do not start here/);
});

onPage("a run that is stopped is a shorter run", async (page) => {
  await page.selectOption("#deal-deals", "1000000000");
  await page.selectOption("#deal-workers", "0");
  await page.click("#deal-start");
  await text(page, "#deal-text", /hands of 12 cards/);
  await page.$eval("#deal-stop", (/** @type {HTMLButtonElement} */ button) => button.click());
  // It may have been complete before.
  const status = await text(page, "#deal-status", /^(Stopped after|Done:) /);
  const command = await text(page, "#deal-command", /^setodds simulate --cards 12/);
  const [, deals = "", seed = ""] = /--deals (\d+) --seed (\d+)$/.exec(command) ?? [];
  assert.equal(deals, /[\d,]+/.exec(status)?.[0].replaceAll(",", ""));
  const shown = await rowsOf(page);
  assert.deepEqual(await deal(page, { deals, workers: 1, seed }), shown);
});

onPage("the keyboard suffices", async (page) => {
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement?.className), "skip");
  await page.focus("text=Pick cards from the deck");
  for (const key of ["Enter", "Tab", "Space", "ArrowRight", "Enter", "ArrowRight", "Space"]) {
    await page.keyboard.press(key);
  }
  await text(page, "#hand-summary", /^3 cards, 1 set\./);
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), "SUMMARY");
  await page.focus("#puzzle-cards button");
  await page.keyboard.press("Space");
  assert.equal(await page.getAttribute("#puzzle-cards button", "aria-pressed"), "true");
});

onPage("on paper, the answers to questions are open", async (page) => {
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  assert.equal(await page.locator("#questions details:not([open])").count(), 0);
  assert.equal(await page.locator(".controls:visible").count(), 0);
});
