// The console of the packaged server in Chromium, with clients of the AWS SDK at work.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { start, violations } from "../../design-lab/browser-tests/browser.mjs";
import { TOKEN, serve } from "../../design-lab/browser-tests/server.mjs";
import {
  ATTACK,
  HOSTILE,
  client,
  control,
  createDatabase,
  enableRecovery,
  enableTimeToLive,
  fill,
  flood,
  functionThat,
  getItem,
  hostileDesign,
  update,
  work,
} from "./traffic.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const screenshots = join(here, "..", "target", "screenshots");

const VIEWS = ["collections", "requests", "try", "time", "faults", "design", "databases"];

const WIDTHS = [390, 820, 1280];
const SCHEMES = ["light", "dark"];

let server;
let browser;
let page;
let messages = [];
let requests = [];

before(async () => {
  mkdirSync(screenshots, { recursive: true });
  server = await serve([]);
  await fill(server.port);
  browser = await start({ offline: false });
  page = await browser.context.newPage();
  page.on("console", (message) => messages.push(message.text()));
  page.on("pageerror", (error) => messages.push(String(error)));
  page.on("request", (request) => requests.push(new URL(request.url()).origin));
});

after(async () => {
  await browser?.close();
  await server?.close();
});

function origin() {
  return "http://127.0.0.1:" + server.port;
}

/** Opens a view and waits until it shows its data. */
async function open(view, { query = "db=default" } = {}) {
  messages = [];
  requests = [];
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("about:blank");
  await page.goto(`${origin()}/_monotable/#/${view}?${query}`);
  await ready(view);
}

async function ready(view) {
  await page.locator(`main[data-ready="${view}"]`).waitFor();
}

for (const view of VIEWS) {
  test(`${view} at three widths, in light and dark`, async () => {
    await open(view);
    for (const width of WIDTHS) {
      for (const scheme of SCHEMES) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme: scheme });
        await page.screenshot({ path: join(screenshots, `${view}-${width}-${scheme}.png`) });
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - window.innerWidth,
        );
        assert.ok(overflow <= 0, `${view} is ${overflow} pixels too wide at ${width}`);
      }
      // Each width, and each scheme, with one of the other.
      const scheme = width === 820 ? "dark" : "light";
      await page.emulateMedia({ colorScheme: scheme });
      assert.deepEqual(await violations(page), [], `${view} at ${width}, ${scheme}`);
    }
    assert.deepEqual(messages, []);
    assert.deepEqual([...new Set(requests)], [origin()]);
  });

  test(`${view} shows hostile names and values as text`, async () => {
    const id = await createDatabase(server.port, HOSTILE);
    await control(server.port, "PUT", `/databases/${id}/design`, hostileDesign());
    await open(view, { query: "db=" + id });
    const elements = await page.evaluate(() =>
      ["script", "iframe", "object", "img"].map((name) => document.querySelectorAll(name).length),
    );
    assert.deepEqual(elements, [1, 0, 0, 1], "the script and the icon of the page");
    assert.equal(await page.evaluate(() => window.attacked), undefined);
    assert.deepEqual(messages, []);
  });
}

/** Sends some requests while the page watches, and opens the last Scan. */
async function openScan() {
  await open("requests");
  await work(client(server.port));
  await page.locator(".request", { hasText: "Scan" }).first().click();
  await page.getByRole("heading", { name: "Findings" }).waitFor();
}

