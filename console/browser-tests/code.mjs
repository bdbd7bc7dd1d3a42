// Prints the requests of the tests as code of a language, as the console shows it, in a JSON list:
// node code.mjs LANGUAGE ENDPOINT

import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const PAGES = fileURLToPath(new URL("../src/main/resources/dev/monotable/console/pages/", import.meta.url));

/** Loads modules of the pages, which Node takes for modules only beside a package.json. */
async function load(names) {
  const folder = mkdtempSync(join(tmpdir(), "monotable-console-"));
  try {
    writeFileSync(join(folder, "package.json"), '{"type": "module"}');
    names.forEach((name) => copyFileSync(join(PAGES, name), join(folder, name)));
    return await Promise.all(names.map((name) => import(pathToFileURL(join(folder, name)))));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

globalThis.sessionStorage ??= { getItem: () => null };
const [{ LANGUAGES }, { state }] = await load(["languages.js", "server.js", "dom.js"]);
state.database = { id: "default", region: "us-east-1" };

/** Returns the code of a request in a language. */
export function codeOf(language, endpoint, operation, request) {
  globalThis.location = new URL(endpoint);
  return LANGUAGES.find(([name]) => name === language)[1](operation, request);
}

/** The requests of the tests: pairs of an operation and its request. */
export const REQUESTS = JSON.parse(readFileSync(new URL("requests.json", import.meta.url), "utf8"));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , language, endpoint] = process.argv;
  console.log(JSON.stringify(REQUESTS.map(([operation, request]) => codeOf(language, endpoint, operation, request))));
}
