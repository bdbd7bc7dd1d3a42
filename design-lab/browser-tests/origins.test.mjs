// Attacks the control API of the packaged server by pages in Chromium: pages of another origin, of
// another local server, and of a name that was made to resolve to this machine (DNS rebinding).

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { ARGUMENTS, start } from "./browser.mjs";
import { TOKEN, serve } from "./server.mjs";

const API = "/_monotable/v1";

let browser;
let open;

before(async () => {
  // Answers everybody: what the browser itself lets pass is not what this tests.
  open = createServer((request, response) => {
    response.setHeader("Access-Control-Allow-Origin", "*");
    response.end("open");
  });
  open.listen(0, "127.0.0.1");
  await once(open, "listening");
  browser = await start({
    offline: false,
    args: [
      ...ARGUMENTS,
      "--host-resolver-rules=MAP evil.example 127.0.0.1",
      "--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests",
    ],
  });
});

after(async () => {
  await browser?.close();
  open?.close();
});

/** Sends a request as a program does, not as a page. */
async function call(port, method, path, body, headers = {}) {
  const response = await fetch("http://127.0.0.1:" + port + path, { method, body, headers });
  return { status: response.status, text: await response.text() };
}

function dynamo(port, operation, body) {
  return call(port, "POST", "/", JSON.stringify(body), {
    "Content-Type": "application/x-amz-json-1.0",
    "X-Amz-Target": "DynamoDB_20120810." + operation,
    "X-Amz-Date": "20260101T000000Z",
    Authorization:
      "AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/dynamodb/aws4_request," +
      " SignedHeaders=host, Signature=0",
  });
}

async function fill(port) {
  const created = await dynamo(port, "CreateTable", {
    TableName: "Secrets",
    AttributeDefinitions: [{ AttributeName: "PK", AttributeType: "S" }],
    KeySchema: [{ AttributeName: "PK", KeyType: "HASH" }],
    BillingMode: "PAY_PER_REQUEST",
  });
  assert.equal(created.status, 200, created.text);
  const put = await dynamo(port, "PutItem", {
    TableName: "Secrets",
    Item: { PK: { S: "the-secret-item" } },
  });
  assert.equal(put.status, 200, put.text);
}

/** Returns what a page could have changed. */
async function state(port) {
  const headers = { "x-monotable-token": TOKEN };
  const parts = [(await dynamo(port, "Scan", { TableName: "Secrets" })).text];
  for (const path of ["/databases", "/databases/default/snapshots", "/databases/default/faults",
    "/databases/default/event-source-mappings"]) {
    parts.push((await call(port, "GET", API + path, undefined, headers)).text);
  }
  return parts.join("\n");
}

