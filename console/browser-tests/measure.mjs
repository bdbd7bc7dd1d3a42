// Measures the first paint of the console, and when it can be used, beside an empty page in the same
// browser: npm run measure. Prints a table, whose figures benchmarks/RESULTS.md has.

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { loadavg } from "node:os";
import { start } from "../../design-lab/browser-tests/browser.mjs";
import { serve } from "../../design-lab/browser-tests/server.mjs";
import { fill } from "./traffic.mjs";

const ROUNDS = 7;

/** Records when a view shows its data; runs before the scripts of a page. */
function watch() {
  window.readyAt = null;
  new MutationObserver(() => {
    if (window.readyAt === null && document.querySelector("main[data-ready]") !== null) {
      window.readyAt = performance.now();
    }
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-ready"] });
}

/** Loads a page without a cache, and returns its times in milliseconds. */
async function load(context, url, isConsole) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  await page.addInitScript(watch);
  await page.goto(url);
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
  if (isConsole) {
    await page.waitForFunction(() => window.readyAt !== null);
  }
  const times = await page.evaluate(() => ({
    paint: performance.getEntriesByName("first-contentful-paint")[0].startTime,
    usable: window.readyAt ?? performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd,
    requests: performance.getEntriesByType("resource").length + 1,
    bytes: performance.getEntriesByType("resource").reduce((sum, each) => sum + each.transferSize, performance.getEntriesByType("navigation")[0].transferSize),
  }));
  await page.close();
  return times;
}

function median(list) {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

const empty = createServer((request, response) => {
  response.setHeader("Content-Type", "text/html");
  response.end('<!DOCTYPE html><html lang="en"><title>Empty</title><p>Empty');
});
await new Promise((resolve) => empty.listen(0, "127.0.0.1", resolve));
const server = await serve([]);
await fill(server.port);
const resident = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))[1]) / 1024;
const before = resident();
const browser = await start({ offline: false });
const pages = [
  ["an empty page", `http://127.0.0.1:${empty.address().port}/`, false],
  ["the console, item collections", `http://127.0.0.1:${server.port}/_monotable/`, true],
  ["the console, requests", `http://127.0.0.1:${server.port}/_monotable/#/requests`, true],
];
const results = pages.map(() => []);
for (let round = 0; round < ROUNDS + 2; round++) {
  for (const [at, [, url, isConsole]] of pages.entries()) {
    const times = await load(browser.context, url, isConsole);
    if (round >= 2) {
      results[at].push(times);
    }
  }
}
const of = (at, name) => median(results[at].map((each) => each[name]));
console.log(`| page | first paint | | usable | | requests | KB |\n|---|---:|---:|---:|---:|---:|---:|`);
for (const [at, [name]] of pages.entries()) {
  const times = (what) => `${of(at, what).toFixed(0)} ms | ${(of(at, what) / of(0, what)).toFixed(1)} ×`;
  console.log(`| ${name} | ${times("paint")} | ${times("usable")} | ${of(at, "requests")} | ${(of(at, "bytes") / 1024).toFixed(0)} |`);
}
console.log(`\nResident memory of the server: ${before.toFixed(0)} MB before the first page, ${resident().toFixed(0)} MB after all of them.`);
console.log(`Load of the machine: ${loadavg().map((each) => each.toFixed(1)).join(", ")}.`);
await browser.close();
await server.close();
empty.close();
