// A table of 1,000,000 items: only pages of it are loaded, and searches end.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { start } from "../../design-lab/browser-tests/browser.mjs";
import { serve } from "../../design-lab/browser-tests/server.mjs";

const ITEMS = 1_000_000;
const template = fileURLToPath(new URL("../../examples/designs/orders/template.yaml", import.meta.url));

let folder;
let server;
let browser;
let page;

/** Writes the items: 100 orders of each of 10,000 users, and one profile. */
async function writeItems(file) {
  const out = createWriteStream(file);
  for (let user = 0; user < ITEMS / 100; user++) {
    let lines = "";
    for (let order = 0; order < 100; order++) {
      const isProfile = user === 7000 && order === 99;
      lines += `{"PK":"USER#${user}","SK":"${isProfile ? "PROFILE" : `ORDER#${order}`}","n":${order}}\n`;
    }
    if (!out.write(lines)) {
      await once(out, "drain");
    }
  }
  out.end();
  await once(out, "finish");
}

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "monotable-items-"));
  const file = join(folder, "MainTable.json");
  await writeItems(file);
  server = await serve(["--schema", template, "--seed", file]);
  browser = await start({ offline: false });
  page = await browser.context.newPage();
});

after(async () => {
  await browser?.close();
  await server?.close();
  rmSync(folder, { recursive: true });
});

test("a table of 1,000,000 items is shown and searched page by page", async () => {
  let read = 0;
  page.on("response", async (response) => {
    if (new URL(response.url()).pathname === "/") {
      read += Number(response.headers()["content-length"] ?? 0);
    }
  });
  await page.goto(`http://127.0.0.1:${server.port}/_monotable/`);
  await page.getByText("Page 1: 100 items of about 1,000,000 items").waitFor();
  assert.equal(await page.locator(".collection tr").count(), 100);
  assert.ok(read < 200_000, `${read} bytes were read`);
  await page.getByRole("button", { name: "Next page" }).click();
  await page.getByText("Page 2: 100 items").waitFor();

  await page.getByLabel("PK =").fill("USER#7000");
  await page.getByLabel("SK begins with").fill("P");
  await page.getByLabel("SK begins with").press("Enter");
  await page.getByText("Page 1: 1 item of about 1,000,000 items").waitFor();
  assert.equal(await page.locator(".open-item").innerText(), "PROFILE");

  // One item of a million: the search stops now and then, and goes on where it was.
  await page.getByLabel("PK =").fill("");
  await page.getByLabel("SK begins with").fill("");
  await page.getByLabel("Entity").selectOption("PROFILE");
  await page.getByText(/^None of these 2[01],[0-9]{3} items matches/).waitFor();
  await page.getByRole("button", { name: "Search on" }).click();
  await page.getByText("Page 2: ").waitFor();
  assert.ok((await page.locator(".collection tr").count()) <= 100);
});
