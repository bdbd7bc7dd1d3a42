// Clients of the AWS SDK, and the data that they write.

import { Agent, createServer, request } from "node:http";

import {
  CreateTableCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  UpdateContinuousBackupsCommand,
  UpdateItemCommand,
  UpdateTimeToLiveCommand,
} from "@aws-sdk/client-dynamodb";

/** A text that attacks a page which takes it for markup, a shell, or a script. */
export const ATTACK = `"'><img src=x onerror=window.attacked=1><script>window.attacked=1</script>&amp;$(id)\`\u202e`;

export function client(port, accessKeyId = "any") {
  return new DynamoDBClient({
    endpoint: "http://127.0.0.1:" + port,
    region: "us-east-1",
    credentials: { accessKeyId, secretAccessKey: "any" },
    maxAttempts: 1,
  });
}

/** Sends a request to the control API. */
export async function control(port, method, path, body) {
  const response = await fetch(`http://127.0.0.1:${port}/_monotable/v1${path}`, {
    method,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) {
    throw new Error(text);
  }
  return text === "" ? null : JSON.parse(text);
}

/** Creates a database, fills it, and returns its access key. */
export async function createDatabase(port, write) {
  const { id } = await control(port, "POST", "/databases", {});
  await write(client(port, id));
  return id;
}

async function createTable(to, name) {
  const keys = ["PK", "SK", "GSI1PK", "GSI1SK"];
  await to.send(
    new CreateTableCommand({
      TableName: name,
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: keys.map((each) => ({ AttributeName: each, AttributeType: "S" })),
      KeySchema: [
        { AttributeName: "PK", KeyType: "HASH" },
        { AttributeName: "SK", KeyType: "RANGE" },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: "GSI1",
          KeySchema: [
            { AttributeName: "GSI1PK", KeyType: "HASH" },
            { AttributeName: "GSI1SK", KeyType: "RANGE" },
          ],
          Projection: { ProjectionType: "ALL" },
        },
      ],
      StreamSpecification: { StreamEnabled: true, StreamViewType: "NEW_AND_OLD_IMAGES" },
    }),
  );
}

function put(to, table, item) {
  return to.send(new PutItemCommand({ TableName: table, Item: item }));
}

export async function getItem(to, table, key) {
  const answer = await to.send(new GetItemCommand({ TableName: table, Key: key, ConsistentRead: true }));
  return answer.Item;
}

export function enableTimeToLive(to, table, attribute) {
  const settings = { AttributeName: attribute, Enabled: true };
  return to.send(
    new UpdateTimeToLiveCommand({ TableName: table, TimeToLiveSpecification: settings }),
  );
}

export function enableRecovery(to, table) {
  const settings = { PointInTimeRecoveryEnabled: true };
  return to.send(
    new UpdateContinuousBackupsCommand({ TableName: table, PointInTimeRecoverySpecification: settings }),
  );
}

