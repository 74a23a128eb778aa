/**
 * Builds the page as one file, or the npm package as a directory:
 *
 *     node src/web/build.mjs page MODULE.wasm FILE.html
 *     node src/web/build.mjs package MODULE.wasm DIRECTORY
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const largest = 500_000;

/** @param {string} path */
const read = (path) => readFileSync(join(here, path), "utf8");

/** @param {string} text */
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** @param {string} id @param {string} text */
const data = (id, text) => `<script id="${id}" type="text/plain">${text}</script>`;

/**
 * Bundles a file of the page with everything that it imports, minified.
 * @type {(entry: string, format?: "esm" | "iife") => string}
 */
function bundle(entry, format) {
  const { outputFiles } = buildSync({
    entryPoints: [join(here, "page", entry)], bundle: true, minify: true, write: false,
    target: "es2022", charset: "utf8", ...(format && { format }),
  });
  return outputFiles[0]?.text.trim() ?? "";
}

/** Returns the common questions as HTML: a bold line and a block of code for each. */
function questions() {
  const text = read("../report/faq.md");
  const found = [...text.matchAll(/^\*\*(.+)\*\*\n\n```console\n([^]+?)\n*```$/gm)];
  if (found.length !== text.split("```console").length - 1 || found.length === 0) {
    throw new Error("src/report/faq.md is not a list of questions with one block each");
  }
  return found.map(([, question = "", block = ""]) =>
    `<details><summary>${escaped(question)}</summary>` +
    `<pre tabindex="0"><code>${escaped(block)}</code></pre></details>`).join("\n");
}

/**
 * Encodes the module for `page/unpack.js`: compressed by xz, a quarter smaller than formats that
 * browsers decompress themselves, with four bytes as five characters from # to w.
 * @param {string} module
 */
function packed(module) {
  const options = ["--stdout", "--check=crc32", "--lzma2=preset=9e,lc=4,pb=0"];
  const bytes = execFileSync("xz", [...options, module], { maxBuffer: 2 ** 24 });
  let text = "";
  for (let i = 0; i < bytes.length; i += 4) {
    const digits = [4, 3, 2, 1, 0].map((k) => Math.floor(bytes.readUInt32BE(i) / 85 ** k) % 85);
    text += String.fromCharCode(...digits.map((digit) => digit + 35));
  }
  if (text.includes("</script")) throw new Error("the module would end its element");
  return text;
}

/** @param {string} module */
function page(module) {
  const script = bundle("main.js", "esm");
  const hash = createHash("sha256").update(script).digest("base64");
  // Allows nothing to be fetched, and only this script and its workers to run.
  const policy = `default-src 'none'; script-src 'sha256-${hash}' 'wasm-unsafe-eval'; ` +
    "worker-src blob:; style-src 'unsafe-inline'; img-src data:";
  const parts = {
    "<style></style>": `<meta http-equiv="Content-Security-Policy" content="${policy}">\n` +
      `<style>${bundle("page.css")}</style>`,
    "<!-- questions -->": questions(),
    "</body>": [
      data("module", packed(module)),
      data("worker", bundle("worker.js", "iife")),
      `<script type="module">${script}</script>`,
      "</body>",
    ].join("\n"),
  };
  let text = read("page/index.html");
  for (const [place, part] of Object.entries(parts)) {
    if (text.split(place).length !== 2) throw new Error(`index.html has ${place} not once`);
    text = text.replace(place, () => part);
  }
  const size = Buffer.byteLength(text);
  console.log(`${size} bytes`);
  if (size > largest) throw new Error(`the page has ${size} bytes, more than ${largest}`);
  return text;
}

/** @type {(module: string, directory: string) => void} */
function npmPackage(module, directory) {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  for (const name of ["index.js", "index.d.ts", "module.js", "README.md", "example"]) {
    cpSync(join(here, name), join(directory, name), { recursive: true });
  }
  for (const name of ["LICENSE-APACHE", "LICENSE-MIT"]) {
    cpSync(join(here, "../..", name), join(directory, name));
  }
  cpSync(module, join(directory, "setodds.wasm"));
  const { private: _, devDependencies: __, ...manifest } = JSON.parse(read("package.json"));
  manifest.version = /^version = "(.+)"$/m.exec(read("../../Cargo.toml"))?.[1];
  writeFileSync(join(directory, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

const [kind, module, output] = process.argv.slice(2);
if (kind === "page" && module && output) {
  const text = page(module);
  mkdirSync(dirname(output), { recursive: true });
  writeFileSync(output, text);
} else if (kind === "package" && module && output) {
  npmPackage(module, output);
} else {
  console.error("usage: node build.mjs page|package MODULE.wasm OUTPUT");
  process.exitCode = 2;
}
