// The code that the console shows sends the request that it was made of. Java is compiled and run by
// ConsoleCodeTest of conformance-tests, which has its SDK.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { REQUESTS, codeOf } from "./code.mjs";

const here = dirname(fileURLToPath(import.meta.url));
// In here, modules find the SDK.
const place = join(here, "node_modules", ".code");

let server;
let endpoint;
let received = [];

before(async () => {
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => (body += part));
    request.on("end", () => {
      received.push([request.headers["x-amz-target"].split(".")[1], JSON.parse(body)]);
      response.setHeader("Content-Type", "application/x-amz-json-1.0");
      response.end("{}");
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  endpoint = `http://127.0.0.1:${server.address().port}`;
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
});

after(() => server.close());

test("JavaScript sends the request", async () => {
  for (const [at, [operation, request]] of REQUESTS.entries()) {
    received = [];
    // The SDK of the tests has no client of streams; that of tables has none of their operations.
    if (operation !== "GetShardIterator") {
      const file = join(place, `request-${at}.mjs`);
      writeFileSync(file, codeOf("JavaScript", endpoint, operation, request));
      await import(pathToFileURL(file));
      assert.deepEqual(received, [[operation, request]]);
    }
  }
});

/** Stands for boto3 and prints what its client is called with. */
const BOTO3 = `
import base64, json
class Client:
    def __getattr__(self, name):
        def call(**arguments):
            encode = lambda value: base64.b64encode(value).decode()
            print(json.dumps([name, arguments], default=encode))
            return {}
        return call
def client(service, **arguments):
    assert arguments.keys() == {"endpoint_url", "region_name", "aws_access_key_id", "aws_secret_access_key"}
    return Client()
`;

test("Python sends the request", async () => {
  writeFileSync(join(place, "boto3.py"), BOTO3);
  const codes = REQUESTS.map(([operation, request]) => codeOf("Python", endpoint, operation, request));
  writeFileSync(join(place, "requests.py"), codes.join("\n"));
  const output = execFileSync("python3", ["requests.py"], { cwd: place, encoding: "utf8" });
  const snake = (name) => name.replace(/([a-z])([A-Z])/g, "$1_$2").toLowerCase();
  assert.deepEqual(
    output.trim().split("\n").map((line) => JSON.parse(line)),
    REQUESTS.map(([operation, request]) => [snake(operation), request]),
  );
});

for (const [language, option] of [["AWS CLI", "--cli-input-json"], ["curl", "-d"]]) {
  test(`${language} sends the request`, async () => {
    for (const [operation, request] of REQUESTS) {
      const code = codeOf(language, endpoint, operation, request);
      // A function of the shell stands for the command, and writes its arguments.
      const script = `aws() { printf '%s\\0' "$@"; }; curl() { aws "$@"; }\n${code}`;
      const words = execFileSync("bash", ["-c", script], { encoding: "utf8" }).split("\0");
      assert.deepEqual(JSON.parse(words[words.indexOf(option) + 1]), request);
      const name = operation.replace(/([a-z])([A-Z])/g, "$1-$2").toLowerCase();
      const service = operation === "GetShardIterator" ? ["dynamodbstreams", "DynamoDBStreams_20120810"] : ["dynamodb", "DynamoDB_20120810"];
      assert.ok(
        language === "curl" ? words.includes(`X-Amz-Target: ${service[1]}.${operation}`) : words[0] === service[0] && words[1] === name,
        words.join(" "),
      );
    }
  });
}
