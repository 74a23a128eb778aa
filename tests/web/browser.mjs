/** The browser that the tests drive. `SETODDS_PAGE` is the built page, `CHROMIUM` the browser. */
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const installed = createRequire(new URL("../../src/web/package.json", import.meta.url));
const { chromium } = installed("playwright-core");

/** The text of axe-core, to be run in a page. */
export const axe = installed("axe-core").source;

/** The address of the page. */
export const address = pathToFileURL(resolve(process.env["SETODDS_PAGE"] ?? "target/web/setodds.html")).href;

const args = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync",
];

/** Starts the browser. */
export function launch() {
  return chromium.launch({ executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args });
}

/**
 * Opens the page in a context of its own and waits until it answers. The page fails the test by
 * an error, or by a request that is not for itself.
 *
 * @param {any} browser
 * @param {object} [options] Of the context.
 */
export async function open(browser, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  /** @type {string[]} */
  const faults = [];
  page.on("pageerror", (/** @type {Error} */ error) => faults.push(error.message));
  page.on("console", (/** @type {any} */ message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  page.on("request", (/** @type {any} */ request) => {
    const allowed = ["file:", "blob:", "data:", process.env["SETODDS_STUB"] ?? "file:"];
    if (!allowed.some((start) => request.url().startsWith(start))) faults.push(request.url());
  });
  await page.goto(address);
  await page.locator("body[data-state=ready]").waitFor();
  return { page, faults, close: () => context.close() };
}