test("requests appear as they end, and one opens into its explanation", async () => {
  await openScan();
  const detail = page.locator(".detail");
  const text = await detail.innerText();
  assert.match(text, /Reads every item of Chat/);
  assert.match(text, /PK = "ROOM#help" AND likes > 2/);
  assert.match(text, /Read 18 items.*returned 1, discarded 17/);
  assert.match(text, /a Query of Chat with the key condition PK = "ROOM#help"/);
  await page.screenshot({ path: join(screenshots, "explain.png") });
  for (const [language, expected] of [
    ["Java", /dynamodb\.scan\([^]*\.tableName\("Chat"\)[^]*AttributeValue\.fromN\("2"\)/],
    ["JavaScript", /new ScanCommand\(\{[^]*TableName: "Chat"/],
    ["Python", /dynamodb\.scan\([^]*TableName="Chat"/],
    ["AWS CLI", /aws dynamodb scan --endpoint-url/],
    ["curl", /X-Amz-Target: DynamoDB_20120810\.Scan/],
  ]) {
    await detail.getByRole("button", { name: language, exact: true }).click();
    await detail.locator(".code", { hasText: expected }).first().waitFor();
  }
  const before = await page.locator(".request", { hasText: "Scan" }).count();
  await detail.getByRole("button", { name: "Replay" }).click();
  await detail.getByText("Sent again").waitFor();
  await page.waitForFunction(
    (count) =>
      [...document.querySelectorAll(".request .operation")].filter((each) => each.textContent === "Scan").length > count,
    before,
  );
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press("Escape");
  assert.equal(await detail.isVisible(), false);
  assert.deepEqual(messages, []);
});

test("the explanation stays open through a reload, also on a phone", async () => {
  await openScan();
  const hash = new URL(page.url()).hash;
  assert.match(hash, /request=\d+/);
  await page.setViewportSize({ width: 390, height: 900 });
  await page.reload();
  await page.getByRole("heading", { name: "Findings" }).waitFor();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(overflow <= 0, `${overflow} pixels too wide`);
  await page.screenshot({ path: join(screenshots, "explain-390.png") });
  assert.deepEqual(await violations(page), []);
});

test("requests are filtered, paused and cleared", async () => {
  await open("requests");
  await work(client(server.port));
  await page.locator(".request", { hasText: "ConditionalCheckFailed" }).first().waitFor();
  const visible = () => page.locator(".request:visible .operation").allInnerTexts();
  await page.getByLabel("Show").selectOption("failed");
  assert.deepEqual([...new Set(await visible())], ["PutItem"]);
  await page.getByLabel("Show").selectOption("");
  await page.getByLabel("Filter").fill("message#");
  assert.ok((await visible()).includes("Query") && !(await visible()).includes("Scan"));
  await page.getByLabel("Filter").fill("");
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("button", { name: "Clear" }).click();
  await work(client(server.port));
  await page.getByText(/^4 requests.*paused/).waitFor();
  assert.equal(await page.locator(".request").count(), 0);
  await page.getByRole("button", { name: "Resume" }).click();
  await page.locator(".request").nth(3).waitFor();
});

test("hostile requests are text in the list, the explanation and the code", async () => {
  const id = await createDatabase(server.port, async () => {});
  await open("requests", { query: "db=" + id });
  await HOSTILE(client(server.port, id));
  for (const operation of ["Query", "PutItem", "GetItem"]) {
    await page.locator(".request", { hasText: operation }).first().click();
    await page.locator(".detail .tabs button").first().waitFor();
    for (const language of ["Java", "JavaScript", "Python", "AWS CLI", "curl"]) {
      await page.locator(".detail").getByRole("button", { name: language, exact: true }).click();
    }
  }
  assert.ok((await page.locator("main").innerText()).includes(ATTACK.slice(0, 30)));
  assert.equal(await page.evaluate(() => window.attacked), undefined);
  assert.equal(await page.evaluate(() => document.querySelectorAll("main img, main script").length), 0);
  assert.deepEqual(messages, []);
});

test("a hostile item, its history, its difference and its function are text", async () => {
  const id = await createDatabase(server.port, HOSTILE);
  const to = client(server.port, id);
  await enableRecovery(to, "Hostile-Table");
  await control(server.port, "PUT", `/databases/${id}/snapshots/before`);
  await control(server.port, "PATCH", `/databases/${id}/clock`, { advance: "PT2S" });
  await update(to, "Hostile-Table", { PK: { S: ATTACK }, SK: { S: ATTACK + 1 } }, ATTACK, { S: ATTACK + 2 });
  await open("collections", { query: "db=" + id });
  await page.locator(".open-item").first().click();
  await page.getByRole("button", { name: "Show the history" }).click();
  await page.getByRole("heading", { name: "In the window of recovery" }).waitFor();
  await page.locator(".detail summary").evaluateAll((all) => all.forEach((each) => (each.parentElement.open = true)));
  await open("time", { query: "db=" + id });
  await page.getByRole("button", { name: "Compare with now: before" }).click();
  await page.getByText("0 added, 0 removed, 1 changed").waitFor();
  await open("try", { query: `db=${id}&mode=Scan` });
  await page.getByRole("button", { name: "Run" }).click();
  await page.getByRole("heading", { name: "Result" }).waitFor();
  await page.getByLabel("Filter", { exact: true }).press("Control+ ");
  await page.locator(".words li").first().waitFor();
  assert.equal(await page.evaluate(() => window.attacked), undefined);
  assert.equal(await page.evaluate(() => document.querySelectorAll("main img, main script").length), 0);
  assert.deepEqual(messages, []);
});

test("with 1,000 requests a second, the page samples, responds, and says what it left out", async () => {
  await open("requests");
  let sending = true;
  const sent = flood(server.port, 6_000, 1_000).finally(() => (sending = false));
  await page.getByText(/[1-9][0-9,]* left out of the list/).waitFor();
  await page.locator(".request").first().click();
  await page.getByRole("heading", { name: "Plan" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByLabel("Filter").fill("nothing has this text");
  await page.getByText("No request in the list matches").waitFor();
  await page.getByLabel("Filter").fill("");
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByText(/paused$/).waitFor();
  assert.ok(sending, "the page responds while the requests are sent");
  await page.getByRole("button", { name: "Resume" }).click();
  assert.equal(await sent, 6_000);
  assert.ok((await page.locator(".request").count()) <= 300);
  assert.deepEqual(messages, []);
});

const MEMBER = { PK: { S: "ROOM#help" }, SK: { S: "MEMBER#ada" } };

/** Opens an item of a fork of the default database, so that the others stay as they are. */
async function openMember() {
  const { id } = await control(server.port, "POST", "/databases", { from: "default" });
  await open("collections", { query: `db=${id}&table=Chat&pk0=ROOM%23help` });
  await page.locator(".open-item", { hasText: "MEMBER#ada" }).click();
  const editor = page.locator(".detail textarea");
  await editor.waitFor();
  return { to: client(server.port, id), editor, save: page.getByRole("button", { name: "Save" }) };
}

test("an item is edited without loss", async () => {
  const { to, editor, save } = await openMember();
  await page.screenshot({ path: join(screenshots, "item.png") });
  assert.deepEqual(await violations(page), []);
  const text = await editor.inputValue();
  assert.ok(text.includes('"joined": {"N": "12345678901234567890123456789012345678"}'), text);
  await editor.fill(
    text.replace(
      '"nick"',
      '"more": {"NS": ["0.1", "99999999999999999999999999999999999999"]}, "list": {"L": [{"M": {"1": {"B": "AA=="}}}, {"NULL": true}]}, "nick"',
    ),
  );
  await save.click();
  await page.getByText("Saved.").waitFor();
  assert.deepEqual(await getItem(to, "Chat", MEMBER), {
    ...MEMBER,
    GSI1PK: { S: "USER#ada" },
    GSI1SK: { S: "MEMBER#help" },
    joined: { N: "12345678901234567890123456789012345678" },
    picture: { B: new Uint8Array([1, 2, 3]) },
    nick: { S: "" },
    more: { NS: ["0.1", "99999999999999999999999999999999999999"] },
    list: { L: [{ M: { 1: { B: new Uint8Array([0]) } } }, { NULL: true }] },
  });
  await editor.fill((await editor.inputValue()).replace('{"N": "1234', '{"N": 1234').replace('678"}', "678}"));
  await save.click();
  await page.getByText('"joined": N needs a text in quotes').waitFor();
});

test("an edit overwrites nobody's change", async () => {
  const { to, editor, save } = await openMember();
  await update(to, "Chat", MEMBER, "nick", { S: "theirs" });
  const text = await editor.inputValue();
  await editor.fill(text.replace('{"B": "AQID"}', '{"B": "BAUG"}'));
  await save.click();
  await page.getByText("Saved.").waitFor();
  const both = await getItem(to, "Chat", MEMBER);
  assert.deepEqual([both.nick, both.picture], [{ S: "theirs" }, { B: new Uint8Array([4, 5, 6]) }]);

  await update(to, "Chat", MEMBER, "joined", { N: "2" });
  await editor.fill((await editor.inputValue()).replace("12345678901234567890123456789012345678", "3"));
  await save.click();
  await page.getByText("Somebody has changed").waitFor();
  assert.deepEqual((await getItem(to, "Chat", MEMBER)).joined, { N: "2" });
  await page.getByRole("button", { name: "Show the present item" }).click();
  await page.getByText("This is the present item").waitFor();
  assert.match(await editor.inputValue(), /"joined": \{"N": "2"\}/);

  await update(to, "Chat", MEMBER, "joined", { N: "4" });
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("Somebody has changed").waitFor();
  await page.getByRole("button", { name: "Show the present item" }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.locator(".open-item", { hasText: "MEMBER#ada" }).waitFor({ state: "detached" });
  assert.equal(await getItem(to, "Chat", MEMBER), undefined);
  assert.deepEqual(messages.filter((text) => !text.includes("400 (Bad Request)")), []);
});

test("an item shows its index entries and its history in the stream", async () => {
  const { to } = await openMember();
  await update(to, "Chat", MEMBER, "nick", { S: "later" });
  const detail = page.locator(".detail");
  assert.match(await detail.innerText(), /Size\s+94 bytes\s+GSI1\s+an entry of 94 bytes/);
  await detail.getByRole("button", { name: "Show the history" }).click();
  await detail.getByText("MODIFY").waitFor();
  await detail.locator("li", { hasText: "MODIFY" }).getByText("After").first().click();
  await detail.locator("pre", { hasText: '"nick": {"S": "later"}' }).waitFor();
  await detail.getByRole("button", { name: "Close" }).focus();
  await page.keyboard.press("Escape");
  assert.equal(await detail.isVisible(), false);
  assert.match(await page.evaluate(() => document.activeElement.textContent), /MEMBER#ada/);
});

test("the history of an item is also that of the window of recovery", async () => {
  const { to } = await openMember();
  await enableRecovery(to, "Chat");
  const id = new URL(page.url()).hash.match(/db=(\w+)/)[1];
  for (const nick of ["first", "second"]) {
    await control(server.port, "PATCH", `/databases/${id}/clock`, { advance: "PT2S" });
    await update(to, "Chat", MEMBER, "nick", { S: nick });
  }
  const detail = page.locator(".detail");
  await detail.getByRole("button", { name: "Show the history" }).click();
  await detail.getByRole("heading", { name: "In the window of recovery" }).waitFor();
  const steps = detail.locator("ol").last().locator(":scope > li");
  const texts = await steps.allInnerTexts();
  assert.deepEqual(texts.map((text) => text.split(" ")[0]), ["changed", "changed", "was"]);
  assert.match(texts[0], /\{"S":"first"\} \{"S":"second"\}/);
  assert.match(texts[1], /\{"S":""\} \{"S":"first"\}/);
  await detail.getByRole("heading", { name: "In the stream" }).waitFor();
  assert.deepEqual(await violations(page), []);
});

const DESIGN = `design: Chat
tables:
  Chat:
    partitionKey: PK
    sortKey: SK
    indexes:
      GSI1: {partitionKey: GSI1PK, sortKey: GSI1SK, projection: ALL}
    entities:
      Message:
        keys: {PK: "ROOM#{room}", SK: "MESSAGE#{sentAt}"}
      Member:
        keys: {PK: "ROOM#{room}", SK: "MEMBER#{user}", GSI1PK: "USER#{user}", GSI1SK: "MEMBER#{room}"}
patterns:
  messages of a room:
    operation: Query
    key: PK = ROOM#{room} and begins_with(SK, MESSAGE#)
`;

test("items have the entities of the declared design, and are searched by them on the server", async () => {
  const { id } = await control(server.port, "POST", "/databases", { from: "default" });
  const seed = Array.from({ length: 2500 }, (_, i) => JSON.stringify({ PK: "ROOM#many", SK: "EVENT#" + String(i).padStart(4, "0") }));
  await control(server.port, "POST", `/databases/${id}/load`, { seed: { "Chat.json": seed.join("\n") } });
  await open("design", { query: "db=" + id });
  await page.getByText("drafted from the requests").waitFor();
  await page.getByText("Declare a design").click();
  await page.getByLabel("Design file").setInputFiles({ name: "chat.yaml", mimeType: "application/yaml", buffer: Buffer.from(DESIGN) });
  await page.getByText("The design Chat is declared.").waitFor();
  await page.getByText("2 kinds of items, 1 access pattern").waitFor();
  await page.getByRole("row", { name: /messages of a room not observed/ }).waitFor();
  assert.deepEqual(await violations(page), []);
  await page.getByRole("link", { name: "Collections" }).click();
  await ready("collections");
  await page.getByText("By the design Chat").waitFor();
  await page.getByLabel("Entity").selectOption("Member");
  // All items are read, in pages; those of other entities are not even sent.
  await page.getByText(/^Page 1: 3 items of about/).waitFor();
  await page.getByText("Scan read 2,518 items").waitFor();
  assert.deepEqual(await page.locator(".collection tr").evaluateAll((rows) => [...new Set(rows.map((row) => row.className.split(" ")[0]))]), ["e2"], "the second color");
  await page.screenshot({ path: join(screenshots, "entities.png") });
  assert.deepEqual(await violations(page), []);
  await page.getByLabel("PK =").fill("ROOM#help");
  await page.getByLabel("PK =").press("Enter");
  await page.getByText(/Query read 1 item/).waitFor();
  await page.getByText(/^Page 1: 1 item /).waitFor();
  await page.reload();
  await page.getByText(/^Page 1: 1 item /).waitFor();
  await page.getByLabel("Entity").selectOption("all");
  await page.getByText("not in the design").first().waitFor();
});

test("item collections are found by key, prefix and index, and paged", async () => {
  const { id } = await control(server.port, "POST", "/databases", { from: "default" });
  const seed = Array.from({ length: 950 }, (_, i) =>
    JSON.stringify({ PK: "ROOM#large", SK: "MESSAGE#" + String(i).padStart(4, "0") }),
  );
  await control(server.port, "POST", `/databases/${id}/load`, { seed: { "Chat.json": seed.join("\n") } });
  await open("collections", { query: "db=" + id });
  assert.match(await page.locator(".head .count").innerText(), /^Page 1: 100 items of about 968 items/);
  await page.getByRole("button", { name: "Next page" }).click();
  await page.getByText("Page 2: 100 items").waitFor();
  await page.getByRole("button", { name: "Previous page" }).click();
  await page.getByText("Page 1: 100 items").waitFor();
  await page.getByLabel("PK =").fill("ROOM#large");
  await page.getByLabel("SK begins with").fill("MESSAGE#094");
  await page.getByLabel("SK begins with").press("Enter");
  await page.getByText("Page 1: 10 items").waitFor();
  await page.getByText("Query read 10 items").waitFor();
  await page.getByLabel("Index").selectOption("GSI1");
  await page.getByText("USER#grace").first().waitFor();
  await page.getByRole("button", { name: "MESSAGE", exact: true }).click();
  assert.equal(await page.locator("tr.off").count(), 12);
});

test("an empty database names the others that have tables", async () => {
  const { databases } = await control(server.port, "GET", "/databases");
  await open("collections", { query: "db=" + databases.find(({ name }) => name === "empty").id });
  await page.getByRole("heading", { name: "Other databases have tables" }).waitFor();
  assert.match(await page.locator("main").innerText(), /You see what the access key MTDB\w+ sees/);
  await page.getByRole("link", { name: "default" }).last().click();
  await page.getByText("Page 1: 18 items").waitFor();
});

test("the clock is advanced and frozen, and what expires by it is named", async () => {
  const { id } = await control(server.port, "POST", "/databases", { from: "default" });
  const to = client(server.port, id);
  await enableTimeToLive(to, "Chat", "expires");
  const soon = String(Math.floor(Date.now() / 1000) + 3600);
  await update(to, "Chat", MEMBER, "expires", { N: soon });
  await open("collections", { query: `db=${id}&item=${encodeURIComponent(JSON.stringify(MEMBER))}` });
  await page.locator(".detail").getByText(/(59 min|1 h).* left, until/).waitFor();
  await open("time", { query: "db=" + id });
  await page.getByRole("button", { name: "30 days" }).click();
  await page.getByText("By this time, items have expired: Chat 1 item").waitFor();
  await page.getByText("30 days ahead of this machine").waitFor();
  await page.getByRole("button", { name: "Freeze" }).click();
  await page.getByText("frozen", { exact: true }).waitFor();
  assert.equal((await control(server.port, "GET", `/databases/${id}/clock`)).frozen, true);
  await page.getByLabel("Set to a time").fill("tomorrow");
  await page.getByRole("button", { name: "Apply" }).click();
  await page.getByRole("alert").waitFor();
});

test("snapshots are taken, compared, restored and forked", async () => {
  const { id } = await control(server.port, "POST", "/databases", { from: "default" });
  const to = client(server.port, id);
  await open("time", { query: "db=" + id });
  const take = async (name) => {
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByRole("button", { name: "Take a snapshot" }).click();
    await page.getByText(`The snapshot ${name} has the present data.`).waitFor();
  };
  await take("first");
  await update(to, "Chat", MEMBER, "nick", { S: "second" });
  await take("second");
  await update(to, "Chat", { PK: { S: "ROOM#new" }, SK: { S: "ROOM" } }, "title", { S: "New" });
  await page.getByRole("button", { name: "Compare with now: first" }).click();
  await page.getByText("1 added, 0 removed, 1 changed").waitFor();
  await page.screenshot({ path: join(screenshots, "differences.png") });
  assert.deepEqual(await violations(page), []);
  await page.getByLabel("From").selectOption("snapshot first");
  await page.getByLabel("To", { exact: true }).selectOption("snapshot second");
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await page.getByText("0 added, 0 removed, 1 changed").waitFor();
  assert.match(await page.locator(".change").innerText(), /\{"S":""\} \{"S":"second"\}/);
  await page.getByRole("button", { name: "Restore first" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Restore" }).click();
  await page.getByText("The data is that of first again.").waitFor();
  assert.deepEqual((await getItem(to, "Chat", MEMBER)).nick, { S: "" });
  const before = (await control(server.port, "GET", "/databases")).databases.length;
  await page.getByRole("button", { name: "Fork second" }).click();
  await page.getByRole("heading", { name: "Databases" }).waitFor();
  assert.equal((await control(server.port, "GET", "/databases")).databases.length, before + 1);
});

test("a request is made to fail twice, and the rule shows what it hit", async () => {
  const { id } = await control(server.port, "POST", "/databases", { from: "default" });
  const to = client(server.port, id);
  await open("requests", { query: "db=" + id });
  await work(to);
  await page.locator(".request", { hasText: "Query" }).first().click();
  await page.getByRole("link", { name: "Let it fail twice" }).click();
  await ready("faults");
  await page.getByRole("button", { name: "Add the rule" }).click();
  await page.getByText("matched 0 requests").waitFor();
  const query = () => work(to).catch((e) => e.name);
  assert.match(await query(), /Throughput|Throttling/);
  await page.getByText("matched 1 request, hit 1").waitFor();
  assert.deepEqual(await violations(page), []);
  await page.getByRole("button", { name: /Remove the rule/ }).click();
  await page.getByText("No rule: every request gets what it should.").waitFor();
  assert.equal(await query(), undefined);
});

test("streams show their records, and a function that receives them", async () => {
  const { id } = await control(server.port, "POST", "/databases", { from: "default" });
  const func = await functionThat((response) => response.end());
  try {
    await open("faults", { query: "db=" + id });
    await page.getByText("Let a function receive").click();
    await page.getByLabel("URL of the function").fill(func.url);
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    await page.getByText("The function receives the records").waitFor();
    await page.getByText("18 records behind").waitFor();
    await update(client(server.port, id), "Chat", MEMBER, "nick", { S: "streamed" });
    await page.getByText("19 records behind").waitFor();
    await page.getByRole("button", { name: /Drain/ }).click();
    await page.getByText(/Drained: [0-9]+ invocations?, 0 discarded batches/).waitFor();
    await page.getByText("Nothing is left to deliver.").waitFor();
    assert.match(await page.evaluate(() => document.activeElement.textContent), /Drain/, "the focus stays");
    assert.equal(func.records(), 19);
    await page.locator("summary", { hasText: "shards and records" }).click();
    await page.locator(".shard").first().waitFor();
    assert.deepEqual(await violations(page), []);
  } finally {
    func.close();
  }
});

test("a function that fails shows its retries, and the batches that were discarded", async () => {
  const { id } = await control(server.port, "POST", "/databases", { from: "default" });
  const path = `/databases/${id}/event-source-mappings`;
  const func = await functionThat((response) => {
    response.statusCode = 500;
    response.end(ATTACK);
  });
  try {
    const settings = { table: "Chat", url: func.url, functionName: "failing" };
    const forEver = await control(server.port, "POST", path, { ...settings, batchSize: 5 });
    await control(server.port, "POST", `${path}/${forEver.id}/drain`, {}).catch(() => {});
    await open("faults", { query: "db=" + id });
    await page.getByText(/5 records from [0-9]+ failed 10 times; the next attempt is at/).waitFor();
    await control(server.port, "DELETE", `${path}/${forEver.id}`);
    const once = await control(server.port, "POST", path, { ...settings, maximumRetryAttempts: 0 });
    await control(server.port, "POST", `${path}/${once.id}/drain`, {});
    await page.getByText("1 batch discarded").waitFor();
    await page.getByText("The last batch that it discarded").click();
    await page.getByText(/RetryAttemptsExhausted after 1 invocation, 18 records from .* status 500/).waitFor();
    assert.deepEqual(await violations(page), []);
    assert.equal(await page.evaluate(() => window.attacked), undefined);
  } finally {
    func.close();
  }
});

test("a Query is tried with completion, its cost, its code and its explanation", async () => {
  await open("try", { query: "db=default&table=Chat" });
  await page.getByLabel("PK =").fill("ROOM#help");
  await page.getByLabel("SK", { exact: true }).selectOption("begins_with");
  await page.getByLabel("Value").fill("MESSAGE#");
  const filter = page.getByLabel("Filter", { exact: true });
  await filter.pressSequentially("lik");
  await page.getByRole("option", { name: "likes" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  assert.equal(await filter.inputValue(), "likes");
  await filter.pressSequentially(' > 1 and contains(text, "help")');
  await page.getByLabel("Name of the access pattern").fill("messages with likes");
  await page.getByRole("button", { name: "Run" }).click();
  await page.getByRole("heading", { name: "Result" }).waitFor();
  assert.match(await page.locator(".result").innerText(), /2 items, read 4 items, discarded 2, cost\s+0\.5/);
  await page.screenshot({ path: join(screenshots, "try.png") });
  assert.deepEqual(await violations(page), []);
  await page.locator("form").getByText("Command line and curl").click();
  assert.match(
    await page.locator(".commands pre").last().innerText(),
    /"FilterExpression":"#n2 > :v2 AND contains\(#n3, :v3\)"/,
  );
  await page.getByRole("link", { name: "Explain this request" }).click();
  await page.getByText("Read 4 items").waitFor();
});

test("a filter with an error says where it is, and one with hostile values is sent as it is", async () => {
  await open("try", { query: "db=default&table=Chat&mode=Scan" });
  const filter = page.getByLabel("Filter", { exact: true });
  await filter.fill("likes > ?");
  await page.getByRole("button", { name: "Run" }).click();
  await page.getByText("The expression cannot be read from here: ?").waitFor();
  await filter.fill(`text = ${JSON.stringify(ATTACK)} or likes = 99999999999999999999999999999999999999`);
  await page.getByRole("button", { name: "Run" }).click();
  await page.getByText("0 items, read 18 items").waitFor();
});

test("statements and key conditions are completed by what the table has", async () => {
  const { id } = await control(server.port, "POST", "/databases", { from: "default" });
  await control(server.port, "PUT", `/databases/${id}/design`, { content: DESIGN });
  await open("try", { query: `db=${id}&table=Chat` });
  const choose = async (name) => {
    await page.getByRole("option", { name, exact: true }).waitFor();
    const options = await page.getByRole("option").allInnerTexts();
    for (let i = 0; i <= options.indexOf(name); i++) {
      await page.keyboard.press("ArrowDown");
    }
    await page.keyboard.press("Enter");
  };
  await page.getByLabel("PK =").pressSequentially("ROOM#h");
  await choose("ROOM#help");
  assert.equal(await page.getByLabel("PK =").inputValue(), "ROOM#help");
  await page.getByLabel("SK", { exact: true }).selectOption("begins_with");
  await page.getByLabel("Value").press("Control+ ");
  await choose("MESSAGE#");
  await page.getByLabel("Operation").selectOption("ExecuteStatement");
  const statement = page.getByLabel("Statement");
  await statement.fill("");
  await statement.pressSequentially('SELECT * FROM "Ch');
  await choose('"Chat"');
  await statement.pressSequentially(".G");
  await choose('"GSI1"');
  await statement.pressSequentially(" WHERE GSI1P");
  await choose("GSI1PK");
  await statement.pressSequentially(" = 'USER#a");
  await choose("'USER#ada'");
  assert.equal(await statement.inputValue(), `SELECT * FROM "Chat"."GSI1" WHERE GSI1PK = 'USER#ada'`);
  await page.getByRole("button", { name: "Run" }).click();
  await page.getByText("9 items").waitFor();
  assert.deepEqual(messages, []);
});

test("a PartiQL statement is tried", async () => {
  await open("try", { query: "db=default&table=Chat&mode=ExecuteStatement" });
  const statement = page.getByLabel("Statement");
  await statement.fill(`SELECT * FROM "Chat"."GSI1" WHERE GSI1PK = 'USER#ada'`);
  await page.getByRole("button", { name: "Run" }).click();
  await page.getByText("9 items").waitFor();
  assert.equal(await page.locator(".result tbody tr").count(), 9);
  assert.deepEqual(await violations(page), []);
});

test("the design is reported live, and an accepted finding is in its file", async () => {
  const { id } = await control(server.port, "POST", "/databases", { from: "default" });
  await open("design", { query: "db=" + id });
  await page.getByText(/^(no requests yet|0 requests)$/).waitFor();
  await work(client(server.port, id));
  await page.getByText("a Scan", { exact: true }).waitFor();
  assert.deepEqual(await violations(page), []);
  const scan = page.locator(".finding", { hasText: "a Scan" });
  await scan.getByText("Accept it", { exact: true }).click();
  await scan.getByLabel("Reason to accept scan").fill('It runs "once" a night.');
  await scan.getByRole("button", { name: "Accept", exact: true }).click();
  await page.getByText('Accepted: It runs "once" a night.').waitFor();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download the design file" }).click(),
  ]);
  const design = readFileSync(await file.path(), "utf8");
  assert.match(design, /^accepted:\n- finding: scan\n  subject: "Scan Chat"\n  reason: "It runs \\"once\\" a night\."$/m);
  assert.match(design, /Chat/);
});

test("the policy stops what gets into the page all the same", async () => {
  await open("databases");
  const ran = await page.evaluate(async () => {
    window.attacks = 0;
    const script = document.createElement("script");
    try {
      script.textContent = "window.attacks++";
      document.body.append(script);
    } catch {
      // Trusted types.
    }
    const image = document.createElement("img");
    try {
      image.setAttribute("onerror", "window.attacks++");
    } catch {
      // Trusted types.
    }
    const ended = new Promise((resolve) => image.addEventListener("error", resolve));
    image.src = "https://example.com/x.png";
    document.body.append(image);
    await ended;
    let markup = "";
    try {
      document.body.insertAdjacentHTML("beforeend", "<b>x</b>");
      markup = "markup";
    } catch {
      // Trusted types.
    }
    return [window.attacks, markup];
  });
  assert.deepEqual(ran, [0, ""]);
});

test("the keyboard reaches views, search and rows, and its keys can be turned off", async () => {
  await open("databases");
  await page.locator("main").focus();
  await page.keyboard.press("/");
  assert.equal(await page.evaluate(() => document.activeElement.type), "search");
  await page.keyboard.press("j");
  assert.equal(await page.locator("[data-search]").inputValue(), "j", "typed, not a shortcut");
  await page.locator("[data-search]").fill("");
  await page.locator("main").focus();
  const texts = [];
  for (const key of ["j", "j", "k"]) {
    await page.keyboard.press(key);
    texts.push(await page.evaluate(() => document.activeElement.textContent));
  }
  assert.notEqual(texts[0], texts[1]);
  assert.equal(texts[0], texts[2]);
  await page.keyboard.press("?");
  await page.getByRole("heading", { name: "Help" }).waitFor();
  assert.deepEqual(await violations(page), []);
  await page.getByLabel("Use these keys").uncheck();
  await page.keyboard.press("Escape");
  await page.keyboard.press("/");
  assert.notEqual(await page.evaluate(() => document.activeElement.type), "search");
  await page.evaluate(() => localStorage.clear());
});

test("a database is created, forked and ended, and each action has its commands", async () => {
  await open("databases");
  await page.getByText("Create a database").click();
  await page.getByLabel("Name, optional").fill("it.s");
  const action = page.locator("details.action");
  await action.getByText("Command line and curl").click();
  assert.match(await action.locator("pre").first().innerText(), /^monotable database create --name it\.s --endpoint /);
  assert.equal(
    await action.locator("pre").last().innerText(),
    `curl -X POST ${origin()}/_monotable/v1/databases -d '{"name":"it.s"}'`,
  );
  await page.getByRole("button", { name: "Create", exact: true }).click();
  const chosen = page.locator(".card.chosen");
  await chosen.getByRole("link", { name: "it.s" }).waitFor();
  const id = new URL(page.url()).hash.match(/db=(MTDB\w+)/)[1];
  await page.getByRole("button", { name: "End it.s" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "End" }).click();
  await page.locator(".card.chosen").getByRole("link", { name: "default" }).waitFor();
  assert.ok(!(await page.locator("main").innerText()).includes(id));
});

test("an address of a database that has ended says so", async () => {
  await open("databases", { query: "db=MTDBAAAAAAAAAAAAAAAA" });
  assert.match(await page.locator("main").innerText(), /There is no database MTDBA.*restarted/);
  assert.deepEqual(await violations(page), []);
});

test("a lost connection is shown, and a restart of the server is noticed", async () => {
  const first = await serve([]);
  const other = await browser.context.newPage();
  try {
    await fill(first.port);
    await other.goto(`http://127.0.0.1:${first.port}/_monotable/#/requests`);
    await other.locator('main[data-ready="requests"]').waitFor();
    await work(client(first.port));
    await other.locator(".request").nth(3).waitFor();
    await first.close();
    await other.getByText("The connection to the server is lost").waitFor();
    assert.deepEqual(await violations(other), []);
    const second = await serve(["--port", first.port]);
    try {
      await other.getByText("The connection to the server is lost").waitFor({ state: "detached" });
      await other.getByText("No request yet").waitFor();
      await fill(second.port);
      await other.locator(".request", { hasText: "PutItem" }).nth(3).waitFor();
      await other.goto(`http://127.0.0.1:${first.port}/_monotable/`);
      await other.reload();
      await other.locator('main[data-ready="collections"]').waitFor();
    } finally {
      await second.close();
    }
  } finally {
    await other.close();
    await first.close();
  }
});

test("a server that others can reach asks for its token", async () => {
  const open = await serve(["--host", "0.0.0.0", "--control"]);
  const other = await browser.context.newPage();
  try {
    await other.goto(`http://127.0.0.1:${open.port}/_monotable/`);
    await other.getByLabel("Token", { exact: true }).fill("wrong");
    await other.getByRole("button", { name: "Use this token" }).click();
    await other.getByText("It does not accept this token").waitFor();
    assert.deepEqual(await violations(other), []);
    await other.getByLabel("Token", { exact: true }).fill(TOKEN);
    await other.getByRole("button", { name: "Use this token" }).click();
    await other.getByRole("heading", { name: "Item collections" }).waitFor();
    await other.reload();
    await other.getByRole("heading", { name: "Item collections" }).waitFor();
  } finally {
    await other.close();
    await open.close();
  }
});

test("with policies, the default database needs the token, from the address or the user", async () => {
  const policy = join(mkdtempSync(join(tmpdir(), "monotable-")), "any.json");
  const statement = { Effect: "Allow", Action: "*", Resource: "*" };
  writeFileSync(policy, JSON.stringify({ Version: "2012-10-17", Statement: statement }));
  const guarded = await serve(["--policies", `any=${policy}`]);
  await fill(guarded.port);
  const address = `http://127.0.0.1:${guarded.port}/_monotable/`;
  const asked = await browser.context.newPage();
  const told = await browser.context.newPage();
  try {
    await asked.goto(address);
    await asked.getByLabel("Token", { exact: true }).fill(TOKEN);
    await asked.getByRole("button", { name: "Use this token" }).click();
    await asked.locator("main[data-ready=collections]").waitFor();
    assert.equal(await asked.getByText("not authorized to perform").count(), 0);
    await told.goto(address + "#token=" + TOKEN);
    await told.locator("main[data-ready=collections]").waitFor();
    assert.equal(await told.getByText("not authorized to perform").count(), 0);
    assert.doesNotMatch(told.url(), /token/);
    await told.goto(address + "#token=wrong-token");
    await told.reload();
    await told.getByText("not authorized to perform").first().waitFor();
  } finally {
    await asked.close();
    await told.close();
    await guarded.close();
  }
});

test("a read-only console offers nothing that changes a database", async () => {
  const readOnly = await serve(["--console", "read-only"]);
  await fill(readOnly.port);
  const other = await browser.context.newPage();
  try {
    for (const view of VIEWS) {
      await other.goto(`http://127.0.0.1:${readOnly.port}/_monotable/#/${view}`);
      await other.locator(`main[data-ready="${view}"]`).waitFor();
      assert.equal(await other.locator("main button:not([data-reads]):not(.small)").count(), 0, view);
    }
  } finally {
    await other.close();
    await readOnly.close();
  }
});