/** Starts a function behind a URL; records() is the number of the records that it has received. */
export async function functionThat(answers) {
  let records = 0;
  const server = createServer((incoming, response) => {
    let body = "";
    incoming.on("data", (part) => (body += part));
    incoming.on("end", () => {
      records += JSON.parse(body).Records.length;
      answers(response);
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: "http://127.0.0.1:" + server.address().port,
    records: () => records,
    close: () => server.close(),
  };
}

/** Sets an attribute of an item. */
export function update(to, table, key, attribute, value) {
  return to.send(
    new UpdateItemCommand({
      TableName: table,
      Key: key,
      UpdateExpression: "SET #a = :v",
      ExpressionAttributeNames: { "#a": attribute },
      ExpressionAttributeValues: { ":v": value },
    }),
  );
}

/** Fills a database with names and values that attack a page. */
export async function HOSTILE(to) {
  await createTable(to, "Hostile-Table");
  for (const number of [1, 2]) {
    await put(to, "Hostile-Table", {
      PK: { S: ATTACK },
      SK: { S: ATTACK + number },
      GSI1PK: { S: ATTACK },
      GSI1SK: { S: ATTACK },
      [ATTACK]: { M: { [ATTACK]: { L: [{ S: ATTACK }, { SS: [ATTACK] }] } } },
      __proto__x: { S: "__proto__" },
    });
  }
  await to
    .send(
      new QueryCommand({
        TableName: "Hostile-Table",
        KeyConditionExpression: "PK = :p",
        FilterExpression: "#a <> :p",
        ExpressionAttributeNames: { "#a": ATTACK },
        ExpressionAttributeValues: { ":p": { S: ATTACK } },
      }),
    );
  await to.send(new GetItemCommand({ TableName: ATTACK, Key: { PK: { S: ATTACK } } })).catch(() => {});
}

/** A design of that database, whose names attack a page. */
export function hostileDesign() {
  const key = (name) => ({ partitionKey: name + "PK", sortKey: name + "SK" });
  const content = {
    design: ATTACK,
    description: ATTACK,
    tables: {
      "Hostile-Table": {
        ...key(""),
        indexes: { GSI1: { ...key("GSI1"), projection: "ALL" } },
        entities: { [ATTACK]: { description: ATTACK, keys: { PK: ATTACK.slice(0, 5) + "{x...}", SK: "{y...}" } } },
      },
    },
    patterns: { [ATTACK]: { operation: "Query", key: "PK = {x...}", frequency: "10/s" } },
    accepted: [{ finding: "scan", subject: ATTACK, reason: ATTACK }],
  };
  return { file: "design.json", content: JSON.stringify(content) };
}

/** Fills the default database with a chat of rooms, messages and members. */
export async function fill(port) {
  const to = client(port);
  await createTable(to, "Chat");
  for (const room of ["general", "random", "help"]) {
    await put(to, "Chat", {
      PK: { S: `ROOM#${room}` },
      SK: { S: "ROOM" },
      title: { S: `The room ${room}` },
      open: { BOOL: true },
    });
    for (let i = 0; i < 4; i++) {
      await put(to, "Chat", {
        PK: { S: `ROOM#${room}` },
        SK: { S: `MESSAGE#2026-01-0${i + 1}T09:30:00Z` },
        GSI1PK: { S: `USER#${i % 2 === 0 ? "ada" : "grace"}` },
        GSI1SK: { S: `MESSAGE#2026-01-0${i + 1}T09:30:00Z` },
        text: { S: `Message ${i + 1} in ${room}` },
        likes: { N: String(i) },
        tags: { SS: ["a", "b"] },
      });
    }
    await put(to, "Chat", {
      PK: { S: `ROOM#${room}` },
      SK: { S: "MEMBER#ada" },
      GSI1PK: { S: "USER#ada" },
      GSI1SK: { S: `MEMBER#${room}` },
      joined: { N: "12345678901234567890123456789012345678" },
      picture: { B: new Uint8Array([1, 2, 3]) },
      nick: { S: "" },
    });
  }
  await control(port, "POST", "/databases", { name: "orders", from: "default" });
  await control(port, "POST", "/databases", { name: "empty" });
}

/** Sends some requests of each kind, with a Scan that reads more than it needs. */
export async function work(to) {
  await to.send(
    new QueryCommand({
      TableName: "Chat",
      KeyConditionExpression: "PK = :p AND begins_with(SK, :s)",
      ExpressionAttributeValues: { ":p": { S: "ROOM#general" }, ":s": { S: "MESSAGE#" } },
    }),
  );
  await to.send(
    new ScanCommand({
      TableName: "Chat",
      FilterExpression: "PK = :p AND likes > :n",
      ExpressionAttributeValues: { ":p": { S: "ROOM#help" }, ":n": { N: "2" } },
    }),
  );
  await to.send(
    new GetItemCommand({ TableName: "Chat", Key: { PK: { S: "ROOM#help" }, SK: { S: "ROOM" } } }),
  );
  await to
    .send(
      new PutItemCommand({
        TableName: "Chat",
        Item: { PK: { S: "ROOM#help" }, SK: { S: "ROOM" } },
        ConditionExpression: "attribute_not_exists(PK)",
      }),
    )
    .catch(() => {});
}

/** Sends GetItem requests at a rate, as fast as a client without an SDK can; returns their number. */
export async function flood(port, total, perSecond) {
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  const body = JSON.stringify({ TableName: "Chat", Key: { PK: { S: "ROOM#help" }, SK: { S: "ROOM" } } });
  const headers = {
    "Content-Type": "application/x-amz-json-1.0",
    "Content-Length": body.length,
    "X-Amz-Target": "DynamoDB_20120810.GetItem",
    "X-Amz-Date": "20260101T000000Z",
    Authorization:
      "AWS4-HMAC-SHA256 Credential=any/20260101/us-east-1/dynamodb/aws4_request," +
      " SignedHeaders=host, Signature=0",
  };
  const send = () =>
    new Promise((resolve, reject) => {
      const sent = request({ port, method: "POST", agent, headers }, (response) => {
        response.resume().on("end", () => resolve(response.statusCode));
      });
      sent.on("error", reject);
      sent.end(body);
    });
  const answers = [];
  for (let second = 0; second * perSecond < total; second++) {
    const pause = new Promise((resolve) => setTimeout(resolve, 1000));
    for (let i = 0; i < perSecond; i++) {
      answers.push(send());
    }
    await pause;
  }
  const statuses = await Promise.all(answers);
  agent.destroy();
  return statuses.filter((status) => status === 200).length;
}