/** Runs in the page: tries everything, and returns what it could read. */
async function attack({ target, forms }) {
  const api = target + "/_monotable/v1";
  const one = api + "/databases/default";
  const requests = [
    ["GET", api + "/databases"], ["GET", one], ["GET", one + "/dump"], ["GET", one + "/requests"],
    ["GET", one + "/report?format=json"], ["GET", api + "/metrics"], ["GET", one + "/faults"],
    ["POST", one + "/reset"], ["POST", api + "/databases", '{"from":"default"}'],
    ["POST", api + "/databases"], ["PUT", one + "/snapshots/stolen"], ["DELETE", api + "/databases"],
    ["POST", one + "/faults", '{"fault":"serverError"}'], ["DELETE", one + "/faults"],
    ["PATCH", one + "/clock", '{"advance":"P1D"}'], ["POST", one + "/load", '{"seed":{}}'],
    ["POST", one + "/event-source-mappings", '{"table":"Secrets","url":"http://localhost:1"}'],
    ["POST", target + "/_localstack/state/reset"], ["POST", target + "/moto-api/reset"],
    ["DELETE", target + "/_aws/dynamodb/expired"],
  ];
  const read = [];
  for (const [method, url, body] of requests) {
    for (const mode of ["cors", "no-cors"]) {
      for (const headers of [{}, { "Content-Type": "text/plain" }, { "x-monotable-token": "x" }]) {
        try {
          const options = { method, mode, headers, body, credentials: "include" };
          const response = await fetch(url, options);
          const text = await response.text();
          if (response.ok && text) {
            read.push(method + " " + url + ": " + text);
          }
        } catch {
          // The browser or the server has rejected it.
        }
      }
    }
    if (method === "POST") {
      navigator.sendBeacon(url, body);
    }
  }
  // A download and an answer without a body have no event.
  const loaded = (element) =>
    new Promise((resolve) => {
      element.onload = element.onerror = resolve;
      setTimeout(resolve, 500);
    });
  const wait = (element) => {
    document.body.append(element);
    return loaded(element);
  };
  for (const [method, url] of requests.filter(([each]) => each === "GET")) {
    const image = document.createElement("img");
    image.src = url;
    await wait(image);
    const script = document.createElement("script");
    script.src = url;
    await wait(script);
    const frame = document.createElement("iframe");
    frame.src = url;
    await wait(frame);
    try {
      const text = frame.contentDocument?.body?.innerText;
      // A page of a rebound name can read why it is rejected, which is no secret.
      if (text && !/"(AccessDeniedException|Forbidden|TokenRequired)"/.test(text.replace(/[^"]*#/, ""))) {
        read.push("frame " + url + ": " + text);
      }
    } catch {
      // Of another origin.
    }
  }
  for (const [, url, body] of forms ? requests.filter(([each]) => each === "POST") : []) {
    const frame = document.createElement("iframe");
    frame.name = "answer" + Math.random();
    document.body.append(frame);
    const form = document.createElement("form");
    Object.assign(form, { action: url, method: "POST", target: frame.name });
    form.enctype = "text/plain";
    const field = document.createElement("input");
    field.name = body ?? "a";
    form.append(field);
    document.body.append(form);
    form.submit();
    await loaded(frame);
  }
  await new Promise((resolve) => {
    const events = new EventSource(one + "/events");
    events.onopen = () => {
      read.push("events");
      resolve();
    };
    events.onerror = () => resolve(events.close());
  });
  return read;
}

/** Opens a page at an address, where nothing else has to answer. */
async function pageAt(address) {
  const page = await browser.context.newPage();
  const body = "<!DOCTYPE html><title>page</title><body>page</body>";
  await page.route(address, (route) => route.fulfill({ contentType: "text/html", body }));
  await page.goto(address);
  return page;
}

const SERVERS = [
  [],
  ["--cors", "*"],
  ["--cors", "http://evil.example:1,http://localhost:9"],
  ["--host", "0.0.0.0"],
  ["--host", "0.0.0.0", "--control", "--cors", "*"],
];

for (const options of SERVERS) {
  test(`pages cannot use the control API, with ${options.join(" ") || "no options"}`, async () => {
    const server = await serve(options);
    try {
      await fill(server.port);
      const before = await state(server.port);
      for (const [origin, target, forms] of [
        ["http://evil.example:1", "http://127.0.0.1:" + server.port, true],
        ["http://localhost:9", "http://localhost:" + server.port, true],
        ["http://evil.example:" + server.port, "http://evil.example:" + server.port, true],
      ]) {
        const page = await pageAt(origin + "/page");
        const control = "http://127.0.0.1:" + open.address().port;
        assert.equal(await page.evaluate((url) => fetch(url).then((r) => r.text()), control), "open");

        assert.deepEqual(await page.evaluate(attack, { target, forms }), [], origin);
        assert.equal(await state(server.port), before, origin);
        await page.close();
      }
      assert.ok(server.rejections.some((line) => line.includes("Monotable")), "it was asked");
    } finally {
      await server.close();
    }
  });
}

test("a page of the server's own origin can use it", async () => {
  const server = await serve([]);
  try {
    await fill(server.port);
    const page = await pageAt("http://127.0.0.1:" + server.port + API + "/page");
    const before = await state(server.port);
    const read = await page.evaluate(attack, {
      target: "http://127.0.0.1:" + server.port,
      forms: true,
    });
    // So the attack finds what the other tests show to be closed.
    for (const what of ["GET ", "POST ", "frame ", "events"]) {
      assert.ok(read.some((line) => line.startsWith(what)), what);
    }
    assert.notEqual(await state(server.port), before);
    await page.close();
  } finally {
    await server.close();
  }
});
