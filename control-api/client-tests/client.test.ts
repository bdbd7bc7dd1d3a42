// A client that is generated from docs/openapi.json, against a server.

import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import createClient from "openapi-fetch";
import type { components, paths } from "./target/api.js";

const program = process.env.MONOTABLE ?? "../../monotable";
const table = JSON.stringify({
  TableName: "Things",
  BillingMode: "PAY_PER_REQUEST",
  KeySchema: [{ AttributeName: "PK", KeyType: "HASH" }],
  AttributeDefinitions: [{ AttributeName: "PK", AttributeType: "S" }],
});

let server: ChildProcess;
let endpoint = "";
let api: ReturnType<typeof createClient<paths>>;

before(async () => {
  server = spawn(program, ["--port", "0", "--exit-with-parent"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface({ input: server.stdout! })) {
    endpoint = /http:\S+/.exec(line)?.[0] ?? "";
    if (endpoint !== "") break;
  }
  assert.notEqual(endpoint, "", "the server did not start");
  api = createClient<paths>({ baseUrl: `${endpoint}/_monotable/v1` });
});

after(() => server.kill());

/** Returns what a successful response has. */
function ok<T>(result: { data?: T; error?: components["schemas"]["ControlError"] }): T {
  assert.equal(result.error, undefined);
  return result.data as T;
}

async function create(): Promise<components["schemas"]["DatabaseAccess"]> {
  return ok(
    await api.POST("/databases", {
      body: { schema: { "things.json": table }, seed: { "Things.json": '[{"PK": "a"}]' } },
    }),
  );
}

/** Calls an operation of DynamoDB as a client of a database; the server does not check signatures. */
async function dynamodb(accessKey: string, operation: string, body: object): Promise<Response> {
  return fetch(endpoint, {
    method: "POST",
    headers: {
      "content-type": "application/x-amz-json-1.0",
      "x-amz-target": `DynamoDB_20120810.${operation}`,
      "x-amz-date": "20260101T000000Z",
      authorization:
        `AWS4-HMAC-SHA256 Credential=${accessKey}/20260101/us-east-1/dynamodb/aws4_request, ` +
        "SignedHeaders=host;x-amz-date;x-amz-target, Signature=0",
    },
    body: JSON.stringify(body),
  });
}

const put = (key: string, id: string) =>
  dynamodb(id, "PutItem", { TableName: "Things", Item: { PK: { S: key } } });

test("a database is created, forked and dropped", async () => {
  const { id, accessKeyId, region } = await create();
  assert.deepEqual([accessKeyId, region], [id, "us-east-1"]);
  const fork = ok(await api.POST("/databases", { body: { from: id, name: "fork" } }));
  assert.equal(fork.name, "fork");
  const again = await api.POST("/databases", { body: { name: "fork" } });
  assert.deepEqual([again.response.status, again.data], [200, fork]);
  assert.deepEqual(ok(await api.GET("/databases/{id}", { params: { path: { id: fork.id } } })), {
    id: fork.id,
    name: "fork",
    region: "us-east-1",
    tables: [{ name: "Things", items: 1, bytes: 3 }],
  });
  await api.DELETE("/databases/{id}", { params: { path: { id: fork.id } } });
  const { databases } = ok(await api.GET("/databases"));
  assert.equal(databases.some((each) => each.id === fork.id), false);
});

test("an error has its type and a message", async () => {
  const { error, response } = await api.GET("/databases/{id}", { params: { path: { id: "x" } } });
  assert.equal(response.status, 404);
  assert.deepEqual(error, {
    error: "UnknownDatabase",
    message: "There is no database 'x', or it has ended",
  });
});

test("changes since a snapshot are items", async () => {
  const { id } = await create();
  const path = { id, name: "before" };
  ok(await api.PUT("/databases/{id}/snapshots/{name}", { params: { path } }));
  assert.equal((await put("b", id)).status, 200);
  const diff = ok(
    await api.GET("/databases/{id}/diff", { params: { path, query: { from: "before" } } }),
  );
  const item: { [name: string]: unknown } = { PK: { S: "b" } };
  assert.deepEqual(diff, {
    tables: [{ table: "Things", presence: "kept", added: [item], removed: [], changed: [] }],
    complete: true,
  });
  await api.POST("/databases/{id}/snapshots/{name}/restore", { params: { path } });
  const restored = ok(
    await api.GET("/databases/{id}/diff", { params: { path, query: { from: "before" } } }),
  );
  assert.deepEqual(restored.tables, []);
});

test("the clock is set", async () => {
  const params = { path: { id: (await create()).id } };
  const body = { set: "2026-01-01T00:00:00Z", advance: "P40D", frozen: true };
  const clock = ok(await api.PATCH("/databases/{id}/clock", { params, body }));
  assert.deepEqual(clock, { now: "2026-02-10T00:00:00Z", frozen: true });
  assert.deepEqual(ok(await api.POST("/databases/{id}/expire", { params })), { deleted: 0 });
});

test("faults and requests are typed", async () => {
  const { id } = await create();
  const params = { path: { id } };
  ok(await api.GET("/databases/{id}/requests", { params }));
  ok(
    await api.POST("/databases/{id}/faults", {
      params,
      body: { fault: "throttle", operation: "PutItem", key: { PK: { S: "b" } }, times: 1 },
    }),
  );
  const throttled = await put("b", id);
  assert.deepEqual([throttled.status, throttled.headers.has("x-monotable-fault")], [400, true]);
  const { faults } = ok(await api.GET("/databases/{id}/faults", { params }));
  assert.deepEqual([faults.length, faults[0].matched, faults[0].injected], [1, 1, 1]);
  const page = ok(
    await api.GET("/databases/{id}/requests", {
      params: { path: { id }, query: { error: "any", count: 10 } },
    }),
  );
  assert.equal(page.requests.length, 1);
  assert.equal(page.requests[0].error, "ThrottlingException");
});

test("stream records are delivered to a function", async () => {
  const { id } = await create();
  const events: string[] = [];
  const handler = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    events.push(...JSON.parse(body).Records.map((record: { eventName: string }) => record.eventName));
    response.end();
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => handler.once("listening", resolve));
  const url = `http://127.0.0.1:${(handler.address() as AddressInfo).port}`;
  const mapping = ok(
    await api.POST("/databases/{id}/event-source-mappings", {
      params: { path: { id } },
      body: { table: "Things", url, streamViewType: "KEYS_ONLY", batchSize: 10 },
    }),
  );
  await put("b", id);
  const drained = ok(
    await api.POST("/databases/{id}/event-source-mappings/{mapping}/drain", {
      params: { path: { id, mapping: mapping.id } },
      body: {},
    }),
  );
  assert.deepEqual([drained, events], [{ invocations: 1, discarded: [] }, ["INSERT"]]);
  handler.close();
});

test("what is not JSON is text", async () => {
  const params = { path: { id: (await create()).id } };
  const dump = ok(await api.GET("/databases/{id}/dump", { params, parseAs: "text" }));
  assert.equal(dump, '{"TableName":"Things","Item":{"PK":{"S":"a"}}}\n');
  const metrics = ok(await api.GET("/metrics", { parseAs: "text" }));
  assert.match(metrics, /^# /);
  assert.equal(ok(await api.GET("/ready")).status, "ready");
});
