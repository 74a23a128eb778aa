/** The browser that the tests drive. `SETODDS_PAGE` is the built page, `CHROMIUM` the browser. */
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const installed = createRequire(new URL("../../src/web/package.json", import.meta.url));
/** @type {typeof import("playwright-core")} */
const { chromium } = installed("playwright-core");

/**
 * @typedef {import("playwright-core").Page} Page
 * @typedef {import("playwright-core").Browser} Browser
 */

/** The text of axe-core, to be run in a page. */
export const axe = /** @type {string} */ (installed("axe-core").source);

/** The address of the page. */
const address = pathToFileURL(resolve(process.env["SETODDS_PAGE"] ?? "target/web/setodds.html"));

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
 * @param {Browser} browser
 * @param {import("playwright-core").BrowserContextOptions} options
 */
export async function open(browser, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  // Ends a test that hangs; nothing is expected to be fast.
  context.setDefaultTimeout(300_000);
  const page = await context.newPage();
  /** @type {string[]} */
  const faults = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  page.on("request", (request) => {
    if (!/^(file|blob|data):/.test(request.url())) faults.push(request.url());
  });
  await page.goto(address.href);
  await page.locator("body[data-state=ready]").waitFor();
  return { page, faults, close: () => context.close() };
}
