// The first steps of docs/console.md: a server with the tables and items of an example design, and what
// a new user sees, also on a phone.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { start, violations } from "../../design-lab/browser-tests/browser.mjs";
import { serve } from "../../design-lab/browser-tests/server.mjs";
import { client, control, getItem, update } from "./traffic.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const screenshots = join(here, "..", "target", "screenshots");
const examples = join(here, "../../examples/designs");

/** The entities of each table, as the legend has them. */
const DESIGNS = {
  orders: { MainTable: ["Order", "Profile"] },
  products: {
    Product: ["Product"],
    ProductTag: ["ProductNode", "TagNode", "TaggedProduct"],
    Product_Tag: ["Relation"],
    Tag: ["Tag"],
  },
  chat: {
    "Connect40-Table-dev": ["ChatParticipation", "ChatRoom", "Connection", "LastMessage", "Message", "Profile", "UserConnection"],
  },
  music: {
    Music: ["Album", "AlbumGenre", "Artist", "ArtistAlbum", "ArtistName", "ArtistSong", "Song", "SongArtistYear", "SongName"],
  },
};

/** The window of a small phone, without the bars of its browser. */
const PHONE = { width: 390, height: 664 };

const ROOM = "CHATROOM#room-xyz";

const servers = {};
let browser;
let page;
const messages = [];

before(async () => {
  mkdirSync(screenshots, { recursive: true });
  for (const design of Object.keys(DESIGNS)) {
    const directory = join(examples, design);
    servers[design] = await serve(["--schema", join(directory, "template.yaml"), "--seed", join(directory, "items.json"), "--requests", "1000"]);
    const content = readFileSync(join(directory, "design.yaml"), "utf8");
    await control(servers[design].port, "PUT", "/databases/default/design", { file: "design.yaml", content });
  }
  browser = await start({ offline: false });
  page = await browser.context.newPage();
  page.on("console", (message) => messages.push(message.text()));
  page.on("pageerror", (error) => messages.push(String(error)));
});

after(async () => {
  await browser?.close();
  await Promise.all(Object.values(servers).map((server) => server.close()));
});

async function open({ port }, view, size = { width: 1280, height: 900 }) {
  await page.setViewportSize(size);
  await page.goto("about:blank");
  await page.goto(`http://127.0.0.1:${port}/_monotable/#/${view}`);
  await page.locator(`main[data-ready="${view.split("?")[0]}"]`).waitFor();
}

for (const [design, tables] of Object.entries(DESIGNS)) {
  test(`${design}: item collections in the colors of the design`, async () => {
    const shown = {};
    for (const table of Object.keys(tables)) {
      await open(servers[design], `collections?table=${table}`, { width: 1000, height: 758 });
      await page.screenshot({ path: join(screenshots, `design-${table}.png`) });
      shown[table] = (await page.locator(".legend button").allInnerTexts()).sort();
      const colors = await page.evaluate(() =>
        Object.fromEntries([...document.querySelectorAll("tr[data-entity]")].map(({ dataset, className }) => [dataset.entity, className.split(" ")[0]])),
      );
      assert.deepEqual(Object.keys(colors).sort(), tables[table]);
      assert.equal(new Set(Object.values(colors)).size, tables[table].length, "a color for each entity");
      assert.ok(!Object.values(colors).includes("e0"), "the color of no entity");
    }
    assert.deepEqual(shown, tables);
    assert.deepEqual(messages, []);
  });
}

test("on a phone, the first item or request is on the first screen", async () => {
  await getItem(client(servers.chat.port), "Connect40-Table-dev", { SK: { S: "METADATA" }, PK: { S: ROOM } });
  for (const view of ["collections", "requests", "databases"]) {
    await open(servers.chat, view, PHONE);
    const row = page.locator("main [data-row]").first();
    await row.waitFor();
    await page.screenshot({ path: join(screenshots, `phone-${view}.png`) });
    const { x, y, width, height } = await row.boundingBox();
    assert.ok(x >= 0 && x + width <= PHONE.width && y + height <= PHONE.height, `${view}: ${x}, ${y}, ${width}, ${height}`);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(overflow <= 0, `${view} is ${overflow} pixels too wide`);
    assert.deepEqual(await violations(page), [], view);
  }
  assert.deepEqual(messages, []);
});

