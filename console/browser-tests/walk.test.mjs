// A new user with an empty database finds and mends the flaw of docs/design-lab.md in the console
// alone. The screenshots are those of docs/console.md.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { start, violations } from "../../design-lab/browser-tests/browser.mjs";
import { serve } from "../../design-lab/browser-tests/server.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const screenshots = join(here, "..", "target", "screenshots");
const example = join(here, "../../examples/designs/orders");

/** A user with a profile and two orders; the third one is placed in the console. */
const ITEMS = [
  { PK: "USER#u1", SK: "PROFILE", name: "Ada", email: "ada@example.com" },
  order("20240624T101500"),
  order("20240625T093000"),
];

function order(date) {
  return {
    PK: "USER#u1",
    SK: `ORDER#${date}`,
    GSI1PK: `ORDER_DATE#${date.slice(0, 8)}`,
    GSI1SK: `ORDER#${date}`,
    total: 25,
  };
}

let server;
let browser;
let page;
const messages = [];

before(async () => {
  mkdirSync(screenshots, { recursive: true });
  server = await serve([]);
  browser = await start({ offline: false, viewport: { width: 1000, height: 640 } });
  page = await browser.context.newPage();
  page.on("console", (message) => messages.push(message.text()));
  page.on("pageerror", (error) => messages.push(String(error)));
});

after(async () => {
  await browser?.close();
  await server?.close();
});

async function view(name, title) {
  await page.getByRole("navigation").getByRole("link", { name: title, exact: true }).click();
  await page.locator(`main[data-ready="${name}"]`).waitFor();
}

function screenshot(name) {
  return page.screenshot({ path: join(screenshots, `walk-${name}.png`) });
}

/** Scrolls until an element is at the top, below the views. */
function scrollTo(element) {
  return element.evaluate((each) => scrollTo(0, each.getBoundingClientRect().top + scrollY - 70));
}

/** Writes an item as a person types it, in DynamoDB JSON. */
async function write(item) {
  await page.getByRole("button", { name: "New item" }).click();
  const text = Object.entries(item).map(([name, value]) => `"${name}": ${typeof value === "number" ? `{"N": "${value}"}` : `{"S": "${value}"}`}`);
  await page.locator(".detail textarea").fill(`{${text.join(",\n")}}`);
  await page.getByRole("button", { name: "Write" }).click();
  await page.getByText("Written.").waitFor();
  await page.locator(".detail").getByRole("button", { name: "Close" }).click();
}

async function tryIt(operation, input) {
  await view("try", "Try");
  await page.getByLabel("Operation").selectOption(operation);
  await input();
  await page.getByRole("button", { name: "Run" }).click();
  await page.getByRole("heading", { name: "Result" }).waitFor();
}

async function explain() {
  await page.getByRole("link", { name: "Explain this request" }).click();
  await page.getByRole("heading", { name: "Plan" }).waitFor();
}

async function queryTheIndex() {
  await page.getByLabel("Index").selectOption("GSI1");
  await page.getByLabel("GSI1PK =").fill("ORDER_DATE#20240625");
}

test("from an empty database to the flaw, and to its repair", async () => {
  // Tables and items.
  await page.goto(`http://127.0.0.1:${server.port}/_monotable/`);
  await page.getByText("The database default has no tables.").waitFor();
  await page.getByLabel("Files with tables").setInputFiles(join(example, "template.yaml"));
  await page.getByLabel("Files with items").setInputFiles({
    name: "MainTable.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(ITEMS)),
  });
  await page.getByRole("button", { name: "Load", exact: true }).click();
  await page.getByText(/^Page 1: 3 items/).waitFor();
  await write(order("20240625T180000"));
  await page.getByText(/^Page 1: 4 items/).waitFor();

  // The expected results.
  await view("design", "Design");
  await page.getByText("Declare a design").click();
  await page.getByLabel("Design file").setInputFiles(join(example, "design.yaml"));
  await page.getByText("The design User profile and orders is declared.").waitFor();
  await view("collections", "Collections");
  await page.getByText("By the design User profile and orders").waitFor();
  await screenshot("1-collections");

  // The flaw: the orders of a day, by a Scan.
  await tryIt("Scan", async () => {
    await page.getByLabel("Filter", { exact: true }).fill('begins_with(SK, "ORDER#20240625")');
    await page.getByLabel("Name of the access pattern").fill("orders of a day");
  });
  assert.match(await page.locator(".result").innerText(), /2 items, read 4 items, discarded 2/);
  await scrollTo(page.getByRole("heading", { name: "Result" }));
  await screenshot("2-scan");
  await explain();
  const detail = page.locator(".detail");
  assert.match(await detail.innerText(), /Reads every item of MainTable[^]*Read 4 items.*discarded 2/);
  await detail.locator(".finding", { hasText: "A Scan" }).waitFor();
  await screenshot("3-explain");
  await view("design", "Design");
  await page.locator(".finding", { hasText: "A Scan" }).waitFor();
  await page.getByRole("row", { name: /orders of a day not observed/ }).waitFor();
  await scrollTo(page.getByRole("heading", { name: "Findings" }));
  await screenshot("4-finding");
  assert.deepEqual(await violations(page), []);

  // The repair: the index that the design has for it.
  await tryIt("Query", queryTheIndex);
  const result = await page.locator(".result").innerText();
  assert.match(result, /2 items, read 2 items, cost\s+0\.5/);
  assert.doesNotMatch(result, /discarded/);
  await scrollTo(page.getByRole("heading", { name: "Result" }));
  await screenshot("5-query");

  // The proof: all patterns without the Scan, and nothing is found.
  await view("requests", "Requests");
  await page.getByRole("button", { name: "Clear" }).click();
  await tryIt("Query", queryTheIndex);
  await tryIt("Query", () => page.getByLabel("PK =").fill("USER#u1"));
  await view("collections", "Collections");
  await write({ PK: "USER#u2", SK: "PROFILE", name: "Grace" });
  await write({ ...order("20240626T080000"), PK: "USER#u2" });
  await view("design", "Design");
  for (const pattern of ["profile and orders of a user", "orders of a day", "register a user", "place an order"]) {
    await page.getByRole("row", { name: new RegExp(`^${pattern} observed`) }).waitFor();
  }
  assert.match(await page.locator(".figures").innerText(), /Errors\s+0\s+Warnings\s+0\s+Advice\s+0/);
  await scrollTo(page.locator(".figures"));
  await screenshot("6-repaired");
  assert.deepEqual(messages, []);
});