test("on a phone, arrows say that there are more views, and disappear at the ends", async () => {
  const arrows = () =>
    page.evaluate(() =>
      ["::before", "::after"].map((pseudo) => getComputedStyle(document.getElementById("views"), pseudo).display !== "none"),
    );
  const scroll = async (to) => {
    await page.evaluate((left) => new Promise((resolve) => {
      const list = document.querySelector("#views ul");
      list.addEventListener("scroll", () => requestAnimationFrame(resolve), { once: true });
      list.scrollLeft = left;
    }), to);
  };
  await open(servers.chat, "collections", PHONE);
  assert.deepEqual(await arrows(), [false, true]);
  await scroll(100);
  assert.deepEqual(await arrows(), [true, true]);
  await scroll(10_000);
  assert.deepEqual(await arrows(), [true, false]);
  await open(servers.chat, "databases", PHONE);
  assert.deepEqual(await arrows(), [true, false]);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.waitForFunction(() => document.getElementById("views").className === "views");
  assert.deepEqual(await arrows(), [false, false]);
});

/** Runs a test with a server that has the table of the chat, and no items. */
async function withServer(options, run) {
  const server = await serve(["--schema", join(examples, "chat/template.yaml"), ...options]);
  try {
    await run(server);
    assert.deepEqual(messages, []);
  } finally {
    await page.goto("about:blank"); // which does not notice that the server ends
    await server.close();
  }
}

test("requests are kept from the start, and lists show the values of keys", () =>
  withServer(["--requests", "3"], async (server) => {
    const to = client(server.port);
    for (let i = 0; i < 5; i++) {
      await getItem(to, "Connect40-Table-dev", { SK: { S: "METADATA" }, PK: { S: ROOM } });
    }
    await open(server, "requests");
    assert.deepEqual(await page.locator(".request .plan").allInnerTexts(), Array(3).fill(`Connect40-Table-dev ${ROOM} / METADATA`));
    assert.equal(await page.getByText("were not kept").count(), 0);
    await page.locator(".request").first().click();
    await page.locator(".detail dd", { hasText: `${ROOM} / METADATA` }).first().waitFor();

    await control(server.port, "PUT", "/databases/default/snapshots/before");
    await update(to, "Connect40-Table-dev", { PK: { S: ROOM }, SK: { S: "METADATA" } }, "name", { S: "Golf" });
    await open(server, "time");
    await page.getByRole("button", { name: "Compare with now: before" }).click();
    assert.equal(await page.locator(".change summary").innerText(), `added ${ROOM} / METADATA`);
    await open(server, "faults");
    await page.locator("summary", { hasText: "shards and records" }).click();
    assert.equal(await page.locator(".shard summary").innerText(), `INSERT ${ROOM} / METADATA`);
  }));

test("without the option, the page says since when requests are kept, and how to keep all", () =>
  withServer([], async (server) => {
    const to = client(server.port);
    const read = () => getItem(to, "Connect40-Table-dev", { PK: { S: ROOM }, SK: { S: "METADATA" } });
    await read();
    await open(server, "design");
    await page.getByText("those since the start of a server that has the option --requests 1000").waitFor();
    await read();
    const { id } = await control(server.port, "POST", "/databases", { from: "default" });
    await getItem(client(server.port, id), "Connect40-Table-dev", { PK: { S: ROOM }, SK: { S: "PROFILE" } });
    await open(server, "requests");
    await page.getByText(/^Requests before 20.* were not kept.*--requests 1000 keeps the last ones from its start\.$/).waitFor();
    assert.equal(await page.locator(".request").count(), 1, "the read before the page was opened is not kept");
    await open(server, `requests?db=${id}`);
    assert.deepEqual(await page.locator(".request .plan").allInnerTexts(), [`Connect40-Table-dev ${ROOM} / PROFILE`]);
    assert.equal(await page.getByText("were not kept").count(), 0, "all requests of a later database are kept");
  }));
